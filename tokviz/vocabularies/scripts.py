"""In which script a text is written: that of its letters, if they have one and the same."""

from __future__ import annotations

from functools import cache

import regex

__all__ = ["MIXED", "NONE", "OTHER", "SCRIPTS", "has_letters", "script_of"]

NONE, MIXED, OTHER = "none", "mixed", "other"
SCRIPTS = (
    *("Latin", "Greek", "Cyrillic", "Armenian", "Hebrew", "Arabic", "Georgian", "Ethiopic"),
    *("Devanagari", "Bengali", "Gurmukhi", "Gujarati", "Tamil", "Telugu", "Kannada", "Malayalam", "Sinhala"),
    *("Thai", "Lao", "Myanmar", "Khmer", "Han", "Hiragana", "Katakana", "Hangul"),
    *(OTHER, MIXED, NONE),
)
"""The scripts that are told apart, as Unicode names them; one that is not listed; letters of several; no letters."""

_NAMED = regex.compile("|".join(rf"(?P<{name}>\p{{Script={name}}})" for name in SCRIPTS[:-3]))
_LETTER = regex.compile(r"[\p{L}\p{M}]")
_SHARED = regex.compile(r"[\p{Script=Common}\p{Script=Inherited}]")


def script_of(text: str) -> str:
    """The script of a text's letters.

    >>> [script_of(text) for text in (" low", "день", "你好", "ひと人", "1,000")]
    ['Latin', 'Cyrillic', 'Han', 'mixed', 'none']
    """
    if text.isascii():
        return "Latin" if text.islower() or text.isupper() or any(map(str.isalpha, text)) else NONE
    found = {_of_letter(letter) for letter in set(text)} - {NONE}
    if not found:
        return NONE
    return found.pop() if len(found) == 1 else MIXED


def has_letters(text: str) -> bool:
    """Whether a text has letters, or marks that belong to letters.

    >>> has_letters("1st"), has_letters("\u093f"), has_letters("1.")
    (True, True, False)
    """
    return text.isalpha() or _LETTER.search(text) is not None


@cache
def _of_letter(letter: str) -> str:
    if not _LETTER.match(letter) or _SHARED.match(letter):
        return NONE
    found = _NAMED.match(letter)
    return OTHER if found is None else str(found.lastgroup)
