"""One step of a training by merges: the merge, what it changed and what made up its count; what it was chosen from.

Plain records. What costs time to compute is computed when it is asked for, by the trace that the step belongs to.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from tokviz.trace import Change, Contribution

if TYPE_CHECKING:
    from tokviz.merging.merge_trace import MergeTrace


Pair = tuple[str, str]


@dataclass(frozen=True)
class Candidate:
    """A pair after `index` merges, which the next may choose.

    count: how often it occurs. rank: its place from the best, which is 1. is_tied: it shares the first place, and the
    tie-break decides.
    """

    pair: Pair
    count: int
    rank: int
    is_tied: bool
    index: int
    trace: MergeTrace[Step] = field(repr=False, compare=False)

    @property
    def what(self) -> Pair:
        """The pair."""
        return self.pair

    @property
    def value(self) -> int | Fraction | float:
        """The value that the choice is made by: the count, unless the algorithm has another."""
        return self.count

    @property
    def contributions(self) -> tuple[Contribution, ...]:
        """The words that make up the count, in corpus order."""
        return self.trace.contributions(self.pair, self.index)


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
    trace: MergeTrace[Step] = field(repr=False, compare=False)

    @cached_property
    def tied(self) -> tuple[Pair, ...]:
        """The pairs that were as good as the winner, the winner first, then in the order of the tie-break."""
        return self.trace.tied(self.index)

    @cached_property
    def changes(self) -> tuple[Change, ...]:
        """The words that have the pair, in corpus order, before and after this merge."""
        return self.trace.changes(self.index)

    @cached_property
    def contributions(self) -> tuple[Contribution, ...]:
        """The words that make up the count, in corpus order; empty for a pair that had died out."""
        return self.trace.counted(self.index)
