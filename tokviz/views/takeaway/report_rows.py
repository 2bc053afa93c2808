"""Aligned rows for a page without a script: the payload of :mod:`tokviz.views.compare.rows`, broken into lines here.

How wide a block will be is estimated from its letters; a line that turns out too long scrolls by itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

__all__ = ["Block", "Cell", "Line", "Run", "rows"]

_DIRECTIONS = ("ltr", "rtl")
_LINE = 2
_WIDE = 84  # letters in a line
_SIDES = {1: "cut-before", 2: "cut-behind", 4: "from-before", 8: "goes-on"}


@dataclass(frozen=True)
class Cell:
    """A token or a character. place: its area in the grid of its block, as CSS has it."""

    text: str
    classes: str
    place: str
    about: str = ""


@dataclass(frozen=True)
class Block:
    """Columns that stay together. spaced: white space stands before it."""

    spaced: bool
    columns: int
    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class Run:
    """Blocks that are read in one direction."""

    direction: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True)
class Line:
    """A line of the text, with a row for it and one a tokenizer."""

    direction: str
    runs: tuple[Run, ...]


def rows(payload: Mapping[str, Any], most: int) -> tuple[list[Line], bool]:
    """The lines, up to about `most` tokens; whether that is all of them."""
    blocks: Sequence[Sequence[int]] = payload["blocks"]
    inside: list[list[tuple[int, Sequence[Any]]]] = [[] for _ in blocks]
    for row, parts in enumerate([payload["clusters"], *payload["rows"]]):
        at = 0
        for part in parts:
            while at < len(blocks) - 1 and blocks[at][1] <= part[1]:
                at += 1
            if blocks:
                inside[at].append((row, part))
    shown = count = 0
    for parts in inside:
        count += sum(row > 0 for row, _ in parts)
        if shown and count > most:
            break
        shown += 1
    lines = [_line(payload, blocks, inside, line) for line in _broken(blocks[:shown], inside)]
    return lines, shown == len(blocks)


def _broken(blocks: Sequence[Sequence[int]], inside: Sequence[Sequence[tuple[int, Sequence[Any]]]]) -> list[list[int]]:
    """The numbers of the blocks of each line."""
    lines: list[list[int]] = []
    used = 0
    for number, block in enumerate(blocks):
        width = _width(inside[number])
        ahead = width  # of the word that begins here
        if block[2]:
            for other in range(number + 1, len(blocks)):
                if blocks[other][2]:
                    break
                ahead += _width(inside[other])
        is_full = used + width > _WIDE or (bool(block[2]) and used + ahead > _WIDE)
        if not lines or block[2] == _LINE or is_full:
            lines.append([])
            used = 0
        lines[-1].append(number)
        used += width + (block[2] > 0)
    return lines


def _width(parts: Sequence[tuple[int, Sequence[Any]]]) -> int:
    """About how many letters wide a block is: as its widest row."""
    widths: dict[int, int] = {}
    for row, part in parts:
        widths[row] = widths.get(row, 0) + max(len(part[0]), 1) + (1 if row else 0)
    return max(widths.values(), default=0)


def _line(
    payload: Mapping[str, Any],
    blocks: Sequence[Sequence[int]],
    inside: Sequence[Sequence[tuple[int, Sequence[Any]]]],
    numbers: Sequence[int],
) -> Line:
    runs: list[tuple[int, list[Block]]] = []  # direction, blocks
    for number in numbers:
        begin, end, before, way, _ = blocks[number]
        if not runs or way != runs[-1][0]:
            runs.append((way, []))
        cells = tuple(_cell(payload, row, part, begin) for row, part in inside[number])
        runs[-1][1].append(Block(bool(before), end - begin, cells))
    return Line(_DIRECTIONS[blocks[numbers[0]][4]], tuple(Run(_DIRECTIONS[way], tuple(one)) for way, one in runs))


def _cell(payload: Mapping[str, Any], row: int, part: Sequence[Any], begin: int) -> Cell:
    place = f"{row + 1}/{part[1] - begin + 1}/{row + 2}/{part[2] - begin + 1}"
    if not row:
        return Cell(part[0], "cluster", place)
    text, _, _, kind, colour, _, cut = part
    sides = [name for side, name in _SIDES.items() if cut & side]
    classes = " ".join(filter(None, ["token", kind, "even" if colour % 2 else "", *sides]))
    labels: Mapping[str, str] = payload["labels"]
    about = " ".join(filter(None, [labels.get(kind, ""), labels["through"] if cut & 3 else ""]))
    return Cell(text, classes, place, about)
