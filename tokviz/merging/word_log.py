"""The record of a training by merges, and the words and pairs after any number of them.

Recorded is only what cannot be derived: the merges with their counts, and a log of the words, which says after each
merge what the words that had its pair became. Any state is found from there by bisection, or by replaying the log. The
pairs of a state, ranked by count, are what byte-pair encoding chooses from; WordPiece shows that rank beside its own.
Pairs and ties are computed on demand, for the state that is looked at.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from tokviz.checkpoint import checkpoint, checkpoints
from tokviz.corpus import Corpus
from tokviz.merging.candidates import (
    TieCounter,
    allows_all,
    count_pairs,
    exchanged,
    is_allowed,
    pairs_of,
    preferred,
    token_name,
)
from tokviz.merging.rules import Rules
from tokviz.merging.state import Merging, Past
from tokviz.merging.steps import Pair
from tokviz.trace import steps_done

__all__ = ["CountedPairs", "StopReason", "WordLog"]

StopReason = Literal[
    "merges",
    "vocab_size",
    "minimum_count",
    "no_pairs",
    "all_exhausted",
    "turn_not_decided",
    "all_over_share",
]
"""The last three are of training by turns (:mod:`tokviz.parity`)."""


@dataclass(frozen=True, eq=False, repr=False)
class WordLog:
    """The record. Words and pairs are strings of symbol numbers in here, as in :mod:`tokviz.merging.state`."""

    corpus: Corpus
    rules: Rules
    stopped: StopReason
    # Symbols are numbered; inside the strings below each is the code point of its number.
    _names: tuple[str, ...] = field(repr=False)
    _base: int = field(repr=False)  # how many names there are before the first merge
    _start: tuple[str, ...] = field(repr=False)
    _pairs: tuple[str, ...] = field(repr=False)
    _counts: tuple[int, ...] = field(repr=False)
    _tokens: tuple[int, ...] = field(repr=False)
    _log_words: tuple[int, ...] = field(repr=False)  # the words that changed, step after step
    _log_forms: tuple[str, ...] = field(repr=False)  # what they became
    _log_starts: tuple[int, ...] = field(repr=False)  # where in the log each step begins, and the log's end

    def _at(self, k: int | None) -> int:
        return steps_done(k, len(self._pairs))

    def _pair(self, pair: str) -> Pair:
        return self._names[ord(pair[0])], self._names[ord(pair[1])]

    def _symbols(self, form: str) -> tuple[str, ...]:
        return tuple(map(self._names.__getitem__, map(ord, form)))

    @cached_property
    def _ids(self) -> dict[str, int]:
        return {name: i for i, name in enumerate(self._names)}

    @cached_property
    def _widths(self) -> tuple[int, ...]:
        """Symbol -> how many first symbols it covers; one that can come about in two ways, as it did first."""
        first = set("".join(self._start))
        widths = [int(chr(i) in first) for i in range(len(self._names))]
        for pair, token in zip(self._pairs, self._tokens, strict=True):
            widths[token] = widths[token] or widths[ord(pair[0])] + widths[ord(pair[1])]
        return tuple(widths)

    def state(self, k: int) -> Merging:
        """Return the state of training after `k` merges, made from the words at that point instead of by the merges,
        under the rules that :class:`tokviz.merging.state.Merging` names for that."""
        names = self._names[self._base : max(self._tokens[:k], default=0) + 1]
        return Merging(self.corpus, self.rules, Past(names, self._forms(k)))

    def _log(self, k: int) -> Iterator[tuple[int, str]]:
        """Return the words that step k changed, by number, and what each became; none at the end."""
        part = slice(*self._log_starts[k : k + 2]) if k < len(self._pairs) else slice(0)
        return zip(self._log_words[part], self._log_forms[part], strict=True)

    @cached_property
    def _places(self) -> dict[str, int]:
        return {word: w for w, word in enumerate(self.corpus.words)}

    @cached_property
    def _history(self) -> list[list[int]]:
        """For each word, where in the log it changed."""
        history: list[list[int]] = [[] for _ in self._start]
        for i, w in enumerate(self._log_words):
            history[w].append(i)
        return history

    def _form(self, w: int, k: int) -> str:
        """Find word number `w` after `k` merges by bisection in its history."""
        history = self._history[w]
        i = bisect_left(history, self._log_starts[k])
        return self._log_forms[history[i - 1]] if i else self._start[w]

    def _forms(self, k: int) -> list[str]:
        """Return the words after `k` merges as strings of symbol numbers: the start with the log replayed over it."""
        forms = list(self._start)
        end = self._log_starts[k]
        for w, form in zip(self._log_words[:end], self._log_forms[:end], strict=True):
            forms[w] = form
        return forms


# -- pairs by count ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False, repr=False)
class CountedPairs(WordLog):
    """The record, and how its states rank by count."""

    def pairs_by_count(self, k: int | None = None) -> dict[Pair, int]:
        """Return pair -> count after `k` merges, the most frequent first, then by preference."""
        k = self._at(k)
        skipped = {self._names[t] for t in self._tokens[:k]} if self.rules.duplicates == "skip" else ()

        def is_candidate(pair: str) -> bool:
            return is_allowed(pair, self._names, self._widths, self.rules) and (
                not skipped or token_name(pair, self._names, self.rules) not in skipped
            )

        counts = count_pairs(self._forms(k), self.corpus.counts)
        if skipped or not allows_all(self.rules):
            counts = {pair: count for pair, count in counts.items() if is_candidate(pair)}
        if not counts and not self.rules.minimum_count:
            merged = set(self._pairs[:k])
            counts = {pair: 0 for pair in sorted(self._met) if pair not in merged and is_candidate(pair)}
        return {self._pair(pair): counts[pair] for pair in preferred(counts, self._names, self.rules)}

    def refused(self, k: int | None = None) -> dict[Pair, int]:
        """Return pair -> count of those that occur after `k` merges but may not be merged, for the length or the
        characters of their token, the most frequent first."""
        if allows_all(self.rules):
            return {}
        names, widths, rules = self._names, self._widths, self.rules
        counts = count_pairs(self._forms(self._at(k)), self.corpus.counts)
        counts = {pair: count for pair, count in counts.items() if not is_allowed(pair, names, widths, rules)}
        return {self._pair(pair): counts[pair] for pair in preferred(counts, names, rules)}

    def tied_by_count(self, k: int) -> tuple[Pair, ...]:
        """Return the pairs that had the highest count at step k, the winner first, then in the order of the
        tie-break."""
        pairs = self.pairs_by_count(range(len(self._pairs))[k])
        highest = max(pairs.values())
        return tuple(pair for pair, count in pairs.items() if count == highest)

    @cached_property
    def tie_sizes_by_count(self) -> tuple[int, ...]:
        """For each step, how many pairs had the highest count (1: no tie)."""
        counter = self._tie_counter()
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

    def _tie_counter(self) -> TieCounter:
        return TieCounter(self._names, self._widths, self.rules)

    def _ties_of_died_out(self, first: int) -> Iterator[int]:
        """Return the number of tied pairs at each step from `first` on.

        From there on the counts are 0, so all pairs tie.

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
