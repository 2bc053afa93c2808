"""What each step of a unigram training chooses from: strings for the start vocabulary, pieces to take out.

Plain records and the order that the rules put them in. An expectation or a maximization step chooses nothing; what it
works on is listed all the same, the most probable or the most expected first.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tokviz.trace import Contribution

if TYPE_CHECKING:
    from tokviz.unigram.trace import Trace

__all__ = ["Candidate", "candidates"]

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
    """What step k of `trace` chooses from, the best first; at the end, what a next pruning would choose from.

    Characters that are always taken, or may not go, are not among them.
    """
    found = list(_rows(trace, k))
    taken = {value for _, value, is_taken in found if is_taken}
    left = {value for _, value, is_taken in found if not is_taken}
    border = (taken & left) - {None}
    return tuple(
        Candidate(piece, value, rank, value in border, k, trace)
        for rank, (piece, value, _) in enumerate(found, start=1)
    )


def _rows(trace: Trace, k: int) -> Iterable[Row]:
    if k == len(trace):
        return _cheapest_first((one.piece, trace.judged(one), False) for one in trace.losses(k) if one.fate == "kept")
    match trace[k].kind:
        case "seed":
            return [(one.piece, one.weight, one.kept) for one in trace.seed_candidates() if len(one.piece) > 1]
        case "expect":
            return _greatest_first(trace.probabilities(k))
        case "maximize":
            return _greatest_first(trace.new_counts(k))
    decided = (one for one in trace.decisions(k) if one.fate in ("removed", "kept"))
    return _cheapest_first((one.piece, trace.judged(one), one.fate == "removed") for one in decided)


def _greatest_first(values: dict[str, float]) -> list[Row]:
    rows: list[Row] = [(piece, value, False) for piece, value in values.items()]
    return sorted(rows, key=lambda row: -(row[1] or 0.0))


def _cheapest_first(rows: Iterable[Row]) -> list[Row]:
    """By loss, of equal ones those that go; in front what goes without a loss, and not at all what stays so."""
    weighed = [row for row in rows if row[1] is not None or row[2]]
    return sorted(weighed, key=lambda row: (row[1] is not None, row[1] or 0.0, not row[2]))
