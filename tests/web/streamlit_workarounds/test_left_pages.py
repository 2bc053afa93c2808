"""A browser that shows another page by now is not told of the one before."""

from __future__ import annotations

from collections.abc import Sequence

from starlette.types import Message, Receive, Scope, Send
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ClientState_pb2 import ClientState
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.Navigation_pb2 import Navigation
from streamlit.proto.NewSession_pb2 import NewSession

from tests.coroutines import run
from tokviz.web.streamlit_workarounds import client_messages
from tokviz.web.streamlit_workarounds.left_pages import LeftPages


def asked(page: str, fragment: str = "") -> bytes:
    sent: bytes = BackMsg(rerun_script=ClientState(page_script_hash=page, fragment_id=fragment)).SerializeToString()
    return sent


def begun(page: str) -> ForwardMsg:
    return ForwardMsg(new_session=NewSession(page_script_hash=page))


def heard(*talk: bytes | ForwardMsg, path: str = client_messages.PATH) -> Sequence[bytes]:
    """Return the part of a talk that the app hears.

    It is what the browser says and what the app tells it, in turn.
    """
    found: list[bytes] = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        while (message := await receive())["type"] == "websocket.receive":
            found.append(message["bytes"])
            while saying and isinstance(saying[0], ForwardMsg):
                await send({"type": "websocket.send", "bytes": saying.pop(0).SerializeToString()})  # type: ignore[union-attr]

    async def receive() -> Message:
        return {"type": "websocket.receive", "bytes": saying.pop(0)} if saying else {"type": "websocket.disconnect"}

    async def send(message: Message) -> None:
        assert message["bytes"]

    saying = list(talk)
    run(LeftPages(app)({"type": "websocket", "path": path}, receive, send))
    return found


def test_a_part_of_a_page_that_was_left_is_not_heard() -> None:
    here, late, there = asked("bpe", "picture"), asked("bpe", "below"), asked("start")
    assert heard(asked("bpe"), begun("bpe"), here, there, late) == [asked("bpe"), here, there]
    assert heard(asked("bpe"), begun("bpe"), here, there, begun("start"), late) == [asked("bpe"), here, there]


def test_the_first_page_is_known_by_the_menu() -> None:
    menu = ForwardMsg(navigation=Navigation(page_script_hash="bpe"))
    assert len(heard(asked(""), begun(""), menu, asked("bpe", "picture"), asked("start"), asked("bpe", "picture"))) == 3


def test_a_page_that_leads_elsewhere_is_left() -> None:
    """As st.switch_page does, of which the browser hears when the other page begins."""
    first, then, back = asked("card", "below"), asked("next", "picture"), asked("card")
    assert heard(asked("card"), begun("card"), begun("next"), first, then, back) == [asked("card"), then, back]


def test_what_is_no_message_is_left_to_streamlit() -> None:
    assert heard(b"\xff", asked("bpe"), path="/elsewhere") == [b"\xff", asked("bpe")]
    assert heard(b"\xff") == [b"\xff"]
