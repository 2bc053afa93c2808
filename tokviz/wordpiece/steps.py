"""One step of a WordPiece training, and what it was chosen from. Plain records."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from tokviz.merging import steps
from tokviz.merging.steps import Pair
from tokviz.wordpiece.gains import gain_of
from tokviz.wordpiece.likelihood import likelihood_change

if TYPE_CHECKING:
    from tokviz.wordpiece.trace import Trace

__all__ = ["Candidate", "Step"]


@dataclass(frozen=True)
class Candidate(steps.Candidate):
    """A pair after `index` merges, with how often its parts occur, and its rank if the most frequent pair were to win.

    bpe_rank counts from 1 and breaks ties as the rules do. token: what the pair would become; token_count: how often
    that is a symbol already. merged: how many occurrences the merge would replace, fewer than `count` where they
    overlap.
    """

    trace: Trace = field(repr=False, compare=False)
    left_count: int
    right_count: int
    bpe_rank: int
    token: str
    token_count: int
    merged: int

    @property
    def score(self) -> Fraction:
        """count / (left_count x right_count)"""
        return Fraction(self.count, self.left_count * self.right_count)

    @property
    def value(self) -> int | Fraction | float:
        """What the choice goes by: the score, the gain in nats, or the count."""
        match self.trace.select_by:
            case "score":
                return self.score
            case "gain":
                return self.gain
        return self.count

    @property
    def total_symbols(self) -> int:
        """How many symbols the corpus has, counting each word as often as it occurs."""
        return self.trace.total_symbols[self.index]

    @property
    def gain(self) -> float:
        """The likelihood gain in nats: count x ln(P(pair) / (P(left) P(right)))."""
        pairs = self.trace.total_pairs[self.index]
        return gain_of(self.count, self.left_count, self.right_count, self.total_symbols, pairs).nats

    @property
    def likelihood_change(self) -> float:
        """By how much the merge would raise the log-likelihood of the corpus, in nats."""
        left, right = self.pair
        counts = {self.token: self.token_count, left: self.left_count, right: self.right_count}
        return likelihood_change(left, right, self.token, self.merged, counts, self.total_symbols)


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

    @property
    def gain(self) -> float:
        """The likelihood gain of the pair in nats: count x ln(P(pair) / (P(left) P(right)))."""
        return self.trace.gain(self.index)

    @property
    def likelihood_change(self) -> float:
        """By how much this merge raised the log-likelihood of the corpus, in nats; it may have lowered it."""
        return self.trace.likelihood_change(self.index)

    @cached_property
    def tied(self) -> tuple[Pair, ...]:
        """The pairs that were as good as the winner, the winner first, then in the order of the tie-break."""
        return self.trace.tied(self.index)
