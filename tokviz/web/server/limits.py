"""Limits of the server: times, connections, bytes, open files. docs/how-to/deploy.md lists the variables."""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass

import streamlit as st

RATE = 8_000
"""Bytes a second, on average, of the body of a request and of a long message: a file of 64 MB may take two hours."""
REST_SECONDS = 5.0
"""Seconds for the rest of a body whose request is answered already."""
READING_SECONDS = 60.0
"""Seconds for which a browser may leave an answer unread."""
_MB = 1_000_000
_CONNECTIONS = 10_000
_FILES = 40  # of a visit: several vocabularies for each place of /compare


@dataclass(frozen=True)
class Limits:
    """The limits that can be set. Sizes are in bytes.

    request_seconds: for request line and headers, and for a pause within a body or a message.
    socket_bytes: that all sockets have the server hold, two thirds of it for one address; a third may be unfinished.
    message: the largest message on Streamlit's socket. added_message: on those that features add.
    upload_bytes, all_upload_bytes: of the files of one visit, and of all.
    """

    request_seconds: float
    connections: int
    connections_per_address: int
    socket_bytes: int
    message: int
    added_message: int
    upload_files: int
    upload_bytes: int
    all_upload_bytes: int


def from_environment(added_message: int = 0) -> Limits:
    """Return the limits of this server. added_message: as in `Limits`; no socket is added without it."""
    files = allowed_descriptors()
    uploads = _number("TOKVIZ_UPLOADS_MB", 512) * _MB
    return Limits(
        request_seconds=float(_number("TOKVIZ_REQUEST_SECONDS", 20)),
        # The other descriptors are those of files, databases and workers.
        connections=min(_CONNECTIONS, files - min(256, files // 4)),
        connections_per_address=_number("TOKVIZ_CONNECTIONS_PER_ADDRESS", 1_000),
        socket_bytes=_number("TOKVIZ_SOCKETS_MB", 300) * _MB,
        message=int(st.get_option("server.maxWidgetStateSize")) * 1024 * 1024,
        added_message=added_message,
        upload_files=_FILES,
        upload_bytes=min(uploads, _number("TOKVIZ_UPLOADS_PER_VISIT_MB", 256) * _MB),
        all_upload_bytes=uploads,
    )


def _number(name: str, usual: int) -> int:
    text = os.environ.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and int(text) else usual


# -- open files --------------------------------------------------------------------------------------------------------

MOST_DESCRIPTORS = 65_536
"""More open files than this are not asked for: some programs go through all that may be there."""


def raise_limit() -> int:
    """Raise the soft limit of open files to the hard one, but no higher than MOST_DESCRIPTORS; return it.

    Each connection is an open file, and most systems begin with 1,024.
    """
    try:
        import resource
    except ImportError:  # Windows
        return MOST_DESCRIPTORS
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, MOST_DESCRIPTORS)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(OSError, ValueError):  # macOS has another limit beside
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return allowed_descriptors()


def allowed_descriptors() -> int:
    """Return the number of files that this process may have open."""
    try:
        import resource
    except ImportError:  # Windows
        return MOST_DESCRIPTORS
    soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return MOST_DESCRIPTORS if soft == resource.RLIM_INFINITY else min(soft, MOST_DESCRIPTORS)
