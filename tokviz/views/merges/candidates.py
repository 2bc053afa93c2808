"""Candidates of a step: the best pairs in order, the words that make up their counts, and how many others there are.

On a small corpus they are read off the trace. On a large one that would count all pairs again for every step, so there
the merges from the first step on are made again, one after another, on what training works on, and only the first few
candidates are put in order. Nothing here is drawn.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from heapq import nlargest

from tokviz.checkpoint import checkpoints
from tokviz.corpus.coverage import count_symbols
from tokviz.merging.candidates import allows_all, occurrences
from tokviz.merging.measures import COUNT, SCORE
from tokviz.merging.merge_trace import MergeTrace
from tokviz.merging.steps import Candidate, Pair, Step
from tokviz.merging.training import order_key
from tokviz.wordpiece.scores import are_floats_exact

__all__ = ["MAX_WORDS", "RankedPair", "StepCandidates", "are_recounted", "step_candidates"]

MAX_WORDS = 5
"""The maximum number of words of a count that are named; the others are one sum."""
WordShares = tuple[tuple[tuple[str, int], ...], int, int]
"""The words that add most to a count, what the others add, and how many they are."""
_MAX_SYMBOLS_READ = 300  # symbols: a corpus of so few is counted again for each step, which is the plain way
_TOLERANCE = 1e-12  # relatively: floats that differ by more are in order


@dataclass(frozen=True)
class RankedPair:
    """A candidate: its pair, how often it occurs and how often its parts do; the words that make up the count, the
    greatest part first; what the other words add, and how many they are. leads: whether it is first by count.
    value: what it is chosen by."""

    pair: Pair
    count: int
    parts: tuple[int, int]
    words: tuple[tuple[str, int], ...]
    rest: int
    others: int
    leads: bool
    value: int | Fraction | float


@dataclass(frozen=True)
class StepCandidates:
    """The candidates of a step: the best, how many share the first place (1: no tie), and how many there are in all.

    leader: the one that is first by count, where a score leaves it out of the best.
    """

    best: tuple[RankedPair, ...]
    tied: int
    total: int
    leader: RankedPair | None = None


def step_candidates(trace: MergeTrace[Step], steps: range, most: int) -> Iterator[StepCandidates]:
    """Yield the candidates of each of these steps, the `most` best ones; after the last step there may be none.

    >>> from tokviz import Corpus, bpe
    >>> trace = bpe.train(Corpus({"low": 5, "lower": 2}), merges=1)
    >>> first = next(step_candidates(trace, range(1), 2))
    >>> first.total, first.tied, [(pair.pair, pair.count, pair.words) for pair in first.best]
    (6, 2, [(('l', 'o'), 7, (('low', 5), ('lower', 2))), (('o', 'w'), 7, (('low', 5), ('lower', 2)))])
    """
    if are_recounted(trace):
        return _by_training_again(trace, steps, most)
    return (_from_trace(trace, k, most) for k in steps)


def are_recounted(trace: MergeTrace[Step]) -> bool:
    """Tell if the merges are made again to find the candidates.

    They are where the corpus is more than a few words, and the rules allow it.
    """
    rules = trace.rules
    return (
        trace.only_merges
        and trace.algorithm != "parity"  # its candidates are those of one language
        and trace.total_first_symbols > _MAX_SYMBOLS_READ
        # The candidates are the pairs that occur, in an order that needs no more than a few numbers.
        and trace.pair_measure in (COUNT, SCORE)
        and rules.duplicates == "reuse"
        and allows_all(rules)
        and rules.minimum_count > 0
    )


def _largest_shares(words: Iterable[tuple[str, int]]) -> WordShares:
    every = sorted(words, key=lambda word: -word[1])  # stable: equal parts in corpus order
    rest = every[MAX_WORDS:]
    return tuple(every[:MAX_WORDS]), sum(n for _, n in rest), len(rest)


# -- read off the trace ------------------------------------------------------------------------------------------------


def _from_trace(trace: MergeTrace[Step], k: int, most: int) -> StepCandidates:
    candidates, counts = trace.candidates(k), trace.occurrences(k)
    first = _first_by_count(trace, k, candidates)

    def told(candidate: Candidate) -> RankedPair:
        return RankedPair(
            candidate.pair,
            candidate.count,
            (counts.get(candidate.pair[0], 0), counts.get(candidate.pair[1], 0)),
            *_largest_shares((part.word, part.total) for part in candidate.contributions),
            candidate.pair == first,
            candidate.value,
        )

    best = tuple(map(told, candidates[:most]))
    leader = next((told(candidate) for candidate in candidates[most:] if candidate.pair == first), None)
    return StepCandidates(best, max(sum(candidate.is_tied for candidate in candidates), 1), len(candidates), leader)


def _first_by_count(trace: MergeTrace[Step], k: int, candidates: Sequence[Candidate]) -> Pair | None:
    """Return the pair that would be first by its count."""
    if trace.pair_measure.is_count:
        return candidates[0].pair if candidates else None
    return next(iter(trace.pairs_by_count(k)), None)


# -- made again --------------------------------------------------------------------------------------------------------


def _by_training_again(trace: MergeTrace[Step], steps: range, most: int) -> Iterator[StepCandidates]:
    state = _TrainingAgain(trace, steps.start)
    for k in steps:
        yield state.candidates(most)
        if k < len(trace):
            state.merge(trace.merges[k])


class _TrainingAgain:
    """The training once more, from step `k` on, with its merges given."""

    def __init__(self, trace: MergeTrace[Step], k: int) -> None:
        self._state = trace.state(k)
        self._order = order_key(trace.rules, self._state)
        self._words = trace.corpus.words, trace.corpus.counts
        self._shares: dict[str, WordShares] = {}  # of the pairs that were told and have not changed since
        self._by_score = trace.pair_measure == SCORE
        self._codes = {name: chr(i) for i, name in enumerate(self._state.names)}
        self._occurrences = count_symbols(zip(self._state.forms, trace.corpus.counts, strict=True))

    def merge(self, pair: Pair) -> None:
        """Make this merge."""
        left, right = (self._codes[symbol] for symbol in pair)
        effect = self._state.merge(left + right)
        self._codes[self._state.names[ord(effect.token)]] = effect.token
        self._occurrences[effect.token] += effect.merged
        for part in (left, right):
            self._occurrences[part] -= effect.merged
        for touched in (left + right, *effect.risen, *(fallen for fallen, _, _ in effect.moves)):
            self._shares.pop(touched, None)

    def candidates(self, most: int) -> StepCandidates:
        """Return the candidates of the next merge. Pairs that are too rare to be chosen come last."""
        counts, least = self._state.counts, self._state.rules.minimum_count
        best, tied = self._first(least, None, most)
        rare = () if len(best) == most else self._first(1, least, most)[0]
        pairs = (*best, *rare)[:most]
        first = self._most_frequent() if self._by_score else pairs[0] if pairs else ""
        total = sum(map(bool, counts.values()))
        told = tuple(self._told(pair, leads=pair == first) for pair in pairs)
        leader = self._told(first, leads=True) if counts.get(first) and first not in pairs else None
        return StepCandidates(told, max(tied, 1), total, leader)

    def _first(self, least: int, below: int | None, most: int) -> tuple[list[str], int]:
        """Return the best of the pairs that occur so many times at least, and fewer times than `below`, in order; and
        how many share the first place. In a long trace of a large corpus most of the time goes here: each pair is
        looked at."""
        frequent: Mapping[str, int] = self._state.counts  # those that have been merged away are still there, with 0
        if least > 1 or below is not None:
            between = range(least, below or sys.maxsize)
            frequent = {pair: count for pair, count in frequent.items() if count in between}
        values: Mapping[str, float] = frequent
        if self._by_score:
            values = {pair: self._about(pair) for pair, count in checkpoints(frequent.items()) if count}
        last = min(nlargest(most, values.values()), default=0) * (1 - _TOLERANCE)
        near = [pair for pair, value in values.items() if value >= last and value]
        is_exact = not self._by_score or are_floats_exact(max(self._occurrences.values()))
        exact = values if is_exact else {pair: self._score(pair) for pair in near}
        near.sort(key=lambda pair: (-exact[pair], self._order(pair)))
        return near[:most], sum(exact[pair] == exact[near[0]] for pair in near)

    def _most_frequent(self) -> str:
        """Return the pair that would be first by its count."""
        counts = self._state.counts
        top = max(counts.values(), default=0)
        return min((pair for pair, count in counts.items() if count == top), key=self._order, default="")

    def _about(self, pair: str) -> float:
        return self._state.counts[pair] / (self._occurrences[pair[0]] * self._occurrences[pair[1]])

    def _score(self, pair: str) -> Fraction:
        return Fraction(self._state.counts[pair], self._occurrences[pair[0]] * self._occurrences[pair[1]])

    def _told(self, pair: str, *, leads: bool) -> RankedPair:
        state = self._state
        left, right = pair[0], pair[1]
        parts = self._occurrences[left], self._occurrences[right]
        shown = state.names[ord(left)], state.names[ord(right)]
        if pair not in self._shares:
            self._shares[pair] = _largest_shares(self._totals(pair))
        value = self._score(pair) if self._by_score else state.counts[pair]
        return RankedPair(shown, state.counts[pair], parts, *self._shares[pair], leads, value)

    def _totals(self, pair: str) -> Iterator[tuple[str, int]]:
        """Yield the words that have a pair and what each adds to its count, in corpus order."""
        state, (names, counts) = self._state, self._words
        for w in sorted(set(state.words_with[pair])):  # where a word is as often as it had the pair
            times = occurrences(pair, state.forms[w])
            if times:
                yield names[w], counts[w] * times
