"""What is recorded of a training by merges, and the words after any number of them.

Only what cannot be derived: the merges with their counts, and a log of the words, which says after each merge what the
words that had its pair became. Any state is found from there by bisection, or by replaying the log.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from tokviz.corpus import Corpus
from tokviz.merging.rules import Rules
from tokviz.merging.state import Merging, Past
from tokviz.merging.steps import Pair
from tokviz.trace import steps_done

__all__ = ["StopReason", "WordLog"]

StopReason = Literal["merges", "vocab_size", "minimum_count", "no_pairs"]


@dataclass(frozen=True, eq=False)
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
        """How many first symbols each symbol covers; one that can come about in two ways, as it did first."""
        first = set("".join(self._start))
        widths = [int(chr(i) in first) for i in range(len(self._names))]
        for pair, token in zip(self._pairs, self._tokens, strict=True):
            widths[token] = widths[token] or widths[ord(pair[0])] + widths[ord(pair[1])]
        return tuple(widths)

    def state(self, k: int) -> Merging:
        """What training works on after `k` merges, made from the words as they stand there instead of by the merges,
        under the rules that :class:`tokviz.merging.state.Merging` names for that."""
        names = self._names[self._base : max(self._tokens[:k], default=0) + 1]
        return Merging(self.corpus, self.rules, Past(names, self._forms(k)))

    def _log(self, k: int) -> Iterator[tuple[int, str]]:
        """The words that step k changed, by number, and what each became; none at the end."""
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
        """Word number `w` after `k` merges, found by bisection in its history."""
        history = self._history[w]
        i = bisect_left(history, self._log_starts[k])
        return self._log_forms[history[i - 1]] if i else self._start[w]

    def _forms(self, k: int) -> list[str]:
        """The words after `k` merges as strings of symbol numbers: the start with the log replayed over it."""
        forms = list(self._start)
        end = self._log_starts[k]
        for w, form in zip(self._log_words[:end], self._log_forms[:end], strict=True):
            forms[w] = form
        return forms
