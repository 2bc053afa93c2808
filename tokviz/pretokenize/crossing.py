r"""Pre-tokenizers for tokens that cross words: the two patterns of SuperBPE, lines, and a cut before each space.

The patterns are those of PythonNut/superbpe bbd0976. Under the second, what lies between two matches is a piece as
well: there words, single spaces and single signs stay together.
"""

from __future__ import annotations

import regex

from tokviz.pretokenize.patterns import LOWER, UPPER

_FIRST = regex.compile(
    rf"[^\r\n\p{{L}}\p{{N}}]?{UPPER}*{LOWER}+|[^\r\n\p{{L}}\p{{N}}]?{UPPER}+{LOWER}*"
    r"|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+"
)
SECOND_PATTERN = r"\p{N}{1,3}| ?[^\s\p{L}\p{N}]{2,}[\r\n/]*| +(?!\S)"
"""The borders that stay in the second stage: numbers, two signs or more in a row, spaces before a space or the end."""
_SECOND = regex.compile(f"({SECOND_PATTERN})")
_LINES = regex.compile(r"[^\n]*\n|[^\n]+")
_SPACES = regex.compile(r" ?[^ \n]+|[ \n]")


def superbpe_1(text: str) -> tuple[str, ...]:
    """Split as SuperBPE does in its first stage: like `o200k`, but contractions are split off; nothing is lost.

    >>> superbpe_1("It's camelCase, in 2016")
    ('It', "'s", ' camel', 'Case', ',', ' in', ' ', '201', '6')
    """
    return tuple(_FIRST.findall(text))


def superbpe_2(text: str) -> tuple[str, ...]:
    """Split as SuperBPE does in its second stage: numbers, runs of signs and extra spaces apart; nothing is lost.

    >>> superbpe_2("by the way, in 2016 -- or so")
    ('by the way, in ', '201', '6', ' --', ' or so')
    """
    return tuple(filter(None, _SECOND.split(text)))


def before_spaces(text: str) -> tuple[str, ...]:
    r"""Split before each space, and around line ends; nothing is lost.

    >>> before_spaces("by the  way\n")
    ('by', ' the', ' ', ' way', '\n')
    """
    return tuple(_SPACES.findall(text))


def lines(text: str) -> tuple[str, ...]:
    r"""Split into lines, each with its line end; merges may cross anything else. Nothing is lost.

    >>> lines("by the way\nby the sea")
    ('by the way\n', 'by the sea')
    """
    return tuple(_LINES.findall(text))
