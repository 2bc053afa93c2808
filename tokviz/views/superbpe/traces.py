"""The traces of this folder under one name, and what is asked of a step of either."""

from __future__ import annotations

from typing import TypeAlias

from tokviz import superbpe
from tokviz.merging.reasons import Decision, Fact, PairCount
from tokviz.merging.steps import Pair
from tokviz.superbpe import boundless
from tokviz.superbpe.rules import Veto

__all__ = [
    "AnyCandidate",
    "AnyStep",
    "AnyTrace",
    "candidates_of",
    "facts_of",
    "kind_of",
    "tie_rule",
    "veto_of",
    "winner_first",
]

AnyTrace: TypeAlias = superbpe.Trace | boundless.Trace
AnyStep: TypeAlias = superbpe.Merge | superbpe.Lift | boundless.Step
AnyCandidate: TypeAlias = superbpe.Candidate | boundless.Candidate

_TIE_RULE = {"superbpe": "smallest-ids", "boundless": "smallest-pair-bytes"}


def veto_of(candidate: AnyCandidate) -> Veto | None:
    """Return why a candidate is passed over; None for one that may be merged."""
    return candidate.vetoed if isinstance(candidate, superbpe.Candidate) else None


def kind_of(candidate: AnyCandidate) -> str:
    """Return what a candidate would be merged as: a tie between kinds is not decided by the pairs."""
    return candidate.kind if isinstance(candidate, boundless.Candidate) else "merge"


def candidates_of(trace: AnyTrace, k: int) -> tuple[AnyCandidate, ...]:
    """Return the candidates after `k` steps, those that are passed over too."""
    return trace.candidates(k)


def winner_first(trace: AnyTrace, k: int) -> list[AnyCandidate]:
    """Return the candidates after `k` steps that may be merged, the choice first."""
    return [candidate for candidate in trace.candidates(k) if veto_of(candidate) is None]


def tie_rule(trace: AnyTrace) -> str:
    """Return the name of the rule that decides among pairs of the same count."""
    return _TIE_RULE["superbpe" if isinstance(trace, superbpe.Trace) else "boundless"]


def facts_of(trace: AnyTrace, k: int) -> tuple[Fact, ...]:
    """Return why step `k`, which is no fall of borders, takes its pair: how often it occurs, and the pairs that tie.

    Where a pair that is passed over or one of the other kind occurs as often, it is not alone, and nothing is decided
    among pairs. Raises IndexError where no pair is left.
    """
    allowed = winner_first(trace, k)
    best = allowed[0]
    tied: tuple[Pair, ...] = tuple(
        candidate.pair for candidate in allowed[1:] if candidate.is_tied and kind_of(candidate) == kind_of(best)
    )
    count = PairCount(best.pair, best.count, best.contributions)
    is_alone = sum(candidate.count >= best.count for candidate in candidates_of(trace, k)) == 1
    return (count, Decision("count", len(tied), tied, tie_rule(trace))) if tied or is_alone else (count,)
