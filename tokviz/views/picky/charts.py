"""Chart of a training that removes tokens again: the size of its vocabulary, with and without what is removed."""

from __future__ import annotations

import altair as alt
import pandas as pd

from tokviz.picky import Trace
from tokviz.text_keys import column_key
from tokviz.views.merges.charts import MAX_POINTS
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.charts import Layers, here
from tokviz.views.shared.palette import LIGHT, Palette

__all__ = ["sizes"]


def sizes(trace: Trace, k: int, say: Catalog, colors: Palette = LIGHT) -> Layers:
    """Draw two lines over the steps, the vocabulary without and with removed tokens, and a rule at step k."""
    names = {column: say(column_key(column)) for column in ("vocabulary_size", "with_removed")}
    steps = range(len(trace) + 1)
    table = pd.DataFrame(
        {"step": steps, "vocabulary_size": trace.sizes(), "with_removed": trace.sizes_with_removed}
    ).rename(columns=names)
    stride = max(1, len(table) // MAX_POINTS)
    table = table[(table["step"] % stride == 0) | table["step"].isin([k, len(trace)])].astype(float)
    scale = alt.Scale(domain=list(names.values()), range=[colors.accent, colors.edge])
    dashes = alt.Scale(domain=list(names.values()), range=[[1, 0], [6, 3]])
    horizontal = alt.Scale(domain=[0, max(1, len(trace))], nice=False)
    lines = (
        alt.Chart(table.melt("step", list(names.values()), "which", "size"))
        .mark_line(interpolate="step-after")
        .encode(
            alt.X("step:Q", title=say("column.number"), axis=alt.Axis(tickMinStep=1, format="~d"), scale=horizontal),
            alt.Y("size:Q", title=None, axis=alt.Axis(format="~s"), scale=alt.Scale(zero=False)),
            alt.Color("which:N", title=None, scale=scale, legend=alt.Legend(orient="top", labelLimit=300)),
            alt.StrokeDash("which:N", title=None, scale=dashes),
            tooltip=[alt.Tooltip("step:Q"), alt.Tooltip("which:N"), alt.Tooltip("size:Q")],
        )
    )
    return alt.layer(lines, here([k], colors), height=300)
