"""White space and code: which runs of it are tokens, and what indentation costs."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from tokviz.vocabularies.entries import Vocabulary

__all__ = ["CODE", "MAX_RUN", "RUNS", "CodePrice", "Run", "code_price", "runs"]

MAX_RUN = 32
"""The longest run that is looked at."""

RUNS: Mapping[str, str] = MappingProxyType({"space": " ", "tab": "\t", "newline": "\n"})
"""The name of a character -> the character."""
CODE = '''def mean(values):
    """The mean of a list of numbers."""
    if not values:
        return None
    total = 0
    for value in values:
        if value is not None:
            total += value
    return total / len(values)


class Shelf:
    def __init__(self, size):
        self.size = size
        self.books = []

    def put(self, book):
        if len(self.books) >= self.size:
            raise ValueError("full")
        self.books.append(book)
'''
"""A piece of code whose price is shown."""


@dataclass(frozen=True)
class Run:
    """So many spaces, tabs or line ends between an ``x`` and a ``y``: the tokens of all of it, as texts."""

    name: str
    length: int
    tokens: tuple[str, ...]


@dataclass(frozen=True)
class CodePrice:
    """A piece of code: its tokens, how many of them are white space alone, and its tokens without indentation."""

    tokens: int
    spaces: int
    flush: int


def runs(vocabulary: Vocabulary) -> tuple[Run, ...]:
    """Every run of RUNS, from one character to MAX_RUN, between an ``x`` and a ``y``."""
    asked = [(name, length) for name in RUNS for length in range(1, MAX_RUN + 1)]
    texts = [f"x{RUNS[name] * length}y" for name, length in asked]
    found = vocabulary.pipeline.engine.many(texts)
    places, shown = vocabulary.place_of, vocabulary.texts
    return tuple(
        Run(name, length, tuple(shown[places[one]] for one in ids))
        for (name, length), ids in zip(asked, found, strict=True)
    )


def code_price(vocabulary: Vocabulary, code: str) -> CodePrice:
    """What a piece of code costs, with and without the white space at the beginning of its lines."""
    flush = re.sub(r"(?m)^[ \t]+", "", code)
    whole, bare = vocabulary.pipeline.engine.many([code, flush])
    shown, places = vocabulary.texts, vocabulary.place_of
    spaces = sum(not shown[places[one]].strip() for one in whole)
    return CodePrice(len(whole), spaces, len(bare))
