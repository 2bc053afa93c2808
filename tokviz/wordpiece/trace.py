"""The trace of a WordPiece training by merges: what each step chose from, and how byte-pair encoding ranks the same.

Scores are exact fractions, and the order of gains is exact. What merges have in common whatever chooses them is in
:class:`tokviz.merging.merge_trace.MergeTrace`; ``docs/reference/trace-format.md`` is the contract of
:meth:`Trace.to_dict`. At the end: what a merge really does to the likelihood of the corpus, where scores and
gains only estimate it.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from operator import truediv
from typing import Any, ClassVar

from tokviz.checkpoint import checkpoints
from tokviz.memoized import memoized
from tokviz.merging import steps
from tokviz.merging.candidates import count_pairs, number_tied, preferred
from tokviz.merging.measures import MEASURES, Measure
from tokviz.merging.merge_trace import MergeTrace, record
from tokviz.merging.steps import Pair
from tokviz.wordpiece.model import Model
from tokviz.wordpiece.rules import PRESETS, Rules
from tokviz.wordpiece.scores import are_floats_exact, gain_of, gain_places


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
        """The value that the choice is made by: the score, the gain in nats, or the count."""
        match self.trace.rules.select_by:
            case "score":
                return self.score
            case "gain":
                return self.gain
        return self.count

    @property
    def total_symbols(self) -> int:
        """The number of symbols in the corpus, counting each word as often as it occurs."""
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


# -- the trace ---------------------------------------------------------------------------------------------------------

_TWINS = re.compile(r"(.)\1", re.DOTALL)


@dataclass(frozen=True, eq=False, repr=False)
class Trace(MergeTrace[Step]):
    """The steps of one WordPiece training, in order."""

    algorithm: ClassVar[str] = "wordpiece"
    _presets = PRESETS

    rules: Rules
    _ties: tuple[int, ...] = field(default=(), repr=False)  # where scores chose; counts are cheap to derive

    def _step(self, k: int) -> Step:
        left_count, right_count = self.part_counts[k]
        return Step(**self._merge(k), trace=self, left_count=left_count, right_count=right_count)

    @property
    def pair_measure(self) -> Measure:
        """The measure that a step chooses by: the count, the score or the gain of a pair."""
        return MEASURES[self.rules.select_by]

    def value(self, k: int) -> int | Fraction | float:
        """Return the value that step k was chosen by: the score of its pair, its gain in nats, or its count."""
        left, right = self.part_counts[k]
        match self.rules.select_by:
            case "score":
                return Fraction(self._counts[k], left * right)
            case "gain":
                return self.gain(k)
        return self._counts[k]

    # -- likelihood ------------------------------------------------------------------------------------------------

    def gain(self, k: int) -> float:
        """Return the likelihood gain of the pair of step k (counted from 0), in nats."""
        k = range(len(self))[k]
        return gain_of(self._counts[k], *self.part_counts[k], self.total_symbols[k], self.total_pairs[k]).nats

    def likelihood_change(self, k: int) -> float:
        """Return by how much step k (counted from 0) raised the log-likelihood of the corpus, in nats.

        >>> from tokviz import Corpus, wordpiece
        >>> trace = wordpiece.train(Corpus({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}))
        >>> [round(trace.likelihood_change(k), 2) for k in range(3)]
        [9.23, 19.07, 9.93]
        """
        k = range(len(self))[k]
        (left, right), token, symbols = self.merges[k], self.tokens[k], self.total_symbols[k]
        counts = dict(zip((left, right), self.part_counts[k], strict=True))
        if self.sizes()[k] == self.sizes()[k + 1]:  # the token may be in words already
            counts |= {token: self.occurrences(k).get(token, 0)}
        return likelihood_change(left, right, token, symbols - self.total_symbols[k + 1], counts, symbols)

    def log_likelihood(self, k: int | None = None) -> float:
        """Return the log-likelihood of the corpus as symbols after `k` merges, each as probable as its share, in
        nats."""
        return log_likelihood(self.occurrences(k).values())

    @cached_property
    def total_pairs(self) -> tuple[int, ...]:
        """The number of pairs in the corpus after 0, 1, ... merges: in each word one less than symbols."""
        words = sum(weight for form, weight in zip(self._start, self.corpus.counts, strict=True) if form)
        return tuple(total - words for total in self.total_symbols)

    # -- what a step chooses from ----------------------------------------------------------------------------------

    def candidates(self, k: int | None = None) -> tuple[Candidate, ...]:
        """Return the pairs after `k` merges with their scores: the next choice first, then by preference.

        Pairs that are rarer than the rules' minimum count come last.
        """
        return self._ranked(self._at(k))

    @memoized(2)
    def _ranked(self, k: int) -> tuple[Candidate, ...]:
        """Return the candidates of a step. Cached for the last two steps: a page asks for them several times."""
        counts, occurrences, forms = self.pairs_by_count(k), self.occurrences(k), self._forms(k)
        rows = [
            (pair, count, occurrences[pair[0]], occurrences[pair[1]], bpe_rank)
            for bpe_rank, (pair, count) in enumerate(checkpoints(counts.items()), start=1)
        ]
        least = self.rules.minimum_count
        values: Mapping[Pair, int | Fraction | float] = counts
        if self.rules.select_by != "count":
            seen = dict.fromkeys(count_pairs(forms, self.corpus.counts), 1)  # by preference alone
            preference = {self._pair(pair): i for i, pair in enumerate(preferred(seen, self._names, self.rules))}
            values = self._values(k, [row[:4] for row in rows])
            keys = ((row[1] < least, -values[row[0]], preference[row[0]], row) for row in checkpoints(rows))
            rows = [row for *_, row in sorted(keys)]  # no two have the same preference
        tied = number_tied(values[pair] for pair, count, *_ in rows if count >= least)
        twins = self._merged_twins(forms)
        ranked = []
        for rank, (pair, count, left, right, bpe_rank) in enumerate(checkpoints(rows), start=1):
            token, merged = self.rules.join(*pair), twins[pair[0]] if pair[0] == pair[1] else count
            numbers = (left, right, bpe_rank, token, occurrences.get(token, 0), merged)
            ranked.append(Candidate(pair, count, rank, rank <= tied, k, self, *numbers))
        return tuple(ranked)

    def _merged_twins(self, forms: list[str]) -> Counter[str]:
        """Return symbol -> how many pairs of itself a merge would replace: in a run of five there are two."""
        merged: Counter[str] = Counter()
        for form, weight in zip(forms, self.corpus.counts, strict=True):
            for run in _TWINS.finditer(form):
                merged[self._names[ord(run[1])]] += weight
        return merged

    def _values(
        self, k: int, counted_pairs: Iterable[tuple[Pair, int, int, int]]
    ) -> dict[Pair, int | Fraction | float]:
        """Return pair -> a number, the higher the better, equal where they tie.

        counted_pairs: pairs, their counts, the counts of their parts.
        """
        if self.rules.select_by == "score":
            most = max(self.occurrences(k).values(), default=1)
            ratio = truediv if are_floats_exact(most) else Fraction
            return {pair: ratio(count, left * right) for pair, count, left, right in counted_pairs}
        keys = {pair: (count, left * right) for pair, count, left, right in counted_pairs}
        symbols, pairs = self.total_symbols[k], self.total_pairs[k]
        place = gain_places({key: gain_of(*key, 1, symbols, pairs) for key in checkpoints(set(keys.values()))})
        return {pair: -place[key] for pair, key in keys.items()}

    def pairs(self, k: int | None = None) -> dict[Pair, int]:
        """Return pair -> count after `k` merges, in the order of :meth:`candidates`."""
        return {candidate.pair: candidate.count for candidate in self.candidates(k)}

    def tied(self, k: int) -> tuple[Pair, ...]:
        """Return the pairs that were as good as the winner of step k, the winner first."""
        if self.rules.select_by == "count":
            return self.tied_by_count(k)
        best, *others = self.candidates(range(len(self))[k])
        return (best.pair, *(other.pair for other in others if other.is_tied))

    @property
    def tie_sizes(self) -> tuple[int, ...]:
        """For each step, how many candidates were as good as the winner (1: no tie)."""
        return self.tie_sizes_by_count if self.rules.select_by == "count" else self._ties

    def model(self, k: int | None = None, *, pretokenizer: str = "whitespace") -> Model:
        """Return the tokenizer after `k` merges."""
        rules = self.rules
        return Model(
            self.vocabulary(k),
            prefix=rules.continuing_prefix,
            pretokenizer=pretokenizer,
            cleanup=not rules.start_of_word,
            start_of_word=rules.start_of_word,
        )

    def may_change(self, first: int, last: int) -> Callable[[str, Sequence[str]], bool]:
        """Return a test: whether a word may change. It has the letters of a new token, since the longest is taken."""
        rules = self.rules
        letters = {
            token.removeprefix(rules.start_of_word).removeprefix(rules.continuing_prefix)
            for token in self.tokens[first:last]
        }
        return lambda word, tokens: any(text in word for text in letters)

    def to_dict(self) -> dict[str, Any]:
        """Return the whole trace, ready for JSON; ``docs/reference/trace-format.md`` describes it."""
        whole = record(self)
        for step, (left, right) in zip(whole["steps"], self.part_counts, strict=True):
            step |= {"left_count": left, "right_count": right}
        return whole


# -- the likelihood of the corpus --------------------------------------------------------------------------------------
# What a merge really does to it. The corpus is taken as the sequence of its symbols at that moment.
# Each symbol has the probability of its share (maximum likelihood), so ln L = sum of f(C(x)) - f(N) with f(t) = t ln t,
# C(x) the occurrences of a symbol and N those of all. A merge takes occurrences of its two parts away and adds as many
# of the token; what a longer vocabulary costs is not counted. Natural logarithms.


def log_likelihood(occurrences: Iterable[int]) -> float:
    """Return the log-likelihood of a corpus whose symbols occur so often.

    >>> round(log_likelihood([15, 36, 20, 17, 16, 4, 5]), 6)
    -198.53433
    """
    counts = list(occurrences)
    total = sum(counts)
    return math.fsum(count * math.log(count / total) for count in counts if count)


def likelihood_change(
    left: str, right: str, token: str, merged: int, occurrences: dict[str, int], symbols: int
) -> float:
    """Return by how much the log-likelihood rises when `merged` occurrences of a pair are replaced by `token`.

    occurrences: how often `left`, `right` and `token`, where it is a symbol already, occur before. symbols: all of N.

    >>> round(likelihood_change("##u", "##g", "##ug", 20, {"##u": 36, "##g": 20}, 113), 6)
    28.017808
    """
    before = {symbol: occurrences.get(symbol, 0) for symbol in (left, right, token)}
    after = dict(before)
    after[left] -= merged
    after[right] -= merged
    after[token] += merged
    return math.fsum((*(_rise(before[symbol], after[symbol]) for symbol in before), -_rise(symbols, symbols - merged)))


def _rise(before: int, after: int) -> float:
    """Return f(after) - f(before), without subtracting one great number from another."""
    if not before:
        return after * math.log(after) if after else 0.0
    change = after - before
    return change * math.log(before) + (after * math.log1p(change / before) if after else 0.0)
