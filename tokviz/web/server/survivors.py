"""Visitors whose server has died, at the server that they connect to next: another one, or one started in its place.

Their browsers show the page as it was, and ask for what comes next: mostly for the fragment of the page that was
touched. A server that has never drawn the page knows no such fragment and, with a line in its log, draws nothing: the
stage steps and all else is dead. So who comes with a session that is not known here is told to ask for a run, and the
first run over a connection draws the whole page, from the address and what the widgets say.
"""

from __future__ import annotations

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.runtime import Runtime

from tokviz.web.server.stream import asking, is_stream

__all__ = ["Survivors", "session", "whole"]

_SOON = 0.5  # seconds until a browser that is told so asks for a run, and again until there is one


class Survivors:
    """The middleware."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on."""
        if is_stream(scope):
            connection = _Connection(session(Headers(scope=scope)), receive, send)
            await self._app(scope, connection.receive, connection.send)
        else:
            await self._app(scope, receive, send)


class _Connection:
    """One of them. before: the session that the browser had."""

    def __init__(self, before: str, receive: Receive, send: Send) -> None:
        self._before, self._receive, self._send = before, receive, send
        self._is_new = False  # open, and nothing has been heard of it
        self._has_run = False

    async def send(self, message: Message) -> None:
        """Pass on what the app sends."""
        if message["type"] == "websocket.accept":
            self._is_new = True
        await self._send(message)

    async def receive(self) -> Message:
        """What the browser sends, of which the first run is a whole one."""
        if self._is_new:  # and Streamlit has connected it to its session, or to a new one
            self._is_new = False
            if self._before and not Runtime.instance().is_active_session(self._before):
                await self._send({"type": "websocket.send", "bytes": _ask_for_a_run()})
        message = await self._receive()
        if not self._has_run and message.get("bytes"):
            message["bytes"], self._has_run = whole(message["bytes"])
        return message


def session(headers: Headers) -> str:
    """The session that a browser had before, which it names as the third of its subprotocols; empty without one.

    >>> session(Headers({"sec-websocket-protocol": "streamlit, token, 1234"}))
    '1234'
    >>> session(Headers({"sec-websocket-protocol": "streamlit"}))
    ''
    """
    named = [name.strip() for name in headers.get("sec-websocket-protocol", "").split(",")]
    return named[2] if len(named) > 2 else ""


def whole(sent: bytes) -> tuple[bytes, bool]:
    """What a browser sent, with no fragment named; and whether it asks for a run at all.

    >>> whole(b"?")
    (b'?', False)
    """
    message = asking(sent)
    if message is None:
        return sent, False
    message.rerun_script.ClearField("fragment_id")
    message.rerun_script.ClearField("is_auto_rerun")
    return message.SerializeToString(), True


def _ask_for_a_run() -> bytes:
    """What has a browser ask for a run, of a fragment that is nowhere, again and again until a run begins."""
    message = ForwardMsg()
    message.auto_rerun.interval = _SOON
    message.auto_rerun.fragment_id = "page"
    sent: bytes = message.SerializeToString()
    return sent
