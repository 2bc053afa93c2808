"""The first run over a connection: of the whole page, whatever is asked for."""

from __future__ import annotations

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ClientState_pb2 import ClientState

from tokviz.web.streamlit_workarounds.lost_sessions import for_whole_page


def test_the_run_of_a_fragment_becomes_one_of_the_page() -> None:
    asked = ClientState(query_string="step=3", fragment_id="gone", is_auto_rerun=True)
    sent, is_run = for_whole_page(BackMsg(rerun_script=asked).SerializeToString())
    assert is_run
    assert BackMsg.FromString(sent) == BackMsg(rerun_script=ClientState(query_string="step=3"))


def test_what_is_no_message_is_left_to_streamlit() -> None:
    assert for_whole_page(b"\xff") == (b"\xff", False)
