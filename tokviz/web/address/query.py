"""Reading a query string value by value: what cannot be read is left out and its name is kept. Pure: no Streamlit."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from typing import Any

__all__ = ["MAX_PARAM_CHARS", "Reader", "number"]

MAX_PARAM_CHARS = 4_000
"""The longest value that is looked at."""
_MAX_DIGITS = 7


def number(text: str) -> int | None:
    """A whole number out of plain digits; None for anything else, and for one that is far too large.

    >>> number("12"), number("-1"), number("１２"), number("123456789")
    (12, None, None, None)
    """
    return int(text) if text.isascii() and text.isdigit() and len(text) <= _MAX_DIGITS else None


class Reader:
    """Reads what a query string says, value by value.

    found: what could be read, by name. wrong: the names of what had to be put right.

    >>> reader = Reader({"n": "3", "seed": "x", "word": "lowest"})
    >>> reader.numbers({"n": range(9), "seed": range(9)})
    >>> reader.texts({"word": 3})
    >>> reader.found, reader.wrong
    ({'n': 3, 'word': 'low'}, ['seed', 'word'])
    """

    def __init__(self, query: Mapping[str, str], wrong: Iterable[str] = (), **opening: Any) -> None:
        self.query = query
        self.found: dict[str, Any] = opening
        self.wrong = list(wrong)

    def texts(self, limits: Mapping[str, int]) -> None:
        """Texts, each cut to so many characters."""
        for name, most in limits.items():
            if name in self.query:
                self.found[name] = self.query[name][:most]
                self.wrong += [name] if len(self.query[name]) > most else []

    def choices(self, choices: Mapping[str, Container[str]]) -> None:
        """Names out of a list; an empty one says nothing unless the list has it."""
        for name, allowed in choices.items():
            value = self.query.get(name, "")
            if value in allowed:
                self.found[name] = value
            elif value:
                self.wrong.append(name)

    def numbers(self, allowed: Mapping[str, Container[int]]) -> None:
        """Whole numbers out of a range."""
        for name, known in allowed.items():
            if name in self.query:
                value = number(self.query[name])
                if value is not None and value in known:
                    self.found[name] = value
                else:
                    self.wrong.append(name)
