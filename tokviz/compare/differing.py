"""The words that several tokenizers cut differently."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from tokviz.compare.reading import Reading, Split
from tokviz.compare.reasons import differs

__all__ = ["Differing", "differing", "first_pair", "pairs"]


@dataclass(frozen=True)
class Differing:
    """A word, how often it occurs, and the split of each tokenizer."""

    word: str
    count: int
    splits: tuple[Split, ...]


def differing(readings: Sequence[Reading]) -> tuple[Differing, ...]:
    """The words that not all cut alike, the most frequent first, then in the order of the text.

    >>> from tokviz import Corpus, wordpiece
    >>> from tokviz.compare.reading import read
    >>> hug = Corpus({"hug": 10, "hugs": 5, "bugs": 7})
    >>> models = [wordpiece.Model(["hug", "##s", "[UNK]"]), wordpiece.Model(["hug", "hugs", "[UNK]"])]
    >>> [(found.word, found.count) for found in differing([read(model, hug) for model in models])]
    [('hugs', 5)]
    """
    if any(reading.corpus.keys() != readings[0].corpus.keys() for reading in readings):
        raise ValueError("the readings are of different texts")
    found = []
    for word, count in readings[0].corpus.items():
        splits = tuple(reading.splits[word] for reading in readings)
        if any(differs(splits[0], other) for other in splits[1:]):
            found.append(Differing(word, count, splits))
    return tuple(sorted(found, key=lambda one: -one.count))


def pairs(splits: Sequence[Split]) -> list[tuple[int, int]]:
    """The pairs of tokenizers, by number, that cut a word differently; of some that cut alike only the first counts."""
    first = [
        next(other for other in range(number + 1) if not differs(splits[other], split))
        for number, split in enumerate(splits)
    ]
    return list(combinations(sorted(set(first)), 2))


def first_pair(splits: Sequence[Split]) -> tuple[int, int]:
    """The pair that a table tells of."""
    return pairs(splits)[0]
