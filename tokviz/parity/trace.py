"""The trace of a parity-aware BPE training: whose turn each step was, and what that language chose from.

Beside the merges of the joint corpus, only the turns that were given are recorded. Lengths, scores, languages that were
passed over, ties and the changes of dev words are derived from these.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, ClassVar

from tokviz.bpe.encoding import ENCODINGS
from tokviz.bpe.model import Model
from tokviz.checkpoint import checkpoint
from tokviz.corpus.languages import Language, LanguageCorpus, Shares, languages_of, shares_of
from tokviz.memoized import memoized
from tokviz.merging import steps
from tokviz.merging.candidates import (
    TieCounter,
    exchanged,
    is_allowed,
    number_tied,
    occurrences,
    pairs_of,
    preferred,
)
from tokviz.merging.learned import Learned
from tokviz.merging.merge_trace import MergeTrace, record
from tokviz.merging.steps import Pair
from tokviz.models.added_tokens import AddedToken
from tokviz.parity.dev import Changed, DevWords, Lengths
from tokviz.parity.rules import PRESETS, Rules
from tokviz.parity.turns import Choice, Score, choose, scores_of, window_after
from tokviz.trace import Change, Contribution


@dataclass(frozen=True)
class Turn:
    """The turn after `index` merges: the language that takes the next pair, and why.

    language: None where the pair is that of all languages together (`is_global`), and where no language has a turn any
    more. lengths: of each language's text, in symbols. scores: what the turn is decided by, empty for a global merge.
    tied: other languages with the same score. passed_over: those before it that had too many of the last turns.
    is_over: it had too many itself, since all others did. exhausted: those that have nothing left to merge. attempts:
    of these the ones that were to choose since the last merge, and no pair.
    """

    index: int
    language: int | None
    lengths: tuple[int, ...]
    scores: tuple[Score, ...] = ()
    tied: tuple[int, ...] = ()
    passed_over: tuple[int, ...] = ()
    is_over: bool = False
    exhausted: tuple[int, ...] = ()
    attempts: tuple[int, ...] = ()
    is_global: bool = False


@dataclass(frozen=True)
class Candidate(steps.Candidate):
    """A pair of one language, or of all for a global merge (None), with its count in each."""

    trace: Trace = field(repr=False, compare=False)
    language: int | None
    counts_by_language: tuple[int, ...]

    @property
    def contributions(self) -> tuple[Contribution, ...]:
        """The words that make up the count, in corpus order."""
        return self.trace.contributions_in(self.pair, self.index, self.language)


@dataclass(frozen=True)
class Step(steps.Step):
    """One merge. count: how often its pair occurred in the language that chose."""

    trace: Trace = field(repr=False, compare=False)

    @property
    def turn(self) -> Turn:
        """The turn, with its reasons."""
        return self.trace.turn(self.index)

    @property
    def language(self) -> int | None:
        """The language that chose; None for a global merge."""
        return self.trace.turns[self.index]

    @property
    def scores(self) -> tuple[Score, ...]:
        """The scores that the turn was decided by, for each language; empty for a global merge."""
        return self.turn.scores

    @property
    def passed_over(self) -> tuple[int, ...]:
        """The languages that were before it and had too many of the last turns."""
        return self.turn.passed_over

    @property
    def counts_by_language(self) -> tuple[int, ...]:
        """The number of times that the pair occurred in each language."""
        return self.trace.counts_by_language(self.index)


@dataclass(frozen=True, eq=False, repr=False)
class Trace(MergeTrace[Step]):
    """The steps of one training, in order. What it says of words and counts is of the joint corpus, where it does not
    name a language; the count of a step and its candidates are those of the language that chose."""

    algorithm: ClassVar[str] = "parity"
    _presets = PRESETS

    rules: Rules
    _given: tuple[int, ...] = field(repr=False)  # the languages that had a turn, in order
    _failed: tuple[int, ...] = field(repr=False)  # the turns of those that had no pair, by place in it
    _train: Callable[..., Trace] = field(repr=False)  # what trained this: it imports this module, not the reverse

    def _step(self, k: int) -> Step:
        return Step(**self._merge(k), trace=self)

    # -- languages -------------------------------------------------------------------------------------------------

    @property
    def languages(self) -> tuple[Language, ...]:
        """The languages, each with its training words and its dev words; a plain corpus is one."""
        return languages_of(self.corpus)

    @cached_property
    def shares(self) -> tuple[Shares, ...]:
        """For each word of the joint corpus, the languages that have it, with its count there."""
        return shares_of(self.corpus)

    @property
    def measures_dev(self) -> bool:
        """True if the dev words decide the turn."""
        return self.rules.turn == "dev" and isinstance(self.corpus, LanguageCorpus) and self.corpus.has_dev

    @property
    def measure(self) -> str:
        """The measure that decides the turn: ``dev`` or ``training`` length, or ``ratio``."""
        return "ratio" if self.rules.turn == "ratio" else "dev" if self.measures_dev else "training"

    @cached_property
    def turns(self) -> tuple[int | None, ...]:
        """For each step, the language that chose; None for a global merge."""
        failed = set(self._failed)
        successful = tuple(language for place, language in enumerate(self._given) if place not in failed)
        return (None,) * (len(self) - len(successful)) + successful

    @memoized(64)
    def turn(self, k: int | None = None) -> Turn:
        """Return the turn after `k` merges with its reason; at the end, the one to come."""
        k = self._at(k)
        if k < self._global_merges or (k == len(self) and k < self.rules.global_merges):
            return Turn(k, None, self.lengths(k), is_global=True)
        if k < len(self):
            return self._turn_at(k, self._successful[k - self._global_merges])
        return self._next_turn(k)

    @property
    def learned(self) -> tuple[Learned, ...]:
        """The merge that each step is, with the language whose turn it was; no language takes turns alone."""
        names = [language.name for language in self.languages] if len(self.languages) > 1 else []
        return tuple(
            Learned(pair, count, language="" if turn is None or not names else names[turn])
            for pair, count, turn in zip(self.merges, self.counts, self.turns, strict=True)
        )

    def recent_turns(self, k: int) -> tuple[int, ...]:
        """Return the turns that the window remembers before the turn of step k, also those that led to no merge; none
        for a global merge and at the end."""
        if not self._global_merges <= k < len(self):
            return ()
        return self._given[: self._successful[k - self._global_merges]][-self.rules.window_size :]

    def _turn_at(self, k: int, place: int) -> Turn:
        """Return the turn that is `place` among those given."""
        exhausted = self._exhausted(place)
        choice = self._choose(k, self._given[:place], exhausted)
        assert choice is not None
        return self._turn_of(k, choice, exhausted, self._attempts(k, place))

    def _next_turn(self, k: int) -> Turn:
        """Return the turn after the last merge: of the first language that has a pair, or with which training stops."""
        place, stops = len(self._given), self.rules.at_minimum == "stop"
        if self.stopped not in ("merges", "vocab_size"):
            if stops and self._failed:
                return self._turn_at(k, place - 1)
            return self._turn_of(k, None, self._exhausted(place), self._attempts(k, place))
        turns, exhausted = [*self._given], [*self._exhausted(place)]
        while True:
            is_over = len(exhausted) == len(self.languages)
            choice = None if is_over else self._choose(k, turns, exhausted)
            if choice is None or stops or self._has_pair(choice.language, k, exhausted):
                return self._turn_of(k, choice, tuple(exhausted), tuple(dict.fromkeys(turns[place:])))
            turns.append(choice.language)
            if choice.language not in exhausted:
                exhausted.append(choice.language)

    def _choose(self, k: int, turns: Sequence[int], exhausted: Collection[int]) -> Choice | None:
        return choose(self.scores(k), exhausted, window_after(turns, self.rules.window_size), self.rules)

    def _has_pair(self, language: int, k: int, exhausted: Collection[int]) -> bool:
        counts = self._state_counts(k)[language].values()
        return language not in exhausted and max(counts, default=0) >= self.rules.minimum_count

    def _turn_of(self, k: int, choice: Choice | None, exhausted: tuple[int, ...], attempts: tuple[int, ...]) -> Turn:
        """Return the turn after `k` merges. choice: None where no language has it."""
        lengths, scores = self.lengths(k), self.scores(k)
        if choice is None:
            return Turn(k, None, lengths, scores, exhausted=exhausted, attempts=attempts)
        return Turn(
            k,
            choice.language,
            lengths,
            scores,
            choice.tied,
            choice.passed_over,
            choice.is_over,
            exhausted,
            attempts,
        )

    @property
    def _global_merges(self) -> int:
        """The number of steps without a turn."""
        return len(self) + len(self._failed) - len(self._given)

    @cached_property
    def _successful(self) -> tuple[int, ...]:
        """The turns that were given and led to a merge, by place."""
        failed = set(self._failed)
        return tuple(place for place in range(len(self._given)) if place not in failed)

    def _exhausted(self, place: int) -> tuple[int, ...]:
        """Return the languages that had a turn and no pair before this turn, in order."""
        before = self._failed[: bisect_left(self._failed, place)]
        return tuple(dict.fromkeys(self._given[number] for number in before))

    def _attempts(self, k: int, place: int) -> tuple[int, ...]:
        """Return the languages that had a turn and no pair between merge k - 1 and this turn."""
        merges = k - self._global_merges
        since = self._successful[merges - 1] + 1 if merges > 0 else 0
        return tuple(dict.fromkeys(self._given[since:place]))

    # -- lengths ---------------------------------------------------------------------------------------------------

    def lengths(self, k: int | None = None) -> tuple[int, ...]:
        """Return the length of each language's text after `k` merges, in symbols: of its dev words, where these decide
        the turn, else of its training words."""
        return self._lengths[self._at(k)]

    def training_lengths(self, k: int | None = None) -> tuple[int, ...]:
        """Return the length of each language's training text after `k` merges, in symbols."""
        return self._training_lengths[self._at(k)]

    def scores(self, k: int | None = None) -> tuple[Score, ...]:
        """Return the scores that decide the turn after `k` merges.

        These are lengths, or rates against their targets.
        """
        return scores_of(self.lengths(k), self._lengths[0], self.rules)

    @cached_property
    def _lengths(self) -> tuple[tuple[int, ...], ...]:
        if not self.measures_dev:
            return self._training_lengths
        lengths = Lengths(len(self.languages), self._dev_start.forms, self._dev_start.shares)
        return tuple(self._measured(lengths, iter(self._dev_log)))

    @cached_property
    def _training_lengths(self) -> tuple[tuple[int, ...], ...]:
        lengths = Lengths(len(self.languages), self._start, self.shares)
        return tuple(self._measured(lengths, ([*self._log(k)] for k in range(len(self)))))

    def _measured(self, lengths: Lengths, log: Iterator[list[Changed]]) -> Iterator[tuple[int, ...]]:
        yield tuple(lengths.now)
        for changed in log:
            lengths.change(changed)
            yield tuple(lengths.now)

    @cached_property
    def plain(self) -> Trace:
        """The training of plain BPE on the same words: as many merges, each of the pair that is the most frequent in
        all languages together. Ties go by the same rule, and `lengths` measure the same text."""
        merges = len(self)
        return self._train(self.corpus, merges=merges, rules=replace(self.rules, global_merges=max(merges, 1)))

    # -- dev words -------------------------------------------------------------------------------------------------

    def dev_words(self, k: int | None = None) -> dict[str, tuple[str, ...]]:
        """Return dev word -> its symbols after `k` merges; empty without dev words."""
        words, forms = self._dev_start.words, list(self._dev_start.forms)
        for changed in self._dev_log[: self._at(k)]:
            for w, form in changed:
                forms[w] = form
        return {word: self._symbols(form) for word, form in zip(words, forms, strict=True)}

    def dev_course(self, words: Collection[str]) -> dict[str, tuple[tuple[int, tuple[str, ...]], ...]]:
        """Return for each of these dev words its symbols at the start, and again after each merge that changes them,
        with the number of merges. A word with a symbol that training does not know is left out."""
        start = self._dev_start
        numbers = {w: word for w, word in enumerate(start.words) if word in words}
        course = {word: [(0, self._symbols(start.forms[w]))] for w, word in numbers.items()}
        for k, changed in enumerate(self._dev_log, start=1):
            for w, form in changed:
                if w in numbers:
                    course[numbers[w]].append((k, self._symbols(form)))
        return {word: tuple(forms) for word, forms in course.items()}

    def dev_changes(self, k: int) -> tuple[Change, ...]:
        """Return the dev words that step k changes, with their count in all languages; none at the end."""
        k = self._at(k)
        if k == len(self) or not self._dev_log[k]:
            return ()
        before, start = self.dev_words(k), self._dev_start
        return tuple(
            Change(
                start.words[w],
                sum(count for _, count in start.shares[w]),
                before[start.words[w]],
                self._symbols(form),
            )
            for w, form in self._dev_log[k]
        )

    def _new_dev_words(self) -> DevWords:
        codes = {name: chr(i) for i, name in enumerate(self._names[: self._base])}
        corpus = self.corpus if isinstance(self.corpus, LanguageCorpus) else LanguageCorpus(self.languages)
        return DevWords(corpus, self.rules, codes)

    @cached_property
    def _dev_start(self) -> DevWords:
        return self._new_dev_words()

    @cached_property
    def _dev_log(self) -> tuple[list[Changed], ...]:
        """For each step, the dev words that it changed: the merges applied to them once more."""
        words = self._new_dev_words()
        return tuple(words.merge(pair, chr(token)) for pair, token in zip(self._pairs, self._tokens, strict=True))

    # -- pairs -----------------------------------------------------------------------------------------------------

    def pairs_by_count(self, k: int | None = None) -> dict[Pair, int]:
        """Return pair -> count after `k` merges in the language that chooses, or in all for a global merge; none
        where no language has it."""
        turn = self.turn(k)
        if turn.language is None and not turn.is_global:
            return {}
        return self.pairs_in(turn.language, k)

    def pairs_in(self, language: int | None, k: int | None = None) -> dict[Pair, int]:
        """Return pair -> count in one language after `k` merges, the most frequent first, then by preference. None: in
        all of them together."""
        counts = self._state_counts(self._at(k))
        chosen = _joint(counts) if language is None else counts[language]
        return {self._pair(pair): chosen[pair] for pair in preferred(chosen, self._names, self.rules)}

    @memoized(2)
    def _state_counts(self, k: int) -> tuple[dict[str, int], ...]:
        """Return for each language its pairs that may be merged after `k` merges, with their counts."""
        counts: tuple[dict[str, int], ...] = tuple({} for _ in self.languages)
        for form, shares in zip(self._forms(k), self.shares, strict=True):
            for pair in pairs_of(form):
                for i, count in shares:
                    counts[i][pair] = counts[i].get(pair, 0) + count
        if self.rules.max_token_length is None:
            return counts
        return tuple(
            {pair: count for pair, count in pairs.items() if is_allowed(pair, self._names, self._widths, self.rules)}
            for pairs in counts
        )

    def candidates(self, k: int | None = None, language: int | None = None) -> tuple[Candidate, ...]:
        """Return the pairs of the language that chooses after `k` merges, the choice first, then by preference.

        language: another one, for what it would choose. Empty where no language can choose.
        """
        k = self._at(k)
        if language is None:
            language, pairs = self.turn(k).language, self.pairs_by_count(k)
        else:
            pairs = self.pairs_in(language, k)
        counts = self._state_counts(k)
        tied = number_tied(count for count in pairs.values() if count >= self.rules.minimum_count)
        return tuple(
            Candidate(pair, count, rank, rank <= tied, k, self, language, _counts_of(self._code(pair), counts))
            for rank, (pair, count) in enumerate(pairs.items(), start=1)
        )

    def _code(self, pair: Pair) -> str:
        return chr(self._ids[pair[0]]) + chr(self._ids[pair[1]])

    def counts_by_language(self, k: int) -> tuple[int, ...]:
        """Return the count of the pair of step k in each language."""
        pair, by_language = self._pairs[k], [0] * len(self.languages)
        for w, _ in self._log(k):
            times = occurrences(pair, self._form(w, k))
            for i, count in self.shares[w]:
                by_language[i] += times * count
        return tuple(by_language)

    def contributions(self, pair: Pair, k: int | None = None) -> tuple[Contribution, ...]:
        """Return the words that make up the count of `pair` after `k` merges where the turn is; empty if it does not
        occur there."""
        return self.contributions_in(pair, k, self.turn(k).language)

    def contributions_in(self, pair: Pair, k: int | None, language: int | None) -> tuple[Contribution, ...]:
        """Return the words that make up the count of `pair` in one language after `k` merges; None: in all."""
        return self._in_language(self._having(pair, k), language)

    def counted(self, k: int) -> tuple[Contribution, ...]:
        """Return the words that make up the count of step k, in corpus order."""
        return self._in_language(super().counted(k), self.turns[k] if k < len(self) else None)

    def _in_language(self, parts: tuple[Contribution, ...], language: int | None) -> tuple[Contribution, ...]:
        if language is None:
            return parts
        shares = ((part, dict(self.shares[self._places[part.word]])) for part in parts)
        return tuple(
            Contribution(part.word, part.occurrences, by_language[language])
            for part, by_language in shares
            if language in by_language
        )

    @cached_property
    def tie_sizes_by_count(self) -> tuple[int, ...]:
        """For each step, how many pairs of the language that chose had the highest count (1: no tie)."""
        joint = TieCounter(self._names, self._widths, self.rules)
        counters = [TieCounter(self._names, self._widths, self.rules) for _ in self.languages]
        weights = self.corpus.counts if self._global_merges else ()
        forms = list(self._start)
        for w, form in enumerate(forms):
            for i, count in self.shares[w]:
                counters[i].add(pairs_of(form), count)
            if weights:
                joint.add(pairs_of(form), weights[w])
        sizes: list[int] = []
        for k, count in enumerate(self._counts):
            checkpoint()
            language = self.turns[k]
            sizes.append((joint if language is None else counters[language]).tied_at(count))
            pair, token = self._pairs[k], chr(self._tokens[k])
            for w, after in self._log(k):
                lost, won = exchanged(forms[w], pair, token)
                for i, share in self.shares[w]:
                    counters[i].add(lost, -share)
                    counters[i].add(won, share)
                if weights:
                    joint.add(lost, -weights[w])
                    joint.add(won, weights[w])
                forms[w] = after
        return tuple(sizes)

    # -- what comes out --------------------------------------------------------------------------------------------

    def model(self, k: int | None = None, *, pretokenizer: str = "whitespace") -> Model:
        """Return the tokenizer after `k` merges: one of plain BPE, which knows no languages."""
        k = self._at(k)
        vocabulary = self.vocabulary(k)
        added = tuple(AddedToken(vocabulary.index(token), token) for token in dict.fromkeys(self.rules.special_tokens))
        encoding = ENCODINGS["tokenizers"]
        return Model(tuple(self.merges[:k]), vocabulary, self.rules.plain, encoding, pretokenizer, added)

    @property
    def token_totals(self) -> tuple[int, ...]:
        """The number of tokens that the corpus becomes after 0, 1, ... merges: its symbols."""
        return self.total_symbols

    def to_dict(self) -> dict[str, Any]:
        """Return the whole trace, ready for JSON; ``docs/reference/trace-format.md`` describes it."""
        recorded = record(self)
        recorded["languages"] = [
            {
                "name": language.name,
                "words": dict(language.words),
                "dev": None if language.dev is None else dict(language.dev),
            }
            for language in self.languages
        ]
        for k, step in enumerate(recorded["steps"]):
            turn = self.turn(k)
            step |= {
                "language": turn.language,
                "lengths": turn.lengths,
                "scores": [None if score != score else score for score in turn.scores],
                "passed_over": turn.passed_over,
                "exhausted": turn.exhausted,
                "counts_by_language": self.counts_by_language(k),
            }
        return recorded


def _joint(counts: tuple[dict[str, int], ...]) -> dict[str, int]:
    """Return the counts of all languages together."""
    joint: dict[str, int] = {}
    for language_counts in counts:
        for pair, count in language_counts.items():
            joint[pair] = joint.get(pair, 0) + count
    return joint


def _counts_of(pair: str, counts: tuple[dict[str, int], ...]) -> tuple[int, ...]:
    return tuple(language_counts.get(pair, 0) for language_counts in counts)
