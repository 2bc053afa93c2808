"""Charts of a trace of merges, as Altair objects. Each has a text alternative in the module that shows it.

Charts take a catalog for their titles and the colour of the ink, since marks do not follow the page's theme. Nothing
is shown by colour alone: what a colour says stands in a label as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias

import altair as alt
import pandas as pd

from tokviz.merging.merge_trace import MergeTrace
from tokviz.merging.steps import Step
from tokviz.views.merges import tables
from tokviz.views.merges.tree import Node
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import shorten, visible

__all__ = [
    "INK",
    "MAX_BARS",
    "MAX_HEIGHT",
    "MAX_POINTS",
    "Layers",
    "bars",
    "candidates",
    "choices",
    "frequencies",
    "here",
    "length",
    "pair_names",
    "scale_of",
    "sizes",
    "tree",
]

Layers: TypeAlias = alt.LayerChart | alt.FacetChart
"""A chart of several layers, as Altair types it."""

MAX_BARS = 12
"""How many candidates the bar chart shows."""
MAX_HEIGHT = 900
"""A merge tree is drawn at most this high, in pixels, however deep it is."""
MAX_POINTS = 400
"""A longer training is drawn with about this many points; the first, the last and the current step are always there."""

INK = "#31333f"
"""The colour of text and rules on a light ground; on a dark one the caller gives its own."""

_BEST, _OTHER, _THIRD = "#d55e00", "#56a0d3", "#009e73"  # apart for every kind of colour vision
_DOTTED = 60  # lines of up to this many points show each as a dot


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
    named."""
    notes = [say("chart.wins"), *(say("chart.tied") if tied else "" for tied in table["tied"][1:])]
    data = pd.DataFrame(
        {
            "pair": [f"{rank}. {pair}" for rank, pair in zip(table["rank"], pair_names(table), strict=True)],
            value: table[value].astype(float),
            "label": [f"{label} {note}" for label, note in zip(table["label"], notes, strict=True)],
            "tied": table["tied"],
        }
    )
    colours = alt.Scale(domain=[True, False], range=[_BEST, _OTHER])
    return bars(data, "pair", x, alt.Color("tied:N", scale=colours, legend=None), ink, limit=220, step=step)


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
    return bars(data, "split", x, _OTHER, ink, limit=320, step=26)


def sizes(trace: MergeTrace[Step], k: int, say: Catalog, ink: str = INK) -> Layers:
    """Two lines over the steps: symbols in use and the size of the model's vocabulary, with a rule at step k."""
    names = {column: say(f"column.{column}") for column in ("symbols_in_use", "vocabulary_size")}
    table = _course(trace, k).rename(columns=names)
    data = table.melt("step", list(names.values()), "which", "size")
    colours = alt.Scale(domain=list(names.values()), range=[_BEST, _OTHER])
    dashes = alt.Scale(domain=list(names.values()), range=[[1, 0], [6, 3]])
    lines = (
        alt.Chart(data)
        .mark_line(point=len(table) <= _DOTTED)
        .encode(
            _steps(trace, say),
            alt.Y("size:Q", title=None, axis=alt.Axis(format="~s")),
            alt.Color("which:N", title=None, scale=colours, legend=alt.Legend(orient="top", labelLimit=300)),
            alt.StrokeDash("which:N", title=None, scale=dashes),
            tooltip=[alt.Tooltip("step:Q"), alt.Tooltip("which:N"), alt.Tooltip("size:Q")],
        )
    )
    return alt.layer(lines, here([k], ink), height=300)


def length(trace: MergeTrace[Step], k: int, say: Catalog, ink: str = INK) -> Layers:
    """One line over the steps: how many symbols long the corpus is, with a rule at step k."""
    table = _course(trace, k)
    line = (
        alt.Chart(table)
        .mark_line(point=len(table) <= _DOTTED, color=_THIRD)
        .encode(
            _steps(trace, say),
            alt.Y("total_symbols:Q", title=None, axis=alt.Axis(format="~s")),
            tooltip=[alt.Tooltip("step:Q"), alt.Tooltip("total_symbols:Q")],
        )
    )
    return alt.layer(line, here([k], ink), height=230, title=say("column.total_symbols"))


def _course(trace: MergeTrace[Step], k: int) -> pd.DataFrame:
    table = tables.progress(trace)
    stride = max(1, len(table) // MAX_POINTS)
    return table[(table["step"] % stride == 0) | table["step"].isin([k, len(trace)])].astype(float)


def _steps(trace: MergeTrace[Step], say: Catalog) -> alt.X:
    scale = alt.Scale(domain=[0, max(1, len(trace))], nice=False)
    return alt.X("step:Q", title=say("column.step"), axis=alt.Axis(tickMinStep=1, format="~d"), scale=scale)


def here(steps: list[int], ink: str) -> alt.Chart:
    """A rule at each of these steps: the one where a training stands, or none."""
    rule: alt.Chart = alt.Chart(pd.DataFrame({"step": steps}, dtype=float)).mark_rule(strokeDash=[4, 3], color=ink)
    return rule.encode(alt.X("step:Q"))


def scale_of(names: Mapping[str, str], looks: Mapping[str, str], present: Iterable[str]) -> alt.Scale:
    """What gives each kind of thing that is present its colour or shape. names, looks: by kind."""
    shown = [kind for kind in looks if kind in set(present)]
    return alt.Scale(domain=[names[kind] for kind in shown], range=[looks[kind] for kind in shown])


def tree(root: Node, ink: str = INK) -> Layers:
    """A merge tree: the token on top, its first symbols below, the number of the merge beside each inner token."""
    nodes = root.walk()
    points = pd.DataFrame(
        {
            "x": [node.x for node in nodes],
            "y": [float(node.y) for node in nodes],
            "label": [
                shorten(visible(node.token), 24) + (f"  ({node.step})" if node.step is not None else "")
                for node in nodes
            ],
        }
    )
    edges = pd.DataFrame(
        [(node.x, float(node.y), part.x, float(part.y)) for node in nodes for part in node.parts],
        columns=["x", "y", "x2", "y2"],
        dtype=float,
    )
    leaves = sum(not node.parts for node in nodes)
    x = alt.X("x:Q", axis=None, scale=alt.Scale(domain=[-0.7, leaves - 0.3]))
    y = alt.Y("y:Q", axis=None, scale=alt.Scale(domain=[-0.5, root.y + 0.5]))
    lines = alt.Chart(edges).mark_rule(opacity=0.6, color=ink).encode(x=x, y=y, x2=alt.X2("x2:Q"), y2=alt.Y2("y2:Q"))
    dots = alt.Chart(points).mark_circle(size=90, opacity=1, color=_BEST).encode(x=x, y=y)
    labels = (
        alt.Chart(points)
        .mark_text(fontSize=15, dy=-16, fontWeight="bold", color=ink)
        .encode(x=x, y=y, text=alt.Text("label:N"))
    )
    return alt.layer(lines, dots, labels, height=min(60 * (root.y + 1) + 30, MAX_HEIGHT))
