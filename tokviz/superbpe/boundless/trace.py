"""The trace of a BoundlessBPE training: merges and supermerges in order, and any state, line by line.

Recorded are the merges inside of words, those of whole words, and which of both each step was; all else is derived.
``docs/reference/trace-format.md`` is the contract of :meth:`Trace.to_dict`.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field
from functools import cached_property
from itertools import accumulate, chain
from typing import Any, ClassVar

from tokviz.corpus import Corpus
from tokviz.memoized import memoized
from tokviz.merging.candidates import count_pairs, number_tied
from tokviz.merging.learned import Learned, LearnsMerges
from tokviz.merging.merge_trace import FORMAT
from tokviz.merging.steps import Pair
from tokviz.merging.word_log import CountedPairs
from tokviz.pretokenize.byte_level import text_to_bytes
from tokviz.superbpe.boundless.model import Event, Model
from tokviz.superbpe.boundless.rules import PRESETS, Kind, Rules, can_open
from tokviz.superbpe.boundless.words import Words
from tokviz.superbpe.rules import words_in_token
from tokviz.superbpe.steps import Border
from tokviz.trace import Change, Contribution, Replayed, steps_done

Log = CountedPairs
"""The merges of one kind."""


def count_apart(pair: str, form: str) -> int:
    """Count how often a form has a pair; of a run of one symbol every second pair.

    >>> count_apart("aa", "aaaab"), count_apart("ab", "aab")
    (2, 1)
    """
    return form.count(pair)


@dataclass(frozen=True)
class Candidate:
    """A pair after `index` steps, which the next may choose; kind: as what. vetoed: none is passed over."""

    vetoed: ClassVar[None] = None
    kind: Kind
    pair: Pair
    count: int
    rank: int
    is_tied: bool
    index: int
    trace: Trace = field(repr=False, compare=False)

    @property
    def what(self) -> Pair:
        """The pair."""
        return self.pair

    @property
    def value(self) -> int:
        """The value that the choice is made by: the count."""
        return self.count

    @property
    def contributions(self) -> tuple[Contribution, ...]:
        """The lines that make up the count, in corpus order."""
        return self.trace.contributions(self.kind, self.pair, self.index)


@dataclass(frozen=True)
class Step:
    """One merge or supermerge. opened: the word that it made one token and that can be joined from now on, if any."""

    index: int
    kind: Kind
    pair: Pair
    token: str
    count: int
    opened: str | None
    trace: Trace = field(repr=False, compare=False)

    @property
    def words_in_token(self) -> int:
        """The number of words in the token."""
        return words_in_token(self.token)

    @property
    def can_be_joined(self) -> bool:
        """True if its token can be joined with its neighbors from now on."""
        if self.kind == "merge":
            return self.opened is not None
        return self.trace.rules.doubled_open or self.pair[0] != self.pair[1]

    @cached_property
    def other_count(self) -> int | None:
        """The count of the best pair of the other kind; None without one."""
        others = (candidate.count for candidate in self.trace.candidates(self.index) if candidate.kind != self.kind)
        return next(others, None)

    @cached_property
    def changes(self) -> tuple[Change, ...]:
        """The lines that have the pair, in corpus order, before and after this step."""
        return self.trace.changes(self.index)


@dataclass(frozen=True, eq=False, repr=False)
class Trace(LearnsMerges, Replayed[Step]):
    """The steps of one training, in order; ``trace[k]`` is step k, counted from 0.

    It answers what all traces do (:class:`tokviz.trace.Trace`); its words are the lines.

    inner: the merges inside of words. over: the supermerges, over lines whose symbols are words. split: the words of
    the lines. supers: whether each step was a supermerge.
    """

    algorithm: ClassVar[str] = "superbpe"
    _presets = PRESETS

    corpus: Corpus
    rules: Rules
    stopped: str
    inner: Log = field(repr=False)
    over: Log = field(repr=False)
    split: Words = field(repr=False)
    supers: tuple[bool, ...] = field(repr=False)

    def __len__(self) -> int:
        return len(self.supers)

    @property
    def learned(self) -> tuple[Learned, ...]:
        """The merge that each step is."""
        return tuple(Learned(step.pair, step.count, step.kind == "supermerge") for step in self)

    @cached_property
    def _done(self) -> tuple[int, ...]:
        """The number of supermerges after 0, 1, ... steps."""
        return tuple(accumulate(self.supers, initial=0))

    def _counts_done(self, k: int) -> tuple[int, int]:
        """Return the number of merges and of supermerges among the first `k` steps."""
        return k - self._done[k], self._done[k]

    def _step(self, k: int) -> Step:
        i, j = self._counts_done(k)
        if self.supers[k]:
            symbols = self.over._pairs[j]
            pair = self._spelled(symbols[0]), self._spelled(symbols[1])
            return Step(k, "supermerge", pair, "".join(pair), self._count(k), None, self)
        pair = self.inner._pair(self.inner._pairs[i])
        token = "".join(pair)
        return Step(k, "merge", pair, token, self._count(k), token if self._opens(token) else None, self)

    def _opens(self, token: str) -> bool:
        word = self._texts.get(token)
        return word is not None and can_open(word)

    def _count(self, k: int) -> int:
        """Return the count of step k."""
        i, j = self._counts_done(k)
        log, at = (self.over, j) if self.supers[k] else (self.inner, i)
        pair = log._pairs[at]
        if pair[0] != pair[1]:
            return log._counts[at]
        counts = log.corpus.counts  # the log has every pair of a run
        return sum(counts[w] * count_apart(pair, log._form(w, at)) for w, _ in log._log(at))

    @cached_property
    def _texts(self) -> dict[str, str]:
        """Word in bytes -> the word, in the order of their numbers."""
        return {text_to_bytes(word): word for word in self.split.corpus}

    @cached_property
    def _spellings(self) -> tuple[str, ...]:
        """Symbol of the lines -> its text in bytes."""
        texts = [*self._texts]
        return tuple("".join(texts[Words.number(code)] for code in name) for name in self.over._names)

    def _spelled(self, symbol: str) -> str:
        return self._spellings[ord(symbol)]

    @cached_property
    def tokens(self) -> tuple[str, ...]:
        """The token that each step made."""
        return tuple(step.token for step in self)

    # -- states ----------------------------------------------------------------------------------------------------

    def _at(self, k: int | None) -> int:
        return steps_done(k, len(self))

    def _items(self, line: int, k: int) -> Iterator[tuple[str, ...]]:
        """Yield the words and joined words of a line after `k` steps, as their symbols."""
        i, j = self._counts_done(k)
        for symbol in self.over._form(line, j):
            name = self.over._names[ord(symbol)]
            if len(name) == 1:
                number = Words.number(name)
                yield self.inner._symbols(self.inner._form(number, i))
            else:
                yield (self._spelled(symbol),)

    def words(self, k: int | None = None) -> dict[str, tuple[str, ...]]:
        """Return line -> its symbols after `k` steps, in corpus order."""
        k = self._at(k)
        return {line: tuple(chain.from_iterable(self._items(number, k))) for line, number in self._places.items()}

    def word(self, line: str, k: int | None = None) -> tuple[str, ...]:
        """Return the symbols of one line after `k` steps. Raises KeyError for a line that is not in the corpus."""
        return tuple(chain.from_iterable(self._items(self._places[line], self._at(k))))

    def runs(self, line: str, k: int | None = None) -> tuple[tuple[str, ...], ...]:
        """Return the words and joined words of a line after `k` steps, as their symbols."""
        return tuple(self._items(self._places[line], self._at(k)))

    def borders(self, line: str, k: int | None = None) -> tuple[Border, ...]:
        """Return the borders inside of a line after `k` steps; a supermerge may take any of them away."""
        places = accumulate(map(len, self.runs(line, k)))
        return tuple(Border(place, True) for place in list(places)[:-1])

    @cached_property
    def _places(self) -> dict[str, int]:
        return {line: number for number, line in enumerate(self.corpus)}

    def changed(self, k: int) -> tuple[str, ...]:
        """Return the lines that step k changes, in corpus order; none at the end."""
        lines = self.corpus.words
        return tuple(lines[line] for line in self._changed(self._at(k)))

    def changes(self, k: int) -> tuple[Change, ...]:
        """Return these lines with their symbols before and after step k."""
        return tuple(
            Change(line, self.corpus[line], self.word(line, k), self.word(line, k + 1)) for line in self.changed(k)
        )

    def _changed(self, k: int) -> Iterable[int]:
        if k == len(self):
            return ()
        i, j = self._counts_done(k)
        if self.supers[k]:
            return [line for line, _ in self.over._log(j)]
        return sorted(set(chain.from_iterable(self.split.lines_with[w] for w, _ in self.inner._log(i))))

    def opened(self, k: int | None = None) -> frozenset[str]:
        """Return the words and joined words that can be joined with their neighbors after `k` steps, in bytes."""
        done = self._at(k)
        return frozenset(token for token, step in self._opened.items() if step < done)

    @cached_property
    def _opened(self) -> dict[str, int]:
        """Token that can be joined with its neighbors -> the step that made it."""
        return {step.token: step.index for step in self if step.can_be_joined}

    @memoized(2)  # a frame tells of the step before it and of the next one, each from its candidates
    def candidates(self, k: int | None = None) -> tuple[Candidate, ...]:
        """Return the pairs of both kinds after `k` steps, the best first."""
        k = self._at(k)
        i, j = self._counts_done(k)
        known, opened, compared = set(self.vocabulary(k)), self.opened(k), self.rules.merging.compared
        counted: list[tuple[int, bool, Pair]] = []
        for pair, count in _counts(self.inner, i).items():
            parts = self.inner._pair(pair)
            if "".join(parts) not in known:
                counted.append((count, False, parts))
        for pair, count in _counts(self.over, j).items():
            parts = self._spelled(pair[0]), self._spelled(pair[1])
            if opened.issuperset(parts) and "".join(parts) not in known:
                counted.append((count, True, parts))
        first = self.rules.wins_tie == "supermerge"
        counted.sort(key=lambda item: (-item[0], item[1] != first, compared(item[2][0]), compared(item[2][1])))
        tied = number_tied(count for count, _, _ in counted if count >= self.rules.minimum_count)
        return tuple(
            Candidate("supermerge" if is_super else "merge", pair, count, rank, rank <= tied, k, self)
            for rank, (count, is_super, pair) in enumerate(counted, start=1)
        )

    def contributions(self, kind: Kind, pair: Pair, k: int | None = None) -> tuple[Contribution, ...]:
        """Return the lines that make up the count of a pair of this kind after `k` steps, in corpus order."""
        i, j = self._counts_done(self._at(k))
        lines, counts = self.corpus.words, self.corpus.counts
        sums: Counter[int] = Counter()
        if kind == "supermerge":
            for line, form in enumerate(self.over._forms(j)):
                names = "".join(chr(self._joined.get(self._spelled(symbol), 0)) for symbol in form)
                wanted = "".join(chr(self._joined.get(part, 0)) for part in pair)
                sums[line] += count_apart(wanted, names)
        else:
            wanted = "".join(chr(self.inner._ids[part]) for part in pair)
            for number, form in enumerate(self.inner._forms(i)):
                if times := count_apart(wanted, form):
                    for line in self.split.lines_with[number]:
                        run = self.split.runs.words[line]
                        sums[line] += times * run.count(Words.code(number))
        return tuple(Contribution(lines[line], times, counts[line]) for line, times in sorted(sums.items()) if times)

    @cached_property
    def _joined(self) -> dict[str, int]:
        """Text of a symbol of the lines -> a number for it."""
        return {text: number for number, text in enumerate(dict.fromkeys(self._spellings), start=1)}

    def occurrences(self, k: int | None = None) -> dict[str, int]:
        """Return symbol -> how often it occurs in the lines after `k` steps."""
        counts: Counter[str] = Counter()
        for line, symbols in self.words(k).items():
            for symbol in symbols:
                counts[symbol] += self.corpus[line]
        return dict(counts)

    def vocabulary(self, k: int | None = None) -> tuple[str, ...]:
        """Return the model's vocabulary after `k` steps, in the order of its ids: all bytes, then the tokens."""
        return (*self.inner._names[: self.inner._base], *self.tokens[: self._at(k)])

    @memoized(1)
    def sizes(self) -> tuple[int, ...]:
        """Return the size of the vocabulary after 0, 1, ... steps."""
        return tuple(range(self.inner._base, self.inner._base + len(self) + 1))

    def possible_sizes(self) -> tuple[int, ...]:
        """Return the sizes at which training could have ended, ascending."""
        return self.sizes()

    def steps_to(self, vocab_size: int) -> tuple[int, bool]:
        """Return after how many steps the vocabulary has this size, and whether training would then end with them."""
        is_over = self.stopped in ("no_pairs", "minimum_count")
        return min(bisect_left(self.sizes(), vocab_size), len(self)), vocab_size <= self.sizes()[-1] or is_over

    @cached_property
    def total_symbols(self) -> tuple[int, ...]:
        """The number of symbols in the lines after 0, 1, ... steps, counting each line as often as it occurs."""
        start = sum(len(symbols) * self.corpus[line] for line, symbols in self.words(0).items())
        return tuple(accumulate((-step.count for step in self), initial=start))

    @cached_property
    def consumed(self) -> tuple[tuple[str, ...], ...]:
        """For each step, the parts of its pair that occur nowhere after it."""
        counts = Counter(self.occurrences(0))
        consumed = []
        for step in self:
            for symbol in step.pair:
                counts[symbol] -= step.count
            counts[step.token] += step.count
            consumed.append(tuple(symbol for symbol in dict.fromkeys(step.pair) if not counts[symbol]))
        return tuple(consumed)

    @property
    def lift(self) -> None:
        """The step at which all borders fall: here each falls by itself."""
        return

    def merges_done(self, k: int) -> int:
        """Return the number of merges among the first `k` steps: all of them."""
        return k

    # -- the tokenizer ---------------------------------------------------------------------------------------------

    @property
    def events(self) -> tuple[Event, ...]:
        """The log: what kind of merge each step was, and of what."""
        return tuple((step.kind, step.pair) for step in self)

    def model(self, k: int | None = None, *, pretokenizer: str = "lines") -> Model:
        """Return the tokenizer after `k` steps."""
        k = self._at(k)
        return Model(self.events[:k], self.vocabulary(k), self.rules, pretokenizer)

    @property
    def token_totals(self) -> tuple[int, ...]:
        """The number of tokens that the corpus becomes after 0, 1, ... steps: its symbols."""
        return self.total_symbols

    def to_dict(self) -> dict[str, Any]:
        """Return the whole trace, ready for JSON; ``docs/reference/trace-format.md`` describes it."""
        return {
            "format": FORMAT,
            "algorithm": self.algorithm,
            "rules": {"preset": self.preset, **asdict(self.rules)},
            "stopped": self.stopped,
            "words": [
                {"word": line, "count": self.corpus[line], "symbols": symbols, "runs": self.runs(line, 0)}
                for line, symbols in self.words(0).items()
            ],
            "vocabulary": self.vocabulary(0),
            "steps": [
                {
                    "kind": step.kind,
                    "pair": step.pair,
                    "token": step.token,
                    "count": step.count,
                    "opened": step.opened,
                    "words_in_token": step.words_in_token,
                    "changes": [[self._places[change.word], change.after] for change in step.changes],
                }
                for step in self
            ],
        }


def _counts(log: Log, k: int) -> dict[str, int]:
    """Return pair -> count after `k` merges of one kind; of a run of one symbol every second pair counts."""
    forms, weights = log._forms(k), log.corpus.counts
    counts = count_pairs(forms, weights)
    for pair in [pair for pair in counts if pair[0] == pair[1]]:
        counts[pair] = sum(weight * count_apart(pair, form) for form, weight in zip(forms, weights, strict=True))
    return counts
