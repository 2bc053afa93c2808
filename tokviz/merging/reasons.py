"""Reasons: why a step of a training by merges takes its pair, as facts.

There are three: how often the pair occurs, and in which words; what it is worth, where the rules choose by a score or
a gain; and which other pairs are as good, with the rule that decides among them. Views put them into words.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import takewhile
from typing import Literal, TypeAlias

from tokviz.merging.merge_trace import MergeTrace
from tokviz.merging.steps import Candidate, Pair, Step
from tokviz.trace import Contribution

MAX_SCANNED = 6_000
"""Tied pairs are named only in corpora of up to this many symbols: naming them means sorting every pair."""


@dataclass(frozen=True)
class PairCount:
    """The count of a pair. words: those that make it up, in corpus order; None where they were not looked for. unit:
    what they are."""

    pair: Pair
    count: int
    words: tuple[Contribution, ...] | None = None
    unit: Literal["word", "line"] = "word"


@dataclass(frozen=True)
class PairValue:
    """The score or gain of a pair. measure: which of the two. count, parts: how often the pair occurs, and its left and
    right symbol."""

    measure: str
    pair: Pair
    count: int
    parts: tuple[int, int]
    value: int | Fraction | float


@dataclass(frozen=True)
class Decision:
    """The choice among the best pairs. measure: what is compared. rivals: how many are as good as the winner; tied: the
    first of them, where they are known. rule: the name of the rule that decides among them."""

    measure: str
    rivals: int
    tied: tuple[Pair, ...]
    rule: str


Fact: TypeAlias = PairCount | PairValue | Decision


@dataclass(frozen=True)
class Reason:
    """The reason why a step takes its pair. value: None where the count itself is compared."""

    count: PairCount
    value: PairValue | None
    decision: Decision

    @property
    def facts(self) -> tuple[Fact, ...]:
        """The facts in the order in which they are told."""
        return (self.count, *([self.value] if self.value else ()), self.decision)


def reason_of(step: Step, tied: Sequence[Pair] = ()) -> Reason:
    """Return the reason why a step took its pair.

    tied: the first of the pairs that were as good, the winner before the others, where a caller knows them; otherwise
    those of a large corpus are not named.

    >>> from tokviz import Corpus, bpe
    >>> reason = reason_of(bpe.train(Corpus({"low": 5, "lower": 2}), merges=1)[0])
    >>> reason.count.pair, reason.count.count, reason.decision.tied, reason.decision.rule
    (('l', 'o'), 7, (('o', 'w'),), 'first-seen')
    """
    trace, k = step.trace, step.index
    rivals = trace.tie_sizes[k] - 1
    if rivals and not tied and trace.total_first_symbols <= MAX_SCANNED:
        tied = step.tied
    value = None
    if not trace.pair_measure.is_count:
        value = PairValue(trace.pair_measure.name, step.pair, step.count, trace.part_counts[k], trace.value(k))
    count = PairCount(step.pair, step.count, step.contributions)
    return Reason(count, value, Decision(trace.pair_measure.name, rivals, tuple(tied[1:]), trace.rules.tie_rule))


def reason_after(trace: MergeTrace[Step], k: int, tied: Sequence[Pair] = ()) -> Reason:
    """Return the reason why the rules take their pair after `k` merges.

    Also where the training was told to end there. tied: as in :func:`reason_of`. Raises IndexError where no pair
    remains.
    """
    if k < len(trace):
        return reason_of(trace[k], tied)
    candidates = trace.candidates(k)
    tied = tuple(candidate.pair for candidate in takewhile(lambda candidate: candidate.is_tied, candidates[1:]))
    value = value_of(candidates[0], trace.occurrences(k)) if not trace.pair_measure.is_count else None
    decision = Decision(trace.pair_measure.name, len(tied), tied, trace.rules.tie_rule)
    return Reason(count_of(trace, k, candidates[0].pair), value, decision)


def count_of(trace: MergeTrace[Step], k: int, pair: Pair) -> PairCount:
    """Return the count of a pair after `k` merges. Raises KeyError for no count."""
    return PairCount(pair, trace.pairs(k)[pair], trace.contributions(pair, k))


def value_of(candidate: Candidate, occurrences: Mapping[str, int]) -> PairValue:
    """Return the score or gain of a candidate. occurrences: how often each symbol occurs there."""
    left, right = candidate.pair
    parts = occurrences[left], occurrences[right]
    return PairValue(candidate.trace.pair_measure.name, candidate.pair, candidate.count, parts, candidate.value)
