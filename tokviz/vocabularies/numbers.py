"""How a tokenizer cuts the whole numbers from 0 to 99,999: how many tokens, and how many digits each has.

Each number is a text of its own. The pattern of a number is the digits of its tokens from the left: 12345 as ``123 45``
is (3, 2). Tokens without digits, such as the mark of a space, do not count.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from tokviz.vocabularies.entries import Vocabulary

__all__ = ["DIGITS", "GROUPINGS", "Cut", "Numbers", "grouping", "numbers"]

DIGITS = 5
"""The most digits of a number."""

GROUPINGS = ("whole", "single", "left", "right", "even", "mixed", "unknown")
"""``whole``: one token. ``single``: a token for each digit. ``left``: equal groups counted from the left, so that the
last is shorter; ``right``: from the right, so that the first is shorter; ``even``: equal groups with none left over;
``mixed``: anything else; ``unknown``: no token has a digit."""

Pattern = tuple[int, ...]


@dataclass(frozen=True)
class Cut:
    """One way to cut numbers of so many digits: its pattern, how many numbers are cut so, and the first of them."""

    digits: int
    pattern: Pattern
    count: int
    example: int

    @property
    def grouping(self) -> str:
        return grouping(self.pattern)


@dataclass(frozen=True)
class Numbers:
    """The pattern of each number from 0 on; empty where a number has no token with digits, such as an unknown one."""

    patterns: tuple[Pattern, ...]

    @cached_property
    def cuts(self) -> tuple[Cut, ...]:
        """Every pattern that there is, by digits, the most frequent first."""
        first: dict[tuple[int, Pattern], int] = {}
        counts: Counter[tuple[int, Pattern]] = Counter()
        for number, pattern in enumerate(self.patterns):
            key = (len(str(number)), pattern)
            counts[key] += 1
            first.setdefault(key, number)
        rows = [Cut(*key, count, first[key]) for key, count in counts.items()]
        return tuple(sorted(rows, key=lambda cut: (cut.digits, -cut.count, cut.example)))

    @cached_property
    def tokens(self) -> dict[tuple[int, int], int]:
        """(Digits, tokens) -> how many numbers."""
        found: Counter[tuple[int, int]] = Counter()
        for cut in self.cuts:
            found[cut.digits, len(cut.pattern)] += cut.count
        return dict(sorted(found.items()))

    def share(self, digits: int, kind: str) -> float:
        """The share of the numbers of so many digits that are cut in one of the ways of GROUPINGS."""
        rows = [cut for cut in self.cuts if cut.digits == digits]
        return sum(cut.count for cut in rows if cut.grouping == kind) / sum(cut.count for cut in rows)


def grouping(pattern: Sequence[int]) -> str:
    """What the pattern of a number is called.

    >>> [grouping(one) for one in ((3,), (1, 1), (3, 2), (2, 3), (2, 2), (2, 1, 2))]
    ['whole', 'single', 'left', 'right', 'even', 'mixed']
    """
    if len(pattern) < 2:
        return "whole" if pattern else "unknown"
    if set(pattern) == {1}:
        return "single"
    if len(set(pattern)) == 1:
        return "even"
    if len(set(pattern[:-1])) == 1 and pattern[-1] < pattern[0]:
        return "left"
    return "right" if len(set(pattern[1:])) == 1 and pattern[0] < pattern[-1] else "mixed"


def numbers(vocabulary: Vocabulary, most: int = 10**DIGITS) -> Numbers:
    """Encode the numbers below `most` by the library.

    >>> from tokviz.files.pipeline import Pipeline
    >>> vocab = ", ".join(f'"{digit}": {digit}' for digit in range(10))
    >>> text = f'{{"model": {{"type": "BPE", "vocab": {{{vocab}, "12": 10}}, "merges": ["1 2"]}}}}'
    >>> numbers(Vocabulary(Pipeline.from_file(text.encode())), 130).patterns[120:123]
    ((2, 1), (2, 1), (2, 1))
    """
    digits = {
        number: sum(map(str.isdigit, text))
        for number, text in zip(vocabulary.ids.tolist(), vocabulary.texts, strict=True)
    }
    for number in vocabulary.added:
        digits[number] = 0
    known: dict[Pattern, Pattern] = {}  # one tuple for each pattern
    found = []
    for ids in vocabulary.pipeline.engine.many([str(number) for number in range(most)]):
        pattern = tuple([size for one in ids if (size := digits.get(one, 0))])
        found.append(known.setdefault(pattern, pattern))
    return Numbers(tuple(found))
