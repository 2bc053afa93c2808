"""The axis on which the stages of a text stand below each other: which columns each part of a stage covers.

A character of the original text has as many columns as parts of one stage share it. What was put in (a special token)
has a column of its own beside the characters that it stands next to. Parts that share characters divide these evenly,
because no library says which of them has which; they are told apart as ``shared``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, chain

from tokviz.files.engine import Part

__all__ = ["Axis", "Placed", "axis"]


@dataclass(frozen=True)
class Placed:
    """A part with its first column and the one behind its last. shared: whether it shares a character with others."""

    part: Part
    left: int
    right: int
    shared: bool = False


@dataclass(frozen=True)
class Axis:
    """columns: how many each character of the text has. puts: how many stand before each of them for what was put in
    there, and behind the last."""

    columns: tuple[int, ...]
    puts: tuple[int, ...]

    @cached_property
    def _edges(self) -> tuple[int, ...]:
        """Where what is put in before each character begins, where the character begins, and so on; then the end."""
        widths = chain.from_iterable(zip(self.puts, (*self.columns, 0), strict=True))
        return tuple(accumulate(widths, initial=0))

    @property
    def size(self) -> int:
        """The number of columns."""
        return self._edges[-1]

    def span(self, start: int, end: int) -> tuple[int, int]:
        """The columns of a stretch of the text that is not empty."""
        return self._edges[2 * start + 1], self._edges[2 * end]

    def place(self, parts: Sequence[Part]) -> list[Placed]:
        """The parts of one stage in their columns; one for which there is no room is left out."""
        found = []
        for place, group in _groups(parts):
            if place is not None:
                left = self._edges[2 * place]
                found += [Placed(part, left + i, left + i + 1) for i, part in enumerate(group)]
                continue
            left, right = self.span(*_reach(group))
            edges = [left + (right - left) * i // len(group) for i in range(len(group) + 1)]
            found += [Placed(part, edges[i], edges[i + 1], len(group) > 1) for i, part in enumerate(group)]
        return [one for one in found if one.left < one.right]


def axis(size: int, stages: Sequence[Sequence[Part]]) -> Axis:
    """The axis on which all stages of a text of `size` characters have room.

    >>> found = axis(2, [[Part("[A]", 0, 0), Part("b", 0, 1), Part("c", 0, 1), Part("d", 1, 2)]])
    >>> found.columns, found.puts
    ((2, 1), (1, 0, 0))
    >>> [(one.part.text, one.left, one.right) for one in found.place([Part("b", 0, 1), Part("d", 1, 2)])]
    [('b', 1, 3), ('d', 3, 4)]
    """
    columns, puts = [1] * size, [0] * (size + 1)
    for parts in stages:
        for place, group in _groups(parts):
            if place is not None:
                puts[place] = max(puts[place], len(group))
            else:
                start, end = _reach(group)
                columns[start] += max(len(group) - sum(columns[start:end]), 0)
    return Axis(tuple(columns), tuple(puts))


def _reach(group: Sequence[Part]) -> tuple[int, int]:
    return min(part.start for part in group if part.start < part.end), max(part.end for part in group)


def _groups(parts: Sequence[Part]) -> Iterator[tuple[int | None, list[Part]]]:
    """Parts that belong together: (place, what is put in there), or (None, one part or those that share
    characters). What is put in among these has no place of its own."""
    group: list[Part] = []
    put: list[Part] = []
    end = 0  # of what came so far
    for part in parts:
        if part.start >= part.end:
            put.append(part)
            continue
        if part.start >= end:
            if group:
                yield None, group
            if put:
                yield end, put
            group, put = [], []
        group += [*put, part]
        put = []
        end = max(end, part.end)
    if group:
        yield None, group
    if put:
        yield end, put
