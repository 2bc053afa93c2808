"""WordPiece training written down a second time, as plainly as it can be: what the real one is held against.

Everything is counted again at every step, by what the plain trainer on the pages is made of
(:mod:`tokviz.merging.plain`); every score is a fraction, and a gain has so many digits that equal ones can be told from
others.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal, localcontext
from fractions import Fraction
from functools import cache
from math import log

from tokviz.merging.plain import Word, count_pairs, count_symbols, merged
from tokviz.merging.steps import Pair


def cut(word: str, prefix: str, start: str = "") -> Word:
    letters = tuple(prefix + char if i else char for i, char in enumerate(word))
    return (start, *letters) if start else letters


def joined(pair: Pair, prefix: str) -> str:
    return pair[0] + (pair[1][len(prefix) :] if pair[1].startswith(prefix) else pair[1])


def orders(prefix: str) -> dict[str, Callable[[Pair], object] | None]:
    """The tie-breaks as orders, the smallest first; the pair seen first needs none."""

    def descending(text: str) -> tuple[int, ...]:
        return (*(-ord(char) for char in text), 1)

    def shortest(pair: Pair) -> tuple[int, str]:
        token = joined(pair, prefix)
        return len(token), token

    return {
        "first-seen": None,
        "smallest-pair": lambda pair: pair,
        "greatest-pair": lambda pair: (descending(pair[0]), descending(pair[1])),
        "shortest-token": shortest,
    }


@dataclass(frozen=True)
class Learned:
    """A merge: the pair, its count, its parts' counts, the score, all pairs that had that score."""

    pair: Pair
    count: int
    left: int
    right: int
    score: Fraction
    tied: tuple[Pair, ...]


def measure(by: str, count: int, left: int, right: int, symbols: int, pairs: int) -> Fraction | Decimal:
    """Return the worth of a pair.

    Gains are rounded to many digits, but fewer than they are computed with.
    """
    if by == "count":
        return Fraction(count)
    if by == "score":
        return Fraction(count, left * right)
    logs = [logarithm(n) for n in (count, pairs, left, right, symbols)]
    with localcontext(prec=90):
        return round(count * (logs[0] - logs[1] - logs[2] - logs[3] + 2 * logs[4]), 60)


@cache
def logarithm(number: int) -> Decimal:
    with localcontext(prec=90):
        return Decimal(number).ln()


def log_likelihood(words: Sequence[Word], weights: Sequence[int]) -> float:
    counts = count_symbols(words, weights)
    return sum(count * log(count / sum(counts.values())) for count in counts.values())


def train(
    corpus: Sequence[tuple[str, int]],
    *,
    prefix: str = "##",
    merges: int = 1_000,
    minimum_count: int = 1,
    by: str = "score",
    start: str = "",
    order: Callable[[Pair], object] | None = None,
) -> list[Learned]:
    """The merges. `order` breaks ties, the smallest first; without it the pair seen first wins."""
    words = [cut(word, prefix, start) for word, _ in corpus]
    weights = [count for _, count in corpus]
    learned: list[Learned] = []
    while len(learned) < merges:
        counts, symbols = count_pairs(words, weights), count_symbols(words, weights)
        numbers = sum(symbols.values()), sum(counts.values())
        worth = {
            pair: measure(by, count, symbols[pair[0]], symbols[pair[1]], *numbers)
            for pair, count in counts.items()
            if count >= minimum_count
        }
        if not worth:
            break
        tied = [pair for pair in worth if worth[pair] == max(worth.values())]
        if order is not None:
            tied.sort(key=order)  # type: ignore[arg-type]
        best = tied[0]
        left, right = symbols[best[0]], symbols[best[1]]
        learned.append(Learned(best, counts[best], left, right, Fraction(counts[best], left * right), tuple(tied)))
        words = [merged(word, best, joined(best, prefix)) for word in words]
    return learned
