"""A visit without a browser: a page is run in a session of its own, so that what it caches is cached for all visitors.

Streamlit runs a page for a websocket only, and fills its caches only by running pages. So the app is called as a server
calls it, with a websocket of its own.

Without it: tests/web/test_warm_up.py::test_the_real_app_keeps_what_it_has_computed
Tried with: Streamlit 1.67
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from urllib.parse import urlencode

import streamlit as st
from starlette.types import ASGIApp, Message, Scope
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ClientState_pb2 import ClientState
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from tokviz.web.streamlit_workarounds.client_messages import PATH
from tokviz.web.streamlit_workarounds.environment_options import prefix

_SHORT = 1_000  # bytes: the message that a run is over is shorter
_RERUN = ForwardMsg.FINISHED_EARLY_FOR_RERUN


async def visit(app: ASGIApp, path: str, query: Mapping[str, str]) -> bool:
    """Open a page in a session of its own, and leave when it is drawn. Return whether it was drawn to its end."""
    state = ClientState(page_name=path, query_string=urlencode(query))
    state.context_info.locale = "en-US"
    to_send = [BackMsg(rerun_script=state).SerializeToString()]
    status: asyncio.Future[int] = asyncio.get_running_loop().create_future()
    is_new = True

    async def receive() -> Message:
        nonlocal is_new
        if is_new:
            is_new = False
            return {"type": "websocket.connect"}
        if to_send:
            return {"type": "websocket.receive", "bytes": to_send.pop()}
        await status
        return {"type": "websocket.disconnect", "code": 1000}

    async def send(message: Message) -> None:
        data = message.get("bytes")
        if data and len(data) < _SHORT and not status.done():
            sent = ForwardMsg.FromString(data)
            if sent.WhichOneof("type") == "script_finished" and sent.script_finished != _RERUN:
                status.set_result(sent.script_finished)
        elif message["type"] == "websocket.close" and not status.done():
            status.set_exception(ConnectionError(f"refused with {message.get('code')}"))

    await app(_scope(), receive, send)
    return await status == ForwardMsg.FINISHED_SUCCESSFULLY


def _scope() -> Scope:
    allowed = [name for name in st.get_option("server.allowedHosts") or () if "*" not in name]
    path = f"{prefix()}{PATH}"
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
