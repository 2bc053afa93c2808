"""The server visits itself when it has started: what lessons and worked examples show is computed before people come.

A visit is a session like any other, without a socket: the app is called as a server calls it. So all that pages keep
for all visitors is kept, whatever that is and whatever it is named by. People go first: the next visit waits for as
long as the last one took. What a visitor scrolls to, such as charts, is not drawn by these.
"""

from __future__ import annotations

import asyncio
import gc
import os
from collections.abc import Iterator, Mapping
from time import monotonic
from urllib.parse import urlencode

from starlette.types import ASGIApp, Message, Scope
from streamlit import config
from streamlit.logger import get_logger
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ClientState_pb2 import ClientState
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from tokviz import examples, guides
from tokviz.algorithms import ALGORITHMS
from tokviz.views.shared.catalog import LANGUAGES
from tokviz.web.address.site_map import PAGES
from tokviz.web.guides.state import Place, query_of
from tokviz.web.pages.compare.controls import LARGE

__all__ = ["DONE", "addresses", "are_wanted", "make", "visit"]

DONE = "lessons and worked examples are computed"
"""What the log says in the end."""
_SMALL = 1_000  # bytes: what tells that a run is over is shorter
_PATIENCE = 60.0  # seconds for one visit
_log = get_logger(__name__)


def are_wanted() -> bool:
    """Whether the server visits itself; `TOKVIZ_OWN_VISITS=off` says that it does not."""
    return os.environ.get("TOKVIZ_OWN_VISITS", "").strip().lower() not in {"off", "0", "no"}


def addresses() -> Iterator[tuple[str, Mapping[str, str]]]:
    """Pages and the queries of their links: each page, then the worked examples, then the lessons, in each language."""
    opening: list[tuple[str, dict[str, str]]] = [(page.url, {}) for page in PAGES]
    trained = [(page, {"example": name}) for name in examples.NAMES for page in ALGORITHMS]
    large = ("compare", {"example": LARGE})  # what that page offers where there is little to learn from
    for path, query in (*opening, large, *trained):
        yield from ((path, {**query, "lang": language}) for language in LANGUAGES)
    for guide in map(guides.load, guides.names()):
        for number, card in enumerate(guide.cards, start=1):
            for language in LANGUAGES:
                yield card.page, query_of(Place(guide, number), {"lang": language})


async def make(app: ASGIApp) -> None:
    """Visit all of `addresses`, one after another. Nothing that goes wrong here keeps the server from serving."""
    started = monotonic()
    for path, query in addresses():
        began = monotonic()
        try:
            async with asyncio.timeout(_PATIENCE):
                await visit(app, path, query)
        except Exception:  # as a log line: a page that fails fails for its visitor, who sees why
            _log.warning("the server's own visit to /%s failed", path, exc_info=True)
            return
        await asyncio.sleep(monotonic() - began)
    gc.collect()
    gc.freeze()  # what is kept now stays, and need not be looked through again
    _log.info("%s after %.0f s", DONE, monotonic() - started)


async def visit(app: ASGIApp, path: str, query: Mapping[str, str]) -> bool:
    """Open a page in a session of its own, and leave when it is drawn. Returns whether it was drawn to its end."""
    wanted = ClientState(page_name=path, query_string=urlencode(query))
    wanted.context_info.locale = "en-US"
    said = [BackMsg(rerun_script=wanted).SerializeToString()]
    drawn: asyncio.Future[int] = asyncio.get_running_loop().create_future()
    is_new = True

    async def receive() -> Message:
        nonlocal is_new
        if is_new:
            is_new = False
            return {"type": "websocket.connect"}
        if said:
            return {"type": "websocket.receive", "bytes": said.pop()}
        await drawn
        return {"type": "websocket.disconnect", "code": 1000}

    async def send(message: Message) -> None:
        data = message.get("bytes")
        if data and len(data) < _SMALL and not drawn.done():
            told = ForwardMsg.FromString(data)
            if told.WhichOneof("type") == "script_finished" and told.script_finished != _AGAIN:
                drawn.set_result(told.script_finished)
        elif message["type"] == "websocket.close" and not drawn.done():
            drawn.set_exception(ConnectionError(f"refused with {message.get('code')}"))

    await app(_scope(), receive, send)
    return await drawn == ForwardMsg.FINISHED_SUCCESSFULLY


_AGAIN = ForwardMsg.FINISHED_EARLY_FOR_RERUN


def _scope() -> Scope:
    allowed = [name for name in config.get_option("server.allowedHosts") or () if "*" not in name]
    base = str(config.get_option("server.baseUrlPath")).strip("/")
    path = f"/{base}/_stcore/stream" if base else "/_stcore/stream"
    return {
        "type": "websocket",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "scheme": "ws",
        "path": path,
        "raw_path": path.encode(),
        "root_path": "",
        "query_string": b"",
        "headers": [(b"host", (allowed[0] if allowed else "localhost").encode())],
        "client": ("127.0.0.1", 0),
        "server": ("localhost", 80),
        "subprotocols": ["streamlit"],
        "state": {},
        "extensions": {},
    }
