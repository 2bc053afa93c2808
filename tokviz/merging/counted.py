"""The pairs after any number of merges, ranked by count: what byte-pair encoding chooses from.

Whatever chooses has these: WordPiece shows beside its own rank of a pair the one that it has by count, and under some
rules goes by it. Pairs and ties are computed for the state that somebody looks at; nothing of them is recorded.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from tokviz.checkpoint import checkpoint, checkpoints
from tokviz.merging.candidates import (
    TieCounter,
    count_pairs,
    exchanged,
    is_short_enough,
    pairs_of,
    preferred,
    token_name,
)
from tokviz.merging.steps import Pair
from tokviz.merging.word_log import WordLog

__all__ = ["CountedPairs"]


@dataclass(frozen=True, eq=False)
class CountedPairs(WordLog):
    """What was recorded, and how its states rank by count."""

    def pairs_by_count(self, k: int | None = None) -> dict[Pair, int]:
        """Pair -> count after `k` merges, the most frequent first, then by preference."""
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
            merged = set(self._pairs[:k])
            counts = {pair: 0 for pair in sorted(self._met) if pair not in merged and is_candidate(pair)}
        return {self._pair(pair): counts[pair] for pair in preferred(counts, self._names, self.rules)}

    def tied_by_count(self, k: int) -> tuple[Pair, ...]:
        """The pairs that had the highest count at step k, the winner first, then in the order of the tie-break."""
        pairs = self.pairs_by_count(range(len(self._pairs))[k])
        highest = max(pairs.values())
        return tuple(pair for pair, count in pairs.items() if count == highest)

    @cached_property
    def tie_sizes_by_count(self) -> tuple[int, ...]:
        """For each step, how many pairs had the highest count (1: no tie)."""
        counter = TieCounter(self._names, self._widths, self.rules)
        weights = self.corpus.counts
        forms = list(self._start)
        for form, weight in checkpoints(zip(forms, weights, strict=True)):
            counter.add(pairs_of(form), weight)
        sizes: list[int] = []
        for k, count in enumerate(self._counts):
            checkpoint()
            if not count:  # no word changes from here on
                return (*sizes, *self._ties_of_died_out(k))
            sizes.append(counter.tied_at(count))
            if self.rules.duplicates == "skip":
                counter.skip(self._names[self._tokens[k]])
            pair, token = self._pairs[k], chr(self._tokens[k])
            for w, after in self._log(k):
                lost, won = exchanged(forms[w], pair, token)  # a word may be a whole text, and most of it stays
                counter.add(lost, -weights[w])
                counter.add(won, weights[w])
                forms[w] = after
        return tuple(sizes)

    def _ties_of_died_out(self, first: int) -> Iterator[int]:
        """How many pairs tie at each step from `first` on, the first one with a count of 0: all of them have it.

        A merge takes its own pair away, or by rules that skip duplicates every pair that would make the same token.
        """
        pairs = self.pairs_by_count(first)
        left = len(pairs)
        makers = Counter(self.rules.join(*pair) for pair in pairs) if self.rules.duplicates == "skip" else None
        for token in self._tokens[first:]:
            yield left
            left -= 1 if makers is None else makers.pop(self._names[token])

    @cached_property
    def _met(self) -> frozenset[str]:
        """The pairs that occurred at some time: those that were never merged are the candidates of last resort.

        Once these are chosen from, no word changes, so they are the same at each of those steps. sentencepiece rewrites
        one occurrence after the other, so between two adjacent ones it also meets the new token beside the old left
        part.
        """
        forms = list(self._start)
        met = {pair for form in forms for pair in pairs_of(form)}
        for k, pair in enumerate(self._pairs):
            checkpoint()
            token = chr(self._tokens[k])
            for w, after in self._log(k):
                met.update(exchanged(forms[w], pair, token)[1])
                if pair * 2 in forms[w]:
                    met.add(token + pair[0])
                forms[w] = after
        return frozenset(met)
