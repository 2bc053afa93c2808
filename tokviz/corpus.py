"""Corpus: the words that a tokenizer is trained on, each with how often it occurs.

A corpus keeps the order of its words, because ties between pairs are often decided by which was seen first. It never
changes, so a trace can keep a reference to it. Splitting a text into words is `tokviz.pretokenize`, reading lists and
files of words and counts is `tokviz.ingest`; this module holds the result and checks it.
"""

from __future__ import annotations

import operator
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from tokviz.errors import CorpusError, LimitError, brief
from tokviz.pretokenize import pretokenize

MAX_TEXT_CHARS = 5_000_000
"""The longest text that is read, in characters (code points)."""
MAX_DISTINCT_WORDS = 100_000
"""The most different words that a corpus holds."""
MAX_WORD_CHARS = 10_000
"""The longest word, in characters (code points)."""
MAX_COUNT = 10**12
"""The greatest count of one word."""

_SURROGATE = re.compile("[\ud800-\udfff]")
_SHOWN_WORDS = 6


class Corpus(Mapping[str, int]):
    """An immutable, hashable mapping from words to positive counts that keeps its order.

    `counts` is a mapping or an iterable of (word, count) pairs. A word is any non-empty text of at most MAX_WORD_CHARS
    characters without lone surrogates; a count is a whole number from 1 to MAX_COUNT. Two corpora are equal when they
    have the same words and counts in the same order. Raises `CorpusError` or `LimitError`.

    >>> corpus = Corpus({"low": 5, "lower": 2})
    >>> corpus["low"], list(corpus), corpus.total
    (5, ['low', 'lower'], 7)
    >>> corpus == Corpus([("lower", 2), ("low", 5)])
    False
    """

    __slots__ = ("_counts",)

    def __init__(self, counts: Mapping[str, int] | Iterable[tuple[str, int]]) -> None:
        self._counts: dict[str, int] = {}
        for word, count in _pairs(counts):
            name = check_word(word)
            if name in self._counts:
                raise CorpusError(
                    "duplicate-word", f"The word {brief(name)} is there twice. Add its counts up.", word=brief(name)
                )
            if len(self._counts) == MAX_DISTINCT_WORDS:
                raise too_many_words()
            self._counts[name] = check_count(count, name)
        if not self._counts:
            raise CorpusError("empty-corpus", "The corpus is empty. Give at least one word.")

    @classmethod
    def from_text(cls, text: str, pretokenizer: str = "whitespace") -> Corpus:
        """The words of a running text with how often each occurs, in order of first appearance.

        `pretokenizer` is a name in `tokviz.pretokenize.PRETOKENIZERS`. Raises `CorpusError`, `LimitError` or, for an
        unknown name, `RulesError`.

        >>> Corpus.from_text("the cat and the dog")
        Corpus({'the': 2, 'cat': 1, 'and': 1, 'dog': 1})
        """
        check_text(text)
        return cls(Counter(pretokenize(text, pretokenizer)))

    @classmethod
    def parse(cls, text: str, pretokenizer: str = "whitespace") -> Corpus:
        """The corpus in what somebody pasted: word counts in any of the forms of `tokviz.ingest`, or running text.

        >>> Corpus.parse("low 5, lower 2")
        Corpus({'low': 5, 'lower': 2})
        """
        from tokviz import ingest  # here and not above, because ingest builds on this module

        return ingest.parse(text, pretokenizer).corpus

    @property
    def words(self) -> tuple[str, ...]:
        """The words in order."""
        return tuple(self._counts)

    @property
    def counts(self) -> tuple[int, ...]:
        """The counts in the order of the words."""
        return tuple(self._counts.values())

    @property
    def total(self) -> int:
        """How many words there are when each is counted as often as it occurs."""
        return sum(self._counts.values())

    def __getitem__(self, word: str) -> int:
        return self._counts[word]

    def __iter__(self) -> Iterator[str]:
        return iter(self._counts)

    def __len__(self) -> int:
        return len(self._counts)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Corpus):
            return NotImplemented
        return self._counts == other._counts and self.words == other.words

    def __hash__(self) -> int:
        return hash(tuple(self._counts.items()))

    def __repr__(self) -> str:
        shown = [f"{brief(word)}: {count}" for word, count in list(self._counts.items())[:_SHOWN_WORDS]]
        if len(self) > _SHOWN_WORDS:
            shown.append(f"... {len(self) - _SHOWN_WORDS:,} more")
        return f"Corpus({{{', '.join(shown)}}})"


def check_text(text: object) -> None:
    """Refuse a text that is too long to be read, before any work is done on it."""
    if not isinstance(text, str):
        raise CorpusError("text-not-text", f"Expected a text, got {type(text).__name__}.", type=type(text).__name__)
    if len(text) > MAX_TEXT_CHARS:
        raise LimitError(
            "MAX_TEXT_CHARS",
            MAX_TEXT_CHARS,
            met=len(text),
            subject="a text",
            unit="characters",
            advice="Use a part of the text, or give its words with their counts.",
        )


def check_word(word: object) -> str:
    """The word, if it can be one: a text of 1 to MAX_WORD_CHARS characters without lone surrogates.

    >>> check_word("")
    Traceback (most recent call last):
    tokviz.errors.CorpusError: A word is empty. Every word needs at least one character.
    """
    if not isinstance(word, str):
        name = type(word).__name__
        raise CorpusError(
            "word-not-text", f"A word must be a text, got {name} {brief(word)}.", word=brief(word), type=name
        )
    if not word:
        raise CorpusError("empty-word", "A word is empty. Every word needs at least one character.")
    if len(word) > MAX_WORD_CHARS:
        raise LimitError(
            "MAX_WORD_CHARS",
            MAX_WORD_CHARS,
            met=len(word),
            subject="a word",
            unit="characters",
            advice="Shorten the word, or choose a pre-tokenisation that splits it.",
            word=brief(word),
        )
    if not word.isascii() and (surrogate := _SURROGATE.search(word)):
        code_point = f"U+{ord(surrogate.group()):04X}"
        raise CorpusError(
            "surrogate",
            f"The word {brief(word)} has a lone surrogate, {code_point}, at character {surrogate.start() + 1}: "
            "half of a character, which no text may contain. Remove it, or save the text as UTF-8 again.",
            word=brief(word),
            code_point=code_point,
            position=surrogate.start() + 1,
        )
    return word


def check_count(count: object, word: str) -> int:
    """The count as an int, if it is a whole number from 1 to MAX_COUNT; integers of numpy count as such.

    >>> check_count(0, "low")
    Traceback (most recent call last):
    tokviz.errors.CorpusError: The count of 'low' is 0. A count is at least 1: leave out words that do not occur.
    """
    if type(count) is int and 0 < count <= MAX_COUNT:
        return count  # as good as always; the rest finds out what is wrong
    shown = brief(word)
    if isinstance(count, bool) or not hasattr(count, "__index__"):
        if isinstance(count, float) and count == count and abs(count) != float("inf"):
            raise CorpusError(
                "count-fractional",
                f"The count of {shown} is {count}. A count is a whole number, such as 5.",
                word=shown,
                count=str(count),
            )
        raise CorpusError(
            "count-not-number",
            f"The count of {shown} is {brief(count)}, which is not a whole number such as 5.",
            word=shown,
            count=brief(count),
        )
    number = operator.index(count)
    if number == 0:
        raise CorpusError(
            "count-zero",
            f"The count of {shown} is 0. A count is at least 1: leave out words that do not occur.",
            word=shown,
        )
    if number < 0:
        raise CorpusError(
            "count-negative",
            f"The count of {shown} is negative. A count is at least 1.",
            word=shown,
        )
    if number > MAX_COUNT:
        raise count_too_great(number, word)
    return number


def count_too_great(met: int | str, word: str) -> LimitError:
    """The error for a count above MAX_COUNT; `met` may describe a number that is too long to be read."""
    return LimitError(
        "MAX_COUNT",
        MAX_COUNT,
        met=met,
        subject=f"a count, here that of {brief(word)}," if word else "a count",
        unit="",
        advice="Divide all counts by the same number.",
        word=brief(word),
    )


def too_many_words() -> LimitError:
    """The error for one different word too many."""
    return LimitError(
        "MAX_DISTINCT_WORDS",
        MAX_DISTINCT_WORDS,
        met="more",
        subject="a corpus",
        unit="different words",
        advice="Leave out the rare words, or use a part of the text.",
    )


def _pairs(counts: object) -> Iterator[tuple[object, object]]:
    """The (word, count) pairs of a mapping or an iterable of pairs, whatever they hold."""
    items = counts.items() if isinstance(counts, Mapping) else counts
    if isinstance(items, str | bytes) or not isinstance(items, Iterable):
        raise _not_pairs(counts)
    for item in items:
        if not isinstance(item, tuple | list) or len(item) != 2:
            raise _not_pairs(item)
        yield item[0], item[1]


def _not_pairs(value: object) -> CorpusError:
    return CorpusError(
        "not-pairs",
        f"A corpus is made of words with counts, such as {{'low': 5}} or [('low', 5)], not of {brief(value)}.",
        value=brief(value),
    )
