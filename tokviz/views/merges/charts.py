"""Charts of a trace of merges: what a training did to the sizes.

As in :mod:`tokviz.views.shared.charts`, titles come from a catalog, the colors from the caller.
"""

from __future__ import annotations

import altair as alt
import pandas as pd

from tokviz.merging.merge_trace import MergeTrace
from tokviz.merging.steps import Step
from tokviz.text_keys import column_key
from tokviz.views.merges import tables
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.charts import Layers, here
from tokviz.views.shared.palette import LIGHT, Palette

__all__ = ["MAX_POINTS", "length", "sizes"]

MAX_POINTS = 400
"""A longer training is drawn with about this many points; the first, the last and the current step are always there."""

_DOTTED = 60  # lines of up to this many points show each as a dot


def sizes(trace: MergeTrace[Step], k: int, say: Catalog, colors: Palette = LIGHT) -> Layers:
    """Draw two lines over the steps: symbols in use and the size of the model's vocabulary, with a rule at step k."""
    names = {column: say(column_key(column)) for column in ("symbols_in_use", "vocabulary_size")}
    table = _course(trace, k).rename(columns=names)
    data = table.melt("step", list(names.values()), "which", "size")
    scale = alt.Scale(domain=list(names.values()), range=[colors.accent, colors.edge])
    dashes = alt.Scale(domain=list(names.values()), range=[[1, 0], [6, 3]])
    lines = (
        alt.Chart(data)
        .mark_line(point=len(table) <= _DOTTED)
        .encode(
            _steps(trace, say),
            alt.Y("size:Q", title=None, axis=alt.Axis(format="~s")),
            alt.Color("which:N", title=None, scale=scale, legend=alt.Legend(orient="top", labelLimit=300)),
            alt.StrokeDash("which:N", title=None, scale=dashes),
            tooltip=[alt.Tooltip("step:Q"), alt.Tooltip("which:N"), alt.Tooltip("size:Q")],
        )
    )
    return alt.layer(lines, here([k], colors), height=300)


def length(trace: MergeTrace[Step], k: int, say: Catalog, colors: Palette = LIGHT) -> Layers:
    """Draw one line over the steps: how many symbols long the corpus is, with a rule at step k. Where there are few
    steps, each is a dot in the color of its merge."""
    table = _course(trace, k)
    base = alt.Chart(table).encode(
        _steps(trace, say),
        alt.Y("total_symbols:Q", title=None, axis=alt.Axis(format="~s")),
        tooltip=[alt.Tooltip("step:Q"), alt.Tooltip("total_symbols:Q")],
    )
    layers = [base.mark_line(color=colors.edge), here([k], colors)]
    if len(table) <= _DOTTED:
        hues = [colors.hue(int(step), len(trace)) for step in table["step"]]
        dots = base.properties(data=table.assign(hue=hues)).mark_point(filled=True, size=70, opacity=1)
        layers.append(dots.encode(alt.Color("hue:N", scale=None)))
    return alt.layer(*layers, height=230, title=say("column.total_symbols"))


def _course(trace: MergeTrace[Step], k: int) -> pd.DataFrame:
    table = tables.progress(trace)
    stride = max(1, len(table) // MAX_POINTS)
    return table[(table["step"] % stride == 0) | table["step"].isin([k, len(trace)])].astype(float)


def _steps(trace: MergeTrace[Step], say: Catalog) -> alt.X:
    scale = alt.Scale(domain=[0, max(1, len(trace))], nice=False)
    return alt.X("step:Q", title=say("column.step"), axis=alt.Axis(tickMinStep=1, format="~d"), scale=scale)
