"""The start of a server: it answers at once, loads what pages need, and then computes what visitors will ask for.

Streamlit prints the address before it loads the app, so whatever the app does first is time that a visitor waits for
an answer. The page and its scripts are answered at once; a session and the check of the server's health wait until the
libraries are loaded, since two threads that import the same libraries can meet in one that is half loaded, and since a
proxy must not send visitors to a server that is not ready. The log says what is still being prepared.
"""

from __future__ import annotations

import asyncio
import gc
from importlib import import_module
from time import monotonic

from starlette.types import ASGIApp, Receive, Scope, Send

from tokviz.web.streamlit_workarounds.loggers import logger

__all__ = ["COMPUTING", "LOADED", "LOADING", "WaitForLibraries", "prepare"]

LOADING = "the server answers; the libraries are still being loaded, and pages wait for them"
LOADED = "the libraries are loaded"
COMPUTING = "lessons and worked examples are still being computed, and no page waits for them"

_PAGES = (
    "encoding.page",
    "pages.bpe.panels",
    "pages.bpe_encode.encoder",
    "pages.bytes.controls",
    "pages.compare.comparison",
    "pages.lessons.panels",
    "pages.start.panels",
    "pages.unigram.lattice",
    "pages.why.controls",
    "pages.wordpiece.encoder",
    "training.page",
    "encoding.train_or_apply",
)
"""The modules of the pages, below `tokviz.web`: by name, since they are imported once the server answers."""
_WAITING = ("/_stcore/health", "/_stcore/stream")
_log = logger(__name__)
_loading: asyncio.Task[None] | None = None


class WaitForLibraries:
    """A middleware that has sessions wait until the libraries are loaded."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if _loading and not _loading.done() and scope.get("path", "").endswith(_WAITING):
            await asyncio.wait([_loading])
        await self._app(scope, receive, send)


async def prepare(app: ASGIApp) -> None:
    """Load the libraries, then warm the server up, if that is wanted. To be started, and not waited for."""
    global _loading
    _log.info(LOADING)
    _loading = asyncio.create_task(asyncio.to_thread(_load))
    began = monotonic()
    try:
        await _loading
    except Exception:  # a visitor whose page needs it will see the error
        _log.warning("the libraries of the pages could not be loaded", exc_info=True)
        return
    from tokviz.web import warm_up  # it imports all pages
    from tokviz.web.computing import workers

    starting = asyncio.create_task(asyncio.to_thread(workers.pool().start))  # before the first upload

    is_wanted = warm_up.is_wanted()
    _log.info("%s after %.1f s%s", LOADED, monotonic() - began, f"; {COMPUTING}" if is_wanted else "")
    if is_wanted:
        await warm_up.visit_pages(app)
    await starting


def _load() -> None:
    """Import what the first visitor would wait for, and keep it out of every later garbage collection."""
    import altair
    import pandas
    import pyarrow  # noqa: F401  (Streamlit imports it with the first table)

    from tokviz import features

    for name in _PAGES:
        import_module(f"tokviz.web.{name}")
    features.fill_hooks()

    altair.Chart(pandas.DataFrame({"x": [0]})).mark_bar().encode(x="x:Q").to_json()
    gc.collect()
    gc.freeze()  # Streamlit collects after each script run; without this it walks all of these libraries each time.
