"""Raw connections: parts of requests, websocket handshakes and frames as no well-behaved client sends them."""

from __future__ import annotations

import asyncio
import base64
import os
import struct
import zlib
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from functools import cache

from tools.attack.attack import Target

__all__ = ["ROOM", "STREAM", "Wire", "dial", "drain", "first_fragment", "get", "opened", "shake_hands"]

ROOM = "/room/socket"
STREAM = "/_stcore/stream"
_ANSWER = 10.0  # seconds
_TEXT, _BINARY = 1, 2


class Wire:
    """A connection. deflates: whether the server takes compressed messages."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer
        self.deflates = False

    async def send(self, data: bytes, seconds: float = _ANSWER) -> bool:
        """Send this; False if the server has hung up or takes no more."""
        try:
            self._writer.write(data)
            async with asyncio.timeout(seconds):
                await self._writer.drain()
        except (OSError, TimeoutError):
            return False
        return not self._reader.at_eof()

    async def head(self) -> tuple[int, Mapping[str, str]]:
        """Read the head of an answer: its status (0 if none comes) and its headers, with small names."""
        try:
            async with asyncio.timeout(_ANSWER):
                lines = (await self._reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
            headers = dict(line.split(":", 1) for line in lines[1:] if ":" in line)
            return int(lines[0].split()[1]), {name.lower(): value.strip() for name, value in headers.items()}
        except (OSError, EOFError, TimeoutError, IndexError, ValueError):
            return 0, {}

    async def is_closed(self, seconds: float) -> bool:
        """Tell if the server hangs up within so many seconds; its data is thrown away."""
        try:
            async with asyncio.timeout(seconds):
                while data := await self._reader.read(65_536):
                    if data[0] == 0x88:  # a websocket is closed by a frame
                        return True
                return True
        except OSError:
            return True
        except TimeoutError:
            return False

    def abort(self) -> None:
        """Hang up without a word."""
        self._writer.transport.abort()


@asynccontextmanager
async def dial(target: Target, source: str = "") -> AsyncIterator[Wire]:
    """Connect to the server. Raises OSError, TimeoutError."""
    wire = await opened(target, source)
    try:
        yield wire
    finally:
        wire.abort()


async def opened(target: Target, source: str = "") -> Wire:
    """Connect in the same way; the caller aborts."""
    place = (source or target.source, 0)
    async with asyncio.timeout(_ANSWER):
        return Wire(*await asyncio.open_connection(target.host, target.port, local_addr=place))


async def get(target: Target, path: str, *, source: str = "", **headers: str) -> tuple[int, Mapping[str, str]]:
    """Ask for a page; returns status and headers. A header's name is written with _ for -. source: the address that
    asks, if not that of the attackers."""
    async with dial(target, source) as wire:
        lines = {"Host": f"{target.host}:{target.port}"} | {
            name.replace("_", "-"): one for name, one in headers.items()
        }
        await wire.send(f"GET {path} HTTP/1.1\r\n{_lines(lines)}Connection: close\r\n\r\n".encode())
        return await wire.head()


async def shake_hands(wire: Wire, target: Target, path: str, *, host: str = "", origin: str = "") -> int:
    """Ask for a websocket with compression; returns the status, 101 where the server agrees."""
    key = base64.b64encode(os.urandom(16)).decode()
    lines = {
        "Host": host or f"{target.host}:{target.port}",
        "Upgrade": "websocket",
        "Connection": "Upgrade",
        "Sec-WebSocket-Key": key,
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Extensions": "permessage-deflate",
    }
    if origin:
        lines["Origin"] = origin
    if path == STREAM:
        lines["Sec-WebSocket-Protocol"] = "streamlit"
    await wire.send(f"GET {path} HTTP/1.1\r\n{_lines(lines)}\r\n".encode())
    status, headers = await wire.head()
    wire.deflates = "permessage-deflate" in headers.get("sec-websocket-extensions", "")
    return status


async def first_fragment(wire: Wire, size: int) -> bool:
    """Send the beginning of a message, of so many bytes, and no end; False if the server hangs up meanwhile."""
    if wire.deflates:
        return await wire.send(_frame(_deflated(size), 0x40 | _BINARY))
    head, piece = _frame(b"x" * 1_000_000, _BINARY), _frame(b"x" * 1_000_000, 0)
    for number in range(size // 1_000_000):
        if not await wire.send(piece if number else head):
            return False
    return True


def _frame(payload: bytes, first: int) -> bytes:
    """Return a frame from a client. first: its first byte. Its mask is zero, so the payload is as it was."""
    length = len(payload)
    if length < 126:
        size = struct.pack("!B", 0x80 | length)
    elif length < 2**16:
        size = struct.pack("!BH", 0x80 | 126, length)
    else:
        size = struct.pack("!BQ", 0x80 | 127, length)
    return bytes([first]) + size + bytes(4) + payload


@cache
def _deflated(size: int) -> bytes:
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    piece = b"x" * 1_000_000
    packed = [packer.compress(piece) for _ in range(size // len(piece))]
    return b"".join((*packed, packer.flush(zlib.Z_SYNC_FLUSH)))


def _lines(headers: Mapping[str, str]) -> str:
    return "".join(f"{name}: {value}\r\n" for name, value in headers.items())


async def drain(wires: list[Wire], seconds: float) -> int:
    """Wait until the server has closed these, so many seconds at most; returns how many it closed."""
    closed = await asyncio.gather(*(wire.is_closed(seconds) for wire in wires))
    with suppress(OSError):
        for wire in wires:
            wire.abort()
    return sum(closed)
