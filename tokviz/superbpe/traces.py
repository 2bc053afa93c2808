"""The traces of this folder under one name, and why a step of either takes its pair."""

from __future__ import annotations

from typing import TypeAlias

from tokviz.lines import Line, line
from tokviz.merging.reasons import Decision, Fact, PairCount
from tokviz.merging.steps import Pair
from tokviz.superbpe import boundless
from tokviz.superbpe.rules import Rules, words_in_token
from tokviz.superbpe.steps import Candidate, Lift, Merge
from tokviz.superbpe.trace import Trace

AnyTrace: TypeAlias = Trace | boundless.Trace
AnyStep: TypeAlias = Merge | Lift | boundless.Step
AnyCandidate: TypeAlias = Candidate | boundless.Candidate


def winner_first(trace: AnyTrace, k: int) -> list[AnyCandidate]:
    """Return the candidates after `k` steps that may be merged, the choice first."""
    return [candidate for candidate in trace.candidates(k) if candidate.vetoed is None]


def facts_of(trace: AnyTrace, k: int) -> tuple[Fact, ...]:
    """Give the reason for the pair of step `k`, no fall of borders: its count, and the ties.

    Where a pair that is passed over or one of the other kind occurs as often, it is not alone, and nothing is decided
    among pairs. Raises IndexError where no pair is left.
    """
    allowed = winner_first(trace, k)
    best = allowed[0]
    tied: tuple[Pair, ...] = tuple(
        candidate.pair for candidate in allowed[1:] if candidate.is_tied and candidate.kind == best.kind
    )
    count = PairCount(best.pair, best.count, best.contributions, "line")
    is_alone = sum(candidate.count >= best.count for candidate in trace.candidates(k)) == 1
    decision = Decision("count", len(tied), tied, trace.rules.merging.tie_rule)
    return (count, decision) if tied or is_alone else (count,)


def veto_reason(candidate: AnyCandidate) -> Line:
    """Give the reason for passing over a candidate, as a part of a sentence."""
    token, rules = "".join(candidate.pair), candidate.trace.rules
    if candidate.vetoed == "forbidden" and isinstance(rules, Rules):
        return line("superbpe.veto.forbidden", text=next(text for text in rules.forbidden if text in token))
    return line("superbpe.veto.too_many_words", words=words_in_token(token))
