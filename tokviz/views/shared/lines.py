"""Records of a chart of lines, which every host of views draws: lines over steps or sizes, dots and names on them, and
rules across.

A color is one of the palette by its name, or a hue, as of a chip: the hue of a merge (:func:`palette.hue_of`), or one
of a series without an order (:data:`palette.HUES`).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Literal, TypeAlias

from tokviz.views.shared.palette import HUES

Ink: TypeAlias = Literal["accent", "edge", "muted", "ink", "bar"]
Shape: TypeAlias = Literal["circle", "square", "triangle", "diamond", "cross"]
Point: TypeAlias = tuple[float, float]

DASHES: tuple[tuple[int, ...], ...] = ((), (6, 3), (2, 2), (8, 3, 2, 3), (1, 3), (10, 2))
"""Strokes and gaps, in pixels, that tell lines apart without color; the first is solid."""
DASHED = DASHES[1]

_MOST_POINTS = 400
_LABELS = 24  # names that can be written one below another


@dataclass(frozen=True)
class Line:
    """A line of a chart. look: its color, where it has no hue; dash: its strokes and gaps; none where it is solid;
    letters: what is written above its points."""

    name: str
    points: tuple[Point, ...]
    look: Ink = "accent"
    dash: tuple[int, ...] = ()
    hue: int | None = None
    letters: tuple[str, ...] = ()


@dataclass(frozen=True)
class Dot:
    """A point that is marked. look: its color, where it has no hue; name: of its kind, which the legend has."""

    x: float
    y: float
    look: Ink = "accent"
    hue: int | None = None
    shape: Shape = "circle"
    name: str = ""


@dataclass(frozen=True)
class Rule:
    """A straight line across a chart: upright at a value of x, or level at one of y. name: what is there."""

    at: float
    name: str
    look: Ink = "accent"
    dash: tuple[int, ...] = ()
    is_level: bool = False


@dataclass(frozen=True)
class Label:
    """A name at the end of a line, which is at x and y. place: the height at which it is written."""

    text: str
    x: float
    y: float
    place: float


@dataclass(frozen=True)
class Lines:
    """A chart of lines. alt: the same in a sentence; x, y: the names of the axes; here: where the step of the picture
    is; is_stepped: whether a line is level between two points; is_from_zero: whether the axis begins at zero; is_log:
    whether it is logarithmic; is_log_across: whether that of x is; is_dotted: whether each point is a dot; least: what
    is lower is drawn at this height; numbers: what kind of number y is; is_large: whether its text is read from the
    last row."""

    alt: str
    x: str
    lines: tuple[Line, ...]
    here: float | None = None
    is_stepped: bool = False
    is_from_zero: bool = True
    height: int = 300
    y: str = ""
    dots: tuple[Dot, ...] = ()
    rules: tuple[Rule, ...] = ()
    labels: tuple[Label, ...] = ()
    is_log: bool = False
    is_log_across: bool = False
    is_dotted: bool = False
    least: float | None = None
    numbers: Literal["value", "probability", "nats", "percent"] = "value"
    is_large: bool = False

    def drawn(self, value: float) -> float:
        """Return the value at whose height a value is drawn."""
        return value if self.least is None else max(value, self.least)

    def legend(self) -> tuple[Line | Dot, ...]:
        """Return the entries of the legend: kinds of dots with names, or else the lines.

        None for a single line, and where the names are at the ends.
        """
        if kinds := {dot.name: dot for dot in self.dots if dot.name}:
            return tuple(kinds.values())
        return () if self.labels or len(self.lines) < 2 else self.lines


def kept_steps(steps: int, here: int = 0) -> list[int]:
    """Return the steps from 0 to `steps` at which a line over them has a point. Of many, about 400 are there, with the
    first, the last and step `here`.

    >>> kept_steps(2_000, 7)[:4], kept_steps(3)
    ([0, 5, 7, 10], [0, 1, 2, 3])
    """
    stride = max(1, (steps + 1) // _MOST_POINTS)
    return sorted({*range(0, steps + 1, stride), here, steps})


def steps_line(name: str, values: Sequence[float], here: int, look: Ink = "accent", dash: tuple[int, ...] = ()) -> Line:
    """Return a line over the steps from 0 on (:func:`kept_steps`)."""
    return Line(name, tuple((step, values[step]) for step in kept_steps(len(values) - 1, here)), look, dash)


def series_line(name: str, points: Sequence[Point], place: int) -> Line:
    """Return a line among others without an order. place: which of them it is, from 0 on; it has its color and
    dashes."""
    return Line(name, tuple(points), dash=DASHES[place % len(DASHES)], hue=HUES[place % len(HUES)])


def end_labels(
    lines: Sequence[Line], texts: Sequence[str], *, is_log: bool = False, least: float = 0.0
) -> tuple[Label, ...]:
    """Return names at the ends of lines, each with its text. Those of lines that end at the same x are put apart.

    >>> lines = Line("a", ((0, 5), (9, 0))), Line("b", ((0, 4.8), (9, 0)))
    >>> [(label.text, round(label.place, 1)) for label in end_labels(lines, ["a", "b"])]
    [('a', 0.2), ('b', 0.0)]
    """
    into, back = (math.log, math.exp) if is_log else (float, float)
    values = [into(max(y, least)) for line in lines for _, y in line.points]
    low, high = min(values), max(values)
    gap = ((high - low) or 1.0) / _LABELS
    ends = [(*line.points[-1], text) for line, text in zip(lines, texts, strict=True)]
    labels: list[Label] = []
    for _, group in groupby(sorted(ends, key=lambda end: (-end[0], -end[1])), key=lambda end: end[0]):
        together = list(group)
        places = [into(max(y, least)) for _, y, _ in together]
        for i in range(1, len(places)):
            places[i] = min(places[i], places[i - 1] - gap)
        for i in reversed(range(len(places))):  # what was pushed out at the bottom pushes back
            places[i] = max(places[i], low if i == len(places) - 1 else places[i + 1] + gap)
        labels += (Label(text, x, y, back(place)) for (x, y, text), place in zip(together, places, strict=True))
    return tuple(labels)
