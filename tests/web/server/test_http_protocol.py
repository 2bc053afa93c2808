"""A plain connection below the app, without a network: when it is late, by a clock that the test sets."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.types import Receive, Scope, Send
from uvicorn.config import Config
from uvicorn.server import ServerState

from tests.coroutines import run
from tests.web.server.test_socket_protocol import Transport
from tokviz.web.server import limits
from tokviz.web.server.connections import Connections
from tokviz.web.server.limits import READING_SECONDS, REST_SECONDS
from tokviz.web.server.protocols import TimedProtocol

SECONDS = 5
GET = b"GET /now HTTP/1.1\r\nHost: x\r\n\r\n"
PUT = b"PUT /%s HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n"


async def app(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer `/now` at once, and others when their body has come."""
    if scope["path"] != "/now":
        await Request(scope, receive).body()
    await PlainTextResponse("ok")(scope, receive, send)


class Line(Transport):
    """A transport of which a part may be unread."""

    unread = 0

    def get_write_buffer_size(self) -> int:
        return self.unread


async def connect(*sent: bytes) -> tuple[TimedProtocol, Line]:
    """Open a connection and send something."""
    config = Config(app, log_config=None, access_log=False)
    known = Connections(replace(limits.from_environment(), request_seconds=SECONDS))
    made, line = TimedProtocol(connections=known, config=config, server_state=ServerState(), app_state={}), Line()
    made.connection_made(line)
    for data in sent:
        made.data_received(data)
        for _ in range(5):
            await asyncio.sleep(0)
    return made, line


def late_after(sent: list[bytes], seconds: float) -> bool:
    """Tell if a connection that has sent only this is late after so many seconds."""

    async def is_late() -> bool:
        made, _ = await connect(*sent)
        return made.is_late(made.loop.time() + seconds)

    return run(is_late())


@pytest.mark.parametrize(
    ("sent", "seconds"),
    [
        ([], SECONDS),
        ([b"GET / HT"], SECONDS),
        ([b"GET / HTTP/1.1\r\nHost: x\r\nLong: "], SECONDS),
        ([GET, b"GET"], SECONDS),
        ([GET + b"GET"], SECONDS),
        ([PUT % b"late"], SECONDS),
        ([PUT % b"late", b"x" * 30_000], SECONDS),
        ([PUT % b"now"], REST_SECONDS),
        ([PUT % b"now", b"x" * 30_000], REST_SECONDS),
    ],
)
def test_what_is_never_finished_is_late(sent: list[bytes], seconds: float) -> None:
    assert not late_after(sent, seconds - 1)
    assert late_after(sent, seconds + 1)


def test_between_two_requests_uvicorn_has_a_time_of_its_own() -> None:
    assert not late_after([GET], 10 * SECONDS)


def test_a_body_of_single_bytes_is_too_slow() -> None:
    async def late() -> list[bool]:
        made, _ = await connect(PUT % b"late")
        start = made.loop.time()
        found = []
        for second in range(1, 12):
            made.data_received(b"x")
            made._heard = start + second
            found.append(made.is_late(start + second))
        return found

    assert run(late())[: SECONDS - 1] == [False] * (SECONDS - 1)
    assert run(late())[-1]


@pytest.mark.parametrize(("shrinks", "is_late"), [(True, False), (False, True)])
def test_an_answer_may_be_read_slowly_but_has_to_be_read(shrinks: bool, is_late: bool) -> None:
    async def late(next_size: Callable[[int], int]) -> bool:
        made, line = await connect(GET)
        made.pause_writing()
        start, line.unread = made.loop.time(), 1_000_000
        for second in range(0, int(2 * READING_SECONDS), 10):
            if made.is_late(start + second):
                return True
            line.unread = next_size(line.unread)
        return False

    assert run(late(lambda size: size - 1 if shrinks else size)) is is_late


def test_a_connection_too_many_is_told_so() -> None:
    async def told() -> bytes:
        config: dict[str, Any] = {
            "config": Config(app, log_config=None),
            "server_state": ServerState(),
            "app_state": {},
        }
        known = Connections(replace(limits.from_environment(), connections_per_address=1))
        first, line = TimedProtocol(connections=known, **config), Line()
        first.connection_made(Line())
        known.is_served(first)
        TimedProtocol(connections=known, **config).connection_made(line)
        return line.written

    assert run(told()).startswith(b"HTTP/1.1 503 ")
