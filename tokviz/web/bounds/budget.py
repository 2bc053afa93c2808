"""Bytes that visitors have the server hold, by address: where they exceed a limit, the oldest go.

A newcomer is never refused for what others hold: in a lecture hall all visitors share one address, and a message that
arrives in a second must not wait for the hundred that are never finished.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from typing import Generic, TypeVar

__all__ = ["Budget"]

Holder = TypeVar("Holder", bound=Hashable)


class Budget(Generic[Holder]):
    """How many bytes each holder has, with a limit for one address and one for all.

    >>> budget = Budget[str](10, 15)
    >>> budget.hold("old", "hall", 6), budget.hold("new", "hall", 5), budget.total
    ((), ('old',), 11)
    >>> budget.release("old"), budget.hold("other", "elsewhere", 9), budget.hold("third", "hall", 3)
    (None, (), ('other',))
    """

    def __init__(self, of_address: int, of_all: int) -> None:
        self._of_address, self._of_all = of_address, of_all
        self._held: dict[Holder, tuple[str, int]] = {}  # oldest first
        self._by_address: Counter[str] = Counter()
        self.total = 0

    def hold(self, holder: Holder, address: str, size: int) -> tuple[Holder, ...]:
        """Note that this holder has so many bytes now. Returns the holders that have to release theirs, oldest first.

        A holder keeps its age until it is released.
        """
        before = self._held.get(holder, (address, 0))[1]
        self._held[holder] = (address, size)
        self._by_address[address] += size - before
        self.total += size - before
        over = max(self._by_address[address] - self._of_address, 0)
        released = self._oldest(address, over) if over else ()
        if self.total > self._of_all and not released:
            largest = max(self._by_address, key=lambda name: self._by_address[name])
            released = self._oldest(largest, self.total - self._of_all)
        return released

    def release(self, holder: Holder) -> None:
        """Note that this holder has nothing any more."""
        address, size = self._held.pop(holder, ("", 0))
        self.total -= size
        self._by_address[address] -= size
        if self._by_address[address] <= 0:
            del self._by_address[address]

    def _oldest(self, address: str, size: int) -> tuple[Holder, ...]:
        """The oldest holders of an address that have so many bytes together."""
        found: list[Holder] = []
        for holder, (name, held) in self._held.items():
            if size <= 0:
                break
            if name == address and held:
                found.append(holder)
                size -= held
        return tuple(found)
