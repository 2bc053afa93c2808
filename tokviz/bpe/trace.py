"""The trace of a BPE training: what happened at each step, and the state after any number of merges.

A trace records only what cannot be derived: the merges with their counts, and which words changed into what. Pair
tables, ties, contributions and vocabularies are computed for the step that somebody looks at. ``docs/trace-format.md``
is the contract of :meth:`Trace.to_dict`. Nothing here draws or formats anything.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate
from typing import TYPE_CHECKING, Any, Literal, overload

from tokviz.bpe.candidates import TieCounter, count_pairs, is_short_enough, pairs_of, preferred, token_name
from tokviz.bpe.encoding import ENCODING_OF, ENCODINGS, Encoding
from tokviz.bpe.model import Model
from tokviz.bpe.rules import Rules, preset_name
from tokviz.bpe.steps import Change, Contribution, Pair, Step
from tokviz.corpus import Corpus

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["StopReason", "Trace"]

StopReason = Literal["merges", "vocab_size", "minimum_count", "no_pairs"]


@dataclass(frozen=True, eq=False)
class Trace(Sequence[Step]):
    """The steps of one training, in order; ``trace[k]`` is step k, counted from 0.

    Every method that takes `k` means *after k merges* (0 is the start; the default is the end) and raises IndexError
    outside ``0 <= k <= len(trace)``.
    """

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

    # -- steps -----------------------------------------------------------------------------------------------------

    def __len__(self) -> int:
        return len(self._pairs)

    @overload
    def __getitem__(self, k: int) -> Step: ...
    @overload
    def __getitem__(self, k: slice) -> tuple[Step, ...]: ...
    def __getitem__(self, k: int | slice) -> Step | tuple[Step, ...]:
        if isinstance(k, slice):
            return tuple(self[i] for i in range(*k.indices(len(self))))
        k = range(len(self))[k]
        in_use = self.symbols_in_use
        return Step(
            index=k,
            pair=self._pair(self._pairs[k]),
            token=self._names[self._tokens[k]],
            count=self._counts[k],
            vocabulary_change=in_use[k + 1] - in_use[k],
            consumed=tuple(self._names[ord(symbol)] for symbol in self._course[2][k]),
            trace=self,
        )

    def __iter__(self) -> Iterator[Step]:
        return (self[k] for k in range(len(self)))

    @cached_property
    def merges(self) -> list[Pair]:
        """The merges in the order in which they were learned."""
        return [self._pair(pair) for pair in self._pairs]

    @property
    def counts(self) -> tuple[int, ...]:
        """The count of each step's pair."""
        return self._counts

    @cached_property
    def tokens(self) -> tuple[str, ...]:
        """The token that each step made."""
        return tuple(self._names[token] for token in self._tokens)

    def changed(self, k: int) -> tuple[str, ...]:
        """The words that step k (counted from 0) changed, in corpus order."""
        k = range(len(self))[k]
        words = self.corpus.words
        return tuple(words[w] for w in self._log_words[self._log_starts[k] : self._log_starts[k + 1]])

    def changes(self, k: int) -> tuple[Change, ...]:
        """The same words with what they were and what they became."""
        k = range(len(self))[k]
        words, counts = self.corpus.words, self.corpus.counts
        return tuple(
            Change(words[w], counts[w], self._symbols(self._form(w, k)), self._symbols(after))
            for w, after in self._log(k)
        )

    # -- states ----------------------------------------------------------------------------------------------------

    def words(self, k: int | None = None) -> dict[str, tuple[str, ...]]:
        """Word -> its symbols after `k` merges, in corpus order."""
        forms = self._forms(self._at(k))
        return {word: self._symbols(form) for word, form in zip(self.corpus.words, forms, strict=True)}

    def word(self, word: str, k: int | None = None) -> tuple[str, ...]:
        """The symbols of one word after `k` merges. Raises KeyError for a word that is not in the corpus."""
        return self._symbols(self._form(self._places[word], self._at(k)))

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

    def contributions(self, pair: Pair, k: int | None = None) -> tuple[Contribution, ...]:
        """The words that make up the count of `pair` after `k` merges, in corpus order; empty if it does not occur."""
        ids = self._ids
        if pair[0] not in ids or pair[1] not in ids:
            return ()
        wanted = chr(ids[pair[0]]) + chr(ids[pair[1]])
        return tuple(
            Contribution(word, sum(found == wanted for found in pairs_of(form)), count)
            for (word, count), form in zip(self.corpus.items(), self._forms(self._at(k)), strict=True)
            if wanted in form
        )

    def symbols(self, k: int | None = None) -> tuple[str, ...]:
        """The symbols in use in the corpus after `k` merges, in the order in which the words show them."""
        seen = dict.fromkeys("".join(self._forms(self._at(k))))
        return self._symbols("".join(seen))

    def occurrences(self, k: int | None = None) -> dict[str, int]:
        """Symbol -> how often it occurs in the corpus after `k` merges, counting each word as often as it occurs."""
        counts: Counter[str] = Counter()
        for form, weight in zip(self._forms(self._at(k)), self.corpus.counts, strict=True):
            for symbol in form:
                counts[symbol] += weight
        return {self._names[ord(symbol)]: count for symbol, count in counts.items()}

    def vocabulary(self, k: int | None = None) -> tuple[str, ...]:
        """The model's vocabulary after `k` merges, in the order of its ids; it only grows."""
        made = self._names[self._base : self.vocabulary_sizes[self._at(k)]]
        if self.rules.vocabulary_order == "alphabet-first":
            return self._names[: self._base] + made
        specials = len(dict.fromkeys(self.rules.special_tokens))
        counts = self.occurrences(0)
        alphabet = sorted(self._names[specials : self._base], key=lambda c: (-counts.get(c, 0), c))
        return (*self._names[:specials], *made, *alphabet)

    def model(self, k: int | None = None, encoding: Encoding | None = None, pretokenizer: str = "whitespace") -> Model:
        """The tokenizer after `k` merges. Without `encoding` it applies them as the library of the rules does."""
        k = self._at(k)
        if encoding is None:
            encoding = ENCODINGS[ENCODING_OF.get(preset_name(self.rules) or "", "subword-nmt")]
        return Model(tuple(self.merges[:k]), self.vocabulary(k), self.rules, encoding, pretokenizer)

    # -- whole courses: one number a step, from the start (0 merges) to the end ------------------------------------

    @cached_property
    def symbols_in_use(self) -> tuple[int, ...]:
        """How many different symbols the corpus holds after 0, 1, ... merges."""
        return self._course[0]

    @cached_property
    def total_symbols(self) -> tuple[int, ...]:
        """How many symbols the corpus is long after 0, 1, ... merges, counting each word as often as it occurs."""
        return self._course[1]

    @cached_property
    def vocabulary_sizes(self) -> tuple[int, ...]:
        """The size of the model's vocabulary after 0, 1, ... merges."""
        return tuple(accumulate((token + 1 for token in self._tokens), max, initial=self._base))

    @cached_property
    def tie_sizes(self) -> tuple[int, ...]:
        """For each step, how many candidates had the winner's count (1: no tie)."""
        counter = TieCounter(self._names, self._widths, self.rules)
        weights = self.corpus.counts
        forms = list(self._start)
        for form, weight in zip(forms, weights, strict=True):
            counter.add(form, weight)
        sizes = []
        for k, count in enumerate(self._counts):
            sizes.append(counter.tied_at(count) if count else len(self[k].tied))
            if self.rules.duplicates == "skip":
                counter.skip(self._names[self._tokens[k]])
            for w, after in self._log(k):
                counter.add(forms[w], -weights[w])
                counter.add(after, weights[w])
                forms[w] = after
        return tuple(sizes)

    @cached_property
    def _course(self) -> tuple[tuple[int, ...], tuple[int, ...], tuple[tuple[str, ...], ...]]:
        """Symbols in use and total symbols after 0, 1, ... merges; for each step, the parts that it consumed."""
        weights = self.corpus.counts
        lengths = [len(form) for form in self._start]
        occurrences: Counter[str] = Counter()
        for form, weight in zip(self._start, weights, strict=True):
            for symbol in form:
                occurrences[symbol] += weight
        in_use, totals, consumed = [len(occurrences)], [sum(occurrences.values())], []
        for k, pair in enumerate(self._pairs):
            left, right = pair[0], pair[1]
            merged = 0  # occurrences replaced: each made its word one symbol shorter
            for w, after in self._log(k):
                merged += (lengths[w] - len(after)) * weights[w]
                lengths[w] = len(after)
            token = chr(self._tokens[k])
            is_new = merged > 0 and not occurrences[token]
            occurrences[left] -= merged
            occurrences[right] -= merged
            occurrences[token] += merged
            gone = tuple(part for part in dict.fromkeys((left, right)) if merged and not occurrences[part])
            consumed.append(gone)
            in_use.append(in_use[-1] + is_new - len(gone))
            totals.append(totals[-1] - merged)
        return tuple(in_use), tuple(totals), tuple(consumed)

    @cached_property
    def total_first_symbols(self) -> int:
        """How many symbols the words begin as, each word counted once: the size of the work that a state costs."""
        return sum(map(len, self._start))

    # -- other shapes ----------------------------------------------------------------------------------------------

    def to_frame(self) -> pd.DataFrame:
        """The steps as a pandas frame, one row a step (see :func:`tokviz.views.frames.steps`)."""
        from tokviz.views import frames  # the one import upwards: the core itself knows no pandas

        return frames.steps(self)

    def to_dict(self) -> dict[str, Any]:
        """The whole trace, ready for JSON; ``docs/trace-format.md`` describes it."""
        from tokviz.bpe.record import record  # it needs this class

        return record(self)

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

    # -- inside ----------------------------------------------------------------------------------------------------

    def _at(self, k: int | None) -> int:
        if k is None:
            return len(self)
        if not 0 <= k <= len(self):
            raise IndexError(f"step {k} is outside 0..{len(self)}")
        return k

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

    def _log(self, k: int) -> Iterator[tuple[int, str]]:
        """The words that step k changed, by number, and what each became."""
        part = slice(self._log_starts[k], self._log_starts[k + 1])
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
