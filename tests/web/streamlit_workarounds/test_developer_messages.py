"""A visitor's browser cannot have Streamlit change what is kept for others."""

from __future__ import annotations

from starlette.types import Message, Receive, Scope, Send
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ClientState_pb2 import ClientState

from tests.coroutines import run
from tokviz.web.streamlit_workarounds import client_messages
from tokviz.web.streamlit_workarounds.developer_messages import HEARD, OPERATIONS, NoDeveloperMessages

RUN = BackMsg(rerun_script=ClientState(page_name="bpe")).SerializeToString()


def sent(**message: object) -> bytes:
    written: bytes = BackMsg(**message).SerializeToString()  # type: ignore[arg-type]
    return written


def heard(*talk: bytes, path: str = client_messages.PATH) -> list[bytes]:
    """Return the part of a talk that the app hears, to its end."""
    found: list[bytes] = []
    saying = list(talk)

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        while (message := await receive())["type"] == "websocket.receive":
            found.append(message["bytes"])

    async def receive() -> Message:
        return {"type": "websocket.receive", "bytes": saying.pop(0)} if saying else {"type": "websocket.disconnect"}

    async def send(message: Message) -> None:
        raise AssertionError(message)

    run(NoDeveloperMessages(app)({"type": "websocket", "path": path}, receive, send))
    return found


def test_what_is_for_the_developer_of_an_app_is_not_heard() -> None:
    theirs = [
        sent(clear_cache=True),
        sent(load_git_info=True),
        sent(set_run_on_save=True),
        sent(debug_disconnect_websocket=True),
        sent(debug_shutdown_runtime=True),
        sent(backend_operation_request={"request_id": "1", "install_skills": {}}),
        sent(backend_operation_request={"request_id": "1", "dismiss_skills_nudge": {}}),
        sent(backend_operation_request={"request_id": "1"}),
        sent(),
    ]
    assert heard(RUN, *theirs, RUN) == [RUN, RUN]


def test_what_is_of_a_visit_is_heard() -> None:
    own = [
        RUN,
        sent(stop_script=True),
        sent(app_heartbeat=True),
        sent(file_urls_request={"file_names": ["a.txt"]}),
        sent(backend_operation_request={"request_id": "1", "deferred_file": {}}),
        sent(backend_operation_request={"request_id": "1", "dataframe_chunk": {}}),
    ]
    assert heard(*own) == own


def test_other_sockets_and_what_is_no_message_pass() -> None:
    assert heard(b"?", b"\xff\xff") == [b"?", b"\xff\xff"]
    assert heard(sent(clear_cache=True), path="/room/socket") == [sent(clear_cache=True)]


def test_each_kind_is_one_that_streamlit_has() -> None:
    kinds = BackMsg.DESCRIPTOR.fields_by_name
    assert set(kinds) >= HEARD
    assert set(kinds["backend_operation_request"].message_type.fields_by_name) >= OPERATIONS
