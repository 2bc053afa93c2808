"""The measures that WordPiece chooses pairs by while training goes on: the score, and the likelihood gain.

The score of a pair is count / (count of the left part x count of the right part). A merge changes the counts of three
symbols, and with them the score of every pair that has one of these. All scores are therefore computed again at every
step, in one go over arrays; what is kept up to date is only what they are made of. Scores are compared as floats where
these tell all fractions apart, and as fractions where they might not. The gain is a subclass, as is any other measure
that needs only the count of a pair and those of its parts.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Context, Decimal
from fractions import Fraction
from functools import cached_property, total_ordering
from itertools import groupby
from typing import Any, TypeVar

import numpy as np

from tokviz.checkpoint import checkpoints
from tokviz.checks import check_limit
from tokviz.corpus.coverage import count_symbols
from tokviz.merging.state import Effect, Merging
from tokviz.merging.training import OrderKey

MAX_SCORES = 10_000_000_000
"""The most scores that one training may compute (a bound on time: each step computes those of all pairs)."""

_EXACT = 2**53
Ints = np.ndarray[Any, np.dtype[np.int64]]


def are_floats_exact(most: int) -> bool:
    """Tell if equal floats mean equal scores. most: the largest count of a symbol.

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
        """Return the best pair and how many are as good; None and 0 where no pair is left. Raises LimitError."""
        size = len(self._pairs)
        self._computed += size
        check_limit("MAX_SCORES", MAX_SCORES, met=self._computed)
        counts = self._counts[:size]
        tied = [self._pairs[place] for place in self._best_places(counts)]
        if not tied:
            return None, 0
        return (min(checkpoints(tied), key=self._order) if len(tied) > 1 else tied[0]), len(tied)

    def _best_places(self, counts: Ints) -> list[int]:
        """Find the places of the best pairs. counts: how often each pair occurs, 0 if it is out."""
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


# -- the likelihood gain -----------------------------------------------------------------------------------------------
# How often a pair occurs, times how much more often than its parts would meet by chance:
# gain(xy) = C(xy) (ln P(xy) - ln P(x) - ln P(y)), where P(xy) is a share of all pairs of the corpus and P(x) one of all
# its symbols. That is the count times the pointwise mutual information of the parts. Logarithms are natural. Gains that
# floats cannot tell apart are compared exactly. Source: the notebook 13_03 of pnugues/pnlp, 265809f, which compares
# floats and so decides some ties by the last bit.

Name = TypeVar("Name")
Floats = np.ndarray[Any, np.dtype[np.float64]]

_FLOAT_ERROR = 1e-14
"""More than a float can be off, relatively, after the few operations of a gain."""


@total_ordering
@dataclass(frozen=True, eq=False)
class Gain:
    """count x ln(lift), unevaluated, and compared exactly. lift: P(xy) / (P(x) P(y)), above 0."""

    count: int
    lift: Fraction

    @cached_property
    def nats(self) -> float:
        """The gain as a number.

        >>> Gain(20, Fraction(113**2, 36 * 77)).nats
        30.54902554229775
        """
        above, below = self.lift.numerator, self.lift.denominator
        # Near 1 the logarithm is computed from what the lift differs by, or hardly a digit of it would be right.
        log = math.log1p((above - below) / below) if 2 * above > below else math.log(above / below)
        return self.count * log

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Gain) and compare_gains(self, other) == 0

    def __lt__(self, other: Gain) -> bool:
        return compare_gains(self, other) < 0

    __hash__ = None  # type: ignore[assignment]  # equal ones need not look alike


def gain_of(count: int, left_count: int, right_count: int, symbols: int, pairs: int) -> Gain:
    """Return the gain of a pair that occurs `count` times; symbols, pairs: how many of each there are in the corpus.

    >>> gain_of(20, 36, 20, symbols=113, pairs=77).lift
    Fraction(12769, 2772)
    """
    return Gain(count, Fraction(count * symbols**2, left_count * right_count * pairs))


def compare_gains(gain: Gain, other: Gain) -> int:
    """Return a number below 0, 0 or above 0 as `gain` is less than, exactly equal to or greater than `other`.

    >>> compare_gains(Gain(3, Fraction(4)), Gain(6, Fraction(2)))
    0
    >>> compare_gains(Gain(3, Fraction(4)), Gain(5, Fraction(2)))
    1
    """
    here, there = gain.nats, other.nats
    if _are_apart(here, there):
        return 1 if here > there else -1
    if _are_equal(gain, other):
        return 0
    digits = 40
    while True:  # they differ, so enough digits tell them apart
        (low, high), (other_low, other_high) = _bounds(gain, digits), _bounds(other, digits)
        if low > other_high or high < other_low:
            return 1 if low > other_high else -1
        digits *= 2


def gain_places(gains: Mapping[Name, Gain]) -> dict[Name, int]:
    """Return name -> its place, the greatest gain at 0; equal gains share one.

    >>> gain_places({"a": Gain(1, Fraction(2)), "b": Gain(3, Fraction(4)), "c": Gain(6, Fraction(2))})
    {'b': 0, 'c': 0, 'a': 1}
    """
    best_first = sorted(gains.items(), key=lambda item: item[1].nats, reverse=True)
    levels: list[list[Name]] = []
    for close in _runs(best_first):
        close.sort(key=lambda item: item[1], reverse=True)
        levels += ([name for name, _ in level] for _, level in groupby(close, key=lambda item: item[1]))
    return {name: place for place, level in enumerate(levels) for name in level}


def _runs(best_first: Iterable[tuple[Name, Gain]]) -> Iterator[list[tuple[Name, Gain]]]:
    """Split gains, in the order of their floats, where floats tell neighbors apart; few runs have more than one."""
    run: list[tuple[Name, Gain]] = []
    for name, gain in best_first:
        if run and _are_apart(run[-1][1].nats, gain.nats):
            yield run
            run = []
        run.append((name, gain))
    if run:
        yield run


def _are_apart(here: float, there: float) -> bool:
    """Tell if two gains differ by more than their floats can be off."""
    return abs(here - there) > _FLOAT_ERROR * max(abs(here), abs(there))


def _are_equal(gain: Gain, other: Gain) -> bool:
    """Tell if gain.lift ** gain.count == other.lift ** other.count.

    With the exponents divided by their greatest common divisor, p ** m == q ** n needs p to be the n-th power of a
    fraction. Unless that is 1, the numerator or denominator of p has more than n bits; so the powers stay small.
    """
    if gain.lift == 1 or other.lift == 1:
        return gain.lift == other.lift
    common = math.gcd(gain.count, other.count)
    m, n = gain.count // common, other.count // common
    if n >= _bits(gain.lift) or m >= _bits(other.lift):
        return False
    return gain.lift**m == other.lift**n


def _bits(ratio: Fraction) -> int:
    return max(ratio.numerator, ratio.denominator).bit_length()


def _bounds(gain: Gain, digits: int) -> tuple[Decimal, Decimal]:
    """Return two numbers between which a gain lies, from arithmetic with so many digits."""
    context = Context(prec=digits)
    lift = context.divide(Decimal(gain.lift.numerator), Decimal(gain.lift.denominator))
    log = context.ln(lift)
    error = gain.count * (1 + abs(log)) * Decimal(10) ** (3 - digits)
    value = context.multiply(Decimal(gain.count), log)
    return value - error, value + error


class Gains(Scores):
    """Gains in place of scores: the best pair is the one of the greatest gain.

    A part is no rarer than its pair, so a gain is at most C ln(most / C), and rare pairs need not be looked at: the
    arrays hold the frequent ones, and begin afresh with more of them when the best might be beaten by one that is not.
    """

    _floor = 2**62
    """The pairs that occur as often as this are in the arrays, and some that have become rarer since."""

    def _best_places(self, counts: Ints) -> list[int]:
        # Each replaced occurrence makes a word one symbol and one pair shorter, so their difference stays.
        symbols = int(self._symbols.sum())
        pairs = symbols - self._words
        most = symbols * symbols / max(pairs, 1)
        gains, error = self._gains(counts, most)
        least = gains.max(initial=-math.inf) - error
        is_any = least > -math.inf
        fewest = _fewest(least, most) if is_any else max(self._state.counts.values(), default=0)
        if fewest < self._floor and self._floor > 1:
            self._begin(max(fewest * 3 // 4, 1))  # lower than it need be, so that it lasts
            return self._best_places(self._counts[: len(self._pairs)])
        near = np.flatnonzero(gains >= least - error) if is_any else np.zeros(0, np.int64)
        if len(near) < 2:
            return near.tolist()
        parts = self._symbols[self._parts[:, near]].T.tolist()
        keys = [(count, left * right) for count, (left, right) in zip(counts[near].tolist(), parts, strict=True)]
        exact_gains = {(count, product): gain_of(count, product, 1, symbols, pairs) for count, product in keys}
        best = max(exact_gains.values())
        equal = {key for key, gain in exact_gains.items() if gain is best or gain == best}
        return [place for place, key in zip(near.tolist(), keys, strict=True) if key in equal]

    def _gains(self, counts: Ints, most: float) -> tuple[Floats, float]:
        """Return the gain of each pair, least of all where it is out, and what one may be off by at most."""
        left, right = np.take(self._symbols, self._parts[:, : len(counts)])
        product = np.maximum(left.astype(float) * right, 1)  # a symbol that is gone leaves pairs that do not count
        gains: Floats = counts * np.log(np.maximum(counts, 1) * most / product)
        gains[counts == 0] = -math.inf
        # No pair occurs more often than `most`, and a lift is between that and its inverse.
        return gains, most * (1 + math.log(max(most, 1))) * _FLOAT_ERROR

    def _begin(self, floor: int) -> None:
        self._floor, self._pairs, self._places = floor, [], {}
        super()._count(pair for pair, count in self._state.counts.items() if count >= floor)

    def _count(self, pairs: Iterable[str]) -> None:
        now, places, floor = self._state.counts, self._places, self._floor
        super()._count([pair for pair in pairs if now.get(pair, 0) >= floor or pair in places])


def _fewest(gain: float, most: float) -> int:
    """Return the smallest count of a pair with as great a gain."""
    fewest = 1.0
    for _ in range(3):  # from C ln(most / C) >= gain, with a C in the logarithm that is no greater than it can be
        fewest = max(fewest, gain / math.log(most / fewest) * (1 - _FLOAT_ERROR))
    return math.ceil(fewest)
