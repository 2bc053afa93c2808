"""The words of lines for BoundlessBPE: each different one is a number, and a line is a run of these numbers.

The runs are a corpus of their own, in which each number is written as one character, so that what merges symbols can
merge whole words.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from tokviz.corpus import Corpus
from tokviz.superbpe.pieces import split_raw

_FIRST, _SURROGATES = 0x4E00, range(0xD800, 0xE000)


@dataclass(frozen=True, eq=False)
class Words:
    """corpus: the words as text, with their counts, in the order in which the lines show them. runs: the lines."""

    corpus: Corpus
    runs: Corpus = field(repr=False)

    @staticmethod
    def code(number: int) -> str:
        """Return the character of a word."""
        code = _FIRST + number
        return chr(code + len(_SURROGATES) if code >= _SURROGATES.start else code)

    @staticmethod
    def number(code: str) -> int:
        """Return the word of a character.

        >>> [Words.number(Words.code(number)) for number in (0, 40_000)]
        [0, 40000]
        """
        number = ord(code) - _FIRST
        return number - len(_SURROGATES) if ord(code) >= _SURROGATES.start else number

    @cached_property
    def lines_with(self) -> dict[int, list[int]]:
        """Number of a word -> the lines that have it, ascending."""
        lines: dict[int, list[int]] = {}
        for line, run in enumerate(self.runs):
            for code in dict.fromkeys(run):
                lines.setdefault(self.number(code), []).append(line)
        return lines


def split_words(corpus: Corpus, split: str) -> Words:
    """Split every line of a corpus into words.

    >>> words = split_words(Corpus({"by the way": 2, "on the way": 1}), "gpt2")
    >>> words.corpus, [[Words.number(code) for code in run] for run in words.runs]
    (Corpus({'by': 2, ' the': 3, ' way': 3, 'on': 1}), [[0, 1, 2], [3, 1, 2]])
    """
    counts, lines = split_raw(corpus, split)
    codes = [*map(Words.code, range(len(counts)))]
    runs = ("".join(map(codes.__getitem__, numbers)) for numbers in lines)
    return Words(Corpus(counts), Corpus(zip(runs, corpus.counts, strict=True)))
