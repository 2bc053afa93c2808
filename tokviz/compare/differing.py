"""The words that several tokenizers cut differently."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tokviz.compare.reading import Reading, Split
from tokviz.compare.reasons import differs

__all__ = ["Differing", "differing", "opposites"]


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


def opposites(splits: Sequence[Split]) -> dict[int, int]:
    """Each tokenizer, by number, and the first other one that cuts the word otherwise; empty if all cut alike."""
    found = {}
    for number, split in enumerate(splits):
        other = next((place for place, one in enumerate(splits) if differs(split, one)), None)
        if other is not None:
            found[number] = other
    return found
