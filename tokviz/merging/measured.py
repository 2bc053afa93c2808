"""Training by any measure of pairs: the loop, and a trace that chooses by it.

For an algorithm that is byte-pair encoding but for what it chooses by: with its measure
(:mod:`tokviz.merging.measures`) and its rules it has a trainer and a trace. Every pair is looked at again at each step,
so long texts take long; :mod:`tokviz.merging.training` and :mod:`tokviz.wordpiece.scores` show what is faster for one
measure.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from tokviz.checkpoint import checkpoints
from tokviz.corpus.coverage import count_symbols
from tokviz.memoized import memoized
from tokviz.merging import steps
from tokviz.merging.candidates import count_pairs, preferred, token_name
from tokviz.merging.measures import Measure, Worth
from tokviz.merging.merge_trace import MergeTrace, record
from tokviz.merging.state import Merging
from tokviz.merging.steps import Pair, Step
from tokviz.merging.training import limit_reached, order_key, progress_reporter
from tokviz.merging.word_log import StopReason
from tokviz.trace import Progress


def merge_by_measure(
    state: Merging,
    measure: Measure,
    merges: int | None,
    vocab_size: int | None,
    progress: Callable[[Progress], None] | None = None,
) -> tuple[StopReason, list[int]]:
    """Merge the pair that a measure finds best again and again; return why it ended, and how many tied at each step.

    measure: one whose worth is exact. The rules have no `max_token_length` and reuse duplicates.
    """
    report, preference = progress_reporter(state, merges, vocab_size, progress), order_key(state.rules, state)
    least, ties = max(state.rules.minimum_count, 1), list[int]()
    while True:
        if reached := limit_reached(state, merges, vocab_size):
            return reached, ties
        orders = _orders(state, measure, least)
        if not orders:
            return "minimum_count" if any(count > 0 for count in state.counts.values()) else "no_pairs", ties
        best = max(orders.values())
        tied = [pair for pair, order in orders.items() if order == best]
        ties.append(len(tied))
        state.merge(min(tied, key=preference))
        report()


def _orders(state: Merging, measure: Measure, least: int) -> dict[str, tuple[Worth, ...]]:
    """Return pair -> what is compared, of all that are frequent enough."""
    assert measure.worth is not None
    parts = count_symbols(zip(state.forms, state.corpus.counts, strict=True)) if measure.of_parts else {}
    orders = {}
    for pair, count in checkpoints(state.counts.items()):
        if count >= least:
            token = token_name(pair, state.names, state.rules)
            worth = measure.worth(count, parts.get(pair[0], 0), parts.get(pair[1], 0), token)
            orders[pair] = measure.order(worth, count)
    return orders


@dataclass(frozen=True)
class MeasuredCandidate(steps.Candidate):
    """A pair after `index` merges, with what it is worth."""

    worth: int | Fraction

    @property
    def value(self) -> int | Fraction:
        """The number by which the choice is made."""
        return self.worth


@dataclass(frozen=True, eq=False, repr=False)
class MeasuredTrace(MergeTrace[Step]):
    """The steps of one training by a measure; it says itself which (`pair_measure`)."""

    _ties: tuple[int, ...] = field(default=(), repr=False)

    def _step(self, k: int) -> Step:
        return Step(**self._merge(k), trace=self)

    def _worth(self, pair: Pair, count: int, left: int, right: int) -> int | Fraction:
        assert self.pair_measure.worth is not None
        return self.pair_measure.worth(count, left, right, self.rules.join(*pair))

    def value(self, k: int) -> int | Fraction:
        """Return the worth of the pair of step k."""
        return self._worth(self.merges[k], self.counts[k], *self.part_counts[k])

    def candidates(self, k: int | None = None) -> tuple[MeasuredCandidate, ...]:
        """Return the pairs after `k` merges, the next choice first, then by preference; those that are rarer than the
        rules' minimum count come last."""
        return self._ranked(self._at(k))

    @memoized(2)
    def _ranked(self, k: int) -> tuple[MeasuredCandidate, ...]:
        counts, occurrences, least = self.pairs_by_count(k), self.occurrences(k), self.rules.minimum_count
        worths = {
            pair: self._worth(pair, count, occurrences[pair[0]], occurrences[pair[1]])
            for pair, count in checkpoints(counts.items())
        }
        orders = {pair: self.pair_measure.order(worths[pair], count) for pair, count in counts.items()}
        seen = dict.fromkeys(count_pairs(self._forms(k), self.corpus.counts), 1)  # by preference alone
        preference = {self._pair(pair): place for place, pair in enumerate(preferred(seen, self._names, self.rules))}
        ranked = sorted(counts, key=preference.__getitem__)
        ranked.sort(key=orders.__getitem__, reverse=True)
        ranked.sort(key=lambda pair: counts[pair] < least)
        best = orders[ranked[0]] if ranked and counts[ranked[0]] >= least else None
        number = sum(orders[pair] == best for pair in ranked if counts[pair] >= least)
        tied = number if number > 1 else 0
        return tuple(
            MeasuredCandidate(pair, counts[pair], rank, rank <= tied, k, self, worths[pair])
            for rank, pair in enumerate(ranked, start=1)
        )

    def pairs(self, k: int | None = None) -> dict[Pair, int]:
        """Return pair -> count after `k` merges, in the order of :meth:`candidates`."""
        return {candidate.pair: candidate.count for candidate in self.candidates(k)}

    def tied(self, k: int) -> tuple[Pair, ...]:
        """Return the pairs that were as good as the winner of step k, the winner first."""
        best, *others = self.candidates(range(len(self))[k])
        return (best.pair, *(other.pair for other in others if other.is_tied))

    @property
    def tie_sizes(self) -> tuple[int, ...]:
        """For each step, how many candidates were as good as the winner (1: no tie)."""
        return self._ties

    def to_dict(self) -> dict[str, Any]:
        """Return the whole trace, ready for JSON; ``docs/reference/trace-format.md`` describes it."""
        return record(self)
