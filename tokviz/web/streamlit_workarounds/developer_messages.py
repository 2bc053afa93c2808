"""Messages that are for the developer of an app, which visitors may not send.

Streamlit takes them from everybody: `clear_cache` empties what is cached for all visitors, `load_git_info` has the
server read its checkout while all wait, and tells where that comes from, and `install_skills` writes files beside the
app, unless the server is headless. Only messages that change nothing for other visitors pass.

Without it: tests/web/streamlit_workarounds/test_developer_messages.py::
test_what_is_for_the_developer_of_an_app_is_not_heard
Tried with: Streamlit 1.67
"""

from __future__ import annotations

from starlette.types import ASGIApp, Receive, Scope, Send

from tokviz.web.streamlit_workarounds.client_messages import filtered, is_stream, parse_message

HEARD = frozenset({"rerun_script", "stop_script", "file_urls_request", "app_heartbeat"})
"""Messages about the visitor's own session. What a later Streamlit adds does not pass until it is listed here."""
OPERATIONS = frozenset({"deferred_file", "dataframe_chunk"})
"""The same of those that are a `backend_operation_request`: a file or a part of a table that the page has offered."""


class NoDeveloperMessages:
    """A middleware that passes on the messages of ordinary visits."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on all but what is for the developer."""
        await self._app(scope, filtered(receive, _is_heard) if is_stream(scope) else receive, send)


def _is_heard(sent: bytes) -> bool:
    """Tell if Streamlit gets this; it closes the connection on what is no message.

    >>> from streamlit.proto.BackMsg_pb2 import BackMsg
    >>> _is_heard(BackMsg(clear_cache=True).SerializeToString()), _is_heard(b"?")
    (False, True)
    """
    message = parse_message(sent)
    if message is None:
        return True
    kind = message.WhichOneof("type")
    if kind == "backend_operation_request":
        return message.backend_operation_request.WhichOneof("payload") in OPERATIONS
    return kind in HEARD
