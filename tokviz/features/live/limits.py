"""Limits on what one address may do: so many at once, so many in a time, so many open rooms.

The time is a parameter, in seconds. An address is that of a lecture hall as well: hundreds of students behind one. So
an address may do what a class does at its beginning, and hardly more.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar


@dataclass(frozen=True)
class Allowance:
    """At most `most` at once, and `rate` more in each second."""

    most: float
    rate: float


WRONG_CODES = (Allowance(60, 0.5), Allowance(200, 20))
"""Wrong codes, keys and names of views: from one address, and from all together. Right ones are never counted."""
ENTERING = Allowance(600, 5)
"""New students of one room from one address: a hall of 300 enters within a minute, and again in the next one."""
OPENING = Allowance(20, 1 / 60)
"""Rooms that are opened from one address."""
MESSAGES = Allowance(40, 8)
"""The messages that one connection may send."""


class Bucket:
    """A token bucket per name: how much of an allowance is left.

    >>> bucket = Bucket(Allowance(2, 0.5))
    >>> [bucket.take("a", now) for now in (0, 0, 0, 2, 2)], bucket.take("b", 0)
    ([True, True, False, True, False], True)
    """

    KNOWN = 20_000  # addresses; the one that was heard of longest ago is forgotten first

    def __init__(self, allowance: Allowance) -> None:
        self._allowance = allowance
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()  # how much, and when

    def take(self, name: str, now: float) -> bool:
        """Use one; False if nothing is left."""
        left = self._of(name, now)
        if left < 1:
            return False
        self._left[name] = (left - 1, now)
        self._left.move_to_end(name)
        if len(self._left) > self.KNOWN:
            self._left.popitem(last=False)
        return True

    def put_back(self, name: str, amount: float, now: float) -> None:
        """Give some of what was used back."""
        self._left[name] = (min(self._allowance.most, self._of(name, now) + amount), now)

    def _of(self, name: str, now: float) -> float:
        left, when = self._left.get(name, (self._allowance.most, now))
        return min(self._allowance.most, left + max(0.0, now - when) * self._allowance.rate)


class Guesses:
    """Wrong guesses, counted for their address and for all addresses together.

    >>> guesses = Guesses(of_one=Allowance(1, 0), of_all=Allowance(2, 0))
    >>> [guesses.charge(name, 0) for name in "aabbc"]
    [True, False, True, False, False]
    """

    def __init__(self, of_one: Allowance = WRONG_CODES[0], of_all: Allowance = WRONG_CODES[1]) -> None:
        self._of_one, self._of_all = Bucket(of_one), Bucket(of_all)

    def charge(self, name: str, now: float) -> bool:
        """Count a wrong guess; False if it is one too many."""
        return self._of_one.take(name, now) and self._of_all.take("", now)


class Ranked(Protocol):
    """Something that has a place, and gives way to what has a higher rank."""

    rank: int

    def give_way(self) -> None:
        """Lose the place."""


Holder = TypeVar("Holder", bound=Ranked)


class Places(Generic[Holder]):
    """So many places of each name. When all are taken, a newcomer gets the one of a lower rank that was taken last."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._taken: dict[str, list[Holder]] = {}

    def enter(self, name: str, newcomer: Holder) -> bool:
        """Take a place; False if there is none for this rank."""
        taken = self._taken.setdefault(name, [])
        if len(taken) >= self._most:
            lower = min(reversed(taken), key=lambda holder: holder.rank, default=newcomer)
            if lower.rank >= newcomer.rank:
                return False
            taken.remove(lower)
            lower.give_way()
        taken.append(newcomer)
        return True

    def leave(self, name: str, holder: Holder) -> None:
        """Leave the place, if it is still taken."""
        taken = self._taken.get(name, [])
        if holder in taken:
            taken.remove(holder)
        if not taken:
            self._taken.pop(name, None)


# -- open rooms --------------------------------------------------------------------------------------------------------

MAX_OPEN_ROOMS = 40
"""Rooms of one address: those of a school on one day."""


class OpenRooms:
    """The rooms that each address has opened.

    >>> opened, ended = OpenRooms(1), set()
    >>> opened.note("a", "ABC"), opened.has_place("a", lambda code: code not in ended), opened.has_place("b", bool)
    (None, False, True)
    >>> ended.add("ABC")
    >>> opened.has_place("a", lambda code: code not in ended)
    True
    """

    def __init__(self, most: int = MAX_OPEN_ROOMS) -> None:
        self._most = most
        self._codes: dict[str, tuple[str, ...]] = {}

    def has_place(self, address: str, is_open: Callable[[str], bool]) -> bool:
        """Tell if an address may open one more.

        is_open: whether the room of a code is still there.
        """
        codes = self._codes.get(address, ())
        if len(codes) >= self._most:
            codes = self._codes[address] = tuple(code for code in codes if is_open(code))
        return len(codes) < self._most

    def note(self, address: str, code: str) -> None:
        """Remember a room that an address has opened."""
        self._codes[address] = (*self._codes.get(address, ()), code)
