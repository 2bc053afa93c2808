"""Sessions that a server does not know, because the visitor's server has died and this one has taken its place.

Such a browser shows the page as it was, and asks for what comes next: mostly for the fragment of the page that was
touched. Streamlit knows no such fragment on a server that has never drawn the page and, with a line in its log, draws
nothing: the picture steps and all else is dead. So a browser that comes with an unknown session is told to ask for a
run, and the first run over a connection draws the whole page, from the address and the values of the widgets.

Without it: tests/web/streamlit_workarounds/test_lost_sessions.py::test_the_run_of_a_fragment_becomes_one_of_the_page
Tried with: Streamlit 1.67
"""

from __future__ import annotations

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.runtime import Runtime

from tokviz.web.streamlit_workarounds.client_messages import is_stream, rerun_request

_SOON = 0.5  # seconds until the browser asks for a run, and again until there is one


class LostSessions:
    """A middleware that has the first run over a connection draw the whole page."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on."""
        if is_stream(scope):
            connection = _Connection(previous_session(Headers(scope=scope)), receive, send)
            await self._app(scope, connection.receive, connection.send)
        else:
            await self._app(scope, receive, send)


class _Connection:
    """A connection of a browser. before: the session that the browser had."""

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
        """Return the browser's message, with the first run made one of the whole page."""
        if self._is_new:  # and Streamlit has connected it to its session, or to a new one
            self._is_new = False
            if self._before and not Runtime.instance().is_active_session(self._before):
                await self._send({"type": "websocket.send", "bytes": _ask_for_a_run()})
        message = await self._receive()
        if not self._has_run and message.get("bytes"):
            message["bytes"], self._has_run = for_whole_page(message["bytes"])
        return message


def previous_session(headers: Headers) -> str:
    """Return the session that a browser had before, the third of its subprotocols; empty without one.

    >>> previous_session(Headers({"sec-websocket-protocol": "streamlit, token, 1234"}))
    '1234'
    >>> previous_session(Headers({"sec-websocket-protocol": "streamlit"}))
    ''
    """
    named = [name.strip() for name in headers.get("sec-websocket-protocol", "").split(",")]
    return named[2] if len(named) > 2 else ""


def for_whole_page(sent: bytes) -> tuple[bytes, bool]:
    """Return a message without the name of a fragment, and whether it asks for a run.

    >>> for_whole_page(b"?")
    (b'?', False)
    """
    message = rerun_request(sent)
    if message is None:
        return sent, False
    message.rerun_script.ClearField("fragment_id")
    message.rerun_script.ClearField("is_auto_rerun")
    return message.SerializeToString(), True


def _ask_for_a_run() -> bytes:
    """Return a message that has a browser ask for a run, of no existing fragment, until a run begins."""
    message = ForwardMsg()
    message.auto_rerun.interval = _SOON
    message.auto_rerun.fragment_id = "page"
    sent: bytes = message.SerializeToString()
    return sent
