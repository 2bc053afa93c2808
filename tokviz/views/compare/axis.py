"""The axis of the aligned rows: which column of the picture stands for which stretch of the text, and which columns
stay together in a line.

A character (grapheme cluster) has a column, more where a cut goes through it, and a mark that covers no character has
one of its own. White space has one only where a token covers it. What no token holds together may stand in different
lines.
"""

from __future__ import annotations

import unicodedata
from collections import Counter, defaultdict
from collections.abc import Sequence
from fractions import Fraction

from tokviz.compare.alignment import Column, Segmentation

__all__ = ["LINE", "WORD", "Axis", "directions"]

_INSIDE, WORD, LINE = 0, 1, 2
"""What stands before a block: nothing, a space, the end of a line."""
_NUMBER = 2  # in place of a direction


class Axis:
    """The columns of the picture, by number: first marks that end a word, then marks that begin one, then characters,
    at every place where a token or a character begins or ends."""

    def __init__(self, columns: Sequence[Column], segmentations: Sequence[Segmentation]) -> None:
        self.columns, self.segmentations = columns, segmentations
        self.marks: list[dict[int, tuple[Fraction, bool, int]]] = []  # token -> place, is it an end, the how manieth
        ends: Counter[Fraction] = Counter()
        begins: Counter[Fraction] = Counter()
        edges = {Fraction(edge) for column in columns for edge in (column.start, column.end)}
        self._joined: set[Fraction] = set()  # places that a token reaches over
        for segmentation in segmentations:
            self.marks.append(self._marks(segmentation, ends, begins))
            edges.update(segmentation.boundaries)
            edges.update(Fraction(edge) for gap in segmentation.gaps for edge in gap)
        self._edges = sorted(edges | ends.keys() | begins.keys())
        self._ends, self._begins = ends, begins
        self._first: dict[Fraction, int] = {}
        at = 0
        for edge in self._edges:
            self._first[edge] = at
            at += ends[edge] + begins[edge] + 1
        rank = {edge: i for i, edge in enumerate(self._edges)}
        covered = [False] * len(self._edges)
        for segmentation in segmentations:
            for token in segmentation.tokens:
                if token.begin_exact < token.end_exact:
                    first, last = rank[token.begin_exact], rank[token.end_exact]
                    self._joined.update(self._edges[first + 1 : last])
                    covered[first:last] = [True] * (last - first)
        self._covered = {edge for edge, is_covered in zip(self._edges, covered, strict=True) if is_covered}

    def base(self, edge: Fraction) -> int:
        """The column of what begins at a place."""
        return self._first[edge] + self._ends[edge] + self._begins[edge]

    def behind(self, edge: Fraction) -> int:
        """The column behind what ends at a place."""
        return self._first[edge]

    def mark(self, place: Fraction, is_end: bool, number: int) -> int:
        """The column of a mark that is a token of its own."""
        return self._first[place] + number + (0 if is_end else self._ends[place])

    def is_shown(self, number: int) -> bool:
        """Whether a character has a column: white space has one only where a token covers it."""
        column = self.columns[number]
        return not column.text.isspace() or Fraction(column.start) in self._covered

    def blocks(self, text: str) -> list[list[int]]:
        """From column, to column, what stands before it, its direction, that of its line (1: right to left)."""
        found: list[list[int]] = []
        spans: list[tuple[int, int]] = []
        before, is_open = LINE, False
        for number, column in enumerate(self.columns):
            start = Fraction(column.start)
            if not self.is_shown(number):
                breaks = "\n" in column.text or "\r" in column.text
                before, is_open = LINE if breaks or before == LINE else WORD, False
                continue
            left = self._first[start] + self._ends[start]
            right = self._first[Fraction(column.end)] + self._ends[Fraction(column.end)]
            if is_open and start in self._joined:
                found[-1][1] = right
                spans[-1] = (spans[-1][0], column.end)
            else:
                found.append([left, right, max(before, WORD) if column.text.isspace() else before])
                spans.append((column.start, column.end))
            before, is_open = _INSIDE, True
            if column.text[-1] in "\r\n":
                before = LINE
        for block, direction in zip(found, directions(text, spans, [block[2] for block in found]), strict=True):
            block += direction
        return found

    @staticmethod
    def _marks(
        segmentation: Segmentation, ends: Counter[Fraction], begins: Counter[Fraction]
    ) -> dict[int, tuple[Fraction, bool, int]]:
        """The tokens of a row that cover nothing; `ends` and `begins` grow to hold them."""
        found: dict[int, tuple[Fraction, bool, int]] = {}
        seen: defaultdict[tuple[Fraction, bool], int] = defaultdict(int)
        word = -1
        for number, token in enumerate(segmentation.tokens):
            if token.begin_exact == token.end_exact:
                place, is_end = token.begin_exact, token.word == word
                found[number] = (place, is_end, seen[place, is_end])
                seen[place, is_end] += 1
                count = ends if is_end else begins
                count[place] = max(count[place], seen[place, is_end])
            word = token.word
        return found


def directions(text: str, spans: Sequence[tuple[int, int]], before: Sequence[int]) -> list[list[int]]:
    """For each block its direction and that of its line: of the first character that has one.

    A simplification of the Unicode algorithm, by whole blocks: numbers run from left to right and count for their
    neighbours as what is before them; a block without a direction goes with both neighbours if they agree, else with
    the line.
    """
    found: list[list[int]] = []
    first = 0
    while first < len(spans):
        last = first + 1
        while last < len(spans) and before[last] != LINE:
            last += 1
        kinds = [_strong(text[start:end]) for start, end in spans[first:last]]
        line = next((kind for kind in kinds if kind in (0, 1)), 0)
        strengths: list[int | None] = [line]
        for kind in kinds:
            known = next(one for one in reversed(strengths) if one is not None)
            strengths.append(known if kind == _NUMBER else kind)
        strengths.append(line)
        latest = line
        for i, kind in enumerate(kinds, start=1):
            strength = strengths[i]
            if strength is None:
                behind = next(one for one in strengths[i:] if one is not None)
                strength = latest if latest == behind else line
            else:
                latest = strength
            found.append([0 if kind == _NUMBER else strength, line])
        first = last
    return found


def _strong(text: str) -> int | None:
    """0 for left to right, 1 for right to left, 2 for a number, None if no character says."""
    numbers = False
    for character in text:
        kind = unicodedata.bidirectional(character)
        if kind in ("R", "AL"):
            return 1
        if kind == "L":
            return 0
        numbers = numbers or kind in ("EN", "AN")
    return _NUMBER if numbers else None
