"""All connections of a server: how many there may be, and those that say nothing for too long are closed.

Below the app, because a request that never ends and a message that is never finished do not reach it. When an address,
or the server, has as many connections as it may, a new one takes the place of the one that was waited for longest: a
browser sends what it has at once, so a thousand connections that send nothing lose the oldest and keep nobody out.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Protocol

from tokviz.web.bounds.limits import Limits

__all__ = ["Connection", "Connections"]

_LOOK = 1.0  # seconds between two looks for those that are late


class Connection(Protocol):
    """One of them, as its protocol knows it. address: empty where it is not counted by its address."""

    address: str

    def is_late(self, now: float) -> bool:
        """Return whether it has said nothing for too long."""

    def cut(self) -> None:
        """Close it at once, and free what it holds."""


class Connections:
    """Those of one server, with their limits."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._all: set[Connection] = set()
        self._plain: Counter[str] = Counter()  # that are no sockets, by address
        self._waiting: dict[str, dict[Connection, None]] = {}  # address -> those that are waited for, longest first
        self._waiting_of_all: dict[Connection, None] = {}
        self._timer: asyncio.TimerHandle | None = None

    def __len__(self) -> int:
        return len(self._all)

    def add(self, connection: Connection) -> bool:
        """Take in a new one; if need be, the one that was waited for longest goes.

        Returns False where there is no place for it.
        """
        address, limits = connection.address, self.limits
        if address and self._plain[address] >= limits.connections_per_address:
            oldest = next(iter(self._waiting.get(address, ())), None)
        elif len(self._all) >= limits.connections:
            oldest = next(iter(self._waiting_of_all), None)
        else:
            self._take_in(connection)
            return True
        if oldest is None:
            return False
        self.discard(oldest)
        oldest.cut()
        self._take_in(connection)
        return True

    def add_socket(self, connection: Connection) -> None:
        """Take in the socket that a plain connection has become, after that was discarded."""
        self._all.add(connection)
        self._watch()

    def discard(self, connection: Connection) -> None:
        """Forget a connection."""
        if connection in self._all:
            self._all.discard(connection)
            self.is_served(connection)
            self._plain[connection.address] -= 1
            if self._plain[connection.address] <= 0:
                del self._plain[connection.address]

    def discard_socket(self, connection: Connection) -> None:
        """Forget a socket."""
        self._all.discard(connection)

    def waits(self, connection: Connection) -> None:
        """Note that the server waits for the other end from now on."""
        if connection in self._all:
            self.is_served(connection)
            self._waiting.setdefault(connection.address, {})[connection] = None
            self._waiting_of_all[connection] = None

    def is_served(self, connection: Connection) -> None:
        """Note that the server does not wait for the other end."""
        self._waiting_of_all.pop(connection, None)
        others = self._waiting.get(connection.address, {})
        others.pop(connection, None)
        if not others:
            self._waiting.pop(connection.address, None)

    def close_late(self, now: float) -> None:
        """Close those that are late."""
        for connection in [one for one in self._all if one.is_late(now)]:
            connection.cut()

    def _take_in(self, connection: Connection) -> None:
        self._all.add(connection)
        self._plain[connection.address] += 1
        self.waits(connection)
        self._watch()

    def _watch(self) -> None:
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(_LOOK, self._look)

    def _look(self) -> None:
        self._timer = None
        self.close_late(asyncio.get_running_loop().time())
        if self._all:
            self._watch()
