"""Which page a browser shows, so that what a page asks for after its visitor has left it is not answered.

Who presses Back, or a link, while a part of the page is about to ask for its own run sends both, the page's run last.
Streamlit would run the page that is asked for, then the part of the one before, and with that tell the browser that it
shows the one before again: the new page goes and nothing comes in its place. A part that is gone needs no run.
"""

from __future__ import annotations

from starlette.types import ASGIApp, Message, Receive, Scope, Send
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from tokviz.web.server.stream import asking, is_stream, passing

__all__ = ["Shown", "Whereabouts"]

_SHORT = 16_000  # bytes of a message: the one that tells of a run has three thousand


class Shown:
    """What one browser shows: the page that it has asked for or has been told of last, by its hash; empty at first."""

    def __init__(self) -> None:
        self.page = ""

    def told(self, sent: bytes) -> None:
        """The server sends this: each run begins by telling its page, the first one only with the menu."""
        if len(sent) < _SHORT:
            message = ForwardMsg.FromString(sent)
            kind = message.WhichOneof("type")
            if kind in ("new_session", "navigation"):
                self.page = getattr(message, kind).page_script_hash

    def asks(self, sent: bytes) -> bool:
        """Whether what the browser sends is to be heard: it is no part of another page that asks for its run.

        >>> from streamlit.proto.BackMsg_pb2 import BackMsg
        >>> shown, ask = Shown(), lambda **state: BackMsg(rerun_script=state).SerializeToString()
        >>> shown.asks(ask(page_script_hash="two"))
        True
        >>> shown.asks(ask(page_script_hash="one", fragment_id="stage"))
        False
        >>> shown.asks(ask(page_script_hash="two", fragment_id="stage"))
        True
        """
        message = asking(sent)
        if message is None or not (page := message.rerun_script.page_script_hash):
            return True
        if message.rerun_script.fragment_id:
            return self.page in ("", page)
        self.page = page
        return True


class Whereabouts:
    """The middleware."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on, but for what comes too late."""
        if not is_stream(scope):
            await self._app(scope, receive, send)
            return
        shown = Shown()

        async def telling(message: Message) -> None:
            if message["type"] == "websocket.send" and message.get("bytes"):
                shown.told(message["bytes"])
            await send(message)

        await self._app(scope, passing(receive, shown.asks), telling)
