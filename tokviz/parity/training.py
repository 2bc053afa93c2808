"""Parity-aware BPE training: from corpora by language and rules to a trace of merges.

The loop asks first whose turn it is (:mod:`tokviz.parity.turns`), and then takes the best pair of that language's
corpus. The merge itself is that of all trainings by merges, in the joint corpus, whose words are weighted with their
counts in all languages at once (:mod:`tokviz.parity.packing`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from tokviz.corpus import Corpus, Words
from tokviz.corpus.languages import LanguageCorpus, languages_of, shares_of
from tokviz.errors import RulesError
from tokviz.merging.state import Effect, Merging
from tokviz.merging.training import Queue, check_limits, limit_reached, orders, progress_reporter
from tokviz.merging.word_log import StopReason
from tokviz.parity.dev import DevWords, Lengths
from tokviz.parity.packing import Packing
from tokviz.parity.rules import PRESETS, Rules
from tokviz.parity.trace import Trace
from tokviz.parity.turns import Window, choose, scores_of
from tokviz.presets import resolve
from tokviz.trace import Progress


def train(
    corpus: Words,
    *,
    merges: int | None = None,
    vocab_size: int | None = None,
    rules: str | Rules = "parity",
    progress: Callable[[Progress], None] | None = None,
) -> Trace:
    """Learn merges from the languages of `corpus` in turns, and return the trace.

    corpus: a :class:`~tokviz.corpus.LanguageCorpus`; a plain one is a single language. merges: stop after this many.
    vocab_size: stop when special tokens, alphabet and merges are this many. With neither, training runs until all
    languages are exhausted. rules: a preset's name or a :class:`~tokviz.parity.rules.Rules`. progress: called after
    every merge; what it raises ends the training.

    Raises RulesError for unknown rules, numbers below zero and a ratio that is not one for each language, LimitError
    when the trace would not fit in memory. Source: tokenizers 0.23.3, ParityBpeTrainer; the conventions are documented
    with the presets.

    >>> from tokviz.corpus import Language
    >>> english = Language.of("English", {"low": 5, "newest": 6}, dev={"low": 1})
    >>> german = Language.of("German", {"neu": 2, "neues": 3}, dev={"neues": 1})
    >>> trace = train(LanguageCorpus([english, german]), merges=2)
    >>> trace.merges, [step.language for step in trace]
    ([('n', 'e'), ('ne', 'u')], [1, 1])
    """
    rules = resolve(rules, PRESETS)
    corpus = Corpus.of(corpus)
    check_limits(merges, vocab_size)
    check_ratio(rules, corpus)
    packing = Packing(corpus)
    state = Merging(corpus, rules, weights=packing.weights)
    loop = _Loop(state, packing, rules, merges, vocab_size, progress_reporter(state, merges, vocab_size, progress))
    stopped = loop.run()
    record = state.record() | {"_counts": tuple(loop.counts)}
    return Trace(**record, stopped=stopped, _given=tuple(loop.given), _failed=tuple(loop.failed), _train=train)


def check_ratio(rules: Rules, corpus: Corpus) -> None:
    """Raise RulesError for a ratio that is not one number for each language."""
    languages = len(languages_of(corpus))
    if rules.turn == "ratio" and rules.ratio and len(rules.ratio) != languages:
        raise RulesError("ratio-number", numbers=len(rules.ratio), languages=languages)


@dataclass
class _Loop:
    """One training. given: the languages that had a turn, in order; failed: the turns of those that had no pair, by
    place; counts: of each merge, in the language that chose."""

    state: Merging
    packing: Packing
    rules: Rules
    merges: int | None
    vocab_size: int | None
    report: Callable[[], None]
    given: list[int] = field(default_factory=list)
    failed: list[int] = field(default_factory=list)
    counts: list[int] = field(default_factory=list)

    def run(self) -> StopReason:
        """Merge until a limit is reached or nothing is left to merge; return why it ended."""
        self._pairs = _Pairs(self.state, self.packing, self.rules)
        self._dev = _dev_words(self.state, self.rules)
        if self._dev is None:
            self._lengths = Lengths(self.packing.languages, self.state.forms, shares_of(self.state.corpus))
        else:
            self._lengths = Lengths(self.packing.languages, self._dev.forms, self._dev.shares)
        self._first = tuple(self._lengths.now)
        return self._merge_globally() or self._merge_in_turns()

    def _merge_globally(self) -> StopReason | None:
        rules, state = self.rules, self.state
        while len(state.pairs) < rules.global_merges:
            reached = limit_reached(state, self.merges, self.vocab_size)
            if reached:
                return reached
            best = self._pairs.take(None)
            if best is None:
                return "no_pairs"
            count = self._pairs.joint[best]
            if count < rules.minimum_count:
                return "minimum_count"
            self.counts.append(count)
            self._merge(best)
        return None

    def _merge_in_turns(self) -> StopReason:
        rules, state, pairs = self.rules, self.state, self._pairs
        window, exhausted = Window(rules.window_size), set[int]()
        while True:
            reached = limit_reached(state, self.merges, self.vocab_size)
            if reached:
                return reached
            if len(exhausted) == self.packing.languages:
                return "all_exhausted"
            choice = choose(scores_of(self._lengths.now, self._first, rules), exhausted, window, rules)
            if choice is None:
                return "all_over_share" if rules.joint_window else "turn_not_decided"
            window.give(choice.language)
            self.given.append(choice.language)
            best = None if choice.language in exhausted else pairs.take(choice.language)
            count = pairs.counts[choice.language][best] if best else 0
            if best is not None and count >= rules.minimum_count:
                self.counts.append(count)
                self._merge(best)
                continue
            self.failed.append(len(self.given) - 1)
            if rules.at_minimum == "stop":
                return "minimum_count" if best else "no_pairs"
            exhausted.add(choice.language)

    def _merge(self, pair: str) -> None:
        effect = self.state.merge(pair)
        self._pairs.update(effect)
        if self._dev is None:
            self._lengths.shorten(self.packing.unpack(effect.merged))
        else:
            self._lengths.change(self._dev.merge(pair, effect.token))
        self.report()


def _dev_words(state: Merging, rules: Rules) -> DevWords | None:
    """Return the dev words of the corpus, where the turn is decided by them."""
    corpus = state.corpus
    if rules.turn != "dev" or not isinstance(corpus, LanguageCorpus) or not corpus.has_dev:
        return None
    return DevWords(corpus, rules, {name: chr(i) for i, name in enumerate(state.names)})


class _Pairs:
    """The pairs of each language, with a queue of candidates for each.

    Where the first merges are global, there is a queue for all languages together, too.
    """

    def __init__(self, state: Merging, packing: Packing, rules: Rules) -> None:
        """Put the pairs of a state before its first merge into the queues. packing: of the counts of the state."""
        self._packing = packing
        self.counts = [packing.of_language(state.counts, i) for i in range(packing.languages)]
        order = orders(rules, state)
        self._queues = [Queue(counts, order, least=1) for counts in self.counts]
        self.joint = packing.of_all(state.counts)
        self._joint = Queue(self.joint, order, least=1) if rules.global_merges else None
        for queue in self._all():
            queue.put(state.words_with)

    def take(self, language: int | None) -> str | None:
        """Remove the best pair of a language, or of all languages together, and return it; None when there is none."""
        queue = self._joint if language is None else self._queues[language]
        return None if queue is None else queue.take()

    def update(self, effect: Effect) -> None:
        """Put the pairs that a merge made into the queues."""
        for queue in self._all():
            queue.follow(effect)

    def _all(self) -> Sequence[Queue]:
        return self._queues if self._joint is None else (*self._queues, self._joint)
