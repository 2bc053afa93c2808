"""The pictures of a report: bars, and lines over vocabulary sizes, measured out for its template.

Each has its numbers beside it or in its title, and lines differ by dashes and by the shapes of their points as well as
by colour.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log

import pandas as pd

from tokviz.views.compare.charts import SHARES, written
from tokviz.views.shared.catalog import Catalog

__all__ = ["Bar", "Line", "Plot", "bars", "lines"]

_WIDTH, _HEIGHT = 420, 220  # of a picture of lines, in units of its own
_LEFT, _RIGHT, _TOP, _BOTTOM = 52, 12, 12, 30


@dataclass(frozen=True)
class Bar:
    """A bar. text: "train" or "held"; share: of the width there is, in per cent; value: as it is written."""

    name: str
    text: str
    share: float
    value: str


@dataclass(frozen=True)
class Line:
    """A tokenizer's line. number: its place among the tokenizers, which says how it is drawn."""

    number: int
    points: tuple[tuple[float, float], ...]


@dataclass(frozen=True)
class Plot:
    """A picture of lines. title: what it shows, in words; most, smallest, largest: what stands at the ends of its axes.
    left, right, top and bottom are the places of the axes."""

    title: str
    lines: tuple[Line, ...]
    most: str
    smallest: str
    largest: str
    width: int = _WIDTH
    height: int = _HEIGHT
    left: int = _LEFT
    right: int = _WIDTH - _RIGHT
    top: int = _TOP
    bottom: int = _HEIGHT - _BOTTOM


def bars(found: pd.DataFrame, measure: str, say: Catalog) -> list[Bar]:
    """A measure as bars, a bar a tokenizer and text (:func:`tokviz.views.compare.charts.table`)."""
    part = found[found["measure"] == measure]
    if measure == "vocabulary":
        part = part.drop_duplicates("tokenizer")
    most = 1.0 if measure in SHARES else max(float(part["value"].max()), 1e-9)
    is_double = part["text"].nunique() > 1
    made = []
    for name in dict.fromkeys(part["tokenizer"]):
        for text, value in part.loc[part["tokenizer"] == name, ["text", "value"]].itertuples(index=False, name=None):
            label = f"{name} · {say(f'compare.text.{text}')}" if is_double else name
            share = 0.0 if pd.isna(value) else 100 * float(value) / most
            made.append(Bar(label, text, share, written(measure, float(value), say)))
    return made


def lines(found: pd.DataFrame, measure: str, names: Sequence[str], say: Catalog) -> Plot | None:
    """A measure over the sizes of the vocabulary: columns size, tokenizer, value. Sizes are on a scale of ratios.

    None where there is no value.
    """
    part = found[found["value"].notna()]
    if part.empty:
        return None
    low, high = float(part["size"].min()), float(part["size"].max())
    top = 1.0 if measure in SHARES else max(float(part["value"].max()) * 1.05, 1e-9)
    width, height = _WIDTH - _LEFT - _RIGHT, _HEIGHT - _TOP - _BOTTOM

    def at(size: float, value: float) -> tuple[float, float]:
        share = log(size / low) / log(high / low) if high > low else 0.5
        return _LEFT + width * share, _TOP + height * (1 - value / top)

    drawn = []
    told = []
    for number, name in enumerate(names):
        mine = part[part["tokenizer"] == name].sort_values("size")
        values = [(float(size), float(value)) for size, value in zip(mine["size"], mine["value"], strict=True)]
        if values:
            drawn.append(Line(number, tuple(at(*value) for value in values)))
            told.append(
                say(
                    "compare.lines.end",
                    name=name,
                    first=written(measure, values[0][1], say),
                    small=round(values[0][0]),
                    last=written(measure, values[-1][1], say),
                    large=round(values[-1][0]),
                )
            )
    title = say("compare.lines.alt", measure=say(f"compare.measure.{measure}"), values=say.listed(told))
    return Plot(title, tuple(drawn), _short(measure, top, say), say.integer(round(low)), say.integer(round(high)))


def _short(measure: str, value: float, say: Catalog) -> str:
    """A number for an axis."""
    if measure in SHARES:
        return say.percent(value, 0)
    if value >= 10_000:
        return f"{say.decimal(value / 1000, 0)}k"
    return say.decimal(value, 0 if value >= 100 else 1)
