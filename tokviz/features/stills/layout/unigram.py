"""A Unigram training: words with their segmentations, pieces with bars."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tokviz.features.stills.figure import Box, Line
from tokviz.features.stills.layout.blocks import (
    CHIP,
    GAP,
    WIDTH,
    Block,
    Chip,
    Pen,
    beside,
    chip_row,
    chip_width,
    cut_text,
    heading,
    named,
    numbered,
)
from tokviz.views.picture.payload import colors_of
from tokviz.views.shared.catalog import load
from tokviz.views.shared.palette import HUES, Palette, oklch
from tokviz.views.shared.sentences import without_marks

__all__ = ["unigram"]

_WAYS = 3  # segmentations of a word
_PIECES = 14
_SIGNS = {"up": "▲", "down": "▼", "removed": "✕", "dropped": "✕", "restored": "+"}
_GONE = ("removed", "dropped")
_NAME = 62  # the room of a word before its segmentations
_SHARE = 58  # and of the share behind one

Payload = Mapping[str, Any]


def unigram(payload: Payload, frame: Payload, step: int, palette: Palette) -> list[Block]:
    """Return the blocks of a Unigram training: words and pieces."""
    view, picture = frame["view"], payload["picture"]
    left_most = WIDTH * 0.52
    colors = _colors(picture, palette)
    heads = view["heads"]
    left = named(
        "words",
        heading(heads["words"]["name"], heads["words"]["shows"], palette, left_most),
        _words(view, picture, colors, palette, left_most),
    )
    right_most = WIDTH - left_most - GAP
    right = named(
        "candidates",
        heading(heads["pieces"]["name"], heads["pieces"]["shows"], palette, right_most),
        _pieces(payload, view, colors, palette, right_most),
    )
    return [beside(left, right, left_most + GAP)]


def _colors(picture: Payload, palette: Palette) -> dict[int, str]:
    """Return piece -> the ground of its chip; those side by side in a word differ."""
    splits = [tuple(map(str, way["pieces"])) for word in picture["segmented"] for way in word["ways"]]
    color_of = colors_of(map(str, range(len(picture["pieces"]))), splits)
    return {int(piece): oklch(*palette.fill, HUES[color % len(HUES)]) for piece, color in color_of.items()}


def _words(view: Payload, picture: Payload, colors: Mapping[int, str], palette: Palette, most: float) -> Block:
    """Return each word with its best segmentations, and the share of each."""
    pen, y = Pen(palette), 4.0
    room = most - _NAME - _SHARE
    for number in view["words"]:
        segmented = picture["segmented"][number]
        word = picture["words"][segmented["word"]]
        pen.text(0, y + CHIP * 0.45, cut_text(word["text"], _NAME - 8, 12.5), color=palette.ink)
        pen.text(0, y + CHIP * 0.45 + 14, f"{word['count']}×", size=11)
        for way in segmented["ways"][:_WAYS]:
            chips = [
                Chip(
                    picture["pieces"][piece],
                    colors[piece],
                    palette.bad if place in way["unknown"] else palette.edge,
                    is_quiet=way["standing"] == "before",
                )
                for place, piece in enumerate(way["pieces"])
            ]
            if way["left"]:
                chips.append(Chip(f"… +{way['left']}", palette.ground, palette.line))
            block = chip_row(chips, (), palette, room)
            pen.place(block, _NAME, y)
            share = "" if way["share"] is None else f"{100 * way['share']:.3g}%"
            pen.text(most - 4, y + CHIP * 0.69, share, anchor="end")
            if way["standing"] == "before":  # struck out: another one is best now
                width = min(room, sum(chip_width(chip) + 7 for chip in chips) - 7)
                pen.add(Line(_NAME, y + CHIP / 2, _NAME + width, y + CHIP / 2, palette.bad))
            y += block.height + 5
        others = segmented.get("others")
        if others:
            pen.text(_NAME, y + 11, f"… +{others['count']}")
            y += 18
        y += 8
    return pen.block(y - 8)


def _pieces(payload: Payload, view: Payload, colors: Mapping[int, str], palette: Palette, most: float) -> Block:
    """Return pieces with their numbers; a line is below those that a pruning removes."""
    pen, y = Pen(palette), 4.0
    rows, cut = view["rows"], view["cut"] or 0
    first = max(0, min(cut - (_PIECES + 1) // 2, len(rows) - _PIECES))
    longest = max([1e-12, *(value for row in rows for value in (row["value"], row["before"] or 0))])
    name, worth = 84.0, most * 0.48
    room = most - name - worth - 20
    for place, row in enumerate(rows[first : first + _PIECES], first):
        is_gone = row["standing"] in _GONE
        text = payload["picture"]["pieces"][row["piece"]]
        chip = Chip(text, palette.ground if is_gone else colors[row["piece"]], palette.edge, is_quiet=is_gone)
        pen.chip(chip, 0, y, min(chip_width(chip), name))
        pen.bar(name + 10, y + 8, room, row["value"] / longest, palette.bad if is_gone else palette.accent)
        if row["before"] is not None:
            width = room * min(1.0, row["before"] / longest)
            pen.add(Box(name + 10, y + 5, width, 16, "", palette.muted, 1, 2, is_dashed=True))
        note = without_marks(row["note"])
        worth_text = " · ".join(filter(None, (f"{_SIGNS.get(row['standing'], '')} {row['worth']}".strip(), note)))
        pen.text(most - worth, y + CHIP * 0.69, cut_text(worth_text, worth, 12.5), color=palette.ink)
        y += CHIP + 6
        if cut and place + 1 == cut:
            pen.add(Line(0, y - 3, most, y - 3, palette.bad, 1.5, is_dashed=True))
    left_out = _left_out(payload, view, [*rows[:first], *rows[first + _PIECES :]])
    if left_out:
        pen.text(0, y + 10, cut_text(left_out, most, 12.5))
        y += 20
    return pen.block(y)


def _left_out(payload: Payload, view: Payload, hidden: Sequence[Payload]) -> str:
    """Return what is said of the pieces that are not shown, as the page says it."""
    labels, more, say = payload["picture"]["labels"], view["more"], load(payload["lang"])

    def told(name: str, number: int, total: float = 0.0) -> str:
        return numbered(labels[name], number, payload).replace("{sum}", say.rough(total)) if number else ""

    if view["kind"] in ("prune", "final"):
        removed = sum(row["standing"] == "removed" for row in hidden)
        kept = len(hidden) - removed
        parts = [told("more_removed", removed + more["above"]), told("more_kept", kept + more["below"])]
    else:
        number = len(hidden) + more["above"] + more["below"]
        total = more["sum"] + sum(row["value"] for row in hidden)
        parts = [told("more_sum" if number > 1 else "more_alone", number, total)]
    return "; ".join(filter(None, (*parts, more["note"])))
