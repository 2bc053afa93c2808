"""PickyBPE and Scaffold-BPE training: from a corpus and rules to a trace of merges and removals.

The loop takes the best pair and merges it, as byte-pair encoding does, and then tests both parts of the pair, the left
one first. What is tested against what is said by the rules; a training ends only when all tests of a merge are done.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from tokviz.checkpoint import checkpoint
from tokviz.corpus import Corpus, Words
from tokviz.corpus.coverage import split_words
from tokviz.merging.training import Queue, check_limits, orders
from tokviz.merging.word_log import StopReason
from tokviz.picky.rules import PRESETS, Rules
from tokviz.picky.state import Removing
from tokviz.picky.trace import Trace
from tokviz.presets import resolve
from tokviz.trace import Progress


def train(
    corpus: Words,
    *,
    merges: int | None = None,
    vocab_size: int | None = None,
    rules: str | Rules = "picky",
    progress: Callable[[Progress], None] | None = None,
) -> Trace:
    """Learn merges from `corpus`, take tokens out again, and return the trace.

    merges: stop after this many merges; removals are not counted. vocab_size: stop at this size, as the rules count
    it. With neither, training runs until no pair is left, or none is frequent enough; with both, the first to be
    reached ends it. rules: a preset's name or a :class:`~tokviz.picky.rules.Rules`. progress: called after every
    merge; what it raises ends the training.

    Raises RulesError for unknown rules or numbers below zero, LimitError when the trace would not fit in memory.
    Source: the trainer of pchizhov/picky_bpe 038fcb9; where no pair is left, that one fails and this one stops.

    >>> trace = train(Corpus({"abc": 9, "ab": 1, "abd": 3}), merges=2, rules=Rules(threshold=0.5))
    >>> [(step.kind, step.token) for step in trace]
    [('new', '▁a'), ('new', '▁ab'), ('removal', '▁a')]
    """
    rules = resolve(rules, PRESETS)
    corpus = Corpus.of(corpus)
    check_limits(merges, vocab_size)
    if rules.split_at:
        corpus = Corpus(split_words(rules.split_at, corpus))
    state = Removing(corpus, rules)
    stopped = _merge_and_remove(state, merges, vocab_size, progress)
    return Trace(**state.record(), stopped=stopped)


def _merge_and_remove(
    state: Removing,
    merges: int | None,
    vocab_size: int | None,
    progress: Callable[[Progress], None] | None,
) -> StopReason:
    """Merge the best pair and test its parts, again and again; return why it ended."""
    rules = state.rules
    queue = Queue(state.counts, orders(rules, state), least=1)
    queue.put(state.words_with)
    best = queue.take()
    while True:
        if merges is not None and state.merges_done >= merges:
            return "merges"
        if vocab_size is not None and state.size >= vocab_size:
            return "vocab_size"
        if best is None:
            return "no_pairs"
        if state.counts[best] < rules.minimum_count:
            return "minimum_count"
        effect = state.merge(best)
        queue.follow(effect)
        parts = [part for part in dict.fromkeys(best) if not state.is_first(part)]
        if rules.removal == "picky":
            for part in parts:
                if rules.exceeds(Fraction(effect.merged, state.occurrences[part] + effect.merged)):
                    queue.rise(state.remove(part))
        best = queue.take()
        if rules.removal == "scaffold":
            head = state.counts[best] if best else 0
            for part in parts:
                if part not in state.removed and state.occurrences[part] < head:
                    state.remove(part)
        if progress is None:
            checkpoint()
        else:
            progress(Progress(state.merges_done, "merge", state.size, vocab_size or 0))
