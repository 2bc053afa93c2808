"""The words that several tokenizers cut differently, as rows and as a table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations

import pandas as pd

from tokviz.compare.notation import neutral
from tokviz.compare.reading import Reading, Split
from tokviz.compare.reasons import differs
from tokviz.compare.sources import Model
from tokviz.views.compare.reasons import tokens
from tokviz.views.shared.display import shorten, visible

__all__ = ["Differing", "differing", "first_pair", "pairs", "table"]


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


def table(
    words: Sequence[Differing],
    names: Sequence[str],
    why: Callable[[Differing], str],
    models: Sequence[Model] | None = None,
) -> pd.DataFrame:
    """One row a word: ``word``, ``occurrences``, a column for each tokenizer by its name, ``reason``.

    names: all different. why: the reason in a sentence. models: those of the tokenizers, to write their tokens in one
    neutral notation; without them each writes its own marks.
    """

    def written(split: Split, number: int) -> Sequence[str]:
        return split.tokens if models is None else [neutral(one, models[number]).text or "∅" for one in split.tokens]

    columns: dict[str, list[object]] = {
        "word": [shorten(visible(one.word)) for one in words],
        "occurrences": [one.count for one in words],
    }
    for number, name in enumerate(names):
        columns[name] = [tokens(written(one.splits[number], number)) or "∅" for one in words]
    columns["reason"] = [why(one) for one in words]
    return pd.DataFrame(columns)
