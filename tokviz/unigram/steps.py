"""The steps of a unigram training, of four kinds, and what each can tell.

Plain records. What costs time to compute is computed when it is asked for, by the trace that the step belongs to.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, Literal

from tokviz.trace import Change, Contribution

if TYPE_CHECKING:
    from tokviz.unigram.trace import Trace


StepKind = Literal["seed", "expect", "maximize", "prune"]
Outcome = Literal["removed", "kept", "protected", "restored"]


@dataclass(frozen=True)
class PieceChange:
    """A piece's probability before and after a step; None where it is not there."""

    piece: str
    before: float | None
    after: float | None


@dataclass(frozen=True)
class PieceLoss:
    """The loss that the removal of a piece causes.

    occurrences: how often the best segmentations have it, words counted as often as they occur. loss: in nats, with the
    probabilities of the others as they are (None where the rules estimate none); renormalized: with these divided by
    what is left (None where the rules know no such thing). `Rules.renormalize` says which of the two decides.
    outcome: ``removed``, ``kept``, ``protected`` (a single character), or ``restored`` (a character that had been
    dropped and is put back at the end).
    """

    piece: str
    probability: float
    occurrences: float
    loss: float | None
    renormalized: float | None
    outcome: Outcome


@dataclass(frozen=True)
class Resplit:
    """A word whose best segmentation has a piece, with its count, and its best segmentation without that piece."""

    word: str
    count: int
    before: tuple[str, ...]
    after: tuple[str, ...]
    loss: float


@dataclass(frozen=True)
class Step:
    """The common part of all steps: their place in the trace, and the pieces with their probabilities after them."""

    kind: ClassVar[StepKind]
    index: int
    trace: Trace = field(repr=False, compare=False)

    @property
    def probabilities(self) -> dict[str, float]:
        """Piece -> probability after this step."""
        return self.trace.probabilities(self.index + 1)

    @cached_property
    def changes(self) -> tuple[Change, ...]:
        """The words whose best segmentation this step changes, in corpus order."""
        return self.trace.changes(self.index)

    @cached_property
    def piece_changes(self) -> tuple[PieceChange, ...]:
        """The pieces before and after, those that are gone at the end."""
        before, after = self.trace.probabilities(self.index), self.probabilities
        gone = (piece for piece in before if piece not in after)
        return tuple(PieceChange(piece, before.get(piece), after.get(piece)) for piece in (*after, *gone))

    @cached_property
    def dropped(self) -> tuple[str, ...]:
        """The pieces that this step took out, in their order."""
        after = self.trace.scores(self.index + 1)
        return tuple(piece for piece in self.trace.scores(self.index) if piece not in after)


@dataclass(frozen=True)
class Seed(Step):
    """The start vocabulary. counts: piece -> how often it was counted."""

    counts: Mapping[str, int] = field(repr=False)
    kind: ClassVar[StepKind] = "seed"


@dataclass(frozen=True)
class Expect(Step):
    """Expected counts under the scores before. loss: the negative log-likelihood of the corpus under them, in nats:
    over all paths, or over the best ones where the rules count these."""

    counts: Mapping[str, float] = field(repr=False)
    loss: float
    kind: ClassVar[StepKind] = "expect"

    @property
    def loss_before(self) -> float | None:
        """The loss at the expectation step before, if there was one."""
        earlier = [k for k, kind in enumerate(self.trace.kinds[: self.index]) if kind == "expect"]
        return self.trace.of(earlier[-1], Expect).loss if earlier else None

    def shares(self, word: str, limit: int = 1_000) -> tuple[tuple[tuple[str, ...], float], ...]:
        """Return the segmentations of a word with their shares of its probability, the best first."""
        lattice = self.trace.model(self.index).lattice(word)
        return tuple((path.pieces, lattice.share(path)) for path in lattice.nbest(limit))


@dataclass(frozen=True)
class Maximize(Step):
    """New probabilities from the expected counts; `piece_changes` has the old ones too."""

    kind: ClassVar[StepKind] = "maximize"

    @cached_property
    def counts(self) -> Mapping[str, float]:
        """Piece -> the count that its probability is made from."""
        return self.trace.new_counts(self.index)

    @cached_property
    def total(self) -> float:
        """The sum of the counts of the pieces that this step leaves."""
        return math.fsum(self.counts[piece] for piece in self.trace.scores(self.index + 1) if piece in self.counts)


@dataclass(frozen=True)
class Prune(Step):
    """Pieces are taken out. is_final: this is where a library makes the size fit and puts characters back."""

    is_final: bool
    kind: ClassVar[StepKind] = "prune"

    @cached_property
    def losses(self) -> tuple[PieceLoss, ...]:
        """Every piece with its loss and outcome, the cheapest first as the rules judge, without a loss at the end."""
        return self.trace.decisions(self.index)

    @cached_property
    def restored(self) -> tuple[str, ...]:
        """The characters that this step put back."""
        before = self.trace.scores(self.index)
        return tuple(piece for piece in self.probabilities if piece not in before)

    def resplit(self, piece: str) -> tuple[Resplit, ...]:
        """Return the words that have `piece` in their best segmentation, and how they are split without it."""
        return self.trace.resplit(piece, self.index)


# -- what a step chooses from ------------------------------------------------------------------------------------------
# Strings for the start vocabulary, or pieces to take out, in the order that the rules put them in. An expectation or a
# maximization step chooses nothing; what it works on is listed all the same, the most probable or the most expected
# first.

Row = tuple[str, float | None, bool]
"""A piece, its value, and whether the step takes it (into the start vocabulary, or out of the pieces)."""


@dataclass(frozen=True)
class Candidate:
    """A string after `index` steps, which the next may take.

    value: before the first step the weight as a seed; before an expectation step the probability; before a maximization
    step the count that the new probability is made from; before a pruning, and at the end, the loss in nats, None where
    none is estimated. rank: its place from the best, which is 1. is_tied: the tie-break decides whether it is taken.
    """

    piece: str
    value: float | None
    rank: int
    is_tied: bool
    index: int
    trace: Trace = field(repr=False, compare=False)

    @property
    def what(self) -> str:
        """The piece."""
        return self.piece

    @property
    def contributions(self) -> tuple[Contribution, ...]:
        """The words whose best segmentation has the piece; before the first step, the words that have the string."""
        return self.trace.contributions(self.piece, self.index)


def candidates(trace: Trace, k: int) -> tuple[Candidate, ...]:
    """Return the candidates of step k, or at the end of a next pruning, best first.

    Characters that are always taken, or may not go, are not among them.
    """
    rows = list(_rows(trace, k))
    taken_values = {value for _, value, is_taken in rows if is_taken}
    left = {value for _, value, is_taken in rows if not is_taken}
    border = (taken_values & left) - {None}
    return tuple(
        Candidate(piece, value, rank, value in border, k, trace) for rank, (piece, value, _) in enumerate(rows, start=1)
    )


def _rows(trace: Trace, k: int) -> Iterable[Row]:
    if k == len(trace):
        return _cheapest_first(
            (loss.piece, trace.judged(loss), False) for loss in trace.losses(k) if loss.outcome == "kept"
        )
    match trace[k].kind:
        case "seed":
            return [
                (candidate.piece, candidate.weight, candidate.kept)
                for candidate in trace.seed_candidates()
                if len(candidate.piece) > 1
            ]
        case "expect":
            return _greatest_first(trace.probabilities(k))
        case "maximize":
            return _greatest_first(trace.new_counts(k))
    decided = (decision for decision in trace.decisions(k) if decision.outcome in ("removed", "kept"))
    return _cheapest_first(
        (decision.piece, trace.judged(decision), decision.outcome == "removed") for decision in decided
    )


def _greatest_first(values: dict[str, float]) -> list[Row]:
    rows: list[Row] = [(piece, value, False) for piece, value in values.items()]
    return sorted(rows, key=lambda row: -(row[1] or 0.0))


def _cheapest_first(rows: Iterable[Row]) -> list[Row]:
    """Sort by loss, of equal ones those that go first; in front what goes without a loss, and not at all what stays
    so."""
    weighed = [row for row in rows if row[1] is not None or row[2]]
    return sorted(weighed, key=lambda row: (row[1] is not None, row[1] or 0.0, not row[2]))
