"""A socket below the app, without a network: what it lets go, and when."""

from __future__ import annotations

import asyncio
import gc
import tracemalloc
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from starlette.types import Receive, Scope, Send
from uvicorn.config import Config
from uvicorn.server import ServerState

from tests.coroutines import run
from tokviz.web.server import limits
from tokviz.web.server.connections import Connections
from tokviz.web.server.protocols import BoundedSocket, SocketBudgets

MB = 1_000_000
REQUEST = (
    b"GET /%s HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)


class Transport(asyncio.Transport):
    """A transport that keeps what is written to it."""

    def __init__(self) -> None:
        super().__init__({"peername": ("192.0.2.1", 1), "sockname": ("192.0.2.2", 80)})
        self.written = b""
        self.is_over = False

    def write(self, data: Any) -> None:
        self.written += data

    def close(self) -> None:
        self.is_over = True

    def abort(self) -> None:
        self.is_over = True

    def is_closing(self) -> bool:
        return self.is_over

    def pause_reading(self) -> None: ...

    def resume_reading(self) -> None: ...


async def app(scope: Scope, receive: Receive, send: Send) -> None:
    """Accept, and listen until the end."""
    await send({"type": "websocket.accept"})
    while (await receive())["type"] != "websocket.disconnect":
        pass


class Sockets:
    """Sockets of one server with small limits."""

    def __init__(self) -> None:
        small = replace(limits.from_environment(64_000), socket_bytes=12 * MB, request_seconds=5)
        self.connections = Connections(small)
        self.budgets = SocketBudgets(small)
        self._config = Config(app, ws_per_message_deflate=False, log_config=None)
        self._state = ServerState()

    async def open(self, path: bytes = b"_stcore/stream", of: str = "192.0.2.1") -> tuple[BoundedSocket, Transport]:
        """Open one from an address."""
        given: dict[str, Any] = {"config": self._config, "server_state": self._state, "app_state": {}}
        socket, transport = BoundedSocket(connections=self.connections, budgets=self.budgets, **given), Transport()
        transport._extra["peername"] = (of, 1)  # type: ignore[attr-defined]
        socket.connection_made(transport)
        socket.data_received(REQUEST % path)
        while not socket.handshake_complete:
            await asyncio.sleep(0)
        return socket, transport


def part(payload: bytes, *, is_last: bool = False, opcode: int = 2) -> bytes:
    """A part of a message."""
    return bytes([(0x80 if is_last else 0) | opcode]) + b"\xff" + len(payload).to_bytes(8) + bytes(4) + payload


def code(transport: Transport) -> int:
    """The code with which a socket was closed."""
    assert transport.is_over
    place = transport.written.rfind(b"\x88")
    return int.from_bytes(transport.written[place + 2 : place + 4])


@pytest.fixture
def _no_collection() -> Iterator[None]:
    gc.collect()
    gc.disable()
    tracemalloc.start()
    yield
    tracemalloc.stop()
    gc.enable()


@pytest.mark.usefixtures("_no_collection")
@pytest.mark.parametrize("whole", [part(b"x" * MB), part(b"x" * MB)[:-1]], ids=["a part", "half a part"])
def test_an_aborted_message_is_let_go_without_a_collection(whole: bytes) -> None:
    async def grown() -> int:
        sockets = Sockets()
        before = tracemalloc.get_traced_memory()[0]
        for _ in range(10):
            socket, _ = await sockets.open()
            socket.data_received(whole)
            socket.connection_lost(None)
        return tracemalloc.get_traced_memory()[0] - before

    assert run(grown()) < MB


def test_the_oldest_of_an_address_gives_way_and_other_addresses_do_not_notice() -> None:
    async def closed() -> list[bool]:
        sockets = Sockets()
        other = await sockets.open(of="198.51.100.1")
        other[0].data_received(part(b"x" * (MB // 2)))
        three = [await sockets.open() for _ in range(3)]
        for socket, _ in three:
            socket.data_received(part(b"x" * (MB - 100_000)))
        assert code(three[0][1]) == 1013
        return [transport.is_over for _, transport in (other, *three)]

    assert run(closed()) == [False, True, False, False]


def test_the_last_message_counts_until_a_smaller_one_comes() -> None:
    async def totals() -> list[int]:
        sockets = Sockets()
        socket, _ = await sockets.open()
        found = []
        for size in (MB, 10):
            socket.data_received(part(b"x" * size, is_last=True))
            await asyncio.sleep(0)
            found.append(sockets.budgets.whole.total)
        return found

    assert run(totals()) == [MB, 0]


def test_a_message_that_comes_steadily_is_waited_for() -> None:
    async def late() -> list[bool]:
        socket, _ = await Sockets().open()
        start = socket.loop.time()
        found = [socket.is_late(start + 100)]
        socket.data_received(part(b"x" * MB)[:100_000])
        found += [socket.is_late(start + 4), socket.is_late(start + 6)]
        socket.data_received(part(b"x" * MB)[100_000:])
        found.append(socket.is_late(start + 4))
        return found

    assert run(late()) == [False, False, True, False]


def test_pings_whose_answers_nobody_reads_are_not_collected() -> None:
    async def written() -> int:
        socket, transport = await Sockets().open()
        before = len(transport.written)
        socket.pause_writing()
        socket.data_received(b"\x89\x80\0\0\0\0" * 1_000)
        return len(transport.written) - before

    assert run(written()) == 0


def test_a_flood_of_messages_is_cut() -> None:
    async def closed() -> int:
        socket, transport = await Sockets().open()
        socket.data_received(b"\x82\x80\0\0\0\0" * 1_000)
        return code(transport)

    assert run(closed()) == 1008


def test_a_room_takes_what_it_refuses_by_name() -> None:
    """16,000 characters may be 64,000 bytes; the room says "slow-down" to more."""

    async def closed() -> tuple[bool, int]:
        sockets = Sockets()
        good, bad = await sockets.open(b"room/socket"), await sockets.open(b"room/socket")
        good[0].data_received(part("😀".encode() * 16_000, is_last=True, opcode=1))
        bad[0].data_received(part(b"x" * 64_001, is_last=True, opcode=1))
        return good[1].is_over, code(bad[1])

    assert run(closed()) == (False, 1009)
