"""Charts of points, from the records of views: as for lines, Altair makes the specification of each look once, and a
step puts its data in.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from dataclasses import replace
from typing import Any

import altair as alt
import streamlit as st

from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.palette import Palette, oklch
from tokviz.views.shared.points import Axis, PointKind, PointName, Points
from tokviz.web.shared import cells

_POINTS, _ABOVE, _BELOW = "points", "above", "below"  # the data sets of the specification


def draw(chart: Points, say: Catalog) -> None:
    """Draw a chart of points."""
    st.vega_lite_chart(specification(chart, say, cells.palette()), alt=chart.alt)


def specification(chart: Points, say: Catalog, colors: Palette) -> dict[str, Any]:
    """Return a chart as Vega-Lite."""
    look = replace(chart, alt="", x=_bare(chart.x), y=_bare(chart.y), points=(), labels=())
    spec = deepcopy(_kept(look, say.language, colors, say))
    for layer in spec["layer"]:
        for name, axis in (("x", chart.x), ("y", chart.y)):
            layer["encoding"][name]["scale"]["domain"] = [axis.low, axis.high]
    spec["datasets"] = {
        _POINTS: [
            {"name": point.name, "x": point.x, "y": point.y, "written": point.written, "kind": kind}
            for point in chart.drawn()
            for kind in (chart.kinds[point.kind].name,)
        ],
        _ABOVE: list(_written(label for label in chart.labels if not label.is_below)),
        _BELOW: list(_written(label for label in chart.labels if label.is_below)),
    }
    return spec


def _bare(axis: Axis) -> Axis:
    return replace(axis, low=0, high=0, ticks=())


def _written(labels: Iterator[PointName]) -> Iterator[dict[str, Any]]:
    for label in labels:
        yield {"text": label.text, "x": label.x, "y": label.y}


@st.cache_resource(max_entries=200, show_spinner=False)
def _kept(look: Points, language: str, colors: Palette, _say: Catalog) -> dict[str, Any]:
    """Return the specification of a look, without data."""
    x = alt.X("x:Q", title=look.x.title, axis=alt.Axis(format="~s", tickCount=5), scale=_scale(look.x))
    y = alt.Y("y:Q", title=look.y.title, axis=alt.Axis(format="~g", tickCount=5), scale=_scale(look.y))
    names = [kind.name for kind in look.kinds]
    color = alt.Scale(domain=names, range=[_color(kind, colors) for kind in look.kinds])
    shape = alt.Scale(domain=names, range=[kind.shape for kind in look.kinds])
    legend = alt.Legend(orient="top", direction="vertical", labelLimit=300)
    points = (
        alt.Chart(alt.NamedData(_POINTS))
        .mark_point(size=90, filled=True, opacity=0.8)
        .encode(
            x,
            y,
            alt.Color("kind:N", title=None, scale=color, legend=legend),
            alt.Shape("kind:N", title=None, scale=shape),
            tooltip=[
                alt.Tooltip("name:N", title=look.title),
                alt.Tooltip("x:Q", title=look.x.title),
                alt.Tooltip("written:N", title=look.y.title),
            ],
        )
    )
    labels = [
        alt.Chart(alt.NamedData(name))
        .mark_text(align="left", dx=9, dy=dy, angle=angle, fontSize=14, color=colors.ink)
        .encode(x, y, text=alt.Text("text:N"))
        for name, dy, angle in ((_ABOVE, -4, 315), (_BELOW, 4, 45))
    ]
    spec: dict[str, Any] = alt.layer(points, *labels, height=look.height).to_dict(validate=False)
    spec["config"].pop("view", None)  # the size that Altair's theme sets; here a chart is as wide as its place
    spec["config"]["locale"] = {"number": _say.signs}
    return spec


def _scale(axis: Axis) -> alt.Scale:
    ends = [0, 1]  # a step puts its own in
    return alt.Scale(type="log", domain=ends, nice=False) if axis.is_log else alt.Scale(domain=ends, nice=False)


def _color(kind: PointKind, colors: Palette) -> str:
    color: str = getattr(colors, kind.look)
    return color if kind.hue is None else oklch(colors.depth, 0.14, kind.hue)
