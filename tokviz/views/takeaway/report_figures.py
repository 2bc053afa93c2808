"""The pictures of a report: bars as HTML, lines over vocabulary sizes as SVG. Each has its numbers beside it or in its
title, and lines differ by dashes and by the shapes of their points as well as by colour.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import log

import pandas as pd

from tokviz.views.compare.charts import SHARES, written
from tokviz.views.shared.catalog import Catalog

__all__ = ["bars", "legend", "lines"]

_COLOURS = ("#d55e00", "#3d8fc9", "#009e73", "#b8629a")
_DASHES = ("", "8 4", "2 3", "10 4 2 4")
_WIDTH, _HEIGHT = 420, 220
_LEFT, _RIGHT, _TOP, _BOTTOM = 52, 12, 12, 30


def bars(found: pd.DataFrame, measure: str, say: Catalog) -> str:
    """A measure as bars, a bar a tokenizer and text (:func:`tokviz.views.compare.charts.table`)."""
    part = found[found["measure"] == measure]
    if measure == "vocabulary":
        part = part.drop_duplicates("tokenizer")
    most = 1.0 if measure in SHARES else max(float(part["value"].max()), 1e-9)
    is_double = part["text"].nunique() > 1
    rows = []
    for name in dict.fromkeys(part["tokenizer"]):
        for text, value in part.loc[part["tokenizer"] == name, ["text", "value"]].itertuples(index=False, name=None):
            label = f"{name} · {say(f'cv.text.{text}')}" if is_double else name
            share = 0.0 if pd.isna(value) else 100 * float(value) / most
            rows.append(
                f'<div class="bar {text}"><span class="name">{escape(label)}</span>'
                f'<span class="track"><span class="fill" style="width:{share:.1f}%"></span></span>'
                f'<span class="value">{written(measure, float(value))}</span></div>'
            )
    return "\n".join(rows)


def legend(names: Sequence[str]) -> str:
    """What the lines look like, by tokenizer."""
    entries = []
    for number, name in enumerate(names):
        sample = _path([(4, 9), (44, 9)], number) + _point(24, 9, number)
        entries.append(
            f'<span style="display:inline-flex;gap:.5rem;align-items:center;margin-inline-end:1.5rem">'
            f'<svg viewBox="0 0 48 18" style="width:3rem" aria-hidden="true">{sample}</svg>{escape(name)}</span>'
        )
    return f"<p>{''.join(entries)}</p>"


def lines(found: pd.DataFrame, measure: str, names: Sequence[str], say: Catalog) -> str:
    """A measure over the sizes of the vocabulary: columns size, tokenizer, value. Sizes are on a scale of ratios."""
    part = found[found["value"].notna()]
    if part.empty:
        return "<p>–</p>"
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
            points = [at(*value) for value in values]
            drawn.append(_path(points, number) + "".join(_point(x, y, number) for x, y in points))
            told.append(
                say(
                    "cv.lines.end",
                    name=name,
                    first=written(measure, values[0][1]),
                    small=f"{values[0][0]:,.0f}",
                    last=written(measure, values[-1][1]),
                    large=f"{values[-1][0]:,.0f}",
                )
            )
    title = say("cv.lines.alt", measure=say(f"cv.measure.{measure}"), values=say.listed(told))
    bottom, right = _TOP + height, _LEFT + width
    axes = f'<path d="M{_LEFT} {_TOP}V{bottom}H{right}" fill="none" stroke="currentColor"/>'
    labels = (
        f'<text x="{_LEFT - 6}" y="{_TOP + 10}" text-anchor="end">{_short(measure, top)}</text>'
        f'<text x="{_LEFT - 6}" y="{bottom}" text-anchor="end">0</text>'
        f'<text x="{_LEFT}" y="{bottom + 18}">{low:,.0f}</text>'
        f'<text x="{right}" y="{bottom + 18}" text-anchor="end">{high:,.0f}</text>'
        f'<text x="{_LEFT + width / 2}" y="{bottom + 18}" text-anchor="middle">{escape(say("cv.column.size"))}</text>'
    )
    return (
        f'<svg viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" aria-label="{escape(title)}"><title>{escape(title)}</title>'
        f'{axes}{labels}{"".join(drawn)}</svg>\n<p class="note">{escape(title)}</p>'
    )


def _path(points: Sequence[tuple[float, float]], number: int) -> str:
    way = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
    dash = f' stroke-dasharray="{_DASHES[number % 4]}"' if _DASHES[number % 4] else ""
    return f'<path d="{way}" fill="none" stroke="{_COLOURS[number % 4]}" stroke-width="2.5"{dash}/>'


def _point(x: float, y: float, number: int) -> str:
    """A circle, a square, a triangle or a diamond."""
    shapes = (
        f"M{x - 4:.1f} {y:.1f}a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z",
        f"M{x - 4:.1f} {y - 4:.1f}h8v8h-8z",
        f"M{x:.1f} {y - 5:.1f}l5 9h-10z",
        f"M{x:.1f} {y - 5:.1f}l5 5l-5 5l-5 -5z",
    )
    return f'<path d="{shapes[number % 4]}" fill="{_COLOURS[number % 4]}"/>'


def _short(measure: str, value: float) -> str:
    """A number for an axis."""
    if measure in SHARES:
        return f"{value:.0%}"
    if value >= 10_000:
        return f"{value / 1000:,.0f}k"
    return f"{value:,.0f}" if value >= 100 else f"{value:.1f}"
