"""What the server's log leaves out: who asked for what. An address of a page may hold the key that leads a live class,
and docs/privacy.md promises that nobody is written down.

`streamlit run` writes no requests. uvicorn does, with `--no-access-log` as well: Streamlit gives its logger back what
that took away.
"""

from __future__ import annotations

import logging

__all__ = ["leave_out_visitors"]


def leave_out_visitors() -> None:
    """Have uvicorn write of itself alone; after it has set up its logging, which it does before it loads the app."""
    logging.getLogger("uvicorn.access").disabled = True
    logging.getLogger("uvicorn.error").addFilter(_is_of_itself)


def _is_of_itself(record: logging.LogRecord) -> bool:
    """
    >>> _is_of_itself(logging.makeLogRecord({"msg": '%s - "WebSocket %s" [accepted]', "levelno": logging.INFO}))
    False
    """
    told = str(record.msg)
    return record.levelno > logging.INFO or not ('"WebSocket ' in told or told.startswith("connection "))
