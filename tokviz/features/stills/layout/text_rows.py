"""A text in rows: each row has its parts below the characters that they come from, as on the pages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tokviz.features.stills.layout.blocks import CHIP, WIDTH, Block, Chip, Pen, chip_width
from tokviz.views.shared.palette import Palette

MAX_ROWS = 10
"""The maximum number of rows: a still is no longer than wide."""

_NAMES = 180  # the width of the names of rows
_ROW = CHIP + 8
_APART = 3  # between two parts
_MORE = 16  # the width of the sign that there is more
_NARROWEST, _WIDEST = 9, 48  # a unit of the text, such as a byte


def text_rows(payload: Mapping[str, Any], palette: Palette) -> Block:
    """Return the characters of a text and the rows below them, as far as there is room."""
    rows = [(payload.get("top", ""), payload["characters"]), *((row["name"], row["parts"]) for row in payload["rows"])]
    rows = rows[:MAX_ROWS]
    unit = _unit([parts for _, parts in rows], palette)
    units = int((WIDTH - _NAMES - _MORE) / unit)
    pen = Pen(palette)
    for place, (name, parts) in enumerate(rows):
        y = place * _ROW
        pen.text(0, y + CHIP * 0.69, name, is_bold=not parts)
        for start, end, text in _placed(parts):
            if end > units:
                pen.text(_NAMES + start * unit, y + CHIP * 0.69, "…")
                break
            pen.chip(Chip(text, palette.letter, palette.edge), _NAMES + start * unit, y, (end - start) * unit - _APART)
    return pen.block(len(rows) * _ROW)


def _placed(parts: list[Mapping[str, Any]]) -> Iterator[tuple[int, int, str]]:
    """Yield start, end and text of each part that has a place in the text."""
    for part in parts:
        if part["start"] < part["end"]:
            yield part["start"], part["end"], part["text"]


def _unit(rows: list[list[Mapping[str, Any]]], palette: Palette) -> float:
    """Return the width of a unit of the text with which all parts have room, within bounds."""
    needs = [
        (chip_width(Chip(text, palette.letter)) + _APART) / (end - start)
        for parts in rows
        for start, end, text in _placed(parts)
    ]
    return min(max([*needs, _NARROWEST]), _WIDEST)
