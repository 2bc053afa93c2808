"""BoundlessBPE training: the best merge inside of words against the best supermerge of two whole words.

Two states of :mod:`tokviz.merging.state` are kept: the words, each once, as bytes; and the lines, whose symbols are
whole words. A supermerge is a merge of the second. Of a run of one symbol only every second pair counts here.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Any

from tokviz.checkpoint import checkpoint
from tokviz.corpus import Corpus, Words
from tokviz.merging.candidates import token_name
from tokviz.merging.rules import Rules as MergingRules
from tokviz.merging.state import Effect, Merging
from tokviz.merging.training import Orders, Queue, check_limits, orders
from tokviz.presets import resolve
from tokviz.pretokenize.byte_level import text_to_bytes
from tokviz.superbpe.boundless.rules import PRESETS, Rules, can_open
from tokviz.superbpe.boundless.trace import Log, Trace, count_apart
from tokviz.superbpe.boundless.words import split_words
from tokviz.trace import Progress


def train(
    corpus: Words,
    *,
    merges: int | None = None,
    vocab_size: int | None = None,
    rules: str | Rules = "boundless",
    progress: Callable[[Progress], None] | None = None,
) -> Trace:
    """Learn merges and supermerges from the lines of `corpus`, which are its words, and return the trace.

    corpus: as in :func:`tokviz.superbpe.train`. merges, vocab_size, progress: as in :func:`tokviz.bpe.train`;
    supermerges count as merges, and the vocabulary begins with all 256 bytes.

    Raises RulesError for unknown rules or numbers below zero, LimitError when the trace would not fit in memory.

    >>> lines = Corpus({"by the way": 2, "on the way": 1})
    >>> [(step.kind, step.token) for step in train(lines, merges=8)][-2:]
    [('supermerge', 'ĠtheĠway'), ('merge', 'by')]
    """
    rules = resolve(rules, PRESETS)
    corpus = Corpus.of(corpus, "lines")
    check_limits(merges, vocab_size)
    words = split_words(corpus, rules.stage1)
    inner, over = Merging(words.corpus, rules.merging), Merging(words.runs, MergingRules())
    known = set(inner.names)
    opened: set[str] = set()
    texts = [text_to_bytes(word) for word in words.corpus]
    numbers = {text: number for number, text in enumerate(texts)}
    can_be_joined = [*map(can_open, words.corpus)]
    codes = {text: chr(i) for i, text in enumerate(over.names)}

    @cache  # a symbol is part of many pairs
    def spelled(symbol: str) -> str:
        """Return the text of a symbol of the lines, in bytes."""
        return "".join(texts[words.number(code)] for code in over.names[ord(symbol)])

    @cache
    def compared(symbol: str) -> str:
        return rules.merging.compared(spelled(symbol))

    def order_over(pairs: Sequence[str]) -> Iterable[Any]:
        return [(compared(pair[0]), compared(pair[1])) for pair in pairs]

    def is_new(pair: str) -> bool:
        return token_name(pair, inner.names, rules.merging) not in known

    def is_new_over(pair: str) -> bool:
        return spelled(pair[0]) + spelled(pair[1]) not in known

    inside = _Side(inner, orders(rules.merging, inner), is_new)
    across = _Side(over, order_over, is_new_over)
    inside.put(inner.words_with)
    neighbors: defaultdict[str, list[str]] = defaultdict(list)  # symbol of the lines -> the pairs that have it
    for both in over.words_with:
        neighbors[both[0]].append(both)
        neighbors[both[1]].append(both)

    def open_symbol(symbol: str) -> None:
        opened.add(symbol)
        pairs = dict.fromkeys(neighbors[symbol])  # one may have come twice
        across.put(pair for pair in pairs if opened.issuperset(pair) and across.counts.get(pair, 0))

    supers: list[bool] = []
    while True:
        if merges is not None and len(supers) >= merges:
            stopped = "merges"
            break
        if vocab_size is not None and len(known) >= vocab_size:
            stopped = "vocab_size"
            break
        pair, rival = inside.best(), across.best()
        inside_count, across_count = (inside.counts[pair] if pair else 0), (across.counts[rival] if rival else 0)
        if not max(inside_count, across_count):
            stopped = "no_pairs"
            break
        if max(inside_count, across_count) < rules.minimum_count:
            stopped = "minimum_count"
            break
        is_super = across_count > inside_count or (across_count == inside_count and rules.wins_tie == "supermerge")
        supers.append(is_super)
        if is_super:
            assert rival is not None
            effect = across.merge(rival)
            known.add(spelled(effect.token))
            for new in effect.risen:
                neighbors[new[0]].append(new)
                neighbors[new[1]].append(new)
            if rules.doubled_open or rival[0] != rival[1]:
                open_symbol(effect.token)
        else:
            assert pair is not None
            effect = inside.merge(pair)
            inside.put(effect.risen)
            token = inner.names[ord(effect.token)]
            known.add(token)
            number = numbers.get(token)
            if number is not None and len(inner.forms[number]) == 1 and can_be_joined[number]:
                open_symbol(codes[words.code(number)])
        if progress is None:
            checkpoint()
        else:
            progress(Progress(len(supers), "supermerge" if is_super else "merge", len(known), vocab_size or 0))
    logs = Log(**inner.record(), stopped="merges"), Log(**over.record(), stopped="merges")
    return Trace(corpus, rules, stopped, *logs, words, tuple(supers))


class _OpenQueue(Queue):
    """A queue to which pairs can be added that are better than all that wait: those of a word that has just opened."""

    def take(self) -> str | None:
        """Remove the best pair and return it; None when there is none."""
        if self._heap and self._waiting and -self._waiting[0] > self._open:
            self._close()
        return super().take()


class _Side:
    """The pairs of one kind, with their counts and the best one in front.

    may: whether a pair may be merged; one that may not never may again.
    """

    def __init__(self, state: Merging, order: Orders, may: Callable[[str], bool]) -> None:
        self.state, self._may = state, may
        self._weights = state.corpus.counts
        self.counts = dict(state.counts)
        for pair in state.counts:
            if pair[0] == pair[1]:
                self.counts[pair] = self._count(pair)
        self._queue = _OpenQueue(self.counts, order, least=1)
        self._front: str | None = None

    def put(self, pairs: Iterable[str]) -> None:
        """Add pairs that are not waiting yet."""
        self._queue.put(pairs)

    def best(self) -> str | None:
        """Return the best pair, which stays; None without one."""
        if self._front is not None:
            self._queue.put([self._front])
        self._front = self._queue.take()
        while self._front is not None and not self._may(self._front):
            self._front = self._queue.take()
        return self._front

    def merge(self, pair: str) -> Effect:
        """Merge the best pair."""
        self._front = None
        effect = self.state.merge(pair)
        self.counts[pair] = 0
        for old, new, _ in effect.moves:
            self.counts[old] = self._count(old) if old != pair else 0
            self.counts[new] = self._count(new)
        return effect

    def _count(self, pair: str) -> int:
        state, weights = self.state, self._weights
        if pair[0] != pair[1]:
            return state.counts.get(pair, 0)
        return sum(weights[w] * count_apart(pair, state.forms[w]) for w in set(state.words_with.get(pair, ())))
