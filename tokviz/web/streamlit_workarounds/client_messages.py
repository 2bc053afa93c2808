"""Messages between a browser and Streamlit, as middlewares see them.

Streamlit has no public way to look at a message before it is answered, so we parse its private format. The other
workarounds that are middlewares build on this one.

Without it: tests/web/streamlit_workarounds/test_left_pages.py::test_what_is_no_message_is_left_to_streamlit
Tried with: Streamlit 1.67
"""

from __future__ import annotations

from collections.abc import Callable

from google.protobuf.message import DecodeError
from starlette.types import Message, Receive, Scope
from streamlit.proto.BackMsg_pb2 import BackMsg

PATH = "/_stcore/stream"
"""The end of the address of Streamlit's websocket."""


def is_stream(scope: Scope) -> bool:
    """Tell if this is a connection of a browser with Streamlit.

    >>> is_stream({"type": "websocket", "path": "/base/_stcore/stream"}), is_stream({"type": "lifespan"})
    (True, False)
    """
    return bool(scope["type"] == "websocket" and scope["path"].endswith(PATH))


def filtered(receive: Receive, passes: Callable[[bytes], bool]) -> Receive:
    """Return a function that receives only those messages of a browser that pass."""

    async def next_passing() -> Message:
        while (message := await receive()).get("bytes") is not None and not passes(message["bytes"]):
            pass
        return message

    return next_passing


def rerun_request(sent: bytes) -> BackMsg | None:
    """Return the message if it asks for a run of the page or a fragment, else None.

    >>> rerun_request(BackMsg(load_git_info=True).SerializeToString()), rerun_request(b"?")
    (None, None)
    """
    message = parse_message(sent)
    return message if message is not None and message.WhichOneof("type") == "rerun_script" else None


def parse_message(sent: bytes) -> BackMsg | None:
    """Return the message of a browser, or None if it is none of Streamlit's."""
    try:
        message: BackMsg = BackMsg.FromString(sent)
    except DecodeError:
        return None
    return message
