"""What a merge really does to the likelihood of the corpus, taken as the sequence of its symbols at that moment.

Each symbol has the probability of its share (maximum likelihood), so ln L = sum of f(C(x)) - f(N) with f(t) = t ln t,
C(x) the occurrences of a symbol and N those of all. A merge takes occurrences of its two parts away and adds as many of
the token; what a longer vocabulary costs is not counted. Natural logarithms.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

__all__ = ["likelihood_change", "log_likelihood"]


def log_likelihood(occurrences: Iterable[int]) -> float:
    """The log-likelihood of a corpus whose symbols occur so often.

    >>> round(log_likelihood([15, 36, 20, 17, 16, 4, 5]), 6)
    -198.53433
    """
    counts = list(occurrences)
    total = sum(counts)
    return math.fsum(count * math.log(count / total) for count in counts if count)


def likelihood_change(
    left: str, right: str, token: str, merged: int, occurrences: dict[str, int], symbols: int
) -> float:
    """By how much the log-likelihood rises when `merged` occurrences of a pair are replaced by `token`.

    occurrences: how often `left`, `right` and `token`, where it is a symbol already, occur before. symbols: all of N.

    >>> round(likelihood_change("##u", "##g", "##ug", 20, {"##u": 36, "##g": 20}, 113), 6)
    28.017808
    """
    before = {symbol: occurrences.get(symbol, 0) for symbol in (left, right, token)}
    after = dict(before)
    after[left] -= merged
    after[right] -= merged
    after[token] += merged
    return math.fsum((*(_rise(before[one], after[one]) for one in before), -_rise(symbols, symbols - merged)))


def _rise(before: int, after: int) -> float:
    """f(after) - f(before), without taking one great number from another."""
    if not before:
        return after * math.log(after) if after else 0.0
    change = after - before
    return change * math.log(before) + (after * math.log1p(change / before) if after else 0.0)
