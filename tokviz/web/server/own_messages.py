"""Which of a browser's messages Streamlit hears: those of a visit that change nothing for other visitors.

Streamlit takes some from everybody that are for the developer of an app: `clear_cache` empties what is kept for all
visitors, `load_git_info` has the server read its checkout while all wait, and tells where that comes from, and
`install_skills` writes files beside the app, unless the server is headless.
"""

from __future__ import annotations

from starlette.types import ASGIApp, Receive, Scope, Send

from tokviz.web.server.stream import is_stream, message_of, passing

__all__ = ["HEARD", "OPERATIONS", "OwnMessages"]

HEARD = frozenset({"rerun_script", "stop_script", "file_urls_request", "app_heartbeat"})
"""Messages about the visitor's own session. What a later Streamlit adds is not heard until it is listed here."""
OPERATIONS = frozenset({"deferred_file", "dataframe_chunk"})
"""The same of those that are a `backend_operation_request`: a file or a part of a table that the page has offered."""


class OwnMessages:
    """The middleware."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on, but for messages that are not heard."""
        await self._app(scope, passing(receive, _is_heard) if is_stream(scope) else receive, send)


def _is_heard(sent: bytes) -> bool:
    """Whether Streamlit gets this; it closes the connection on what is no message.

    >>> from streamlit.proto.BackMsg_pb2 import BackMsg
    >>> _is_heard(BackMsg(clear_cache=True).SerializeToString()), _is_heard(b"?")
    (False, True)
    """
    message = message_of(sent)
    if message is None:
        return True
    kind = message.WhichOneof("type")
    if kind == "backend_operation_request":
        return message.backend_operation_request.WhichOneof("payload") in OPERATIONS
    return kind in HEARD
