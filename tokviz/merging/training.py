"""Training by merges: the loop for the most frequent pair, where training stops, and the queue of candidates.

:func:`merge_by_count` is byte-pair encoding itself: take the best pair, merge it wherever it occurs, again and again.
:class:`tokviz.merging.state.Merging` does a merge and keeps the counts; :class:`Queue` below holds the candidates in
order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from heapq import heapify, heappop, heappush
from typing import Any

from tokviz.checkpoint import checkpoint
from tokviz.checks import check_least, check_limit
from tokviz.merging.candidates import pairs_of, token_name
from tokviz.merging.rules import Rules
from tokviz.merging.state import Effect, Merging
from tokviz.merging.word_log import StopReason
from tokviz.trace import Progress


def merge_by_count(
    state: Merging,
    merges: int | None,
    vocab_size: int | None,
    progress: Callable[[Progress], None] | None = None,
    *,
    is_allowed: Callable[[str], bool] | None = None,
) -> StopReason:
    """Merge the most frequent pair again and again; return why it ended.

    progress: called after every merge. is_allowed: whether a pair may be merged at all; the others are passed over.
    """
    rules, report = state.rules, progress_reporter(state, merges, vocab_size, progress)
    queue = Queue(state.counts, orders(rules, state), least=min(rules.minimum_count, 1))
    queue.put(state.words_with)
    while True:
        reached = limit_reached(state, merges, vocab_size)
        if reached:
            return reached
        best = queue.take()
        if best is None:
            return "no_pairs"
        if is_allowed is not None and not is_allowed(best):
            continue
        if state.counts[best] < rules.minimum_count:
            return "minimum_count"
        if rules.duplicates == "skip" and state.was_made(best):
            continue
        queue.follow(state.merge(best))
        report()


def progress_reporter(
    state: Merging, merges: int | None, vocab_size: int | None, progress: Callable[[Progress], None] | None
) -> Callable[[], None]:
    """Return a function that reports to `progress` how far merging is; without `progress`, a checkpoint."""
    if progress is None:
        return checkpoint
    sizes = [size for size in (merges and len(state.names) + merges, vocab_size) if size]
    wanted = min(sizes, default=0)
    return lambda: progress(Progress(len(state.pairs), "merge", len(state.names), wanted))


def limit_reached(state: Merging, merges: int | None, vocab_size: int | None) -> StopReason | None:
    """Return the requested limit that has been reached; None if none has."""
    if merges is not None and len(state.pairs) >= merges:
        return "merges"
    if vocab_size is not None and len(state.names) >= vocab_size:
        return "vocab_size"
    return None


def check_limits(merges: int | None, vocab_size: int | None) -> None:
    """Raise RulesError for a number of merges or a size below zero."""
    check_least("merges", merges, 0)
    check_least("vocab_size", vocab_size, 0)


# -- the queue of candidates -------------------------------------------------------------------------------------------

OrderKey = Callable[[str], Any]
"""A pair of symbols -> what orders it among pairs of the same count, smallest first."""
Orders = Callable[[Sequence[str]], Iterable[Any]]
"""The same for many pairs."""

MAX_REORDERED = 100_000_000
"""The most pairs that one training may put in order once more, where removals or known tokens bring pairs back (a
bound on time: about two minutes)."""

_FEW = 8
"""In a long word up to so many pairs are looked for one by one."""
_SHORT = 1_000
"""In a word of up to so many symbols all are."""


class Queue:
    """The candidates by count, and within a count in the order of the rules' tie-break.

    `counts` is the trainer's own table and changes while pairs wait. Most pairs are rare and never have their turn, so
    they are not kept in order: they wait in a bin for their count, and only the bin with the highest count is put in
    order. Counts that fall are noticed late, when their bin or they come up. A pair whose count rises is put in again,
    and waits twice until it is taken: only where it waits with its present count does it come up.
    `tokviz.merging.candidates.preferred` is the plain definition of the same order.
    """

    def __init__(self, counts: Mapping[str, int], order: Orders, least: int) -> None:
        """Begin without pairs. least: pairs whose count falls below this leave the queue."""
        self._counts, self._order, self._least = counts, order, least
        self._taken: set[str] = set()  # they may still wait where they were put in first
        self._reordered = 0
        self._bins: dict[int, list[str]] = {}
        self._waiting: list[int] = []  # heap of the bins' counts, negative so that the highest comes first
        self._open = -1  # the count whose bin is open
        self._heap: list[tuple[Any, str]] = []  # what is left of that bin

    def put(self, pairs: Iterable[str]) -> None:
        """Add pairs with their present counts."""
        if self._taken:
            pairs = [*pairs]
            self._taken.difference_update(pairs)
        self._put(pairs)

    def _put(self, pairs: Iterable[str]) -> None:
        counts, bins = self._counts, self._bins
        for pair in pairs:
            count = counts[pair]
            if count in bins:
                bins[count].append(pair)
            elif count == self._open:
                (key,) = self._order([pair])
                heappush(self._heap, (key, pair))
            elif count >= self._least:
                bins[count] = [pair]
                heappush(self._waiting, -count)

    def follow(self, effect: Effect) -> None:
        """Add the pairs that a merge made.

        Those with a new token wait nowhere, and none has a higher count than the open bin. Where the token was in the
        words before, they may have risen above that bin, or into it with an earlier place in the words.
        """
        if not effect.is_new and any(self._counts[pair] >= self._open for pair in effect.risen):
            self._close()
        self.put(effect.risen)

    def rise(self, pairs: Iterable[str]) -> None:
        """Add pairs whose counts have risen by a removal.

        The open bin is closed: pairs may have risen above it, or come back to earlier places of the words. Without such
        pairs, nothing in the words has come back, and the bin stays open: most removals split nothing.
        """
        pairs = [*pairs]
        if pairs:
            self._close()
            self.put(pairs)

    def _close(self) -> None:
        """Put the pairs of the open bin among those that wait."""
        pairs = [pair for _, pair in self._heap]
        self._heap, self._open = [], -1
        self._reordered += len(pairs)
        check_limit("MAX_REORDERED", MAX_REORDERED, met=self._reordered)
        self._put(pairs)

    def take(self) -> str | None:
        """Remove the best pair and return it; None when there is none."""
        while True:
            while self._heap:
                _, pair = heappop(self._heap)
                if pair in self._taken:
                    continue
                if self._counts[pair] == self._open:
                    self._taken.add(pair)
                    return pair
                self._put([pair])
            if not self._waiting:
                return None
            self._open = -heappop(self._waiting)
            pairs = self._bins.pop(self._open)
            if self._taken:
                pairs = [pair for pair in pairs if pair not in self._taken]
            still = [pair for pair in pairs if self._counts[pair] == self._open]
            if len(still) < len(pairs):
                self._put(pair for pair in pairs if self._counts[pair] != self._open)
            self._heap = list(zip(self._order(still), still, strict=True))
            heapify(self._heap)


def order_key(rules: Rules, state: Merging) -> OrderKey:
    """Return the key that puts equally good pairs of a state into the order of the rules' tie-break."""
    names = state.names

    @cache  # a symbol is part of many pairs
    def ascending(symbol: str) -> str:
        return rules.compared(names[ord(symbol)])

    @cache
    def descending(symbol: str) -> tuple[int, ...]:
        return (*(-ord(char) for char in ascending(symbol)), 1)  # the last 1 puts a longer text before its prefix

    def last_seen(pair: str) -> tuple[int, int]:
        w, i = _first_place(pair, state)
        return -w, -i

    def shortest_token(pair: str) -> tuple[int, str]:
        token = token_name(pair, names, rules)
        return len(token), token  # code points sort as UTF-8 does

    orders: dict[str, OrderKey] = {
        "first-seen": lambda pair: _first_place(pair, state),
        "last-seen": last_seen,
        "greatest-pair": lambda pair: (descending(pair[0]), descending(pair[1])),
        "smallest-pair": lambda pair: (ascending(pair[0]), ascending(pair[1])),
        "smallest-ids": lambda pair: pair,  # code points are ids
        "shortest-token": shortest_token,
    }
    return orders[rules.tie_break]


def orders(rules: Rules, state: Merging) -> Orders:
    """Return :func:`order_key` for many pairs at once.

    A place in the text is looked up once: by first seen, a merge comes before all pairs that wait, so that those of a
    word move together; by last seen it comes after them, so that none moves. A long word is read once for all the pairs
    of a bin: to look for each of them from its beginning would take the square of its length.
    """
    key = order_key(rules, state)
    if rules.tie_break == "first-seen":
        return lambda pairs: _first_places(pairs, state)
    if rules.tie_break == "last-seen":
        return lambda pairs: ((-w, -i) for w, i in _first_places(pairs, state))
    return lambda pairs: map(key, pairs)


def _first_place(pair: str, state: Merging) -> tuple[int, int]:
    """Find the first word that has the pair, and where in it."""
    where, last = state.words_with[pair], -1
    for stale, w in enumerate(where):
        if w == last:  # it is there as often as it has the pair
            continue
        last = w
        i = state.forms[w].find(pair)
        if i >= 0:
            del where[:stale]  # a pair comes back to a word it has left only by a removal, which lists the word again
            return w, i
    return len(state.forms), 0


def _first_places(pairs: Sequence[str], state: Merging) -> list[tuple[int, int]]:
    """Find the same for many pairs."""
    first_words = [where[0] if (where := state.words_with[pair]) else -1 for pair in pairs]
    known: dict[int, dict[str, int]] = {}
    for w, number in Counter(first_words).items():
        if number > _FEW and w >= 0 and len(form := state.forms[w]) > _SHORT:
            backwards = zip(reversed([*pairs_of(form)]), range(len(form) - 2, -1, -1), strict=True)
            known[w] = dict(backwards)
    if not known:
        return [_first_place(pair, state) for pair in pairs]
    return [
        (w, i) if (i := known.get(w, {}).get(pair)) is not None else _first_place(pair, state)
        for w, pair in zip(first_words, pairs, strict=True)
    ]
