"""Lines: sentences to be, a key of the catalogs with the values of its blanks.

What is asked and explained before a language is chosen is a line: questions about a step, exercises and their verdicts.
:mod:`tokviz.views.shared.line_sentences` makes sentences of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from types import MappingProxyType
from typing import Any, TypeAlias

from tokviz.errors import TokvizError
from tokviz.trace import Contribution

Symbols: TypeAlias = tuple[str, ...]
"""A pair, a segmentation, some tokens."""


class Name(str):
    """A name in a sentence, such as that of a language: it is not shown as code."""

    __slots__ = ()


Number: TypeAlias = int | float | Fraction
Value: TypeAlias = "Number | str | Symbols | tuple[Symbols, ...] | tuple[Contribution, ...] | Line | TokvizError"
"""The content of a blank: a number; a text or symbols, which are shown as code; several of these; the words that make
up a count; another line; an error, which is shown as its sentence."""


@dataclass(frozen=True)
class Line:
    """A sentence to be: a key of the catalogs, and what fills its blanks."""

    key: str
    values: Mapping[str, Value]

    def __reduce__(self) -> tuple[Any, ...]:
        return partial(line, self.key, **self.values), ()  # a view of a dict cannot be pickled


def line(key: str, /, **values: Value) -> Line:
    """Return the line of that key.

    >>> line("exercise.ask.pair-counts", pair=("u", "g")).values["pair"]
    ('u', 'g')
    """
    return Line(key, MappingProxyType(values))


def times(n: int) -> Line:
    """Return the line that says a number of times in each language."""
    return line("count.times", n=n)
