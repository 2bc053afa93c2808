"""Charts of a trace of merges: what a training did to the sizes, and the tree of a token.

As in :mod:`tokviz.views.shared.charts`, titles come from a catalog, the ink from the caller.
"""

from __future__ import annotations

import altair as alt
import pandas as pd

from tokviz.merging.merge_trace import MergeTrace
from tokviz.merging.steps import Step
from tokviz.views.merges import tables
from tokviz.views.merges.tree import Node
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.charts import BEST, INK, OTHER, THIRD, Layers, here
from tokviz.views.shared.display import shorten, visible

__all__ = ["MAX_HEIGHT", "MAX_POINTS", "length", "sizes", "tree"]

MAX_HEIGHT = 900
"""A merge tree is drawn at most this high, in pixels, however deep it is."""
MAX_POINTS = 400
"""A longer training is drawn with about this many points; the first, the last and the current step are always there."""

_DOTTED = 60  # lines of up to this many points show each as a dot


def sizes(trace: MergeTrace[Step], k: int, say: Catalog, ink: str = INK) -> Layers:
    """Two lines over the steps: symbols in use and the size of the model's vocabulary, with a rule at step k."""
    names = {column: say(f"column.{column}") for column in ("symbols_in_use", "vocabulary_size")}
    table = _course(trace, k).rename(columns=names)
    data = table.melt("step", list(names.values()), "which", "size")
    colours = alt.Scale(domain=list(names.values()), range=[BEST, OTHER])
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
        .mark_line(point=len(table) <= _DOTTED, color=THIRD)
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
    dots = alt.Chart(points).mark_circle(size=90, opacity=1, color=BEST).encode(x=x, y=y)
    labels = (
        alt.Chart(points)
        .mark_text(fontSize=15, dy=-16, fontWeight="bold", color=ink)
        .encode(x=x, y=y, text=alt.Text("label:N"))
    )
    return alt.layer(lines, dots, labels, height=min(60 * (root.y + 1) + 30, MAX_HEIGHT))
