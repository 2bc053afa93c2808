"""WordPiece training written down a second time, as plainly as it can be: what the real one is held against.

Everything is counted again at every step and every score is a fraction. Nothing of tokviz is used but the words.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

Word = tuple[str, ...]
Pair = tuple[str, str]


def cut(word: str, prefix: str) -> Word:
    return tuple(prefix + char if i else char for i, char in enumerate(word))


def joined(pair: Pair, prefix: str) -> str:
    return pair[0] + (pair[1][len(prefix) :] if pair[1].startswith(prefix) else pair[1])


def merged(word: Word, pair: Pair, token: str) -> Word:
    """Replace the occurrences of `pair`, from the left, not overlapping."""
    out: list[str] = []
    i = 0
    while i < len(word):
        if word[i : i + 2] == pair:
            out.append(token)
            i += 2
        else:
            out.append(word[i])
            i += 1
    return tuple(out)


@dataclass(frozen=True)
class Learned:
    """A merge: the pair, its count, its parts' counts, the score, all pairs that had that score."""

    pair: Pair
    count: int
    left: int
    right: int
    score: Fraction
    tied: tuple[Pair, ...]


def train(
    corpus: Sequence[tuple[str, int]],
    *,
    prefix: str = "##",
    merges: int = 1_000,
    minimum_count: int = 1,
    by_count: bool = False,
    order: Callable[[Pair], object] | None = None,
) -> list[Learned]:
    """The merges. `order` breaks ties, the smallest first; without it the pair seen first wins."""
    words = [cut(word, prefix) for word, _ in corpus]
    weights = [count for _, count in corpus]
    learned: list[Learned] = []
    while len(learned) < merges:
        counts: dict[Pair, int] = {}
        symbols: Counter[str] = Counter()
        for word, weight in zip(words, weights, strict=True):
            for symbol in word:
                symbols[symbol] += weight
            for pair in pairwise(word):
                counts[pair] = counts.get(pair, 0) + weight
        worth = {
            pair: Fraction(count) if by_count else Fraction(count, symbols[pair[0]] * symbols[pair[1]])
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
