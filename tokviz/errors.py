"""The errors that tokviz raises on purpose.

Each has a `code` that never changes with the wording and `details` with the values that the wording uses. The wording
is in the catalogs alone (:mod:`tokviz.texts`), under ``error.`` and the code: `str` gives the English sentence,
`sentence` that of another language. It is read when it is asked for, not when the error is raised. All of them are
`ValueError`s. Nothing here knows where an error is shown.

>>> try:
...     raise LimitError("MAX_WORD_CHARS", 10, met=12, word="'tokenization'")
... except ValueError as error:
...     print(error.code, dict(error.details)["met"], error, sep=" | ")
limit-word-chars | 12 | The word 'tokenization' has 12 characters, and this training takes up to 10. Shorten it, choose a pre-tokenization that splits it, or merge by count.
"""  # noqa: E501 (a doctest's line is as long as what is printed)

from __future__ import annotations

import reprlib
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from tokviz.text_keys import error_key
from tokviz.texts import templates

_READABLE_BITS = 100  # a number of about 30 digits
_READABLE_CHARS = 200


class TokvizError(ValueError):
    """Base of all errors here.

    `code` is a stable name such as "empty-word"; `details` maps names to plain values (str, int) for the sentence.
    """

    code: str
    details: Mapping[str, object]

    def __init__(self, code: str, /, **details: object) -> None:
        super().__init__(code)
        self.code = code
        self.details = MappingProxyType(details)

    def __str__(self) -> str:
        return self.sentence(templates("en"))

    def __reduce__(self) -> tuple[Any, ...]:
        # Exceptions pickle by calling the class with `args`, which would lose the details.
        return _rebuild, (type(self), self.code, dict(self.details))

    def sentence(self, texts: Mapping[str, str]) -> str:
        """Say what is wrong, in the language of the templates of :func:`tokviz.texts.templates`.

        >>> CorpusError("empty-word").sentence(templates("zh"))
        '有一个词是空的。请至少填一个字符，或删去这一项。'
        """
        return texts[error_key(self.code)].format(**readable(self.details, texts))


class CorpusError(TokvizError):
    """A corpus, or the text or the bytes it is read from, is not usable as it is."""


class RulesError(TokvizError):
    """A rule, a preset or another named choice does not exist or does not fit the others."""


class FormatError(TokvizError):
    """A text or file does not follow its format; `line` counts from 1, `reason` is the English sentence without it.

    `line` is None where the file as a whole is wrong.

    >>> print(FormatError("codes-empty", line=1234))
    Line 1,234: There are no merges in this file. Train with at least one.
    >>> print(FormatError("codes-empty"))
    There are no merges in this file. Train with at least one.
    """

    def __init__(self, code: str, /, *, line: int | None = None, **details: object) -> None:
        super().__init__(code, line=line, **details)

    def sentence(self, texts: Mapping[str, str]) -> str:
        """Return the sentence of the error, with the number of the line if it is about one."""
        if self.line is None:
            return super().sentence(texts)
        return texts["error.at-line"].format(what=super().sentence(texts), **readable({"line": self.line}, texts))

    @property
    def line(self) -> int | None:
        """The line, counted from 1, or None."""
        line = self.details["line"]
        assert line is None or isinstance(line, int)
        return line

    @property
    def reason(self) -> str:
        """The reason why the line is wrong, in English."""
        return super().sentence(templates("en"))


class LimitError(TokvizError):
    """Something is over a limit.

    `limit` is the name of the constant, which gives the code ("MAX_WORD_CHARS": "limit-word-chars"); `value` is what it
    allows and `met` what was found, a number or, where the number is too long to print, a description of it. Other
    details are for the sentence.
    """

    def __init__(self, limit: str, value: int, *, met: int | str, **details: object) -> None:
        code = "limit-" + limit.removeprefix("MAX_").lower().replace("_", "-")
        if isinstance(met, int) and met.bit_length() > _READABLE_BITS:
            met = short_number(met)
        super().__init__(code, limit=limit, value=value, met=met, **details)


class FetchError(TokvizError):
    """A tokenizer could not be fetched by its name."""


class CageError(TokvizError):
    """A file could not be worked on within the limits of a worker process; `name` is the file's."""


def readable(details: Mapping[str, object], texts: Mapping[str, str]) -> dict[str, str]:
    """Return the details as a sentence holds them: numbers with the thousands separators of the language whose
    templates these are, texts short and without control codes.

    >>> readable({"count": 1234, "word": "a\\u202eb"}, templates("en"))
    {'count': '1,234', 'word': 'a\\\\u202eb'}
    """
    return {
        name: short_number(value, texts["number.group"]) if isinstance(value, int) else _printable(str(value))
        for name, value in details.items()
    }


def short_number(number: int, group: str = ",") -> str:
    """Return the number with its thousands separated by `group`, or its magnitude when nobody would read it.

    Python refuses to print integers of more than 4,300 digits, so an error about one must not try.

    >>> short_number(12345), short_number(10**5000)
    ('12,345', '≈10^5000')
    """
    if number.bit_length() <= _READABLE_BITS:
        return f"{number:,}".replace(",", group)
    return f"≈10^{int(number.bit_length() * 0.30103)}"


def brief(value: object) -> str:
    """Return the value as Python would write it, shortened so that it fits into a sentence.

    >>> brief("a" * 100)
    "'aaaaaaaaaaaa...aaaaaaaaaaaaa'"
    """
    return _BRIEF.repr(value)


class _Brief(reprlib.Repr):
    """reprlib, but without its attempt to print integers that Python refuses to print."""

    def repr_int(self, x: int, level: int) -> str:
        return short_number(x).replace(",", "")


_BRIEF = _Brief()


def _printable(text: str) -> str:
    if len(text) > _READABLE_CHARS:
        half = _READABLE_CHARS // 2
        text = f"{text[:half]}…{text[-half:]}"
    return "".join(character if character.isprintable() else repr(character)[1:-1] for character in text)


def _rebuild(kind: type[TokvizError], code: str, details: dict[str, object]) -> TokvizError:
    error = kind.__new__(kind, code)
    TokvizError.__init__(error, code, **details)
    return error
