"""Stills: the steps of a picture as figures, all of one size, each with its title and what is said at the step."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Literal, TypeAlias

from tokviz.errors import TokvizError
from tokviz.features.stills.figure import Figure, Line, Run, Shape, Text, moved, right_of
from tokviz.features.stills.layout import clock, languages, lattice, unigram, words
from tokviz.features.stills.layout.blocks import GAP, WIDTH, Block, cut_text, sentences
from tokviz.features.stills.layout.text_rows import text_rows
from tokviz.views.shared.display import with_spaces
from tokviz.views.shared.palette import DARK, LIGHT, Palette
from tokviz.views.shared.sentences import without_marks

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
        "languages": languages.languages,
        "lattice": lattice.lattice,
        "clock": clock.clock,
    }
)
"""Kind of a picture -> what lays a step of it out, with its payload, its frame and its number."""

_MARGIN = 28
_HEAD = 40  # the height of the title
_LEAST = 640  # the least width, where there is room for the title
_COLUMN = 460  # and for parts alone: about that of a column
_NOTHING = Block((), 0)


@dataclass(frozen=True)
class Asked:
    """The steps of a picture that are drawn, how, and under which title. parts: payloads of one trace, in order. only:
    the parts of the picture that are drawn, below each other and without a title; empty for all of it."""

    parts: Sequence[Payload]
    steps: Sequence[int]
    title: str
    theme: Theme = "light"
    only: Sequence[str] = ()


def last_step(parts: Iterable[Payload]) -> int:
    """Return the last step of a picture."""
    return max((part["total"] for part in parts), default=0)


def figures(asked: Asked) -> tuple[Figure, ...]:
    """Return a figure for each step. All have the same size, and what they show is at the same place in each, so that
    nothing jumps in slides. Raises TokvizError for a step or a part that there is not.
    """
    palette = THEMES[asked.theme]
    parts = [with_spaces(part, part["picture"].get("space", "")) for part in asked.parts]
    frames = [_frame(parts, step) for step in asked.steps]
    laid = [KINDS[part["picture"]["kind"]](part, frame, step, palette) for part, frame, step in frames]
    if asked.only:
        laid = _only(laid, asked.only)
    shapes = (shape for blocks in laid for block in blocks for shape in block.shapes)
    width = min(WIDTH, max(map(right_of, shapes), default=0))
    width = round(max(_COLUMN if asked.only else _LEAST, width))
    if not asked.only or "sentences" in asked.only:
        said = (sentences(frame["say"], palette, width) for _, frame, _ in frames)
        laid = [[*blocks, last] for blocks, last in zip(laid, said, strict=True)]
    longest = max(map(len, laid), default=0)
    heights = [
        max((blocks[place].height for blocks in laid if place < len(blocks)), default=0) for place in range(longest)
    ]
    margin, head = (_MARGIN / 4, 0) if asked.only else (_MARGIN, _HEAD)
    height = 2 * margin + head + sum(heights) + GAP * max(0, longest - 1)
    titles = (() if asked.only else _titles(part, step, asked.title, width, palette) for part, _, step in frames)
    return tuple(
        Figure(
            width + 2 * margin,
            round(height, 1),
            palette.ground,
            (*title, *_placed(blocks, heights, (margin, margin + head), width, palette)),
            " · ".join(filter(None, (asked.title, _step(part, step)))),
            _description(part, frame),
            part["lang"],
        )
        for (part, frame, step), blocks, title in zip(frames, laid, titles, strict=True)
    )


def rows_figure(payload: Payload, title: str, theme: Theme = "light") -> Figure:
    """Return a text in rows as a figure."""
    palette = THEMES[theme]
    block = text_rows(payload, palette)
    width = max(_LEAST, round(max(map(right_of, block.shapes), default=0)))
    run = Run(cut_text(title, width, 17), palette.ink, is_bold=True)
    shapes = (Text(_MARGIN, _MARGIN + 15, (run,), 17), *moved(block.shapes, _MARGIN, _MARGIN + _HEAD))
    height = 2 * _MARGIN + _HEAD + block.height
    text = "".join(character["text"] for character in payload["characters"])
    return Figure(width + 2 * _MARGIN, height, palette.ground, shapes, title, text, payload["lang"])


def _only(laid: Sequence[Sequence[Block]], only: Sequence[str]) -> list[list[Block]]:
    """Return the blocks of each step that are parts of a picture which were asked for; where a step lacks one that
    others have, room for it. Raises TokvizError for a part that no step has."""
    by_part = [{column.part: column for block in blocks for column in block.columns or (block,)} for blocks in laid]
    there = list(dict.fromkeys(part for blocks in by_part for part in blocks))
    known = [*there, "sentences"]
    missing = next((part for part in only if part not in known), None)
    if missing is not None:
        raise TokvizError("cli-export-only", value=missing, choices=", ".join(known))
    return [[blocks.get(part, _NOTHING) for part in there if part in only] for blocks in by_part]


def _frame(parts: Sequence[Payload], step: int) -> tuple[Payload, Payload, int]:
    for part in parts:
        if 0 <= step - part["first"] < len(part["frames"]):
            return part, part["frames"][step - part["first"]], step
    raise TokvizError("cli-export-step", value=step, total=last_step(parts))


def _step(part: Payload, step: int) -> str:
    """Return the number of the step as it is said; empty where there are no steps."""
    text: str = part["labels"]["of"]
    base = part.get("base", 0)  # a step of the clock is called by its size
    total = part["total"] + base
    return text.replace("{step}", str(step + base)).replace("{total}", str(total)) if total else ""


def _description(part: Payload, frame: Payload) -> str:
    """Return the sentences of the step, and the words as they are split."""
    rows = [_row(part, part["rows"][row]) for group in frame["groups"] for row in group["rows"]]
    if part["picture"]["kind"] == "clock":
        rows = clock.described(part, frame)
    return " ".join([*(without_marks(sentence["text"]) for sentence in frame["say"]), *rows[:12]])


def _row(part: Payload, row: Payload) -> str:
    return f"{row['label']}: {' '.join(part['tokens'][symbol]['text'] for symbol in row['symbols'])}."


def _titles(part: Payload, step: int, title: str, width: float, palette: Palette) -> tuple[Shape, ...]:
    bold = Run(cut_text(title, width * 0.78, 17), palette.ink, is_bold=True)
    y = _MARGIN + 15
    named = Text(_MARGIN, y, (bold,), 17)
    number = _step(part, step)
    return (named, Text(_MARGIN + width, y, (Run(number, palette.muted),), 13.5, "end")) if number else (named,)


def _placed(
    blocks: Sequence[Block], heights: Sequence[float], corner: tuple[float, float], width: float, palette: Palette
) -> list[Shape]:
    """Return blocks below each other, with lines between them."""
    shapes: list[Shape] = []
    x, y = corner
    for place, block in enumerate(blocks):
        if place:
            shapes.append(Line(x, y - GAP / 2, x + width, y - GAP / 2, palette.line))
        shapes += moved(block.shapes, x, y)
        y += heights[place] + GAP
    return shapes
