"""The trainer's queue: the candidates by count, and within a count in the order of the rules' tie-break.

Most pairs are rare and never have their turn, so they are not kept in order: they wait in a bin for their count, and
only the bin with the highest count is put in order. Counts that fall are noticed late, when their bin or they come up;
counts must not rise while a pair waits. A place in the text is looked up once: by first seen, a merge comes before all
pairs that wait, so that those of a word move alike; by last seen it comes after them, so that none moves.
`tokviz.merging.candidates.preferred` is the plain definition of the same order.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from heapq import heapify, heappop, heappush
from typing import Any

from tokviz.merging.candidates import token_name
from tokviz.merging.rules import Rules
from tokviz.merging.state import Merging

__all__ = ["OrderKey", "Queue", "order_key"]

OrderKey = Callable[[str], Any]
"""A pair of symbols -> what orders it among pairs of the same count, smallest first."""


class Queue:
    """Pairs, best first. `counts` is the trainer's own table and changes while pairs wait."""

    def __init__(self, counts: Mapping[str, int], order: OrderKey, least: int) -> None:
        """`least`: pairs whose count falls below this leave the queue."""
        self._counts, self._order, self._least = counts, order, least
        self.clear()

    def clear(self) -> None:
        """Forget all pairs."""
        self._bins: dict[int, list[str]] = {}
        self._waiting: list[int] = []  # heap of the bins' counts, negative so that the highest comes first
        self._open = -1  # the count whose bin is open
        self._heap: list[tuple[Any, str]] = []  # what is left of that bin

    def put(self, pair: str) -> None:
        """Add a pair that is not in the queue, with its present count."""
        count = self._counts[pair]
        if count == self._open:
            heappush(self._heap, (self._order(pair), pair))
        elif count in self._bins:
            self._bins[count].append(pair)
        elif count >= self._least:
            self._bins[count] = [pair]
            heappush(self._waiting, -count)

    def take(self) -> str | None:
        """Remove the best pair and return it; None when there is none."""
        while True:
            while self._heap:
                _, pair = heappop(self._heap)
                if self._counts[pair] == self._open:
                    return pair
                self.put(pair)
            if not self._waiting:
                return None
            self._open = -heappop(self._waiting)
            for pair in self._bins.pop(self._open):
                if self._counts[pair] == self._open:
                    self._heap.append((self._order(pair), pair))
                else:
                    self.put(pair)
            heapify(self._heap)


def order_key(rules: Rules, state: Merging) -> OrderKey:
    """Return the key that puts equally good pairs of a state into the order of the rules' tie-break."""
    names, forms, words_with = state.names, state.forms, state.words_with

    def first_seen(pair: str) -> tuple[int, int]:
        where = words_with[pair]
        for stale, w in enumerate(where):
            i = forms[w].find(pair)
            if i >= 0:
                del where[:stale]  # a pair never comes back to a word it has left
                return w, i
        return len(forms), 0

    @cache  # a symbol stands in many pairs
    def ascending(symbol: str) -> str:
        return rules.compared(names[ord(symbol)])

    @cache
    def descending(symbol: str) -> tuple[int, ...]:
        return (*(-ord(char) for char in ascending(symbol)), 1)  # the last 1 puts a longer text before its prefix

    def last_seen(pair: str) -> tuple[int, int]:
        w, i = first_seen(pair)
        return -w, -i

    def greatest_pair(pair: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
        return descending(pair[0]), descending(pair[1])

    def smallest_pair(pair: str) -> tuple[str, str]:
        return ascending(pair[0]), ascending(pair[1])

    def smallest_ids(pair: str) -> str:
        return pair  # code points are ids

    def shortest_token(pair: str) -> tuple[int, str]:
        token = token_name(pair, names, rules)
        return len(token), token  # code points sort as UTF-8 does

    orders: dict[str, OrderKey] = {
        "first-seen": first_seen,
        "last-seen": last_seen,
        "greatest-pair": greatest_pair,
        "smallest-pair": smallest_pair,
        "smallest-ids": smallest_ids,
        "shortest-token": shortest_token,
    }
    return orders[rules.tie_break]
