"""Charts that several pages draw, as Altair objects, and what all charts share.

Each has a text alternative in the module that shows it. Charts take a catalog for their titles and the colour of the
ink, since marks do not follow the page's theme. Nothing is shown by colour alone: what a colour says stands in a label
as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias

import altair as alt
import pandas as pd

from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import shorten, visible

__all__ = [
    "BEST",
    "INK",
    "MAX_BARS",
    "OTHER",
    "THIRD",
    "Layers",
    "bars",
    "candidates",
    "choices",
    "frequencies",
    "here",
    "pair_names",
    "scale_of",
]

Layers: TypeAlias = alt.LayerChart | alt.FacetChart
"""A chart of several layers, as Altair types it."""

MAX_BARS = 12
"""How many candidates the bar chart shows."""

INK = "#31333f"
"""The colour of text and rules on a light ground; on a dark one the caller gives its own."""

BEST, OTHER, THIRD = "#d55e00", "#56a0d3", "#009e73"
"""What wins, what does not and a third: apart for every kind of colour vision."""


def candidates(table: pd.DataFrame, say: Catalog, ink: str = INK) -> Layers:
    """Bars of the candidates in `table` , best first; the winner is named (see :mod:`tokviz.views.merges.tables`)."""
    shown = table.head(MAX_BARS)
    most = max(float(shown["count"].max()), 1.0)
    x = alt.X(
        "count:Q",
        title=say("column.count"),
        axis=alt.Axis(tickMinStep=1, format="~s"),
        scale=alt.Scale(domain=[0, most * 1.25], nice=False),
    )
    return choices(shown.assign(label=[*map(say.integer, shown["count"])]), "count", x, say, ink, 22)


def choices(table: pd.DataFrame, value: str, x: alt.X, say: Catalog, ink: str, step: int) -> Layers:
    """Bars of what pairs are chosen by, best first: columns rank, left, right, tied, label, and `value`. The winner is
    named, and has the color of those that tie with it."""
    notes = [say("chart.wins"), *(say("chart.tied") if tied else "" for tied in table["tied"][1:])]
    data = pd.DataFrame(
        {
            "pair": [f"{rank}. {pair}" for rank, pair in zip(table["rank"], pair_names(table), strict=True)],
            value: table[value].astype(float),
            "label": [f"{label} {note}" for label, note in zip(table["label"], notes, strict=True)],
            "best": [True, *table["tied"][1:]],
        }
    )
    colours = alt.Scale(domain=[True, False], range=[BEST, OTHER])
    return bars(data, "pair", x, alt.Color("best:N", scale=colours, legend=None), ink, limit=220, step=step)


def bars(
    data: pd.DataFrame, named: str, x: alt.X, colour: str | alt.Color, ink: str, *, limit: int, step: int = 24
) -> Layers:
    """Bars in the order of the rows, each with its name, of at most `limit` pixels, and its label: columns `named`,
    label, and what `x` shows."""
    y = alt.Y(f"{named}:N", sort=None, title=None, axis=alt.Axis(labelLimit=limit, labelFontSize=13))
    base = alt.Chart().encode(y=y, x=x)
    if isinstance(colour, str):
        drawn = base.mark_bar(cornerRadiusEnd=3, color=colour)
    else:
        drawn = base.mark_bar(cornerRadiusEnd=3).encode(colour)
    labels = base.mark_text(align="left", dx=4, fontSize=13, color=ink).encode(alt.Text("label:N"))
    return alt.layer(drawn, labels, data=data, height=alt.Step(step))


def pair_names(table: pd.DataFrame) -> list[str]:
    """What the pairs in the columns left and right are called in a chart."""
    return [
        f"{shorten(visible(left), 16)} {shorten(visible(right), 16)}"
        for left, right in zip(table["left"], table["right"], strict=True)
    ]


def frequencies(table: pd.DataFrame, title: str, say: Catalog, ink: str = INK) -> Layers:
    """Bars of how often each split came up: columns split and count, the most frequent first.

    A long split is cut by the axis and not here, where two that differ in the middle would become one bar.
    """
    shown = table.head(MAX_BARS)
    data = pd.DataFrame(
        {
            "split": shown["split"],
            "count": shown["count"].astype(float),
            "label": [say.integer(count) for count in shown["count"]],
        }
    )
    scale = alt.Scale(domain=[0, max(float(shown["count"].max()), 1.0) * 1.15], nice=False)
    x = alt.X("count:Q", title=title, axis=alt.Axis(tickMinStep=1, format="~s"), scale=scale)
    return bars(data, "split", x, OTHER, ink, limit=320, step=26)


def here(steps: list[int], ink: str) -> alt.Chart:
    """A rule at each of these steps: the one where a training stands, or none."""
    rule: alt.Chart = alt.Chart(pd.DataFrame({"step": steps}, dtype=float)).mark_rule(strokeDash=[4, 3], color=ink)
    return rule.encode(alt.X("step:Q"))


def scale_of(names: Mapping[str, str], looks: Mapping[str, str], present: Iterable[str]) -> alt.Scale:
    """What gives each kind of thing that is present its colour or shape. names, looks: by kind."""
    shown = [kind for kind in looks if kind in set(present)]
    return alt.Scale(domain=[names[kind] for kind in shown], range=[looks[kind] for kind in shown])
