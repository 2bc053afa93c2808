"""The parts of a text that sentencepiece blanks out before it trains: rare characters, and symbols that stay whole.

Characters are taken by frequency until they cover the share of the text that is asked for; all others become one blank,
which is in no piece. So does each special token and each symbol of the user's own, which the text is split at before
anything else. Source: sentencepiece 0.2.3, trainer_interface.cc.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache

import numpy as np

BLANK = "\u2585"
"""The character that sentencepiece writes in training for one that is to be unknown."""
BOUNDARY = "\t"
"""The character that sentencepiece writes for a symbol, as long as characters are counted."""
MIN_COVERAGE = 0.98
"""The least share that it takes."""


def symbol_pattern(symbols: Iterable[str]) -> re.Pattern[str]:
    """Return the pattern that finds the symbols in a text, from the left, the longest first."""
    return re.compile("|".join(map(re.escape, sorted(filter(None, symbols), key=len, reverse=True))) or r"(?!)")


@lru_cache(maxsize=16)
def _cutter(symbols: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile(f"{symbol_pattern(symbols).pattern}|.", re.DOTALL)


def cut_at(symbols: tuple[str, ...], text: str) -> list[str]:
    """Split a text into its characters, with each symbol in it whole.

    >>> cut_at(("<x>",), "a<x>b")
    ['a', '<x>', 'b']
    """
    return _cutter(symbols).findall(text)


def split_words(symbols: Iterable[str], words: Mapping[str, int]) -> dict[str, int]:
    """Split words with counts at the symbols in them, which are words of their own.

    >>> split_words(["<x>"], {"hug<x>s": 2, "s": 1})
    {'hug': 2, '<x>': 2, 's': 3}
    """
    find = re.compile(f"({symbol_pattern(symbols).pattern})")
    counts: Counter[str] = Counter()
    for word, count in words.items():
        for part in filter(None, find.split(word)):
            counts[part] += count
    return dict(counts)


def covered(counts: Mapping[str, int], share: float) -> set[str]:
    """Return the most frequent characters that cover the share, which is compared in single precision."""
    total, done = sum(counts.values()), 0
    characters = set()
    for character, count in sorted(counts.items(), key=lambda item: (-item[1], item[0])):
        if np.float32(done / total) >= np.float32(share):
            break
        done += count
        if character != BOUNDARY:
            characters.add(character)
    return characters


def fragments(words: Mapping[str, int], symbols: Iterable[str], share: float, mark: str) -> dict[str, int]:
    """Return the stretches of words between blanks, with their counts.

    Those after a blank begin with it.

    mark: is put before each word, and is counted with the characters.

    >>> fragments({"hug<x>s": 2, "pug": 1}, ["<x>"], 1.0, "▁")
    {'hug': 2, '▅s': 2, 'pug': 1}
    """
    find = symbol_pattern(symbols)
    cut = [(word, find.sub(BOUNDARY, word if word.startswith(mark) else mark + word)) for word in words]
    characters = covered(count_symbols((text, words[word]) for word, text in cut), share)
    counts: Counter[str] = Counter()
    for word, text in cut:
        first, *others = "".join(c if c in characters else BLANK for c in text).split(BLANK)
        name = first if word.startswith(mark) else first.removeprefix(mark) or first
        for fragment in (name, *(BLANK + other for other in others if other)):
            if fragment:
                counts[fragment] += words[word]
    return dict(counts)


# -- counting symbols --------------------------------------------------------------------------------------------------


def count_symbols(words: Iterable[tuple[Iterable[str], int]]) -> Counter[str]:
    """Count the symbols of words, each word, as its symbols, as often as its count says.

    >>> count_symbols([("aab", 2), (("ab", "c"), 1)])
    Counter({'a': 4, 'b': 2, 'ab': 1, 'c': 1})
    """
    counts: Counter[str] = Counter()
    for symbols, count in words:
        for symbol in symbols:
            counts[symbol] += count
    return counts
