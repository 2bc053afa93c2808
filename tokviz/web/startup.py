"""The start of a server: it answers at once, loads what pages need, and then computes what visitors will ask for.

Streamlit prints the address before it loads the app, so whatever the app does first is time that a visitor waits for
an answer. The page and its scripts are answered at once; a session and the check of the server's health wait until the
libraries are loaded, since two threads that import the same libraries can meet in one that is half loaded, and since a
proxy must not send visitors to a server that is not ready. The log says what is still being prepared.
"""

from __future__ import annotations

import asyncio
import gc
from time import monotonic

from starlette.types import ASGIApp, Receive, Scope, Send

from tokviz.web.streamlit_workarounds.loggers import logger

LOADING = "the server answers; the libraries are still being loaded, and pages wait for them"
LOADED = "the libraries are loaded"
COMPUTING = "lessons and worked examples are still being computed, and no page waits for them"

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

    from tokviz.web import hooks
    from tokviz.web.encoding import page, train_or_apply  # noqa: F401
    from tokviz.web.pages.bpe_encode import encoder as bpe_encoder  # noqa: F401
    from tokviz.web.pages.bytes import controls as bytes_controls  # noqa: F401
    from tokviz.web.pages.compare import comparison  # noqa: F401
    from tokviz.web.pages.lessons import panels as lessons_panels  # noqa: F401
    from tokviz.web.pages.start import panels as start_panels  # noqa: F401
    from tokviz.web.pages.unigram import lattice  # noqa: F401
    from tokviz.web.pages.why import controls as why_controls  # noqa: F401
    from tokviz.web.pages.wordpiece import encoder as wordpiece_encoder  # noqa: F401
    from tokviz.web.training import page as training_page  # noqa: F401

    hooks.before_pages()

    altair.Chart(pandas.DataFrame({"x": [0]})).mark_bar().encode(x="x:Q").to_json()
    gc.collect()
    gc.freeze()  # Streamlit collects after each script run; without this it walks all of these libraries each time.
