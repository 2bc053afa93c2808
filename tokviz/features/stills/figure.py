"""Figures: boxes, lines and texts with their places, which every format of a still writes in its own way.

Lengths are pixels of a page of normal size; y grows downwards, and a text is placed by its baseline. How wide a text is
depends on the font of its reader, so widths are estimates on the wide side, and no text is placed behind another one
whose width would have to be exact: words of a line are runs of one text.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias
from unicodedata import combining, east_asian_width

Key: TypeAlias = tuple[str | int, ...]
"""The thing that a shape is a part of, the same at all steps, and the number of the part; empty for no thing. That
of a token of a word is `WORD`, the name of the row, and its first letter and the one after its last."""
WORD = "word"
"""The beginning of the key of what is in a word."""
FALLS = "falls"
"""The beginning of the key of what falls out of the picture at the next step, such as a piece that is removed."""

Anchor: TypeAlias = Literal["start", "middle", "end"]
"""The part of a text that is at its place."""

# Widths in shares of the size: of a monospaced letter, of the letters of a wide sans serif, and of a full-width one.
_MONO, _USUAL, _NARROW, _BROAD, _FULL = 0.603, 0.6, 0.36, 0.88, 1.0
_NARROW_LETTERS = frozenset("iljtfrI.,:;'|!()[]` ·")
_BROAD_LETTERS = frozenset("mwMWOQ@%→×≈—…")
_BOLD = 1.07  # a bold letter of a sans serif beside a usual one


@dataclass(frozen=True)
class Run:
    """A part of a text in one style. color: a hex code. scale: of its size beside that of the text."""

    text: str
    color: str
    is_mono: bool = False
    is_bold: bool = False
    scale: float = 1.0


@dataclass(frozen=True)
class Text:
    """A line of text. y: of its baseline."""

    x: float
    y: float
    runs: tuple[Run, ...]
    size: float = 14
    anchor: Anchor = "start"
    key: Key = ()


@dataclass(frozen=True)
class Box:
    """A rectangle with round corners; no color is none drawn."""

    x: float
    y: float
    width: float
    height: float
    fill: str = ""
    stroke: str = ""
    thickness: float = 1
    radius: float = 4
    is_dashed: bool = False
    key: Key = ()


@dataclass(frozen=True)
class Line:
    """A straight line."""

    x: float
    y: float
    to_x: float
    to_y: float
    color: str
    thickness: float = 1
    is_dashed: bool = False
    key: Key = ()


Shape: TypeAlias = Box | Line | Text


@dataclass(frozen=True)
class Figure:
    """A still. shapes: in the order in which they are drawn. description: what it shows, for readers who do not see
    it."""

    width: float
    height: float
    ground: str
    shapes: tuple[Shape, ...]
    title: str
    description: str
    language: str


def width_of(text: str, size: float, *, is_mono: bool = False, is_bold: bool = False) -> float:
    """Return about how wide a text is, rather too wide than too narrow.

    >>> width_of("low", 10, is_mono=True), width_of("分词", 10), width_of("e\\u0301", 10, is_mono=True)
    (18.09, 20.0, 6.03)
    """
    total = sum(_share(letter, is_mono) for letter in text if not combining(letter))
    return round(size * total * (_BOLD if is_bold and not is_mono else 1), 2)


def _share(letter: str, is_mono: bool) -> float:
    if east_asian_width(letter) in "WF":
        return _FULL
    if is_mono:
        return _MONO if letter.isascii() or letter.isalpha() else 0.75  # such as ␣, which another font may draw
    if letter in _NARROW_LETTERS:
        return _NARROW
    return _BROAD if letter in _BROAD_LETTERS else _USUAL + 0.1 * letter.isupper()


def text_width(runs: Iterable[Run], size: float) -> float:
    """Return about how wide the runs of a text are together."""
    return sum(width_of(run.text, size * run.scale, is_mono=run.is_mono, is_bold=run.is_bold) for run in runs)


def plain_text(runs: Iterable[Run]) -> str:
    """Return the text of runs."""
    return "".join(run.text for run in runs)


def right_of(shape: Shape) -> float:
    """Return the right end of a shape, which of a text is an estimate.

    >>> right_of(Box(10, 0, 20, 5)), right_of(Text(30, 0, (Run("low", "#000000"),), anchor="end"))
    (30, 30.0)
    """
    if isinstance(shape, Box):
        return shape.x + shape.width
    if isinstance(shape, Line):
        return max(shape.x, shape.to_x)
    return shape.x + text_width(shape.runs, shape.size) * {"start": 1, "middle": 0.5, "end": 0}[shape.anchor]


def moved(shapes: Sequence[Shape], x: float, y: float) -> tuple[Shape, ...]:
    """Return shapes at another place.

    >>> moved([Line(0, 0, 5, 0, "#000000")], 10, 2)
    (Line(x=10, y=2, to_x=15, to_y=2, color='#000000', thickness=1, is_dashed=False, key=()),)
    """
    return tuple(
        replace(shape, x=shape.x + x, y=shape.y + y, to_x=shape.to_x + x, to_y=shape.to_y + y)
        if isinstance(shape, Line)
        else replace(shape, x=shape.x + x, y=shape.y + y)
        for shape in shapes
    )
