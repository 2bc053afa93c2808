"""How symbols are shown: nothing that a token holds may be invisible, and nothing may break the line.

Spaces, control characters, lone marks and joiners are put into a visible form. This is for the eye; files and traces
keep the real text.
"""

from __future__ import annotations

import unicodedata

__all__ = ["MAX_SHOWN", "shorten", "visible"]

MAX_SHOWN = 60
"""Longer tokens are cut for display in tables and sentences, in characters."""

_NAMED = {" ": "␣", "\n": "⏎", "\r": "␍", "\t": "⇥", "\u00a0": "⍽", "\u3000": "␣̲"}


def visible(token: str) -> str:
    """Return `token` with everything invisible replaced by something that can be seen.

    >>> visible(" new"), visible("a\\x00b"), visible("\\u0301")
    ('␣new', 'a␀b', '◌́')
    """
    shown = "".join(map(_visible_character, token))
    if shown and unicodedata.category(shown[0]).startswith("M"):
        shown = "◌" + shown  # a mark needs something to sit on
    return shown


def shorten(text: str, length: int = MAX_SHOWN) -> str:
    """Return `text`, cut in the middle when it is longer than `length` characters.

    >>> shorten("abcdefghij", 5)
    'ab…ij'
    """
    if len(text) <= length:
        return text
    half = (length - 1) // 2
    return f"{text[: length - 1 - half]}…{text[-half:]}"


def _visible_character(character: str) -> str:
    if character in _NAMED:
        return _NAMED[character]
    code = ord(character)
    if code < 0x20:
        return chr(0x2400 + code)
    category = unicodedata.category(character)
    if code == 0x7F:
        return "␡"
    # A joiner between two emoji belongs to the picture; elsewhere it would be invisible, and so would other formats.
    if category in {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp", "Zs"} and code not in {0x200D, 0xFE0F}:
        return f"⟨{code:04X}⟩"
    return character
