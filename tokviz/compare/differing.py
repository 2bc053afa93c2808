"""The words that several tokenizers split differently, with the white space around them where that is a part of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from tokviz.compare.reading import Reading, Split, split_of
from tokviz.compare.reasons import differs
from tokviz.compare.sources import UNIT, Model
from tokviz.corpus.passages import Passage, Stretch

__all__ = ["Differing", "Words", "compared_words", "nearby", "opposites", "shown"]

_NEAR = 20  # characters around a word in which it is first looked at


@dataclass(frozen=True)
class Differing:
    """A word that differs, how often it is split like this, and the split of each tokenizer.

    word: with the white space around it where a tokenizer has a boundary in that. passage: where it occurs first.
    """

    word: str
    count: int
    splits: tuple[Split, ...]
    passage: Passage


@dataclass(frozen=True)
class Words:
    """The words of a text that several tokenizers have read. differing: those that not all split alike, the most
    frequent first, then in the order of the text. number, total: how many different ones there are, and all of them;
    one word that is split in two ways, such as at the start of the text, counts for two."""

    differing: tuple[Differing, ...]
    number: int
    total: int

    @cached_property
    def occurrences(self) -> int:
        """How many of all differ."""
        return sum(one.count for one in self.differing)


def compared_words(readings: Sequence[Reading]) -> Words:
    """The words of readings of one text.

    >>> from tokviz import Corpus, wordpiece
    >>> from tokviz.compare.reading import read
    >>> hug = Corpus({"hug": 10, "hugs": 5, "bugs": 7})
    >>> models = [wordpiece.Model(["hug", "##s", "[UNK]"]), wordpiece.Model(["hug", "hugs", "[UNK]"])]
    >>> [(found.word, found.count) for found in compared_words([read(model, hug) for model in models]).differing]
    [('hugs', 5)]
    """
    text = readings[0].text
    if any(dict(reading.text.parts) != dict(text.parts) for reading in readings):
        raise ValueError("the readings are of different texts")
    counts: dict[tuple[str, tuple[Split, ...]], int] = {}
    places: dict[tuple[str, tuple[Split, ...]], Passage] = {}
    each = zip(*(reading.each for reading in readings), strict=True)
    for (passage, count), split in zip(text.passages, each, strict=True):
        word = shown(passage, split) if text.is_running else passage.text
        if word or any(one.tokens for one in split):
            key = (word or passage.written, split)
            counts[key] = counts.get(key, 0) + count
            places.setdefault(key, passage)
    found = [
        Differing(word, count, split, places[word, split])
        for (word, split), count in counts.items()
        if any(differs(split[0], other) for other in split[1:])
    ]
    return Words(tuple(sorted(found, key=lambda one: -one.count)), len(counts), sum(counts.values()))


def shown(passage: Passage, split: Sequence[Split]) -> str:
    """The word, with the white space around it where a tokenizer has a boundary in that."""
    stretch = passage.stretch
    first = stretch.word if not any(cut <= 0 for one in split for cut in one.cuts) else stretch.start
    behind = (stretch.stop - stretch.word) * UNIT
    last = stretch.stop if not any(cut >= behind for one in split for cut in one.cuts) else stretch.end
    return passage.text[first:last]


def nearby(passage: Passage, models: Sequence[Model], split: Sequence[Split]) -> Passage:
    """The word in a part of its text in which it is split in the same way, since long texts take long. split: by each
    model."""
    text, stretch = passage.text, passage.stretch
    room = _NEAR
    while stretch.start > room or stretch.end + room < len(text):
        begin, end = max(stretch.start - room, 0), min(stretch.end + room, len(text))
        moved = Stretch(*(place - begin for place in stretch))
        part = Passage(text[begin:end], moved, passage.is_running)
        if all(split_of(part, model) == known for model, known in zip(models, split, strict=True)):
            return part
        room *= 8
    return passage


def opposites(splits: Sequence[Split]) -> dict[int, int]:
    """Each tokenizer, by number, and the first other one that splits the word otherwise; empty if all split alike."""
    found = {}
    for number, split in enumerate(splits):
        other = next((place for place, one in enumerate(splits) if differs(split, one)), None)
        if other is not None:
            found[number] = other
    return found
