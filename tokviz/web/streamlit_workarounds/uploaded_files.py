"""Streamlit's store of uploaded files: what is in it for each session, and how to empty it.

Streamlit limits the size of a single file, takes any number of them, and keeps those that no field names until two
minutes after the visit. It has no public way to count or remove them. A field names a file that a restarted server no
longer has by an object of a private class.

Without it: tests/web/server/test_uploads.py::test_a_lost_file_is_none_and_takes_those_beside_it_along
Tried with: Streamlit 1.67
"""

from __future__ import annotations

import asyncio
from typing import Any, cast

from streamlit.runtime import Runtime
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.uploaded_file_manager import DeletedFile

_closing: set[asyncio.Task[None]] = set()  # a task that nothing refers to may be collected before it is done


def is_deleted(file: Any) -> bool:
    """Tell if the server no longer has a file that a field still names."""
    return isinstance(file, DeletedFile)


def sizes() -> dict[str, dict[str, int]]:
    """Return session -> file -> bytes, of all files in the store."""
    stored = getattr(Runtime.instance().uploaded_file_mgr, "file_storage", {})
    return {
        session: {name: len(record.data) for name, record in tuple(records.items())}
        for session, records in tuple(stored.items())
    }


def remove(session: str, file: str) -> None:
    """Remove a file from the store."""
    cast(MemoryUploadedFileManager, Runtime.instance().uploaded_file_mgr).remove_file(session, file)


def close_session(session: str) -> None:
    """Close a session with its files and its socket: the browser connects again and gets a new session."""
    runtime = Runtime.instance()
    active = runtime._session_mgr.get_active_session_info(session)
    runtime.close_session(session)
    runtime.uploaded_file_mgr.remove_session_files(session)
    socket = getattr(getattr(active, "client", None), "_websocket", None)
    if socket is not None:
        closing = asyncio.get_running_loop().create_task(socket.close(1012))
        _closing.add(closing)
        closing.add_done_callback(_forget)


def _forget(closing: asyncio.Task[None]) -> None:
    _closing.discard(closing)
    if not closing.cancelled():
        closing.exception()  # retrieved, so that asyncio does not log it: the browser had closed the socket itself
