"""The chart of a parity-aware BPE training: how long the text of each language is after each merge."""

from __future__ import annotations

import altair as alt

from tokviz.parity import Trace
from tokviz.text_keys import column_key
from tokviz.views.merges.charts import MAX_POINTS
from tokviz.views.parity import tables
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.charts import Layers, here
from tokviz.views.shared.palette import LIGHT, Palette

__all__ = ["lengths"]

_DASHES = ([1, 0], [6, 3], [2, 2], [8, 3, 2, 3], [1, 3], [10, 2])  # as many as there can be languages


def lengths(trace: Trace, k: int, say: Catalog, colors: Palette = LIGHT) -> Layers:
    """Draw a line for each language over the steps: how many symbols its text has, with a rule at step k."""
    data = tables.course(trace)
    stride = max(1, len(trace) // MAX_POINTS)
    data = data[(data["step"] % stride == 0) | data["step"].isin([k, len(trace)])]
    names = list(dict.fromkeys(data["language"]))
    scale = alt.Scale(domain=[0, max(1, len(trace))], nice=False)
    lines = (
        alt.Chart(data)
        .mark_line()
        .encode(
            alt.X("step:Q", title=say(column_key("step")), axis=alt.Axis(tickMinStep=1, format="~d"), scale=scale),
            alt.Y("length:Q", title=None, axis=alt.Axis(format="~s")),
            alt.Color(
                "language:N",
                title=None,
                scale=alt.Scale(domain=names, range=list(colors.series[: len(names)])),
                legend=alt.Legend(orient="top", labelLimit=300),
            ),
            alt.StrokeDash("language:N", title=None, scale=alt.Scale(domain=names, range=list(_DASHES[: len(names)]))),
            tooltip=[alt.Tooltip("step:Q"), alt.Tooltip("language:N"), alt.Tooltip("length:Q")],
        )
    )
    return alt.layer(lines, here([k], colors), height=300)
