"""Runs of a fragment whose page the visitor has left, which are not answered.

A visitor who presses Back, or a link, while a fragment is about to ask for its own run sends both. Streamlit runs the
page that is asked for, then the fragment of the page before, and with that tells the browser that it shows the page
before again: the new page goes and nothing comes in its place. A fragment that is gone needs no run.

Without it: tests/web/streamlit_workarounds/test_left_pages.py::test_a_part_of_a_page_that_was_left_is_not_heard
Tried with: Streamlit 1.67
"""

from __future__ import annotations

from starlette.types import ASGIApp, Message, Receive, Scope, Send
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from tokviz.web.streamlit_workarounds.client_messages import filtered, is_stream, rerun_request

_SHORT = 16_000  # bytes of a message: the one that tells of a run has three thousand


class CurrentPage:
    """The page that one browser shows, the last one that it asked for or was told of, by its hash; empty at first."""

    def __init__(self) -> None:
        self.page = ""

    def note_sent(self, sent: bytes) -> None:
        """Note what the server sends: each run begins by telling its page, the first one only with the menu."""
        if len(sent) < _SHORT:
            message = ForwardMsg.FromString(sent)
            kind = message.WhichOneof("type")
            if kind in ("new_session", "navigation"):
                self.page = getattr(message, kind).page_script_hash

    def is_heard(self, sent: bytes) -> bool:
        """Tell if a message of the browser is to be answered.

        It is not if it is a run of a fragment of another page.

        >>> from streamlit.proto.BackMsg_pb2 import BackMsg
        >>> current, ask = CurrentPage(), lambda **state: BackMsg(rerun_script=state).SerializeToString()
        >>> current.is_heard(ask(page_script_hash="two"))
        True
        >>> current.is_heard(ask(page_script_hash="one", fragment_id="picture"))
        False
        >>> current.is_heard(ask(page_script_hash="two", fragment_id="picture"))
        True
        """
        message = rerun_request(sent)
        if message is None or not (page := message.rerun_script.page_script_hash):
            return True
        if message.rerun_script.fragment_id:
            return self.page in ("", page)
        self.page = page
        return True


class LeftPages:
    """A middleware that drops runs of fragments whose page was left."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on all but what comes too late."""
        if not is_stream(scope):
            await self._app(scope, receive, send)
            return
        current = CurrentPage()

        async def telling(message: Message) -> None:
            if message["type"] == "websocket.send" and message.get("bytes"):
                current.note_sent(message["bytes"])
            await send(message)

        await self._app(scope, filtered(receive, current.is_heard), telling)
