"""The trace of a BPE training: what each step chose from, by count, and why its pair won.

Pair tables and ties are computed for the step that somebody looks at. What merges have in common whatever chooses them
is in :class:`tokviz.merging.merge_trace.MergeTrace`. ``docs/trace-format.md`` is the contract of :meth:`Trace.to_dict`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from tokviz.bpe.encoding import ENCODING_OF, ENCODINGS, Encoding
from tokviz.bpe.model import Model
from tokviz.bpe.rules import PRESETS
from tokviz.merging.candidates import (
    TieCounter,
    count_pairs,
    exchanged,
    is_short_enough,
    number_tied,
    pairs_of,
    preferred,
    token_name,
)
from tokviz.merging.merge_trace import MergeTrace
from tokviz.merging.record import record
from tokviz.merging.steps import Candidate, Pair, Step
from tokviz.presets import name_of

__all__ = ["Trace"]


@dataclass(frozen=True, eq=False)
class Trace(MergeTrace[Step]):
    """The steps of one BPE training, in order."""

    algorithm: ClassVar[str] = "bpe"

    def _step(self, k: int) -> Step:
        return Step(**self._merge(k), trace=self)

    def candidates(self, k: int | None = None) -> tuple[Candidate, ...]:
        """The pairs after `k` merges: what step k chooses from, the choice first, then by preference."""
        k = self._at(k)
        pairs = self.pairs(k)
        tied = number_tied(count for count in pairs.values() if count >= self.rules.minimum_count)
        return tuple(
            Candidate(pair, count, rank, rank <= tied, k, self)
            for rank, (pair, count) in enumerate(pairs.items(), start=1)
        )

    def pairs(self, k: int | None = None) -> dict[Pair, int]:
        """Pair -> count after `k` merges: what step k chooses from, the choice first, then by preference."""
        k = self._at(k)
        skipped = {self._names[t] for t in self._tokens[:k]} if self.rules.duplicates == "skip" else ()

        def is_candidate(pair: str) -> bool:
            return is_short_enough(pair, self._widths, self.rules) and (
                not skipped or token_name(pair, self._names, self.rules) not in skipped
            )

        counts = count_pairs(self._forms(k), self.corpus.counts)
        if skipped or self.rules.max_token_length is not None:
            counts = {pair: count for pair, count in counts.items() if is_candidate(pair)}
        if not counts and not self.rules.minimum_count:
            counts = {pair: 0 for pair in sorted(self._died_out(k)) if is_candidate(pair)}
        return {self._pair(pair): counts[pair] for pair in preferred(counts, self._names, self.rules)}

    def model(
        self, k: int | None = None, *, pretokenizer: str = "whitespace", encoding: Encoding | None = None
    ) -> Model:
        """The tokenizer after `k` merges. Without `encoding` it applies them as the library of the rules does."""
        k = self._at(k)
        if encoding is None:
            preset = "sentencepiece" if self.rules.blanks_out else name_of(self.rules, PRESETS) or ""
            encoding = ENCODINGS[ENCODING_OF.get(preset, "subword-nmt")]
        return Model(tuple(self.merges[:k]), self.vocabulary(k), self.rules, encoding, pretokenizer)

    @cached_property
    def tie_sizes(self) -> tuple[int, ...]:
        """For each step, how many candidates had the winner's count (1: no tie)."""
        counter = TieCounter(self._names, self._widths, self.rules)
        weights = self.corpus.counts
        forms = list(self._start)
        for form, weight in zip(forms, weights, strict=True):
            counter.add(pairs_of(form), weight)
        sizes = []
        for k, count in enumerate(self._counts):
            sizes.append(counter.tied_at(count) if count else len(self[k].tied))
            if self.rules.duplicates == "skip":
                counter.skip(self._names[self._tokens[k]])
            pair, token = self._pairs[k], chr(self._tokens[k])
            for w, after in self._log(k):
                lost, won = exchanged(forms[w], pair, token)  # a word may be a whole text, and most of it stays
                counter.add(lost, -weights[w])
                counter.add(won, weights[w])
                forms[w] = after
        return tuple(sizes)

    def to_dict(self) -> dict[str, Any]:
        """The whole trace, ready for JSON; ``docs/trace-format.md`` describes it."""
        return record(self, name_of(self.rules, PRESETS))

    def _died_out(self, k: int) -> Iterator[str]:
        """The pairs that occurred at some time and were never merged: the candidates of last resort.

        sentencepiece rewrites one occurrence after the other, so between two adjacent ones it also meets the new token
        beside the old left part.
        """
        merged = set(self._pairs[:k])
        for form in self._start:
            yield from (pair for pair in pairs_of(form) if pair not in merged)
        forms = list(self._start)
        for step, twin in enumerate(self._pairs[:k]):
            between = chr(self._tokens[step]) + twin[0]
            for w, form in self._log(step):
                yield from (pair for pair in pairs_of(form) if pair not in merged)
                if twin * 2 in forms[w] and between not in merged:
                    yield between
                forms[w] = form
