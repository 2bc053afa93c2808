"""Charts of a trace of merges, as Altair objects. Each has a text alternative in the module that shows it.

Charts take a catalog for their titles and the colour of the ink, since marks do not follow the page's theme. Nothing
is shown by colour alone: what a colour says stands in a label as well.
"""

from __future__ import annotations

import altair as alt
import pandas as pd

from tokviz.merging.merge_trace import MergeTrace
from tokviz.merging.steps import Step
from tokviz.views.merges import tables
from tokviz.views.merges.tree import Node
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import shorten, visible

__all__ = ["INK", "MAX_BARS", "MAX_HEIGHT", "MAX_POINTS", "candidates", "frequencies", "length", "sizes", "tree"]

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


def candidates(table: pd.DataFrame, say: Catalog, ink: str = INK) -> alt.LayerChart | alt.FacetChart:
    """Bars of the candidates in `table` , best first; the winner is named (see :mod:`tokviz.views.merges.tables`)."""
    shown = table.head(MAX_BARS)
    notes = [say("chart.wins"), *(say("chart.tied") if tied else "" for tied in shown["tied"][1:])]
    data = pd.DataFrame(
        {
            "pair": [
                f"{rank}. {shorten(visible(left), 16)} {shorten(visible(right), 16)}"
                for rank, left, right in zip(shown["rank"], shown["left"], shown["right"], strict=True)
            ],
            "count": shown["count"].astype(float),
            "label": [f"{say.integer(count)} {note}" for count, note in zip(shown["count"], notes, strict=True)],
            "tied": shown["tied"],
        }
    )
    most = max(float(shown["count"].max()), 1.0)
    base = alt.Chart().encode(
        y=alt.Y("pair:N", sort=None, title=None, axis=alt.Axis(labelLimit=220, labelFontSize=13)),
        x=alt.X(
            "count:Q",
            title=say("column.count"),
            axis=alt.Axis(tickMinStep=1, format="~s"),
            scale=alt.Scale(domain=[0, most * 1.25], nice=False),
        ),
    )
    colours = alt.Scale(domain=[True, False], range=[_BEST, _OTHER])
    bars = base.mark_bar(cornerRadiusEnd=3).encode(alt.Color("tied:N", scale=colours, legend=None))
    labels = base.mark_text(align="left", dx=4, fontSize=13, color=ink).encode(alt.Text("label:N"))
    return alt.layer(bars, labels, data=data, height=alt.Step(22))


def frequencies(table: pd.DataFrame, title: str, say: Catalog, ink: str = INK) -> alt.LayerChart | alt.FacetChart:
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
    base = alt.Chart().encode(
        y=alt.Y("split:N", sort=None, title=None, axis=alt.Axis(labelLimit=320, labelFontSize=13)),
        x=alt.X("count:Q", title=title, axis=alt.Axis(tickMinStep=1, format="~s"), scale=scale),
    )
    bars = base.mark_bar(cornerRadiusEnd=3, color=_OTHER)
    labels = base.mark_text(align="left", dx=4, fontSize=13, color=ink).encode(alt.Text("label:N"))
    return alt.layer(bars, labels, data=data, height=alt.Step(26))


def sizes(trace: MergeTrace[Step], k: int, say: Catalog, ink: str = INK) -> alt.LayerChart | alt.FacetChart:
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
    return alt.layer(lines, _here(k, ink), height=300)


def length(trace: MergeTrace[Step], k: int, say: Catalog, ink: str = INK) -> alt.LayerChart | alt.FacetChart:
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
    return alt.layer(line, _here(k, ink), height=230, title=say("column.total_symbols"))


def _course(trace: MergeTrace[Step], k: int) -> pd.DataFrame:
    table = tables.progress(trace)
    stride = max(1, len(table) // MAX_POINTS)
    return table[(table["step"] % stride == 0) | table["step"].isin([k, len(trace)])].astype(float)


def _steps(trace: MergeTrace[Step], say: Catalog) -> alt.X:
    scale = alt.Scale(domain=[0, max(1, len(trace))], nice=False)
    return alt.X("step:Q", title=say("column.step"), axis=alt.Axis(tickMinStep=1, format="~d"), scale=scale)


def _here(k: int, ink: str) -> alt.Chart:
    rule: alt.Chart = alt.Chart(pd.DataFrame({"step": [float(k)]})).mark_rule(strokeDash=[4, 3], color=ink)
    return rule.encode(alt.X("step:Q"))


def tree(root: Node, ink: str = INK) -> alt.LayerChart | alt.FacetChart:
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
