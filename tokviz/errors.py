"""The errors that tokviz raises on purpose.

Each has a `code` that never changes with the wording, `details` with the values that the wording uses, and an English
sentence as its `str`. An interface in another language looks the code up in its own catalogue and fills in the details;
whoever only prints the error gets a clear English sentence. All of them are `ValueError`s. Nothing here knows where an
error is shown.

>>> try:
...     raise LimitError("MAX_WORD_CHARS", 10, met=12, subject="a word", unit="characters", advice="Shorten it.")
... except ValueError as error:
...     print(error.code, dict(error.details)["met"], error, sep=" | ")
limit-word-chars | 12 | The limit for a word is 10 characters (MAX_WORD_CHARS), but this has 12. Shorten it.
"""

from __future__ import annotations

import reprlib
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

_READABLE_BITS = 100  # a number of about 30 digits


class TokvizError(ValueError):
    """Base of all errors here.

    `code` is a stable name such as "empty-word"; `details` maps names to plain values (str, int) for a translation.
    """

    code: str
    details: Mapping[str, object]

    def __init__(self, code: str, message: str, /, **details: object) -> None:
        super().__init__(message)
        self.code = code
        self.details = MappingProxyType(details)

    def __reduce__(self) -> tuple[Any, ...]:
        # Exceptions pickle by calling the class with `args`, which would lose the code and the details.
        return _rebuild, (type(self), str(self), self.code, dict(self.details))


class CorpusError(TokvizError):
    """A corpus, or the text or the bytes it is read from, is not usable as it is."""


class RulesError(TokvizError):
    """A rule, a preset or another named choice does not exist or does not fit the others."""


class FormatError(TokvizError):
    """A text or file does not follow its format; `line` counts from 1, `reason` is the English reason alone."""

    def __init__(self, code: str, reason: str, /, *, line: int, **details: object) -> None:
        super().__init__(code, f"Line {line:,}: {reason}", line=line, reason=reason, **details)

    @property
    def line(self) -> int:
        """The line, counted from 1."""
        line = self.details["line"]
        assert isinstance(line, int)
        return line

    @property
    def reason(self) -> str:
        """What is wrong with the line, in English."""
        return str(self.details["reason"])


class LimitError(TokvizError):
    """Something is over a limit.

    `limit` is the name of the constant, which gives the code ("MAX_WORD_CHARS": "limit-word-chars"); `value` is what it
    allows and `met` what was found, a number or, where the number is too long to print, a description of it. `subject`,
    `unit` and `advice` are the English words of the sentence: what the limit is for, what it counts, what to do.
    """

    def __init__(
        self, limit: str, value: int, *, met: int | str, subject: str, unit: str, advice: str, **details: object
    ) -> None:
        code = "limit-" + limit.removeprefix("MAX_").lower().replace("_", "-")
        if isinstance(met, int) and met.bit_length() > _READABLE_BITS:
            met = short_number(met)
        shown = met if isinstance(met, str) else f"{met:,}"
        units = f" {unit}" if unit else ""
        super().__init__(
            code,
            f"The limit for {subject} is {value:,}{units} ({limit}), but this has {shown}. {advice}",
            limit=limit,
            value=value,
            met=met,
            advice=advice,
            **details,
        )


def short_number(number: int) -> str:
    """The number with thousands separators, or how long it is when nobody would read it.

    Python refuses to print integers of more than 4,300 digits, so an error about one must not try.

    >>> short_number(12345), short_number(10**5000)
    ('12,345', 'about 5,001 digits')
    """
    if number.bit_length() <= _READABLE_BITS:
        return f"{number:,}"
    return f"about {int(number.bit_length() * 0.30103) + 1:,} digits"


def brief(value: object) -> str:
    """The value as Python would write it, shortened so that it fits into a sentence.

    >>> brief("a" * 100)
    "'aaaaaaaaaaaa...aaaaaaaaaaaaa'"
    """
    return _BRIEF.repr(value)


class _Brief(reprlib.Repr):
    """reprlib, but without its attempt to print integers that Python refuses to print."""

    def repr_int(self, x: int, level: int) -> str:
        return short_number(x).replace(",", "")


_BRIEF = _Brief()


def _rebuild(kind: type[TokvizError], message: str, code: str, details: dict[str, object]) -> TokvizError:
    error = kind.__new__(kind, message)
    TokvizError.__init__(error, code, message, **details)
    return error
