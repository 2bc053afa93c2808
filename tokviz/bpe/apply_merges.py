"""The three loops that merge the symbols of a word: one at a time, all occurrences at once, rule by rule.

They are after the result alone; :meth:`tokviz.bpe.model.Model.explain` takes the same steps with a record of each. A
long word is merged with a queue, which the others are too short to pay for. What the symbols are, and which rank a pair
has, is for the model to say.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from heapq import heapify, heappop, heappush
from itertools import pairwise

from tokviz.bpe.encoding import Loop
from tokviz.merging.steps import Pair

__all__ = ["LONG", "Joining", "Ranking", "merger"]

Ranking = Callable[[Pair, int], int]
"""The rank of a pair or, where it has none, the number given beside it; like `dict.get`."""
Joining = Callable[[str, str], str]
"""The token that two symbols make."""

LONG = 100
"""Symbols; words with more are merged with a queue."""

_NEVER = 1 << 62  # above all ranks


def merger(rank: Ranking, join: Joining, loop: Loop) -> Callable[[Sequence[str]], tuple[str, ...]]:
    """Return the function that merges the pairs of a word that have a rank, in the order of a loop.

    Of pairs with the same rank the leftmost is merged first.

    >>> merge = merger({("a", "b"): 0, ("ab", "ab"): 1}.get, str.__add__, "one-at-a-time")
    >>> merge("ababc")
    ('abab', 'c')
    """
    if loop == "rule-by-rule":
        return lambda symbols: _by_rule(symbols, rank, join)
    at_once = loop == "all-occurrences"

    def merge(symbols: Sequence[str]) -> tuple[str, ...]:
        if len(symbols) > LONG and not at_once:
            return _by_queue(symbols, rank, join)
        parts = list(symbols)
        ranks = [rank(pair, _NEVER) for pair in pairwise(parts)]  # of all neighbors, kept up to date
        best = -1
        while ranks:
            lowest = min(ranks)
            if lowest == _NEVER:
                break
            if not at_once or lowest >= best or best not in ranks:
                best = lowest
            i = ranks.index(best)
            token = parts[i] = join(parts[i], parts[i + 1])
            del ranks[i]
            if i:
                ranks[i - 1] = rank((parts[i - 1], token), _NEVER)
            i += 1
            del parts[i]
            if i < len(parts):
                ranks[i - 1] = rank((token, parts[i]), _NEVER)
        return tuple(parts)

    return merge


def _by_rule(symbols: Sequence[str], rank: Ranking, join: Joining) -> tuple[str, ...]:
    """Apply each merge in its turn, at all places; a pair that a later merge makes has missed its own turn."""
    parts = list(symbols)
    turn = -1
    while True:
        ranks = [rank(pair, _NEVER) for pair in pairwise(parts)]
        turn = min((rank_here for rank_here in ranks if rank_here > turn), default=_NEVER)
        if turn == _NEVER:
            return tuple(parts)
        merged = []
        i = 0
        while i < len(parts):
            here = i < len(ranks) and ranks[i] == turn
            merged.append(join(parts[i], parts[i + 1]) if here else parts[i])
            i += 2 if here else 1
        parts = merged


def _by_queue(symbols: Sequence[str], rank: Ranking, join: Joining) -> tuple[str, ...]:
    """Merge one pair at a time, by a queue of (rank, place) instead of a search of the whole word each time."""
    parts: list[str | None] = list(symbols)  # None: merged into the one before
    after = [*range(1, len(parts)), -1]
    before = list(range(-1, len(parts) - 1))
    queue = [(rank(pair, _NEVER), i, *pair) for i, pair in enumerate(pairwise(symbols))]
    heapify(queue)

    def offer(i: int, j: int) -> None:
        if i >= 0 and j >= 0:
            left, right = str(parts[i]), str(parts[j])
            heappush(queue, (rank((left, right), _NEVER), i, left, right))

    while queue:
        best, i, left, right = heappop(queue)
        if best == _NEVER:
            break
        j = after[i]
        if j < 0 or parts[i] != left or parts[j] != right:
            continue  # one of the two has been merged since
        parts[i], parts[j] = join(left, right), None
        after[i] = after[j]
        if after[i] >= 0:
            before[after[i]] = i
        offer(before[i], i)
        offer(i, after[i])
    return tuple(part for part in parts if part is not None)
