"""Limits on uploads: files and bytes of one visit, and bytes of all, counted while they come.

Streamlit limits a single file, takes any number of them, and keeps those that no field names until two minutes after
the visit. Here a visit that would have too much is refused. Where all visits together have too much, the one with the
most loses its files: it restarts with what its address holds, as after a restart, and says that the upload was lost.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Protocol

from starlette.requests import ClientDisconnect
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tokviz.web.server import limits, uploads
from tokviz.web.server.limits import Limits
from tokviz.web.streamlit_workarounds import uploaded_files

_ROUTE = "/_stcore/upload_file/"
_STEP = 1_000_000  # bytes after which the sums are made again
_UNREAD = 45.0  # seconds: a page that has a field for a file reads it in its next run


class Visits(Protocol):
    """The visits of a server, as far as they have files."""

    def files(self) -> Mapping[str, Mapping[str, int]]:
        """Return visit -> file -> bytes."""

    def end(self, visit: str) -> None:
        """End a visit that has too much, so that nothing of it is kept."""

    def let_go(self, visit: str, file: str) -> None:
        """Let a file go that no field has read."""


class RefusedError(Exception):
    """A body is not taken any further."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.status = status


class _Coming:
    """A file that is being uploaded. size: of what has come. is_cut: its visit was ended meanwhile."""

    def __init__(self, visit: str, announced: int) -> None:
        self.visit, self.announced = visit, announced
        self.size = 0
        self.is_cut = False


class Uploads:
    """The uploads that are there, and those that are coming."""

    def __init__(self, visits: Visits, allowed: Limits) -> None:
        self._visits, self._limits = visits, allowed
        self._coming: dict[_Coming, None] = {}

    def begin(self, visit: str, announced: int) -> _Coming:
        """Take note of a file that begins to come. announced: its size, if that was told. Raises RefusedError."""
        files, size = self._of(visit, self._visits.files())
        if files >= self._limits.upload_files:
            raise RefusedError(413, "too many files")
        if size + announced > self._limits.upload_bytes:
            raise RefusedError(413, "too much for one visit")
        coming = _Coming(visit, announced)
        self._coming[coming] = None
        return coming

    def add(self, coming: _Coming, size: int) -> None:
        """Take note of bytes that came. Raises RefusedError."""
        if coming.is_cut:
            raise RefusedError(429, "too many uploads")
        before, coming.size = coming.size, coming.size + size
        if before // _STEP == coming.size // _STEP:
            return
        there = self._visits.files()
        if self._of(coming.visit, there)[1] > self._limits.upload_bytes:
            raise RefusedError(413, "too much for one visit")
        sizes = {visit: self._of(visit, there)[1] for visit in {*there, *(upload.visit for upload in self._coming)}}
        own = sizes[coming.visit] + max(0, coming.announced - coming.size)
        while sum(sizes.values()) > self._limits.all_upload_bytes:
            largest = max(sizes, key=lambda visit: (sizes[visit], visit == coming.visit))
            if sizes[largest] <= own:
                raise RefusedError(429, "too many uploads")
            self._end(largest)
            del sizes[largest]

    def finish(self, coming: _Coming) -> None:
        """Forget a file that has come, or will not."""
        self._coming.pop(coming, None)

    def _of(self, visit: str, there: Mapping[str, Mapping[str, int]]) -> tuple[int, int]:
        """Return the number of files of a visit, and their bytes."""
        coming = [upload.size for upload in self._coming if upload.visit == visit]
        stored = there.get(visit, {}).values()
        return len(coming) + len(stored), sum(coming) + sum(stored)

    def _end(self, visit: str) -> None:
        for coming in [upload for upload in self._coming if upload.visit == visit]:
            coming.is_cut = True
            del self._coming[coming]
        self._visits.end(visit)


class StreamlitVisits:
    """The visits of Streamlit's sessions. Its files are those that it stores, and those that a field has read."""

    def files(self) -> Mapping[str, Mapping[str, int]]:
        """Return session -> file -> bytes."""
        sizes = {visit: dict(files) for visit, files in uploads.kept().items()}
        for visit, stored in uploaded_files.sizes().items():
            sizes[visit] = sizes.get(visit, {}) | stored
        return {visit: files for visit, files in sizes.items() if files}

    def let_go(self, visit: str, file: str) -> None:
        """Remove a file that no field has read: one that no page asked for, or whose page was left meanwhile."""
        if file not in uploads.kept().get(visit, {}):
            uploaded_files.remove(visit, file)

    def end(self, visit: str) -> None:
        """Close a session, and its socket: the browser connects again, and Streamlit gives it a new session."""
        uploaded_files.close_session(visit)


class UploadLimits:
    """The middleware."""

    def __init__(self, app: ASGIApp, visits: Visits | None = None, allowed: Limits | None = None) -> None:
        self._app = app
        self._visits = visits or StreamlitVisits()
        self._uploads = Uploads(self._visits, allowed or limits.from_environment())

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on, and count the bytes of an upload on the way."""
        visit, file = _visit_and_file(scope)
        if not visit:
            await self._app(scope, receive, send)
            return
        coming = None
        try:
            coming = self._uploads.begin(visit, _announced(scope))
            await self._app(scope, _counted(self._uploads, coming, receive), send)
            asyncio.get_running_loop().call_later(_UNREAD, self._visits.let_go, visit, file)
        except RefusedError as refused:
            answer = PlainTextResponse(str(refused), refused.status, headers={"Connection": "close"})
            await answer(scope, receive, send)
        except ClientDisconnect:
            pass  # in the middle of its upload, as browsers do when their page is left
        finally:
            if coming is not None:
                self._uploads.finish(coming)


def _counted(uploads: Uploads, coming: _Coming, receive: Receive) -> Receive:
    async def counted() -> Message:
        message = await receive()
        if message["type"] == "http.request":
            uploads.add(coming, len(message.get("body", b"")))
        return message

    return counted


def _visit_and_file(scope: Scope) -> tuple[str, str]:
    """Return the session that a request uploads a file for, and the file; empty for any other request.

    >>> _visit_and_file({"type": "http", "method": "PUT", "path": "/base/_stcore/upload_file/session/file"})
    ('session', 'file')
    >>> _visit_and_file({"type": "http", "method": "DELETE", "path": "/_stcore/upload_file/session/file"})
    ('', '')
    """
    if scope["type"] != "http" or scope["method"] != "PUT":
        return "", ""
    _, route, rest = scope["path"].partition(_ROUTE)
    visit, _, file = rest.partition("/")
    return (visit, file) if route else ("", "")


def _announced(scope: Scope) -> int:
    text = dict(scope["headers"]).get(b"content-length", b"")
    return int(text) if text.isdigit() and len(text) < 20 else 0
