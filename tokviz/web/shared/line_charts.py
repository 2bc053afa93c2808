"""Charts of lines, from the records of views: Altair makes the specification of each look once, and a step puts its
data in.

Making the specification takes about 15 ms, which no new step has to pay.
"""

from __future__ import annotations

from copy import deepcopy
from dataclasses import replace
from typing import Any

import altair as alt
import streamlit as st

from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.palette import Palette
from tokviz.views.shows import Lines
from tokviz.web.shared import cells

__all__ = ["draw", "specification"]

_POINTS, _HERE = "points", "here"  # the data sets of the specification


def draw(chart: Lines, say: Catalog) -> None:
    """Draw a chart of lines."""
    st.vega_lite_chart(specification(chart, say, cells.palette()), alt=chart.alt)


def specification(chart: Lines, say: Catalog, colors: Palette) -> dict[str, Any]:
    """Return a chart as Vega-Lite."""
    look = replace(chart, alt="", here=0, lines=tuple(replace(line, points=()) for line in chart.lines))
    spec = deepcopy(_kept(look, say.language, colors, say))
    first, last = chart.lines[0].points[0][0], chart.lines[0].points[-1][0]
    spec["layer"][0]["encoding"]["x"]["scale"]["domain"] = [first, max(first + 1, last)]
    spec["datasets"] = {
        _POINTS: [{"step": x, "which": line.name, "size": y} for line in chart.lines for x, y in line.points],
        _HERE: [{"step": chart.here}],
    }
    return spec


@st.cache_resource(max_entries=200, show_spinner=False)
def _kept(look: Lines, language: str, colors: Palette, _say: Catalog) -> dict[str, Any]:
    """Return the specification of a look, without data."""
    names = [line.name for line in look.lines]
    scale = alt.Scale(domain=names, range=[getattr(colors, line.look) for line in look.lines])
    dashes = alt.Scale(domain=names, range=[[6, 3] if line.is_dashed else [1, 0] for line in look.lines])
    lines = (
        alt.Chart(alt.NamedData(_POINTS))
        .mark_line(interpolate="step-after" if look.is_stepped else "linear")
        .encode(
            alt.X(
                "step:Q",
                title=look.x,
                axis=alt.Axis(tickMinStep=1, format="~d"),
                scale=alt.Scale(domain=[0, 1], nice=False),
            ),
            alt.Y("size:Q", title=None, axis=alt.Axis(format="~s"), scale=alt.Scale(zero=look.is_from_zero)),
            alt.Color("which:N", title=None, scale=scale, legend=alt.Legend(orient="top", labelLimit=300)),
            alt.StrokeDash("which:N", title=None, scale=dashes),
            tooltip=[alt.Tooltip("step:Q"), alt.Tooltip("which:N"), alt.Tooltip("size:Q")],
        )
    )
    here = alt.Chart(alt.NamedData(_HERE)).mark_rule(strokeDash=[4, 3], color=colors.ink).encode(alt.X("step:Q"))
    spec: dict[str, Any] = alt.layer(lines, here, height=look.height).to_dict(validate=False)
    spec["config"].pop("view", None)  # the size that Altair's theme sets; here a chart is as wide as its place
    spec["config"]["locale"] = {"number": _say.signs}
    return spec
