"""The trace of a WordPiece training: what each step chose from, by score, and how byte-pair encoding ranks the same.

Scores are exact fractions. What merges have in common whatever chooses them is in
:class:`tokviz.merging.merge_trace.MergeTrace`; ``docs/trace-format.md`` is the contract of :meth:`Trace.to_dict`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from fractions import Fraction
from functools import cached_property, lru_cache
from operator import truediv
from typing import Any, ClassVar

from tokviz import bpe
from tokviz.merging.candidates import count_pairs, number_tied, preferred
from tokviz.merging.merge_trace import MergeTrace
from tokviz.merging.record import record
from tokviz.merging.steps import Pair
from tokviz.wordpiece.model import Model
from tokviz.wordpiece.rules import Rules, SelectBy, preset_name
from tokviz.wordpiece.scores import are_floats_exact
from tokviz.wordpiece.steps import Candidate, Step

__all__ = ["Trace"]


@dataclass(frozen=True, eq=False)
class Trace(MergeTrace[Step]):
    """The steps of one WordPiece training, in order."""

    algorithm: ClassVar[str] = "wordpiece"

    rules: Rules
    _ties: tuple[int, ...] = field(default=(), repr=False)  # where scores chose; counts are cheap to derive

    def _step(self, k: int) -> Step:
        in_use = self.symbols_in_use
        left_count, right_count = self.part_counts[k]
        return Step(
            index=k,
            pair=self._pair(self._pairs[k]),
            token=self._names[self._tokens[k]],
            count=self._counts[k],
            vocabulary_change=in_use[k + 1] - in_use[k],
            consumed=self.consumed[k],
            trace=self,
            left_count=left_count,
            right_count=right_count,
        )

    @property
    def select_by(self) -> SelectBy:
        """What a step goes by."""
        return self.rules.select_by

    def value(self, k: int) -> int | Fraction:
        """What step k was chosen by: the score of its pair, or its count under rules that count."""
        if self.rules.select_by == "count":
            return self._counts[k]
        left, right = self.part_counts[k]
        return Fraction(self._counts[k], left * right)

    def candidates(self, k: int | None = None) -> tuple[Candidate, ...]:
        """The pairs after `k` merges with their scores: the next choice first, then by preference.

        Pairs that are rarer than the rules' minimum count come last.
        """
        return self._ranked(self._at(k))

    @cached_property
    def _ranked(self) -> Callable[[int], tuple[Candidate, ...]]:
        """The candidates of a step; those of the last two are kept, since a page asks for them several times."""
        return lru_cache(maxsize=2)(self._rank)

    def _rank(self, k: int) -> tuple[Candidate, ...]:
        counts, occurrences = self._as_bpe.pairs(k), self.occurrences(k)
        found = [
            (pair, count, occurrences[pair[0]], occurrences[pair[1]], bpe_rank)
            for bpe_rank, (pair, count) in enumerate(counts.items(), start=1)
        ]
        least = self.rules.minimum_count
        values: Mapping[Pair, int | Fraction | float] = counts
        if self.rules.select_by == "score":
            seen = dict.fromkeys(count_pairs(self._forms(k), self.corpus.counts), 0)
            preference = {self._pair(pair): i for i, pair in enumerate(preferred(seen, self._names, self.rules))}
            ratio = truediv if are_floats_exact(max(occurrences.values(), default=1)) else Fraction
            values = {pair: ratio(count, left * right) for pair, count, left, right, _ in found}
            found.sort(key=lambda one: (one[1] < least, -values[one[0]], preference[one[0]]))
        tied = number_tied(values[pair] for pair, count, *_ in found if count >= least)
        return tuple(
            Candidate(pair, count, rank, rank <= tied, k, self, left, right, bpe_rank)
            for rank, (pair, count, left, right, bpe_rank) in enumerate(found, start=1)
        )

    def pairs(self, k: int | None = None) -> dict[Pair, int]:
        """Pair -> count after `k` merges, in the order of :meth:`candidates`."""
        return {candidate.pair: candidate.count for candidate in self.candidates(k)}

    def tied(self, k: int) -> tuple[Pair, ...]:
        """The pairs that were as good as the winner of step k, the winner first."""
        if self.rules.select_by == "count":
            return self._as_bpe[k].tied
        best, *others = self.candidates(range(len(self))[k])
        return (best.pair, *(one.pair for one in others if one.is_tied))

    @property
    def tie_sizes(self) -> tuple[int, ...]:
        """For each step, how many candidates were as good as the winner (1: no tie)."""
        return self._as_bpe.tie_sizes if self.rules.select_by == "count" else self._ties

    def model(self, k: int | None = None, *, pretokenizer: str = "whitespace", unk: str = "[UNK]") -> Model:
        """The tokenizer after `k` merges."""
        return Model(self.vocabulary(k), unk=unk, prefix=self.rules.continuing_prefix, pretokenizer=pretokenizer)

    def to_dict(self) -> dict[str, Any]:
        """The whole trace, ready for JSON; ``docs/trace-format.md`` describes it."""
        whole = record(self, "wordpiece", preset_name(self.rules))
        for step, (left, right) in zip(whole["steps"], self.part_counts, strict=True):
            step |= {"left_count": left, "right_count": right}
        return whole

    @cached_property
    def _as_bpe(self) -> bpe.Trace:
        """The same merges to byte-pair encoding, which ranks what there was to choose by count."""
        return bpe.Trace(**{one.name: getattr(self, one.name) for one in fields(bpe.Trace)})
