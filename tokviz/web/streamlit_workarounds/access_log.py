"""A server's log without its visitors: nothing says who asked for what.

The address of a page may hold the key that leads a live class, and docs/explanation/privacy.md promises that no visitor
is written down. `streamlit run` logs no requests. uvicorn does, with `--no-access-log` as well, since Streamlit sets
up its logger again.

Without it: tests/web/streamlit_workarounds/test_access_log.py::test_no_request_is_logged
Tried with: Streamlit 1.67
"""

from __future__ import annotations

import logging

from tokviz.web.streamlit_workarounds.loggers import logger

_REFUSED = ("ASGI callable returned without completing handshake", "Rejecting backend operation request")
"""The beginnings of lines for sockets and messages that are refused: by asking often, a stranger could fill the log."""
_SESSIONS = "streamlit.runtime.app_session"


def leave_out_visitors() -> None:
    """Have uvicorn write about itself alone; to be called when it loads the app, after it has set up its logging."""
    logging.getLogger("uvicorn.access").disabled = True
    logging.getLogger("uvicorn.error").addFilter(_is_of_itself)
    logger(_SESSIONS).addFilter(_is_of_itself)


def _is_of_itself(record: logging.LogRecord) -> bool:
    """Tell if a record is about the server and not about a visitor.

    >>> _is_of_itself(logging.makeLogRecord({"msg": '%s - "WebSocket %s" [accepted]', "levelno": logging.INFO}))
    False
    """
    text = str(record.msg)
    if text.startswith(_REFUSED):  # an error of the app says what it is in a line of its own
        return False
    return record.levelno > logging.INFO or not ('"WebSocket ' in text or text.startswith("connection "))
