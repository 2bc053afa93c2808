"""One step of a WordPiece training, and what it was chosen from. Plain records."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from tokviz import bpe
from tokviz.merging.steps import Pair

if TYPE_CHECKING:
    from tokviz.wordpiece.trace import Trace

__all__ = ["Candidate", "Step"]


@dataclass(frozen=True)
class Candidate:
    """A pair of a state: how often it and its parts occur, and its rank if the most frequent pair were to win.

    bpe_rank counts from 1 and breaks ties as the rules do.
    """

    pair: Pair
    count: int
    left_count: int
    right_count: int
    bpe_rank: int

    @property
    def score(self) -> Fraction:
        """count / (left_count x right_count)"""
        return Fraction(self.count, self.left_count * self.right_count)


@dataclass(frozen=True)
class Step(bpe.Step):
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
