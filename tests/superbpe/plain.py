"""SuperBPE once more, as plainly as it can be written, for property tests: lists of symbols, everything counted anew.

It shares nothing with the trainer but the functions that split a line.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import pairwise

Pair = tuple[str, str]
Split = Callable[[str], tuple[str, ...]]


@dataclass
class Result:
    """The work of both stages: their merges with counts, the pieces that each began and ended with."""

    merges: list[Pair] = field(default_factory=list)
    counts: list[int] = field(default_factory=list)
    inherited: list[Pair] = field(default_factory=list)
    start: dict[str, list[str]] = field(default_factory=dict)
    end: dict[str, list[str]] = field(default_factory=dict)
    vocabulary: list[str] = field(default_factory=list)
    lift: int | None = None


def train(
    lines: Mapping[str, int],
    split_1: Split,
    split_2: Split,
    transition: int,
    vocab_size: int,
    max_words: int | None = 4,
    forbidden: tuple[str, ...] = (":Ġ",),
    least: int = 1,
) -> Result:
    result = Result()
    pieces = count(lines, split_1)
    words = {piece: list(piece) for piece in pieces}
    ids = sorted({char for piece in pieces for char in piece})
    grow(words, pieces, ids, min(transition, vocab_size), least, lambda token: True, result)
    result.vocabulary, result.end = ids, words
    if len(ids) >= vocab_size:
        return result
    result.lift = len(result.merges)
    first, result.merges = result.merges, []
    pieces = count(lines, split_2)
    words = {piece: list(piece) for piece in pieces}
    ids = sorted({char for piece in pieces for char in piece})
    met = neighbors(
        words
    )  # as the queue of the authors' trainer: what is in it stays, even where nothing is left of it
    for pair in first:
        if pair in met:
            for word in words.values():
                replace(word, pair)
            result.inherited.append(pair)
            ids += ["".join(pair)] * ("".join(pair) not in ids)
            met = met - {pair} | neighbors(words)
    result.start = {piece: list(word) for piece, word in words.items()}

    def allowed(token: str) -> bool:
        holds = any(text in token for text in forbidden)
        return not holds and (max_words is None or len([part for part in token.split("Ġ") if part]) <= max_words)

    grow(words, pieces, ids, vocab_size, least, allowed, result)
    result.vocabulary, result.end = ids, words
    return result


def neighbors(words: Mapping[str, list[str]]) -> set[Pair]:
    return {pair for word in words.values() for pair in pairwise(word)}


def count(lines: Mapping[str, int], split: Split) -> Counter[str]:
    pieces: Counter[str] = Counter()
    for line, times in lines.items():
        for piece in split(line):
            pieces[piece] += times
    return pieces


def grow(
    words: Mapping[str, list[str]],
    pieces: Mapping[str, int],
    ids: list[str],
    size: int,
    least: int,
    allowed: Callable[[str], bool],
    result: Result,
) -> None:
    while len(ids) < size:
        counts: Counter[Pair] = Counter()
        for piece, word in words.items():
            for pair in pairwise(word):
                counts[pair] += pieces[piece]
        left = [pair for pair in counts if allowed("".join(pair))]
        best = min(left, key=lambda pair: (-counts[pair], ids.index(pair[0]), ids.index(pair[1])), default=None)
        if best is None or counts[best] < least:
            return
        result.merges.append(best)
        result.counts.append(counts[best])
        ids += ["".join(best)] * ("".join(best) not in ids)
        for word in words.values():
            replace(word, best)


def replace(word: list[str], pair: Iterable[str]) -> None:
    left, right = pair
    i = 0
    while i < len(word) - 1:
        if word[i] == left and word[i + 1] == right:
            word[i : i + 2] = [left + right]
        i += 1
