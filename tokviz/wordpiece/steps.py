"""One step of a WordPiece training, and what it was chosen from. Plain records."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from tokviz.merging import steps
from tokviz.merging.steps import Pair

if TYPE_CHECKING:
    from tokviz.wordpiece.trace import Trace

__all__ = ["Candidate", "Step"]


@dataclass(frozen=True)
class Candidate(steps.Candidate):
    """A pair after `index` merges, with how often its parts occur, and its rank if the most frequent pair were to win.

    bpe_rank counts from 1 and breaks ties as the rules do.
    """

    trace: Trace = field(repr=False, compare=False)
    left_count: int
    right_count: int
    bpe_rank: int

    @property
    def score(self) -> Fraction:
        """count / (left_count x right_count)"""
        return Fraction(self.count, self.left_count * self.right_count)

    @property
    def value(self) -> int | Fraction:
        """What the choice goes by: the score, or the count under rules that count."""
        return self.score if self.trace.select_by == "score" else self.count


@dataclass(frozen=True)
class Step(steps.Step):
    """One merge, with how often the two parts of its pair occurred when it was chosen."""

    trace: Trace
    left_count: int
    right_count: int

    @property
    def score(self) -> Fraction:
        """count / (left_count x right_count), exactly."""
        return Fraction(self.count, self.left_count * self.right_count)

    @cached_property
    def tied(self) -> tuple[Pair, ...]:
        """The pairs that were as good as the winner, the winner first, then in the order of the tie-break."""
        return self.trace.tied(self.index)
