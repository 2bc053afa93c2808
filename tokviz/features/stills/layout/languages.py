"""A training by languages: a line for each over the merges, and the first sentences of their texts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

from tokviz.features.stills.figure import Box, Line
from tokviz.features.stills.layout.blocks import CHIP, WIDTH, Block, Chip, Pen, chip_width, cut_text, heading, stacked
from tokviz.views.shared.palette import Palette, oklch

LANGUAGE_HUES = (250, 45, 325, 150, 95, 200)
"""The hues of languages, as in the app."""

_HEIGHT = 200  # of the lines
_AXIS = 40  # the room of the numbers before them
_BESIDE = 250  # and of the labels behind them
_LABEL = 22  # the height of a label
_DOT = 10  # how wide a dot on a line is
_POINTS = 120  # of a line: a still has no more room
_NAME = 190  # the room of a name before its sentences
_WORD = 9  # between two words

Payload = Mapping[str, Any]
Points = Sequence[tuple[float, float]]


def languages(payload: Payload, frame: Payload, step: int, palette: Palette) -> list[Block]:
    """Return the blocks of a training by languages: lines and sentences."""
    turn = frame["turn"]
    head = heading(turn["title"], turn["rule"], palette, WIDTH)
    chart = _lines(payload, frame, step, palette)
    rows = [_sentence(payload, number, language, step, palette) for number, language in enumerate(turn["languages"])]
    return [
        replace(stacked([head, chart], 4), part="turns"),
        replace(stacked(rows, 12), part="words"),
    ]


def _hue(number: int) -> int:
    return LANGUAGE_HUES[number % len(LANGUAGE_HUES)]


def _lines(payload: Payload, frame: Payload, step: int, palette: Palette) -> Block:
    """Return the lines up to the step, what comes in thin ones, and a label for each language."""
    lines, total = payload["picture"]["lines"], max(1, payload["total"])
    pen = Pen(palette)
    every = [value for line in (*lines["values"], *lines.get("plain", ())) for value in line if value is not None]
    low, high = min(every, default=0), max(every, default=1)
    right = WIDTH - _BESIDE

    def place(k: int, value: float) -> tuple[float, float]:
        return _AXIS + (right - _AXIS) * k / total, _HEIGHT - _HEIGHT * (value - low) / ((high - low) or 1)

    for value in (low, high):
        pen.text(_AXIS - 8, place(0, value)[1] + 4, f"{value:g}", anchor="end")
        pen.add(Line(_AXIS, place(0, value)[1], right, place(0, value)[1], palette.line))
    pen.text(_AXIS, _HEIGHT + 18, "0", anchor="middle")
    pen.text(right, _HEIGHT + 18, str(payload["total"]), anchor="middle")
    stride = max(1, len(lines["steps"]) // _POINTS)
    for is_plain, group in ((True, lines.get("plain", ())), (False, lines["values"])):
        for number, line in enumerate(group):
            color = oklch(palette.depth, 0.14, _hue(number))
            points = [
                (k, value)
                for at, (k, value) in enumerate(zip(lines["steps"], line, strict=True))
                if value is not None and (at % stride == 0 or k in (step, payload["total"]))
            ]
            for (k, value), (until, then) in pairwise(points):
                is_done = until <= step
                thickness = (1.2 if is_plain else 3) if is_done else 0.7
                pen.add(Line(*place(k, value), *place(until, then), color, thickness, is_plain))
    shown = frame["turn"]["languages"]
    with pen.of(("cursor",)):
        pen.add(Line(place(step, low)[0], 0, place(step, low)[0], _HEIGHT, palette.ink, 1))
    for number in sorted(range(len(shown)), key=lambda number: shown[number]["state"] == "turn"):  # which is on top
        if shown[number]["value"] is not None:
            _dot(pen, number, place(step, shown[number]["value"]), chooses=shown[number]["state"] == "turn")
    _labels(pen, frame, right + 12, [place(step, language["value"] or low)[1] for language in shown])
    return pen.block(_HEIGHT + 22)


def _dot(pen: Pen, number: int, where: tuple[float, float], *, chooses: bool) -> None:
    """Mark where the line of a language is at the step, larger and filled for the one that chooses."""
    (x, y), color, across = where, oklch(pen.palette.depth, 0.14, _hue(number)), _DOT + 4 * chooses
    with pen.of(("dot", number)):
        fill = color if chooses else pen.palette.ground
        pen.add(Box(x - across / 2, y - across / 2, across, across, fill, color, 2.5, radius=across / 2))


def _labels(pen: Pen, frame: Payload, x: float, wanted: Sequence[float]) -> None:
    """Write what the text of each language has, the longest first, none over another."""
    shown = frame["turn"]["languages"]
    order = sorted(range(len(shown)), key=lambda number: (wanted[number], shown[number]["state"] != "turn"))
    y = 0.0
    for place, number in enumerate(order):
        y = max(y, min(wanted[number], _HEIGHT - _LABEL * (len(order) - place)))
        language = shown[number]
        told = " · ".join(filter(None, (f"{language['name']} {language['number']}", language["note"])))
        is_bold = language["state"] == "turn"
        with pen.of(("label", number)):
            pen.add(Box(x, y, 11, 11, oklch(pen.palette.depth, 0.14, _hue(number)), radius=3))
            pen.text(x + 18, y + 10, cut_text(told, _BESIDE - 34, 12.5), color=pen.palette.ink, is_bold=is_bold)
        y += _LABEL


def _sentence(payload: Payload, number: int, language: Payload, step: int, palette: Palette) -> Block:
    """Return the first sentences of a language as they are split, the new token framed."""
    sentences = payload["picture"]["sentences"]
    newest = sentences["made"][step - 1] if step else None
    pen = Pen(palette)
    is_bold = language["state"] == "turn"
    pen.add(Box(0, 8, 11, 11, oklch(palette.depth, 0.14, _hue(number)), radius=3))
    name = cut_text(f"{language['name']} {language['number']}", _NAME - 30, 12.5)
    pen.text(18, CHIP * 0.69, name, color=palette.ink, is_bold=is_bold)
    x = y = 0.0
    for word in sentences["languages"][number]:
        chips = [*_chips(payload, sentences["words"][word], step, newest, _hue(number), palette)]
        width = sum(map(chip_width, chips)) + 3 * (len(chips) - 1)
        if x and x + width > WIDTH - _NAME:
            x, y = 0.0, y + CHIP + 8
        for chip in chips:
            x += pen.chip(chip, _NAME + x, y) + 3
        x += _WORD
    return pen.block(y + CHIP)


def _chips(
    payload: Payload, forms: Payload, step: int, newest: int | None, hue: int, palette: Palette
) -> Iterator[Chip]:
    """Yield the chips of a word after so many merges."""
    place = max(at for at, after in enumerate(forms["after"]) if after <= step)
    for symbol in forms["symbols"][place]:
        text = payload["tokens"][symbol]["text"]
        is_made = len(text) > 1
        fill = oklch(*palette.fill, hue) if is_made else palette.letter
        edge = oklch(palette.depth, 0.14, hue) if is_made else palette.edge
        yield Chip(text, fill, edge, symbol == newest)
