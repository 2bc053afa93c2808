"""Limits of uploads, without a server: visits with files, and requests that bring more."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Message, Receive, Scope, Send

from tests.coroutines import run
from tokviz.web.server import limits
from tokviz.web.server.upload_limits import UploadLimits

MB = 1_000_000


class Visits:
    """Visits with the files that they have."""

    def __init__(self, **files: list[int]) -> None:
        self.stored = {
            visit: {str(place): size * MB for place, size in enumerate(sizes)} for visit, sizes in files.items()
        }

    def files(self) -> Mapping[str, Mapping[str, int]]:
        return self.stored

    def end(self, visit: str) -> None:
        self.stored.pop(visit, None)

    def let_go(self, visit: str, file: str) -> None:
        self.stored[visit].pop(file)


def put(
    visits: Visits, visit: str, megabytes: int, *, is_announced: bool = True, read: list[bytes] | None = None
) -> int:
    """Upload a file; returns the status of the answer. A visit may have 4 MB in 3 files, all together 10 MB. read: gets
    what is read of the file."""
    small = replace(limits.from_environment(), upload_files=3, upload_bytes=4 * MB, all_upload_bytes=10 * MB)

    async def keep(scope: Scope, receive: Receive, send: Send) -> None:
        size = len(await Request(scope, receive).body())
        files = visits.stored.setdefault(visit, {})
        files[f"new{len(files)}"] = size
        await Response(status_code=204)(scope, receive, send)

    async def status() -> int:
        told: list[Message] = []
        left = 10 * megabytes

        async def receive() -> Message:
            nonlocal left
            left -= 1
            body = b"x" * 100_000
            if read is not None:
                read.append(body)
            return {"type": "http.request", "body": body, "more_body": left > 0}

        async def send(message: Message) -> None:
            told.append(message)

        headers = [(b"content-length", str(megabytes * MB).encode())] if is_announced else []
        scope: dict[str, Any] = {"type": "http", "method": "PUT", "headers": headers}
        scope["path"] = f"/base/_stcore/upload_file/{visit}/new"
        await UploadLimits(keep, visits, small)(scope, receive, send)
        return int(told[0]["status"])

    return run(status())


@pytest.mark.parametrize("is_announced", [True, False])
def test_a_visit_has_so_many_bytes(is_announced: bool) -> None:
    visits = Visits(a=[2])
    assert put(visits, "a", 3, is_announced=is_announced) == 413
    assert visits.stored == Visits(a=[2]).stored
    assert put(visits, "a", 2, is_announced=is_announced) == 204


def test_a_file_that_is_announced_as_too_large_is_not_read() -> None:
    read: list[bytes] = []
    assert put(Visits(a=[2]), "a", 3, read=read) == 413
    assert read == []
    assert put(Visits(a=[2]), "a", 5, is_announced=False, read=read) == 413
    assert 0 < len(read) * 100_000 < 5 * MB  # until there is no room for more


def test_a_visit_has_so_many_files() -> None:
    assert put(Visits(a=[0, 0, 0]), "a", 1) == 413
    assert put(Visits(a=[0, 0]), "a", 1) == 204


def test_what_no_field_reads_is_let_go_after_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    later: list[tuple[float, tuple[str, ...]]] = []
    monkeypatch.setattr(
        asyncio.BaseEventLoop, "call_later", lambda loop, delay, call, *args: later.append((delay, args))
    )
    assert put(Visits(), "a", 1) == 204
    assert put(Visits(a=[0, 0, 0]), "a", 1) == 413
    assert later == [(45.0, ("a", "new"))]


def test_the_visit_with_the_most_gives_way() -> None:
    visits = Visits(a=[3], b=[4], c=[2])
    assert put(visits, "d", 3) == 204
    assert set(visits.stored) == {"a", "c", "d"}


def test_nobody_gives_way_to_who_has_the_most() -> None:
    visits = Visits(a=[3], b=[3], c=[3])
    assert put(visits, "d", 4) == 429
    assert set(visits.stored) == {"a", "b", "c"}


def test_what_was_refused_counts_no_more() -> None:
    visits = Visits(a=[2])
    assert [put(visits, "a", 3), put(visits, "a", 2)] == [413, 204]
