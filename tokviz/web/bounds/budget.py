"""Bytes that visitors have the server hold, by address: where they exceed a limit, others release theirs.

A newcomer is not refused for what others hold: in a lecture hall all visitors share one address, and a message that
arrives in a second must not wait for the hundred that are never finished.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

__all__ = ["Budget", "alike", "largest_first"]

Holder = TypeVar("Holder", bound=Hashable)


def alike(size: int) -> int:
    """Rank all alike: the oldest releases first."""
    return 0


def largest_first(size: int) -> int:
    """Rank by size: the largest releases first, and the oldest of those that are equal."""
    return -size


class Budget(Generic[Holder]):
    """How many bytes each holder has, with a limit for one address and one for all.

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
        """The first holders of an address that have so many bytes together."""
        found: list[Holder] = []
        held = [(holder, size) for holder, (name, size) in self._held.items() if name == address]
        for holder, bytes_of in sorted(held, key=lambda one: self._rank(one[1])):
            if size <= 0:
                break
            found.append(holder)
            size -= bytes_of
        return tuple(found)
