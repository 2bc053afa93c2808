"""What was asked for, looked up among what there is: names and numbers. Each mistake is an error with a sentence."""

from __future__ import annotations

import math
from collections.abc import Iterable

from tokviz.errors import RulesError, TokvizError

__all__ = ["choose", "format_of", "number", "share"]

_DIGITS = 9  # of the longest number that is read
# The ends of the names of files, the longer ones first, and the format that they promise.
_ENDINGS = (
    ("tokenizer.json", "tokenizer.json"),
    ("vocab.json", "vocab"),
    ("vocab.txt", "vocab"),
    (".vocab", "vocab"),
    ("merges.txt", "merges"),
    (".codes", "codes"),
    (".tiktoken", "tiktoken"),
    (".zip", "zip"),
    (".html", "html"),
    (".csv", "csv"),
    (".json", "json"),
)


def choose(option: str, value: str, choices: Iterable[str]) -> str:
    """The value, if it is one of the choices.

    >>> choose("--rules", "course", ["course", "sennrich"])
    'course'
    """
    known = tuple(choices)
    if value not in known:
        raise TokvizError("cli-choice", option=option, value=value, choices=", ".join(known))
    return value


def number(option: str, value: str, least: int = 0) -> int:
    """The whole number that was given.

    >>> number("--merges", "12")
    12
    """
    digits = value.replace(",", "").replace("_", "")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= _DIGITS and int(digits) >= least):
        raise TokvizError("cli-number", option=option, value=value, least=least)
    return int(digits)


def share(option: str, value: str, least: float) -> float:
    """The share that was given.

    >>> share("--character-coverage", "0.9995", 0.98)
    0.9995
    """
    try:
        found = float(value)
    except ValueError:
        found = math.nan
    if not least <= found <= 1:
        raise RulesError("rules-range", name=option, value=value, least=least, most=1)
    return found


def format_of(asked: str | None, output: str | None, formats: Iterable[str], usual: str) -> str:
    """The format: the one asked for, else the one that the file's name promises, else the usual one.

    >>> format_of(None, "hug.codes", ["table", "codes"], "table"), format_of(None, None, ["table", "codes"], "table")
    ('codes', 'table')
    """
    known = tuple(formats)
    if asked is not None:
        return choose("--format", asked, known)
    name = (output or "").lower()
    promised = next((kind for ending, kind in _ENDINGS if name.endswith(ending)), usual)
    return promised if promised in known else usual
