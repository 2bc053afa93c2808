"""The scripts of characters, and the tokens that sentencepiece never makes because of their characters.

By default no token of it holds letters of two scripts, nor letters beside digits or punctuation, and this is asked of
each token alone: a word may hold all of them. The scripts are those of the library's own table, in
``assets/scripts.txt``, which ``tools/script_table.py`` writes. Source: sentencepiece 0.2.3, trainer_interface.cc.
"""

from __future__ import annotations

from bisect import bisect_right
from functools import cache
from operator import itemgetter
from typing import Literal, Protocol

from tokviz.location import site
from tokviz.pretokenize import METASPACE

TABLE = site() / "assets" / "scripts.txt"

_DIGITS = frozenset("0123456789０１２３４５６７８９")
_JAPANESE = {"Hiragana", "Katakana"}
_SPACES = frozenset((METASPACE, " "))
_LONG_VOWEL = "ー"  # of no script in Unicode


Barrier = Literal["digit", "signs", "scripts"]
"""The kind of a barrier to a token: a digit that stays alone, a letter beside a digit or punctuation, or letters of
two scripts."""


class Splits(Protocol):
    """The knobs that decide; both algorithms' rules have them. They are named as in the library."""

    @property
    def split_by_unicode_script(self) -> bool:
        """True if a token has characters of one script. Those of none, digits and punctuation, count as one more."""

    @property
    def split_by_number(self) -> bool:
        """True if that holds of digits, too; False if they go with every script."""

    @property
    def split_digits(self) -> bool:
        """True if each digit is a token of its own."""


@cache
def _ranges() -> list[tuple[int, int, str]]:
    """Return the table as (first, last, script), in order."""
    rows = (line.split() for line in TABLE.read_text("utf-8").splitlines() if not line.startswith("#"))
    parts = ((name, *part.split("-")) for name, *ranges in rows for part in ranges)
    return [(0, 0, "Common"), *sorted((int(ends[0], 16), int(ends[-1], 16), name) for name, *ends in parts)]


@cache
def script_of(character: str) -> str:
    """Return the script of a character by its name in Unicode 9. Kana count as Han; digits and punctuation are
    ``Common``, as is all that is newer, and marks above letters are ``Inherited``.

    >>> [script_of(character) for character in "aж中のー7́"]
    ['Latin', 'Cyrillic', 'Han', 'Han', 'Han', 'Common', 'Inherited']
    """
    ranges, code = _ranges(), ord(character)
    _, last, name = ranges[bisect_right(ranges, code, key=itemgetter(0)) - 1]
    script = name if code <= last else "Common"
    return "Han" if script in _JAPANESE or character == _LONG_VOWEL else script


def clash(token: str, rules: Splits) -> tuple[str, ...]:
    """Return the characters that keep a token of two or more from being made, empty where none do.

    Two, where their scripts differ; or one, a digit, where digits stay alone. A space, marked or not, is of no script.

    >>> from tokviz.bpe import PRESETS
    >>> [clash(token, PRESETS["sentencepiece"]) for token in ("▁low", "low7", "lowж", "7.")]
    [(), ('w', '7'), ('w', 'ж'), ()]
    """
    if rules.split_digits:
        digit = next((character for character in token if character in _DIGITS), "")
        if digit:
            return (digit,)
    if not rules.split_by_unicode_script:
        return ()
    before, script_before = "", ""
    for character in token:
        if character in _SPACES:
            continue
        script = script_of(character)
        if script == "Inherited":
            script = script_before
        if character in _DIGITS and not rules.split_by_number:
            script = ""  # also for what comes next
        elif script_before and script != script_before:
            return before, character
        before, script_before = character, script
    return ()


def barrier(characters: tuple[str, ...]) -> Barrier:
    """Return the kind of a clash, which is not empty.

    >>> barrier(("7",)), barrier(("w", "7")), barrier(("w", "ж"))
    ('digit', 'signs', 'scripts')
    """
    if len(characters) == 1:
        return "digit"
    return "signs" if "Common" in map(script_of, characters) else "scripts"
