"""Charts that several pages draw, as Altair objects, and what all charts share.

Each has a text alternative in the module that shows it. Charts take a catalog for their titles and the colors of the
theme, since marks do not follow the page's. Nothing is shown by color alone: what a color says is also in a label. The
accent marks what matters, and the other bars are gray, as in the pictures.
"""

from __future__ import annotations

from typing import TypeAlias

import altair as alt
import pandas as pd

from tokviz.views.shared.palette import Palette

Layers: TypeAlias = alt.LayerChart | alt.FacetChart
"""A chart of several layers, as Altair types it."""

_AXIS, _LEGEND, _LINE = 76, 28, 25  # pixels: of an axis with its title, of the space around a legend, of a line of it


def bars(
    data: pd.DataFrame, named: str, x: alt.X, color: str | alt.Color, colors: Palette, *, limit: int, step: int = 24
) -> Layers:
    """Draw bars in the order of the rows, each with its name, of at most `limit` pixels, and its label: columns
    `named`, label, and what `x` shows."""
    y = alt.Y(f"{named}:N", sort=None, title=None, axis=names_axis(limit))
    base = alt.Chart().encode(y=y, x=x)
    if isinstance(color, str):
        drawn = base.mark_bar(cornerRadiusEnd=3, color=color)
    else:
        drawn = base.mark_bar(cornerRadiusEnd=3).encode(color)
    labels = base.mark_text(align="left", dx=4, fontSize=14, color=colors.ink).encode(alt.Text("label:N"))
    return alt.layer(drawn, labels, data=data, height=height_of(len(data), step))


def names_axis(limit: int) -> alt.Axis:
    """Return an axis of the names of bars, of at most `limit` pixels, none of which Vega may leave out."""
    return alt.Axis(labelLimit=limit, labelFontSize=14, labelOverlap=False)


def height_of(rows: int, step: int, legend: int = 0) -> int:
    """Return the height of a chart with so many rows of `step` pixels, above its axis and below a legend of so many
    lines, of which its title is one. With less, Vega draws lower rows and leaves out every second name.

    A number, and no step: Vega fits a chart of steps into its place by nothing, and warns of it.

    >>> height_of(10, 24), height_of(10, 24, legend=1)
    (316, 369)
    """
    return rows * step + _AXIS + (_LEGEND + _LINE * legend if legend else 0)


def here(steps: list[int], colors: Palette) -> alt.Chart:
    """Draw a rule at each of these steps: the one where a training is, or none."""
    rule: alt.Chart = alt.Chart(pd.DataFrame({"step": steps}, dtype=float)).mark_rule(
        strokeDash=[4, 3], color=colors.ink
    )
    return rule.encode(alt.X("step:Q"))
