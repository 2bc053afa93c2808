"""Aligned rows as HTML that needs no script: the payload of :mod:`tokviz.views.compare.rows`, broken into lines here.

How wide a block will be is estimated from its letters; a line that turns out too long scrolls by itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

__all__ = ["rows"]

_DIRECTIONS = ("ltr", "rtl")
_LINE = 2
_WIDE = 84  # letters in a line
_SIDES = {1: "cut-before", 2: "cut-behind", 4: "from-before", 8: "goes-on"}


def rows(payload: Mapping[str, Any], most: int) -> tuple[str, bool]:
    """The rows as HTML, up to about `most` tokens; whether that is all of them."""
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
    return "\n".join(lines), shown == len(blocks)


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
) -> str:
    names: Sequence[str] = payload["names"]
    gutter = "".join(f'<span class="of">{escape(name)}</span>' for name in ("", *names))
    html = f'<div class="line" dir="{_DIRECTIONS[blocks[numbers[0]][4]]}"><div class="gutter">{gutter}</div>'
    last = None
    for number in numbers:
        begin, end, before, way, _ = blocks[number]
        spaced = ' class="run spaced"' if before and last is not None else ' class="run"'
        if way != last:
            html += ("</div>" if last is not None else "") + f'<div{spaced} dir="{_DIRECTIONS[way]}">'
        kind = "block spaced" if before and way == last else "block"
        cells = "".join(_cell(payload, row, part, begin) for row, part in inside[number])
        html += f'<div class="{kind}" style="--columns:{end - begin};--rows:{len(names) + 1}">{cells}</div>'
        last = way
    return html + "</div></div>"


def _cell(payload: Mapping[str, Any], row: int, part: Sequence[Any], begin: int) -> str:
    place = f"grid-area:{row + 1}/{part[1] - begin + 1}/{row + 2}/{part[2] - begin + 1}"
    if not row:
        return f'<span class="cluster" style="{place}">{escape(part[0])}</span>'
    text, _, _, kind, colour, _, cut = part
    sides = [name for side, name in _SIDES.items() if cut & side]
    classes = " ".join(filter(None, ["token", kind, "even" if colour % 2 else "", *sides]))
    labels: Mapping[str, str] = payload["labels"]
    about = " ".join(filter(None, [labels.get(kind, ""), labels["through"] if cut & 3 else ""]))
    title = f' title="{escape(about)}"' if about else ""
    return f'<span class="{classes}" style="{place}"{title}>{escape(text)}</span>'
