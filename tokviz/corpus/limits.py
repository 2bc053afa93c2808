"""Limits of a text, a word and a count, and checks that refuse the rest with a typed error.

A running computation cannot be interrupted, so what is too large is refused before any work is done on it.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable

from tokviz.checks import is_whole
from tokviz.errors import CorpusError, LimitError, brief

MAX_TEXT_CHARS = 5_000_000
"""The longest text that is read, in characters (code points)."""
MAX_DISTINCT_WORDS = 200_000
"""The most different words that a corpus holds. BPE on as many, of 12 letters each, takes 7 seconds and 430 MB."""
MAX_WORD_CHARS = 10_000
"""The longest word that every training takes, in characters (code points)."""
MAX_LONG_WORD_CHARS = 200_000
"""The longest word of a corpus. Merging by count takes it, since its cost is bounded by what a trace may record, and
minbpe takes a whole text for one word. Where cost goes with the square of a word, see :func:`check_lengths`."""
MAX_TRAINED_CHARS = 5_000_000
"""The most characters of the different words of a training, with their marks, where cost goes with these."""
MAX_COUNT = 10**12
"""The greatest count of one word."""

_SURROGATE = re.compile("[\ud800-\udfff]")


def check_text(text: object) -> None:
    """Refuse a text that is too long to be read, before any work is done on it."""
    characters = len(check_type(text))
    if characters > MAX_TEXT_CHARS:
        raise LimitError("MAX_TEXT_CHARS", MAX_TEXT_CHARS, met=characters)


def check_type(text: object) -> str:
    """Return the text, if it is one.

    >>> check_type(5)
    Traceback (most recent call last):
    tokviz.errors.CorpusError: This is not a text but a value of type int. Give a text.
    """
    if not isinstance(text, str):
        raise CorpusError("text-not-text", type=type(text).__name__)
    return text


def check_word(word: object) -> str:
    """Return the word, if it can be one: a text of 1 to MAX_LONG_WORD_CHARS characters without lone surrogates.

    >>> check_word("")
    Traceback (most recent call last):
    tokviz.errors.CorpusError: A word is empty. Give it at least one character, or remove the entry.
    """
    if not isinstance(word, str):
        raise CorpusError("word-not-text", word=brief(word), type=type(word).__name__)
    if not word:
        raise CorpusError("empty-word")
    if len(word) > MAX_LONG_WORD_CHARS:
        raise LimitError("MAX_LONG_WORD_CHARS", MAX_LONG_WORD_CHARS, met=len(word), word=brief(word))
    if not word.isascii() and (surrogate := _SURROGATE.search(word)):
        code_point = f"U+{ord(surrogate.group()):04X}"
        raise CorpusError("surrogate", word=brief(word), code_point=code_point, position=surrogate.start() + 1)
    return word


def check_lengths(words: Iterable[str], length: Callable[[str], int] = len) -> None:
    """Refuse words of more than MAX_WORD_CHARS characters, where a training takes too long on them, and words that have
    more than MAX_TRAINED_CHARS together.

    length: as how many characters the training takes a word; see :meth:`tokviz.trace.Rules.trained_length`.

    >>> check_lengths(["low", "a" * 10_000])
    """
    total, most, longest = 0, 0, ""
    for word in words:
        met = length(word)
        total += met
        if met > most:
            most, longest = met, word
    if most > MAX_WORD_CHARS:
        if len(longest) > MAX_WORD_CHARS:
            raise LimitError("MAX_WORD_CHARS", MAX_WORD_CHARS, met=len(longest), word=brief(longest))
        raise LimitError("MAX_MARKED_CHARS", MAX_WORD_CHARS, met=most, word=brief(longest))
    if total > MAX_TRAINED_CHARS:
        raise LimitError("MAX_TRAINED_CHARS", MAX_TRAINED_CHARS, met=total)


def check_count(count: object, word: str) -> int:
    """Return the count as an int, if it is a whole number from 1 to MAX_COUNT; integers of numpy count as such.

    >>> check_count(0, "low")
    Traceback (most recent call last):
    tokviz.errors.CorpusError: The count of 'low' is 0. Give a count of at least 1, or leave the word out.
    """
    if type(count) is int and 0 < count <= MAX_COUNT:
        return count  # as good as always; the rest finds out what is wrong
    shown = brief(word)
    if not is_whole(count):
        if isinstance(count, float) and count == count and abs(count) != float("inf"):
            raise CorpusError("count-fractional", word=shown, count=str(count))
        raise CorpusError("count-not-number", word=shown, count=brief(count))
    number = operator.index(count)
    if number == 0:
        raise CorpusError("count-zero", word=shown)
    if number < 0:
        raise CorpusError("count-negative", word=shown)
    if number > MAX_COUNT:
        raise count_too_great(number, word)
    return number


def count_too_great(met: int | str, word: str) -> LimitError:
    """Return the error for a count above MAX_COUNT; `met` may describe a number that is too long to be read."""
    return LimitError("MAX_COUNT", MAX_COUNT, met=met, word=brief(word))


def too_many_words() -> LimitError:
    """Return the error for one different word too many."""
    return LimitError("MAX_DISTINCT_WORDS", MAX_DISTINCT_WORDS, met="more")
