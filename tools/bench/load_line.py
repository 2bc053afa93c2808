"""A connection to a live class without a browser, which is taken up again when it is lost, as our pages do."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from time import perf_counter
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

__all__ = ["Line", "line"]

DEADLINE = 60.0
AGAIN = (0.15, 0.3)  # seconds before a lost connection is tried again, as in room_socket.js
UNHEARD = 2.0  # seconds after which a visitor presses again

Heard = Callable[["Line", dict[str, Any]], None]


class Line:
    """A connection that is kept until it is cancelled. told: the last value of each field that came. away:
    seconds of each interruption."""

    def __init__(self, hello: dict[str, Any], heard: Heard | None = None) -> None:
        self.told: dict[str, Any] = {}
        self.away: list[float] = []
        self._hello, self._heard = hello, heard
        self._socket: ClientConnection | None = None
        self._changed = asyncio.Condition()

    async def keep(self, url: str) -> None:
        """Be connected, until this is cancelled."""
        lost = 0.0
        while True:
            with suppress(ConnectionClosed, InvalidHandshake, OSError, EOFError):
                async with connect(f"{url.replace('http', 'ws', 1)}/room/socket", proxy=None) as self._socket:
                    await self.say(**{"token": ""} | self._hello | self._who())
                    async for text in self._socket:
                        said = json.loads(text)
                        if lost and "state" in said:
                            self.away.append(perf_counter() - lost)
                            lost = 0.0
                        await self._take(said)
            self._socket, lost = None, lost or perf_counter()
            await asyncio.sleep(random.uniform(*AGAIN))

    def _who(self) -> dict[str, Any]:
        return {"token": self.told["you"]} if "you" in self.told else {}

    async def _take(self, said: dict[str, Any]) -> None:
        if self._heard is not None:
            self._heard(self, said)
        async with self._changed:
            self.told |= said
            self._changed.notify_all()

    async def until(self, check: Callable[[dict[str, Any]], bool], seconds: float = DEADLINE) -> None:
        """Wait until what was told is so. Raises TimeoutError."""
        async with asyncio.timeout(seconds), self._changed:
            await self._changed.wait_for(lambda: check(self.told))

    async def say(self, **said: object) -> None:
        """Say this; without a connection nobody hears it."""
        with suppress(ConnectionClosed):
            if self._socket is not None:
                await self._socket.send(json.dumps(said))

    async def insist(self, check: Callable[[dict[str, Any]], bool], **said: object) -> None:
        """Say this, again and again, until what was told is so."""
        while not check(self.told):
            await self.say(**said)
            with suppress(TimeoutError):
                await self.until(check, UNHEARD)


@asynccontextmanager
async def line(url: str, heard: Heard | None = None, **hello: object) -> AsyncIterator[Line]:
    """Open a connection and have it answered. hello: what is said first."""
    made = Line(hello, heard)
    keeping = asyncio.create_task(made.keep(url))
    try:
        await made.until(bool)
        yield made
    finally:
        keeping.cancel()
        with suppress(asyncio.CancelledError):
            await keeping  # until it has hung up
