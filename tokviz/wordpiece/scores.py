"""The scores of all pairs while training goes on: count / (count of the left part x count of the right part).

A merge changes the counts of three symbols, and with them the score of every pair that has one of these. All scores
are therefore computed anew at every step, in one go over arrays; what is kept up to date is only what they are made of.
Scores are compared as floats where these tell all fractions apart, and as fractions where they might not. What else a
pair can be chosen by, if its count and those of its parts say it, is a subclass: :mod:`tokviz.wordpiece.gains`.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import numpy as np

from tokviz.checkpoint import checkpoints
from tokviz.checks import check_limit
from tokviz.corpus.counting import count_symbols
from tokviz.merging.queue import OrderKey
from tokviz.merging.state import Effect, Merging

__all__ = ["MAX_SCORES", "Ints", "Scores", "are_floats_exact"]

MAX_SCORES = 10_000_000_000
"""The most scores that one training may compute (a bound on time: each step computes those of all pairs)."""

_EXACT = 2**53
Ints = np.ndarray[Any, np.dtype[np.int64]]


def are_floats_exact(most: int) -> bool:
    """Whether scores of pairs are equal as floats only when they are equal, where no symbol occurs more than `most`
    times.

    Two fractions a/b and c/d that differ do so by at least 1/bd, so relatively by at least 1/ad; a float tells them
    apart while that is more than 2**-53.
    """
    return most**3 < _EXACT


class Scores:
    """The pairs of `state` with what their scores are made of; those rarer than the rules' minimum count have none.

    `order` puts pairs of the same score in order. Follows the training through :meth:`update`.
    """

    def __init__(self, state: Merging, order: OrderKey) -> None:
        self._state, self._order = state, order
        occurrences = count_symbols(zip(state.forms, state.corpus.counts, strict=True))
        self._symbols = np.zeros(2 * len(state.names), dtype=np.int64)  # by number
        for symbol, count in occurrences.items():
            self._symbols[ord(symbol)] = count
        self._words = sum(weight for form, weight in zip(state.forms, state.corpus.counts, strict=True) if form)
        self._is_exact = are_floats_exact(max(occurrences.values(), default=1))
        self._places: dict[str, int] = {}  # pair -> its place in the arrays
        self._pairs: list[str] = []
        self._parts: Ints = np.zeros((2, 1024), dtype=np.int64)
        self._counts: Ints = np.zeros(1024, dtype=np.int64)
        self._least = state.rules.minimum_count
        self._computed = 0
        self._count(state.words_with)

    def best(self) -> tuple[str | None, int]:
        """The best pair and how many are as good; None and 0 where no pair is left. Raises LimitError."""
        size = len(self._pairs)
        self._computed += size
        check_limit("MAX_SCORES", MAX_SCORES, met=self._computed)
        counts = self._counts[:size]
        tied = [self._pairs[place] for place in self._best_places(counts)]
        if not tied:
            return None, 0
        return (min(checkpoints(tied), key=self._order) if len(tied) > 1 else tied[0]), len(tied)

    def _best_places(self, counts: Ints) -> list[int]:
        """Where the best pairs are; counts: how often each pair occurs, 0 if it is out."""
        if not counts.any():
            return []
        known = np.maximum(self._symbols, 1)  # a symbol that is gone leaves pairs that do not count
        left, right = known[self._parts[:, : len(counts)]]
        scores = counts / (left.astype(float) * right)
        if self._is_exact:
            return np.flatnonzero(scores == scores.max()).tolist()
        near = np.flatnonzero(scores >= scores.max() * (1 - 1e-12)).tolist()
        exact = [Fraction(int(counts[i]), int(left[i]) * int(right[i])) for i in near]
        return [i for i, score in zip(near, exact, strict=True) if score == max(exact)]

    def update(self, pair: str, effect: Effect) -> None:
        """Take in what the merge of `pair` changed."""
        number = ord(effect.token)
        if number >= len(self._symbols):
            self._symbols = np.concatenate([self._symbols, np.zeros_like(self._symbols)])
        self._symbols[number] += effect.merged
        for part in pair:
            self._symbols[ord(part)] -= effect.merged
        self._counts[self._places[pair]] = 0
        self._count((*(fallen for fallen, _, _ in effect.moves), *effect.risen))

    def _count(self, pairs: Iterable[str]) -> None:
        """Write the present counts of `pairs`, which may be new."""
        now, places, least, known = self._state.counts, self._places, self._least, len(self._pairs)
        where: list[int] = []
        counts: list[int] = []
        for pair in checkpoints(pairs):
            place = places.get(pair)
            if place is None:
                place = places[pair] = len(self._pairs)
                self._pairs.append(pair)
            count = now.get(pair, 0)
            where.append(place)
            counts.append(count if count >= least else 0)
        while len(self._pairs) > len(self._counts):
            self._counts = np.concatenate([self._counts, np.zeros_like(self._counts)])
            self._parts = np.concatenate([self._parts, np.zeros_like(self._parts)], axis=1)
        new = self._pairs[known:]
        self._parts[:, known : known + len(new)] = [[ord(pair[i]) for pair in new] for i in (0, 1)]
        self._counts[where] = counts
