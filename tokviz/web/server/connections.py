"""Connections of the server: the address that each counts for, how many there may be, and the bytes that they hold.

Connections that say nothing for too long are closed. That is done below the app, because a request that never ends and
a message that is never finished do not reach it. When an address, or the server, has as many connections as it may, a
new one takes the place of the one that was waited for longest: a browser sends what it has at once, so a thousand
connections that send nothing lose the oldest and keep nobody out.

Where the bytes that visitors have the server hold exceed a limit, others of that address release theirs. A newcomer is
not refused for what others hold: in a lecture hall all visitors share one address, and a message that arrives in a
second must not wait for the hundred that are never finished.
"""

from __future__ import annotations

import asyncio
import os
from collections import Counter
from collections.abc import Callable, Hashable
from ipaddress import IPv6Address, ip_address
from typing import Generic, Protocol, TypeVar

from starlette.datastructures import Headers
from starlette.types import Scope

from tokviz.web.server.limits import Limits

_LOOK = 1.0  # seconds between two looks for those that are late


def client_address(scope: Scope) -> str:
    """Return the address that a request counts for."""
    peer = scope["client"][0] if scope.get("client") else ""
    return who(peer, ",".join(Headers(scope=scope).getlist("x-forwarded-for")), proxies())


def proxies() -> int:
    """Return the number of proxies of ours that a request comes through.

    Their word on addresses counts.
    """
    return number_of("TOKVIZ_PROXIES", 0)


def number_of(name: str, usual: int) -> int:
    """Return a whole number that the environment sets, or the usual one."""
    text = os.environ.get(name, "")
    return int(text) if text.isascii() and text.isdigit() else usual


def who(peer: str, forwarded: str, proxies: int) -> str:
    """Return the address that counts: the one that connects, or the one that the outermost of so many proxies of ours
    saw.

    Of IPv6 it is the network, of which a household has one and any number of addresses.

    >>> who("10.0.0.1", "6.6.6.6, 192.0.2.7", 1), who("192.0.2.7", "6.6.6.6", 0), who("10.0.0.1", "", 1)
    ('192.0.2.7', '192.0.2.7', '10.0.0.1')
    >>> who("2001:db8::1", "", 0)
    '2001:db8::/64'
    """
    addresses = [address.strip() for address in forwarded.split(",") if address.strip()]
    name = addresses[-proxies] if 0 < proxies <= len(addresses) else peer
    try:
        address = ip_address(name)
    except ValueError:
        return name[:60]
    if isinstance(address, IPv6Address) and address.ipv4_mapped is None:
        return f"{IPv6Address(int(address) >> 64 << 64)}/64"
    return str(getattr(address, "ipv4_mapped", None) or address)


# -- how many connections ----------------------------------------------------------------------------------------------


class AtOnce:
    """A count of visitors of each name who are there at once.

    >>> doors = AtOnce(1)
    >>> doors.enter("a"), doors.enter("a"), doors.enter("b"), doors.leave("a"), doors.enter("a")
    (True, False, True, None, True)
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._there: Counter[str] = Counter()

    def enter(self, name: str) -> bool:
        """Come in; False where as many are there as may be."""
        if self._there[name] >= self._most:
            return False
        self._there[name] += 1
        return True

    def leave(self, name: str) -> None:
        """Go out again."""
        self._there[name] -= 1
        if self._there[name] <= 0:
            del self._there[name]


class Connection(Protocol):
    """A connection as its protocol knows it. address: empty where it is not counted by its address."""

    address: str

    def is_late(self, now: float) -> bool:
        """Tell if it has said nothing for too long."""

    def cut(self) -> None:
        """Close it at once, and free what it holds."""


class Connections:
    """All connections of a server, with their limits."""

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
        for connection in [connection for connection in self._all if connection.is_late(now)]:
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


# -- how many bytes ----------------------------------------------------------------------------------------------------

Holder = TypeVar("Holder", bound=Hashable)


def alike(size: int) -> int:
    """Rank all the same: the oldest releases first."""
    return 0


def largest_first(size: int) -> int:
    """Rank by size: the largest releases first, and the oldest of those that are equal."""
    return -size


class Budget(Generic[Holder]):
    """The bytes of each holder, with a limit for one address and one for all.

    rank: which of an address release first, those of the lowest rank.

    >>> budget = Budget[str](10, 15, alike)
    >>> budget.hold("old", "hall", 6), budget.hold("new", "hall", 5), budget.total
    ((), ('old',), 11)
    >>> budget.release("old"), budget.hold("other", "elsewhere", 9), budget.hold("third", "hall", 3)
    (None, (), ('other',))
    """

    def __init__(self, of_address: int, of_all: int, rank: Callable[[int], int]) -> None:
        self._of_address, self._of_all, self._rank = of_address, of_all, rank
        self._held: dict[Holder, tuple[str, int]] = {}  # oldest first
        self._by_address: Counter[str] = Counter()
        self.total = 0

    def hold(self, holder: Holder, address: str, size: int) -> tuple[Holder, ...]:
        """Note that this holder has so many bytes now. Returns the holders that have to release theirs.

        A holder keeps its age until it is released.
        """
        before = self._held.get(holder, (address, 0))[1]
        self._held[holder] = (address, size)
        self._by_address[address] += size - before
        self.total += size - before
        if self._by_address[address] > self._of_address:
            return self._first(address, self._by_address[address] - self._of_address)
        if self.total > self._of_all:
            most = max(self._by_address, key=lambda name: self._by_address[name])
            return self._first(most, self.total - self._of_all)
        return ()

    def release(self, holder: Holder) -> None:
        """Note that this holder has nothing any more."""
        address, size = self._held.pop(holder, ("", 0))
        self.total -= size
        self._by_address[address] -= size
        if self._by_address[address] <= 0:
            del self._by_address[address]

    def _first(self, address: str, size: int) -> tuple[Holder, ...]:
        """Return the first holders of an address that have so many bytes together."""
        holders: list[Holder] = []
        held = [(holder, size) for holder, (name, size) in self._held.items() if name == address]
        for holder, bytes_of in sorted(held, key=lambda entry: self._rank(entry[1])):
            if size <= 0:
                break
            holders.append(holder)
            size -= bytes_of
        return tuple(holders)
