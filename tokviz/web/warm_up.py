"""The warm-up of a server: what lessons and worked examples show is computed before people come.

What the picture of a training opens with is computed without drawing it. The server visits its other pages, so
everything that they cache for all visitors is ready, and one link of each page in each language. People go first: the
next link waits for as long as the last one took. What a visitor scrolls to, such as charts, is not drawn.
"""

from __future__ import annotations

import asyncio
import gc
import os
from collections.abc import Iterable, Iterator, Mapping
from time import monotonic

from starlette.types import ASGIApp

from tokviz import examples, guides
from tokviz.algorithms import ALGORITHMS
from tokviz.examples import OWN
from tokviz.state import pages
from tokviz.state.training import FORMS
from tokviz.views.shared.catalog import LANGUAGES, load
from tokviz.web.guides.state import PREDICT, Place, query_of
from tokviz.web.pages.compare.controls import LARGE
from tokviz.web.streamlit_workarounds.loggers import logger
from tokviz.web.streamlit_workarounds.page_visit import visit
from tokviz.web.training.page import compute

DONE = "lessons and worked examples are computed"
"""The message of the log at the end of the warm-up."""
FAILED = "the server's own visit to a page failed"
"""The message of the log where the warm-up ends early."""
_PATIENCE = 60.0  # seconds for one visit
_OF_NOTHING_KEPT = {"guide", "card"}  # the parameters that change nothing of what is kept
_log = logger(__name__)


def is_wanted() -> bool:
    """Tell if the server visits its pages; `TOKVIZ_WARM_UP=off` says that it does not."""
    return os.environ.get("TOKVIZ_WARM_UP", "").strip().lower() not in {"off", "0", "no"}


async def visit_pages(app: ASGIApp) -> None:
    """Compute what all of `addresses` show, one after another: each once, by a visit where it must be. Nothing that
    goes wrong here keeps the server from serving."""
    started = monotonic()
    for path, query in different(addresses()):
        began = monotonic()
        try:
            async with asyncio.timeout(_PATIENCE):
                if is_computed(path, query):
                    await asyncio.to_thread(_compute, path, query)
                else:
                    await visit(app, path, query)
        except Exception:  # logged only: a page that fails fails for its visitor as well, who sees why
            _log.warning("%s: /%s", FAILED, path, exc_info=True)
            return
        await asyncio.sleep(monotonic() - began)
    gc.collect()
    gc.freeze()  # what is cached now stays, and need not be looked through again
    _log.info("%s after %.0f s", DONE, monotonic() - started)


def is_computed(path: str, query: Mapping[str, str]) -> bool:
    """Tell if a link needs no visit.

    It leads to the training of an example on a page that is visited anyway.
    """
    if path not in FORMS or query.keys() == {"lang"}:
        return False
    form = pages.page_at(path).form_of(query)
    return form is FORMS[path] and FORMS[path].read(query)[0].example != OWN


def _compute(path: str, query: Mapping[str, str]) -> None:
    asks = query.get(PREDICT) == "1"
    compute(ALGORITHMS[path], query, load(query["lang"]), asks=asks)


def different(links: Iterable[tuple[str, Mapping[str, str]]]) -> Iterator[tuple[str, Mapping[str, str]]]:
    """Yield the links without those that show what one before them does, on another card.

    >>> links = [("why", {"card": "1"}), ("why", {"card": "2"}), ("why", {"card": "3", "word": "quiz"})]
    >>> [query for _, query in different(links)]
    [{'card': '1'}, {'card': '3', 'word': 'quiz'}]
    """
    seen = set()
    for path, query in links:
        shown = (path, frozenset((name, value) for name, value in query.items() if name not in _OF_NOTHING_KEPT))
        if shown not in seen:
            seen.add(shown)
            yield path, query


def addresses() -> Iterator[tuple[str, Mapping[str, str]]]:
    """Yield the path and the query of each link that lessons and examples lead to.

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
