"""Literals: the values that a text in JSON or Python notation stands for.

The two share strings, numbers, brackets, commas and colons, and that is all that is read here. A reader of our own
keeps words that are in a dict twice, names the line of a mistake, and can neither calculate nor recurse deeply.
What the values mean as words and counts is `tokviz.corpus.reading`.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from typing import Literal

from tokviz.corpus.limits import MAX_DISTINCT_WORDS, count_too_great
from tokviz.errors import FormatError, LimitError, brief

MAX_ENTRIES = 4 * MAX_DISTINCT_WORDS
"""The most entries of a list, repeated words included."""
WHOLE = re.compile(r"[-+−]?\d++")
LINE_END = re.compile(r"\r\n|\r|\n")
_READABLE_DIGITS = 40
_LITERAL = re.compile(
    r"""\s*(?:\w+\s*=\s*)?(?:
      \{\s*(?:["']|\}\s*\Z|\w+\s*:\s*\d)          # {"low":   {low: 5   (a mistake, but no prose)
    | \[\s*(?:[\[(]\s*["'\[({]|\{|\]\s*\Z)        # [["low",   [("low",   [{"word":
    | [\[(]\s*(?:"[^"\n]*"|'[^'\n]*')\s*,\s*[-+]?\d  # ("low", 5
    | \[\s*"[^"\n]*"\s*[,\]]                        # ["low", "lower"]   (no counts: a mistake as well)
    )""",
    re.VERBOSE,
)
_ASSIGNMENT = re.compile(r"\A\s*\w+\s*=(?=\s*[\[({])")
_TOKEN = re.compile(
    r"""(?P<space>\s++|\#[^\n]*+)|(?P<mark>[\[\](){},:]|\Z)|(?P<other>[^\s\[\](){},:"']++)
    |(?P<string>"(?:[^"\\\n]|\\.)*+"|'(?:[^'\\\n]|\\.)*+')|(?P<open>["'])""",
    re.VERBOSE,
)
_FLOAT = re.compile(r"[-+]?(?:\d++\.?\d*+|\.\d++)(?:[eE][-+]?\d++)?|-?(?:NaN|nan|Infinity|inf)")
_CONSTANTS = {"true": True, "True": True, "false": False, "False": False, "null": None, "None": None}
_CLOSING = {"[": "]", "(": ")", "{": "}"}
_MAX_DEPTH = 4
_Tokens = Iterator[re.Match[str]]


class Object(list[tuple[object, object]]):
    """The members of a JSON object or a Python dict in order, repeated names included."""


def looks_like_literal(text: str) -> bool:
    """Whether the text begins as data and not as prose in brackets does."""
    return _LITERAL.match(text) is not None


def read(text: str) -> tuple[object, Literal["json", "python"]]:
    """The value that is written in `text`, in which several separated by commas are a list."""
    text = LINE_END.sub("\n", text).rstrip().rstrip(",;")
    text = _ASSIGNMENT.sub(lambda start: "\n" * start[0].count("\n"), text)
    items = _sequence((token for token in _TOKEN.finditer(text) if token.lastgroup != "space"), "", 0)
    try:
        json.loads(text)
    except ValueError:
        return (items[0] if len(items) == 1 else items), "python"
    return items[0], "json"


def _sequence(tokens: _Tokens, closing: str, depth: int) -> list[object] | Object:
    """What stands before `closing`, which at the top is the end of the text, an empty match."""
    items: list[object] = []
    members = Object()
    while (token := next(tokens))[0] != closing:
        items.append(_value(token, tokens, depth))
        if closing == "}":
            if (token := next(tokens))[0] != ":":
                raise _unexpected(token)
            members.append((items[-1], _value(next(tokens), tokens, depth)))
        if len(items) > MAX_ENTRIES:
            raise too_many_entries()
        if (token := next(tokens))[0] == closing:
            break
        if token[0] != ",":
            raise _unexpected(token)
    return members if closing == "}" else items


def _value(token: re.Match[str], tokens: _Tokens, depth: int) -> object:
    text = token[0]
    if text in _CLOSING:
        if depth == _MAX_DEPTH:
            raise FormatError("nested-too-deep", line=_line(token), depth=_MAX_DEPTH)
        return _sequence(tokens, _CLOSING[text], depth + 1)
    if token.lastgroup == "string":
        try:
            return json.loads(text, strict=False) if text[0] == '"' else ast.literal_eval(text)
        except (ValueError, SyntaxError):
            raise FormatError("bad-escape", line=_line(token), text=brief(text[1:-1])) from None
    if text in _CONSTANTS:
        return _CONSTANTS[text]
    if WHOLE.fullmatch(text):
        return whole(text, "")
    if _FLOAT.fullmatch(text):
        return float(text)
    raise _unexpected(token)


def _line(token: re.Match[str]) -> int:
    return token.string.count("\n", 0, token.start()) + 1


def _unexpected(token: re.Match[str]) -> FormatError:
    if token.lastgroup == "open":
        return FormatError("quote-not-closed", line=_line(token))
    if not token[0]:
        return FormatError("list-not-closed", line=_line(token))
    return FormatError("unexpected", line=_line(token), found=brief(token[0]))


def whole(digits: str, word: str) -> int:
    """The integer in the digits; one of too many digits is an error about the count of `word`."""
    if len(digits) > _READABLE_DIGITS:  # Python itself refuses 4,300 digits, with a message about itself
        raise count_too_great(f"≈10^{len(digits) - 1}", word)
    return int(digits.replace("−", "-"))


def too_many_entries() -> LimitError:
    """The error for more than MAX_ENTRIES."""
    return LimitError("MAX_ENTRIES", MAX_ENTRIES, met="more")
