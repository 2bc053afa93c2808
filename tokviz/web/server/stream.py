"""The connection of a browser with Streamlit, as middlewares see it: where it is, and what asks for a run over it."""

from __future__ import annotations

from collections.abc import Callable

from google.protobuf.message import DecodeError
from starlette.types import Message, Receive, Scope
from streamlit.proto.BackMsg_pb2 import BackMsg

__all__ = ["PATH", "asking", "is_stream", "message_of", "passing"]

PATH = "/_stcore/stream"
"""How its address ends."""


def is_stream(scope: Scope) -> bool:
    """Whether this is such a connection.

    >>> is_stream({"type": "websocket", "path": "/base/_stcore/stream"}), is_stream({"type": "lifespan"})
    (True, False)
    """
    return bool(scope["type"] == "websocket" and scope["path"].endswith(PATH))


def passing(receive: Receive, passes: Callable[[bytes], bool]) -> Receive:
    """Return the same messages of a browser without those that are not to pass."""

    async def heard() -> Message:
        while (message := await receive()).get("bytes") is not None and not passes(message["bytes"]):
            pass
        return message

    return heard


def asking(sent: bytes) -> BackMsg | None:
    """What a browser sent, if it asks for a run of the page or a part of it. What is no message Streamlit answers.

    >>> asking(BackMsg(load_git_info=True).SerializeToString()), asking(b"?")
    (None, None)
    """
    message = message_of(sent)
    return message if message is not None and message.WhichOneof("type") == "rerun_script" else None


def message_of(sent: bytes) -> BackMsg | None:
    """What a browser sent, or None if it is no message of Streamlit's."""
    try:
        message: BackMsg = BackMsg.FromString(sent)
    except DecodeError:
        return None
    return message
