"""The lattice of a word: letters with positions between them, pieces over their letters, segmentations with shares."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tokviz.features.stills.figure import Box, Line, Run, Text
from tokviz.features.stills.layout.blocks import (
    CHIP,
    GAP,
    WIDTH,
    Block,
    Chip,
    Pen,
    beside,
    chip_row,
    cut_text,
    heading,
    listed,
    named,
    stacked,
)
from tokviz.views.shared.palette import Palette

_LEVELS = 9  # of pieces above each other
_ARC = 34  # the height of a level
_STEP = (44, 180)  # the least and the largest distance of two positions
_ROWS = 8  # segmentations, and pieces that end at a position

Payload = Mapping[str, Any]


def lattice(payload: Payload, frame: Payload, step: int, palette: Palette) -> list[Block]:
    """Return the blocks of a lattice: the graph, what ends at the position beside segmentations."""
    picture = payload["picture"]
    half = (WIDTH - GAP) / 2
    ending = named("candidates", _ending(picture, frame, palette, half))
    paths = named("segmentations", _paths(payload, frame, palette, half))
    return [named("words", _graph(picture, frame, palette)), beside(ending, paths, half + GAP)]


def _chosen(picture: Payload, frame: Payload) -> tuple[set[int], set[int]]:
    """Return the arcs of the best path to the position, or back to it from the end; and those that end there."""
    if frame["back"]:
        return {arc for arc in picture["best"] if picture["arcs"][arc]["begin"] >= frame["at"]}, set()
    ending_here = {ending["arc"] for ending in picture["positions"][frame["at"]]["arcs"]}
    path, at = set(), frame["at"]
    while at and picture["positions"][at]["arcs"]:
        best = picture["positions"][at]["arcs"][0]["arc"]
        path.add(best)
        at = picture["arcs"][best]["begin"]
    return path, ending_here


def _stretch(picture: Payload, frame: Payload) -> tuple[int, int]:
    """Return the first and the last position that there is room for."""
    length = len(picture["letters"])
    most = int(WIDTH / _STEP[0])
    if length <= most:
        return 0, length
    first = max(0, min(frame["at"] - most * 2 // 3, length - most))
    return first, first + most


def _graph(picture: Payload, frame: Payload, palette: Palette) -> Block:
    """Return letters, positions with the costs that are known, and pieces over the letters that they cover."""
    first, last = _stretch(picture, frame)
    gap = min(_STEP[1], max(_STEP[0], (WIDTH - 60) / max(1, last - first)))
    gap = min(gap, (WIDTH - 40) / max(1, last - first))
    path, ending_here = _chosen(picture, frame)
    pen = Pen(palette)
    placed = _levels(picture, first, last, path | ending_here)
    base = 8 + _ARC * (1 + max(placed.values(), default=0))
    for number, level in placed.items():
        arc = picture["arcs"][number]
        x = 20 + (arc["begin"] - first) * gap
        width = (arc["end"] - arc["begin"]) * gap
        is_reached = arc["end"] <= frame["filled"]
        fill = palette.tint if number in path else palette.letter if is_reached else palette.ground
        is_shown = number in ending_here or is_reached
        edge = palette.accent if number in path else palette.edge if is_shown else palette.line
        y = base - _ARC * (level + 1)
        thickness = 2 if number in path or number in ending_here else 1
        ink = palette.ink if is_reached else palette.muted
        name = cut_text(arc["piece"], width - 10, 13, is_mono=True)
        runs = [Run(name, ink, is_mono=True)]
        room = width - 14 - len(name) * 8
        if room > 8 * len(arc["probability"]):
            runs.append(Run(f"  {arc['probability']}", palette.muted, scale=0.8))
        with pen.of(("arc", number)):
            pen.add(Box(x + 3, y, width - 6, CHIP, fill, edge, thickness))
            pen.add(Text(x + width / 2, y + CHIP * 0.69, tuple(runs), 13, "middle"))
    pen.add(Line(20, base + 8, 20 + (last - first) * gap, base + 8, palette.edge))
    for place in range(first, last + 1):
        x = 20 + (place - first) * gap
        pen.add(Box(x - 9, base - 1, 18, 18, palette.ground, palette.edge, radius=9))
    with pen.of(("here",)):  # which goes from position to position
        pen.add(Box(20 + (frame["at"] - first) * gap - 9, base - 1, 18, 18, palette.accent, palette.edge, radius=9))
    for place in range(first, last + 1):
        x = 20 + (place - first) * gap
        ink = palette.ground if place == frame["at"] else palette.muted
        pen.text(x, base + 12, str(place), color=ink, size=11, anchor="middle")
        if 0 < place <= frame["filled"]:
            with pen.of(("cost", place)):
                pen.text(x, base + 33, picture["positions"][place]["short_cost"], size=11.5, anchor="middle")
        if place < last:
            letter = picture["letters"][place]
            pen.text(x + gap / 2, base + 54, letter, color=palette.ink, size=17, anchor="middle", is_mono=True)
    return pen.block(base + 64)


def _levels(picture: Payload, first: int, last: int, foremost: set[int]) -> dict[int, int]:
    """Return arc -> the level that it is drawn on: short ones below, and of too many those that matter most."""
    inside = [number for number, arc in enumerate(picture["arcs"]) if first <= arc["begin"] and arc["end"] <= last]
    inside.sort(key=lambda number: (number not in foremost, -picture["arcs"][number]["share"]))
    taken: list[list[tuple[int, int]]] = [[] for _ in range(_LEVELS)]
    kept = set()
    for number in inside:  # which ones there is room for
        arc = picture["arcs"][number]
        for level in taken:
            if all(arc["end"] <= begin or end <= arc["begin"] for begin, end in level):
                level.append((arc["begin"], arc["end"]))
                kept.add(number)
                break
    placed: dict[int, int] = {}
    levels: list[list[tuple[int, int]]] = [[] for _ in range(len(kept) + 1)]
    for number, arc in sorted(
        ((number, picture["arcs"][number]) for number in kept), key=lambda item: (_length(item[1]), item[1]["begin"])
    ):
        free = next(
            place
            for place, there in enumerate(levels)
            if all(arc["end"] <= begin or end <= arc["begin"] for begin, end in there)
        )
        levels[free].append((arc["begin"], arc["end"]))
        placed[number] = free
    return placed


def _length(arc: Payload) -> int:
    return int(arc["end"] - arc["begin"])


def _chips(picture: Payload, arcs: Sequence[int], palette: Palette) -> list[Chip]:
    return [Chip(picture["arcs"][arc]["piece"], palette.letter, palette.edge) for arc in arcs]


def _ending(picture: Payload, frame: Payload, palette: Palette, most: float) -> Block:
    """Return the arcs that end at the position, with sums, or the pieces read back."""
    labels = picture["labels"]
    if frame["back"]:
        arcs = [arc for arc in picture["best"] if picture["arcs"][arc]["begin"] >= frame["at"]]
        return stacked(
            [
                heading(labels["back"], labels["back_about"], palette, most),
                chip_row(_chips(picture, arcs, palette), (), palette, most, keys=[("back", arc) for arc in arcs]),
            ]
        )
    if not frame["at"]:
        return heading(labels["start"], labels["start_about"], palette, most)
    rows = []
    title = labels["ending"].replace("{position}", str(frame["at"]))
    for rank, ending in enumerate(picture["positions"][frame["at"]]["arcs"][:_ROWS]):
        (chip,) = _chips(picture, [ending["arc"]], palette)
        pen = Pen(palette)
        with pen.of(("ending", ending["arc"])):
            width = pen.chip(Chip(chip.text, palette.tint if not rank else chip.fill, chip.edge, not rank), 2, 0)
            pen.text(width + 16, CHIP * 0.69, cut_text(ending["sum"], most - width - 20, 12.5), color=palette.ink)
        rows.append(pen.block(CHIP + 8))
    return listed(heading(title, labels["ending_about"], palette, most), rows, palette, gap=2)


def _paths(payload: Payload, frame: Payload, palette: Palette, most: float) -> Block:
    """Return the best segmentations with their shares, once the table is full: before, they would tell its end."""
    picture = payload["picture"]
    labels, shown = picture["labels"], picture["paths"][:_ROWS]
    if frame["filled"] < len(picture["letters"]):
        title = labels["some"].replace("{number}", picture["number"])
        return heading(labels["paths"], title if picture["total"] > 1 else labels["only"], palette, most)
    title = labels["only"]
    if picture["total"] > 1:
        key = "every" if len(shown) == picture["total"] else "best"
        title = labels[key].replace("{number}", picture["number"]).replace("{shown}", str(len(shown)))
    rows = []
    for path in shown:
        keys = [("path", *path["arcs"], place) for place in range(len(path["arcs"]))]
        block = chip_row(_chips(picture, path["arcs"], palette), (), palette, most - 70, keys=keys)
        pen = Pen(palette)
        pen.place(block, 2, 0)
        with pen.of(("percent", *path["arcs"])):
            pen.text(most, CHIP * 0.69, path["percent"], color=palette.ink, anchor="end")
        rows.append(pen.block(block.height + 8))
    return listed(heading(title, labels["paths_about"], palette, most), rows, palette, gap=2)
