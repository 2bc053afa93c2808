"""Measures of pairs: one record for each that a training by merges can choose by.

A trace has one, :attr:`tokviz.merging.merge_trace.MergeTrace.pair_measure`. Its texts are those whose keys begin with
``measure.`` and its name (:func:`tokviz.text_keys.measure_key`), the heading of its column is
:func:`tokviz.text_keys.column_key` of the name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

Worth = int | Fraction | float
"""The number by which a pair is chosen: a whole number, a fraction, or a gain in nats."""


class Valuation(Protocol):
    """The exact worth of a pair from how often it, its left and its right part occur, and from the token it becomes."""

    def __call__(self, count: int, left: int, right: int, token: str = "", /) -> int | Fraction: ...


def _alone(worth: Worth, count: int) -> tuple[Worth, ...]:
    return (worth,)


@dataclass(frozen=True)
class Measure:
    """A measure of pairs: the greatest wins.

    >>> SCORE.worth(5, 20, 5), GAIN.worth is None
    (Fraction(1, 20), True)
    """

    name: str
    """The word of the rules."""
    worth: Valuation | None
    """The way it is worked out; None where that takes more than a valuation gets."""
    order: Callable[[Worth, int], tuple[Worth, ...]] = _alone
    """Worth and count of a pair -> what is compared, the greatest first; pairs that are equal in it tie."""
    of_parts: bool = True
    """True if it is worked out of how often the parts of a pair occur."""

    @property
    def is_count(self) -> bool:
        """True if the count of the pair decides: there is no other number to tell or to work out."""
        return self.name == "count"


COUNT = Measure("count", lambda count, _left, _right, _token="": count, of_parts=False)
"""The most frequent pair wins (Sennrich et al. 2016)."""
SCORE = Measure("score", lambda count, left, right, _token="": Fraction(count, left * right))
"""The count divided by the product of the counts of both parts (Schuster and Nakajima 2012, as the Hugging Face course
has it)."""
GAIN = Measure("gain", None)
"""The count times the logarithm of how much more often a pair occurs than by chance: it takes the number of all
symbols, too."""

MEASURES: Mapping[str, Measure] = {one.name: one for one in (COUNT, SCORE, GAIN)}
"""Name -> measure."""
