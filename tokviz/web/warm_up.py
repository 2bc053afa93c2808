"""The warm-up of a server: what lessons and worked examples show is computed before people come.

The server visits its own pages, so everything that they cache for all visitors is ready. People go first: the next
visit waits for as long as the last one took. What a visitor scrolls to, such as charts, is not drawn by these visits.
"""

from __future__ import annotations

import asyncio
import gc
import os
from collections.abc import Iterator, Mapping
from time import monotonic

from starlette.types import ASGIApp

from tokviz import examples, guides
from tokviz.algorithms import ALGORITHMS
from tokviz.state import pages
from tokviz.views.shared.catalog import LANGUAGES
from tokviz.web.guides.state import Place, query_of
from tokviz.web.pages.compare.controls import LARGE
from tokviz.web.streamlit_workarounds.loggers import logger
from tokviz.web.streamlit_workarounds.page_visit import visit

__all__ = ["DONE", "FAILED", "addresses", "is_wanted", "visit_pages"]

DONE = "lessons and worked examples are computed"
"""The message of the log at the end of the warm-up."""
FAILED = "the server's own visit to a page failed"
"""The message of the log where the warm-up ends early."""
_PATIENCE = 60.0  # seconds for one visit
_log = logger(__name__)


def is_wanted() -> bool:
    """Return whether the server visits its pages; `TOKVIZ_WARM_UP=off` says that it does not."""
    return os.environ.get("TOKVIZ_WARM_UP", "").strip().lower() not in {"off", "0", "no"}


async def visit_pages(app: ASGIApp) -> None:
    """Visit all of `addresses`, one after another. Nothing that goes wrong here keeps the server from serving."""
    started = monotonic()
    for path, query in addresses():
        began = monotonic()
        try:
            async with asyncio.timeout(_PATIENCE):
                await visit(app, path, query)
        except Exception:  # logged only: a page that fails fails for its visitor as well, who sees why
            _log.warning("%s: /%s", FAILED, path, exc_info=True)
            return
        await asyncio.sleep(monotonic() - began)
    gc.collect()
    gc.freeze()  # what is cached now stays, and need not be looked through again
    _log.info("%s after %.0f s", DONE, monotonic() - started)


def addresses() -> Iterator[tuple[str, Mapping[str, str]]]:
    """Yield the path and the query of each visit.

    Each page comes first, then the worked examples, then the lessons, in each language. The pages of newer algorithms
    are opened with their own example alone, and by the cards that lead there.
    """
    opening: list[tuple[str, dict[str, str]]] = [(page.address, {}) for page in pages.PAGES]
    often = [page for page in ALGORITHMS if pages.page_at(page).group != "newer"]
    trained = [(page, {"example": name}) for name in examples.NAMES for page in often]
    large = ("compare", {"example": LARGE})  # what that page offers where there is little to learn from
    for path, query in (*opening, large, *trained):
        yield from ((path, {**query, "lang": language}) for language in LANGUAGES)
    for guide in map(guides.load, guides.names()):
        for number, card in enumerate(guide.cards, start=1):
            for language in LANGUAGES:
                yield card.page, query_of(Place(guide, number), {"lang": language})
