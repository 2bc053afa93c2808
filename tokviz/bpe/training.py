"""BPE training: from a corpus and rules to a trace of merges.

The loop below is the algorithm: take the best pair, merge it wherever it occurs, until there is nothing to merge or
enough was. :class:`tokviz.bpe.merging.Merging` merges and keeps the counts, :class:`tokviz.bpe.queue.Queue` holds the
candidates in order. Ties, counts and vocabularies of any step are not recorded here but derived by
:class:`tokviz.bpe.trace.Trace`.
"""

from __future__ import annotations

from tokviz.bpe.history import StopReason
from tokviz.bpe.merging import Merging
from tokviz.bpe.queue import Queue, order_key
from tokviz.bpe.rules import Rules, resolve
from tokviz.bpe.trace import Trace
from tokviz.corpus import Corpus
from tokviz.errors import RulesError

__all__ = ["check_limits", "limit_reached", "merge_by_count", "train"]


def train(
    corpus: Corpus,
    *,
    merges: int | None = None,
    vocab_size: int | None = None,
    rules: str | Rules = "sennrich",
) -> Trace:
    """Learn merges from `corpus` and return the trace.

    merges: stop after this many merges. vocab_size: stop when special tokens, alphabet and merges are this many (an
    alphabet larger than that is kept whole, and nothing is merged). With neither, training runs until no pair is left,
    or none is frequent enough for the rules' minimum count; with both, the first to be reached ends it.
    rules: a preset's name or a :class:`~tokviz.bpe.rules.Rules`.

    Raises RulesError for unknown rules or numbers below zero, LimitError when the trace would not fit in memory.
    Source: Sennrich, Haddow, Birch 2016, Algorithm 1; the conventions are documented with the presets.

    >>> trace = train(Corpus({"low": 5, "lower": 2, "newest": 6, "widest": 3}), merges=2)
    >>> trace.merges
    [('e', 's'), ('es', 't')]
    """
    rules = resolve(rules)
    check_limits(merges, vocab_size)
    state = Merging(corpus, rules)
    stopped = merge_by_count(state, merges, vocab_size)
    return Trace(**state.record(), stopped=stopped)


def merge_by_count(state: Merging, merges: int | None, vocab_size: int | None) -> StopReason:
    """Merge the most frequent pair again and again; return why it ended."""
    rules = state.rules
    queue = Queue(state.counts, order_key(rules, state), least=min(rules.minimum_count, 1))
    for pair in state.words_with:
        queue.put(pair)
    while True:
        reached = limit_reached(state, merges, vocab_size)
        if reached:
            return reached
        best = queue.take()
        if best is None:
            return "no_pairs"
        if state.counts[best] < rules.minimum_count:
            return "minimum_count"
        if rules.duplicates == "skip" and state.was_made(best):
            continue
        effect = state.merge(best)
        if not effect.is_new:  # a known token turned up in new places, so counts may have risen: begin the queue afresh
            queue.clear()
        for pair in effect.risen if effect.is_new else state.words_with:
            queue.put(pair)


def limit_reached(state: Merging, merges: int | None, vocab_size: int | None) -> StopReason | None:
    """Which of the limits that were asked for has been reached; None while there is room."""
    if merges is not None and len(state.pairs) >= merges:
        return "merges"
    if vocab_size is not None and len(state.names) >= vocab_size:
        return "vocab_size"
    return None


def check_limits(merges: int | None, vocab_size: int | None) -> None:
    """Raise RulesError for a number of merges or a size below zero."""
    for name, number in (("merges", merges), ("vocab_size", vocab_size)):
        if number is not None and number < 0:
            message = f"{name} is {number}, but must be at least 0."
            raise RulesError("rules-number", message, name=name, value=number, least=0)
