"""One step of a training by merges: the merge, what it changed and what made up its count.

Plain records. What costs time to compute is computed when it is asked for, by the trace that the step belongs to.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tokviz.merging.merge_trace import MergeTrace

__all__ = ["Change", "Contribution", "Pair", "Step"]

Pair = tuple[str, str]


@dataclass(frozen=True)
class Contribution:
    """A word's part in the count of a pair: `occurrences` in the word times the word's `count` in the corpus."""

    word: str
    occurrences: int
    count: int

    @property
    def total(self) -> int:
        return self.occurrences * self.count


@dataclass(frozen=True)
class Change:
    """A word that a merge changed, with its count in the corpus."""

    word: str
    count: int
    before: tuple[str, ...]
    after: tuple[str, ...]


@dataclass(frozen=True)
class Step:
    """One merge.

    pair: the two symbols that were merged; token: the symbol they became; count: how often the pair occurred,
    overlapping occurrences included (``aaa`` has ``a a`` twice). vocabulary_change: how the number of symbols in use
    changed, +1 when both parts still occur elsewhere, 0 when one was consumed, -1 when both were. consumed: the parts
    of the pair that occur nowhere in the corpus after this merge.
    """

    index: int
    pair: Pair
    token: str
    count: int
    vocabulary_change: int
    consumed: tuple[str, ...]
    trace: MergeTrace[Any] = field(repr=False, compare=False)

    @cached_property
    def tied(self) -> tuple[Pair, ...]:
        """The pairs that had the highest count, the winner first, then in the order of the tie-break."""
        tied = []
        for pair, count in self.trace.pairs(self.index).items():
            if count != self.count:
                break
            tied.append(pair)
        return tuple(tied)

    @cached_property
    def changes(self) -> tuple[Change, ...]:
        """The words that have the pair, in corpus order, before and after this merge."""
        return self.trace.changes(self.index)

    @cached_property
    def contributions(self) -> tuple[Contribution, ...]:
        """The words that make up the count, in corpus order; empty for a pair that had died out."""
        return tuple(
            Contribution(change.word, sum(pair == self.pair for pair in pairwise(change.before)), change.count)
            for change in self.changes
        )
