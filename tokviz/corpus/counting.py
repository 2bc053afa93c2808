"""How often symbols occur in words that have counts themselves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

__all__ = ["count_symbols"]


def count_symbols(words: Iterable[tuple[Iterable[str], int]]) -> Counter[str]:
    """Symbol -> how often it occurs, each word, as its symbols, counted as often as its count says.

    >>> count_symbols([("aab", 2), (("ab", "c"), 1)])
    Counter({'a': 4, 'b': 2, 'ab': 1, 'c': 1})
    """
    counts: Counter[str] = Counter()
    for symbols, count in words:
        for symbol in symbols:
            counts[symbol] += count
    return counts
