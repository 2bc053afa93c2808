"""Stills: the steps of a picture as figures, all of one size, each with its title and what is said at the step."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Literal, TypeAlias

from tokviz.errors import TokvizError
from tokviz.features.stills.figure import Figure, Line, Run, Shape, Text, moved
from tokviz.features.stills.layout import lattice, unigram, words
from tokviz.features.stills.layout.blocks import GAP, WIDTH, Block, cut_text
from tokviz.views.shared.palette import DARK, LIGHT, Palette
from tokviz.views.shared.sentences import without_marks

__all__ = ["KINDS", "THEMES", "Asked", "Theme", "figures", "last_step"]

Theme: TypeAlias = Literal["light", "dark"]

THEMES: Mapping[Theme, Palette] = MappingProxyType({"light": LIGHT, "dark": DARK})
"""Name of a theme -> its colors."""

Payload = Mapping[str, Any]

KINDS: Mapping[str, Callable[[Payload, Payload, int, Palette], list[Block]]] = MappingProxyType(
    {
        "merges": words.merges,
        "encoding": words.encoding,
        "chips": words.chips,
        "top-down": words.top_down,
        "unigram": unigram.unigram,
        "lattice": lattice.lattice,
    }
)
"""Kind of a picture -> what lays a step of it out, with its payload, its frame and its number."""

_MARGIN = 28
_HEAD = 40  # the height of the title


@dataclass(frozen=True)
class Asked:
    """The steps of a picture that are drawn, how, and under which title. parts: payloads of one trace, in order."""

    parts: Sequence[Payload]
    steps: Sequence[int]
    title: str
    theme: Theme = "light"


def last_step(parts: Iterable[Payload]) -> int:
    """Return the last step of a picture."""
    return max((part["total"] for part in parts), default=0)


def figures(asked: Asked) -> tuple[Figure, ...]:
    """Return a figure for each step. All have the same size, and what they show is at the same place in each, so that
    nothing jumps in slides. Raises TokvizError for a step that there is not.
    """
    palette = THEMES[asked.theme]
    frames = [_frame(asked.parts, step) for step in asked.steps]
    laid = [KINDS[part["picture"]["kind"]](part, frame, step, palette) for part, frame, step in frames]
    longest = max(map(len, laid), default=0)
    heights = [
        max((blocks[place].height for blocks in laid if place < len(blocks)), default=0) for place in range(longest)
    ]
    height = 2 * _MARGIN + _HEAD + sum(heights) + GAP * max(0, longest - 1)
    return tuple(
        Figure(
            WIDTH + 2 * _MARGIN,
            round(height, 1),
            palette.ground,
            tuple(_shapes(part, step, blocks, heights, asked.title, palette)),
            f"{asked.title} · {_step(part, step)}",
            _description(part, frame),
            part["lang"],
        )
        for (part, frame, step), blocks in zip(frames, laid, strict=True)
    )


def _frame(parts: Sequence[Payload], step: int) -> tuple[Payload, Payload, int]:
    for part in parts:
        if 0 <= step - part["first"] < len(part["frames"]):
            return part, part["frames"][step - part["first"]], step
    raise TokvizError("cli-export-step", value=step, total=last_step(parts))


def _step(part: Payload, step: int) -> str:
    text: str = part["labels"]["of"]
    return text.replace("{step}", str(step)).replace("{total}", str(part["total"]))


def _description(part: Payload, frame: Payload) -> str:
    """Return what is said at the step, and the words as they are split."""
    rows = [_row(part, part["rows"][row]) for group in frame["groups"] for row in group["rows"]]
    return " ".join([*(without_marks(sentence["text"]) for sentence in frame["say"]), *rows[:12]])


def _row(part: Payload, row: Payload) -> str:
    return f"{row['label']}: {' '.join(part['tokens'][symbol]['text'] for symbol in row['symbols'])}."


def _shapes(
    part: Payload, step: int, blocks: Sequence[Block], heights: Sequence[float], title: str, palette: Palette
) -> list[Shape]:
    counter = _step(part, step)
    bold = Run(cut_text(title, WIDTH * 0.78, 17), palette.ink, is_bold=True)
    shapes: list[Shape] = [
        Text(_MARGIN, _MARGIN + 15, (bold,), 17),
        Text(_MARGIN + WIDTH, _MARGIN + 15, (Run(counter, palette.muted),), 13.5, "end"),
    ]
    y = float(_MARGIN + _HEAD)
    for place, block in enumerate(blocks):
        if place:
            shapes.append(Line(_MARGIN, y - GAP / 2, _MARGIN + WIDTH, y - GAP / 2, palette.line))
        shapes += moved(block.shapes, _MARGIN, y)
        y += heights[place] + GAP
    return shapes
