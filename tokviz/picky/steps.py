"""One step of a training that takes tokens out again: a merge or a removal, with the tests that led there.

Plain records; :class:`tokviz.picky.trace.Trace` computes what they hold.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Literal

from tokviz.merging import steps
from tokviz.merging.steps import Pair
from tokviz.trace import Contribution

if TYPE_CHECKING:
    from tokviz.picky.trace import Trace

__all__ = ["Kind", "PartTest", "Step"]

Kind = Literal["new", "return", "again", "removal"]


@dataclass(frozen=True)
class PartTest:
    """The test of one part of a pair after its merge.

    before: how often the part occurred before the merge. left_over: how often it does when it is tested; a right part
    is tested after the removal of the left one. merged: how many occurrences of the pair were replaced. head: the count
    of the best pair after the merge, which scaffolds are tested against; None elsewhere. is_letter: the part was there
    before the first merge, and stays whatever its share. was_removed: the part was a scaffold before. is_removed: the
    part is taken out.
    """

    part: str
    before: int
    left_over: int
    merged: int
    head: int | None
    is_letter: bool
    was_removed: bool
    is_removed: bool

    @property
    def share(self) -> Fraction:
        """The share of the part that went into the new token (IoS): merged / (left_over + merged).

        >>> PartTest("▁ab", 13, 4, 9, None, False, False, True).share
        Fraction(9, 13)
        """
        return Fraction(self.merged, self.left_over + self.merged)


@dataclass(frozen=True)
class Step(steps.Step):
    """One merge, or one removal.

    kind: ``new``, a merge that made a token; ``return``, one that brought a removed token back; ``again``, one that
    made a token of the vocabulary from other parts; ``removal``. Of a removal, token is the one that is taken out, pair
    what it was first made of, and count how many of its occurrences were split.
    """

    kind: Kind
    trace: Trace = field(repr=False, compare=False)

    @property
    def is_removal(self) -> bool:
        """True if the step takes a token out."""
        return self.kind == "removal"

    @cached_property
    def merge(self) -> int:
        """The number of the merge that the step is, or that led to the removal, counted from 0 among merges."""
        return self.trace.merges_done[self.index + 1] - 1

    @cached_property
    def pieces(self) -> tuple[str, ...]:
        """The smaller tokens that a removed token falls into; empty for a merge."""
        return self.trace.pieces(self.index)

    @cached_property
    def tests(self) -> tuple[PartTest, ...]:
        """The tests of the parts of a merge, the left one first; of a removal the one that led to it."""
        return self.trace.tests(self.index)

    @cached_property
    def tied(self) -> tuple[Pair, ...]:
        """The pairs that had the highest count, the winner first; empty for a removal."""
        return () if self.is_removal else self.trace.tied_by_count(self.index)

    @cached_property
    def contributions(self) -> tuple[Contribution, ...]:
        """The words that make up the count, in corpus order."""
        return self.trace.counted(self.index)
