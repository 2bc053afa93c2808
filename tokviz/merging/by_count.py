"""Merging by count: the most frequent pair again and again; and where training stops, whatever it merges by.

:class:`tokviz.merging.state.Merging` merges and keeps the counts, :class:`tokviz.merging.queue.Queue` holds the
candidates in order.
"""

from __future__ import annotations

from collections.abc import Callable

from tokviz.checkpoint import checkpoint
from tokviz.checks import check_least
from tokviz.merging.queue import Queue, orders
from tokviz.merging.state import Merging
from tokviz.merging.word_log import StopReason
from tokviz.trace import Progress

__all__ = ["check_limits", "limit_reached", "merge_by_count", "teller"]


def merge_by_count(
    state: Merging,
    merges: int | None,
    vocab_size: int | None,
    progress: Callable[[Progress], None] | None = None,
) -> StopReason:
    """Merge the most frequent pair again and again; return why it ended. progress: called after every merge."""
    rules, tell = state.rules, teller(state, merges, vocab_size, progress)
    queue = Queue(state.counts, orders(rules, state), least=min(rules.minimum_count, 1))
    queue.put(state.words_with)
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
        # Where a known token turned up in new places, counts may have risen: begin the queue afresh.
        begins_afresh = not effect.is_new and effect.merged > 0
        if begins_afresh:
            queue.clear()
        queue.put(state.words_with if begins_afresh else effect.risen)
        tell()


def teller(
    state: Merging, merges: int | None, vocab_size: int | None, progress: Callable[[Progress], None] | None
) -> Callable[[], None]:
    """A function that tells `progress` how far merging is; without it, a checkpoint."""
    if progress is None:
        return checkpoint
    sizes = [size for size in (merges and len(state.names) + merges, vocab_size) if size]
    wanted = min(sizes, default=0)
    return lambda: progress(Progress(len(state.pairs), "merge", len(state.names), wanted))


def limit_reached(state: Merging, merges: int | None, vocab_size: int | None) -> StopReason | None:
    """Which of the limits that were asked for has been reached; None while there is room."""
    if merges is not None and len(state.pairs) >= merges:
        return "merges"
    if vocab_size is not None and len(state.names) >= vocab_size:
        return "vocab_size"
    return None


def check_limits(merges: int | None, vocab_size: int | None) -> None:
    """Raise RulesError for a number of merges or a size below zero."""
    check_least("merges", merges, 0)
    check_least("vocab_size", vocab_size, 0)
