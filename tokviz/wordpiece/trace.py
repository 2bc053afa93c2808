"""The trace of a WordPiece training: what each step chose from, by score, and how byte-pair encoding ranks the same.

Scores are exact fractions. What merges have in common whatever chooses them is in
:class:`tokviz.merging.merge_trace.MergeTrace`; ``docs/trace-format.md`` is the contract of :meth:`Trace.to_dict`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, fields
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import takewhile
from operator import truediv
from typing import Any

from tokviz import bpe
from tokviz.merging.candidates import count_pairs, preferred
from tokviz.merging.merge_trace import MergeTrace
from tokviz.merging.record import record
from tokviz.merging.steps import Pair
from tokviz.wordpiece.model import Model
from tokviz.wordpiece.rules import Rules, preset_name
from tokviz.wordpiece.scores import are_floats_exact
from tokviz.wordpiece.steps import Candidate, Step

__all__ = ["Trace"]


@dataclass(frozen=True, eq=False)
class Trace(MergeTrace[Step]):
    """The steps of one WordPiece training, in order."""

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

    def worth(self, k: int) -> int | Fraction:
        """What step k (counted from 0) was chosen by: the score of its pair, or its count under rules that count."""
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
            Candidate(pair, count, occurrences[pair[0]], occurrences[pair[1]], rank)
            for rank, (pair, count) in enumerate(counts.items(), start=1)
        ]
        if self.rules.select_by == "count":
            return tuple(found)
        seen = dict.fromkeys(count_pairs(self._forms(k), self.corpus.counts), 0)
        preference = {self._pair(pair): i for i, pair in enumerate(preferred(seen, self._names, self.rules))}
        ratio = truediv if are_floats_exact(max(occurrences.values(), default=1)) else Fraction
        least = self.rules.minimum_count
        found.sort(
            key=lambda one: (
                one.count < least,
                -ratio(one.count, one.left_count * one.right_count),
                preference[one.pair],
            )
        )
        return tuple(found)

    def pairs(self, k: int | None = None) -> dict[Pair, int]:
        """Pair -> count after `k` merges, in the order of :meth:`candidates`."""
        return {candidate.pair: candidate.count for candidate in self.candidates(k)}

    def tied(self, k: int) -> tuple[Pair, ...]:
        """The pairs that were as good as the winner of step k (counted from 0), the winner first."""
        if self.rules.select_by == "count":
            return self._as_bpe[k].tied
        candidates = self.candidates(range(len(self))[k])
        best, least = candidates[0].score, self.rules.minimum_count
        return tuple(one.pair for one in takewhile(lambda one: one.score == best and one.count >= least, candidates))

    @property
    def tie_sizes(self) -> tuple[int, ...]:
        """For each step, how many candidates were as good as the winner (1: no tie)."""
        return self._as_bpe.tie_sizes if self.rules.select_by == "count" else self._ties

    def model(self, k: int | None = None, unk: str = "[UNK]", pretokenizer: str = "whitespace") -> Model:
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
