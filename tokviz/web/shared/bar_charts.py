"""Charts of bars, from the records of views: Altair makes the specification of each look once, and data is put in."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import replace
from typing import Any

import altair as alt
import streamlit as st

from tokviz.views.shared import charts
from tokviz.views.shared.bars import Bars
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.palette import Palette
from tokviz.web.shared import cells

__all__ = ["draw", "specification"]

_BARS = "bars"  # the data set of the specification
_LIMIT, _STEP = 360, 34  # pixels: of a name, and of a row
_ON_AXIS = 320, 26  # of the same above an axis
_PART_STEP = 64  # of a row with its text above
_ROOM, _ROOM_ON_AXIS = 1.25, 1.15  # times the longest bar, for the text after it


def draw(chart: Bars, say: Catalog) -> None:
    """Draw a chart of bars."""
    st.vega_lite_chart(specification(chart, say, cells.palette()), alt=chart.alt)


def specification(chart: Bars, say: Catalog, colors: Palette) -> dict[str, Any]:
    """Return a chart as Vega-Lite."""
    look = replace(chart, alt="", bars=tuple(replace(bar, name="", value=0, text="") for bar in chart.bars))
    spec = deepcopy(_kept(look, say.language, colors, say))
    if not chart.whole:
        most = max(bar.value for bar in chart.bars) * (_ROOM_ON_AXIS if chart.title else _ROOM)
        for layer in spec["layer"]:
            layer["encoding"]["x"]["scale"]["domain"] = [0, most]
    spec["datasets"] = {
        _BARS: [
            {
                "name": bar.name,
                "value": bar.value,
                "label": f"{bar.name}: {bar.text}" if chart.whole else bar.text,
                "color": getattr(colors, bar.look),
                "whole": chart.whole,
            }
            for bar in chart.bars
        ]
    }
    return spec


@st.cache_resource(max_entries=100, show_spinner=False)
def _kept(look: Bars, language: str, colors: Palette, _say: Catalog) -> dict[str, Any]:
    """Return the specification of a look, without data."""
    chart = _parts(look, colors) if look.whole else _compared(look, colors)
    spec: dict[str, Any] = chart.to_dict(validate=False)
    spec["config"].pop("view", None)  # the size that Altair's theme sets; here a chart is as wide as its place
    spec["config"]["locale"] = {"number": _say.signs}
    return spec


def _compared(look: Bars, colors: Palette) -> charts.Layers:
    """Return bars with their names before them and their values after them."""
    limit, step = _ON_AXIS if look.title else (_LIMIT, _STEP)
    axis = alt.Axis(tickMinStep=1, format="~s") if look.title else None
    x = alt.X("value:Q", title=look.title or None, axis=axis, scale=alt.Scale(domain=[0, 1], nice=False))
    y = alt.Y("name:N", sort=None, title=None, axis=charts.names_axis(limit))
    base = alt.Chart(alt.NamedData(_BARS)).encode(y=y, x=x)
    drawn = base.mark_bar(cornerRadiusEnd=3).encode(alt.Color("color:N", scale=None))
    labels = base.mark_text(align="left", dx=4, fontSize=14, color=colors.ink).encode(alt.Text("label:N"))
    return alt.layer(drawn, labels, height=charts.height_of(len(look.bars), step))


def _parts(look: Bars, colors: Palette) -> charts.Layers:
    """Return bars of a whole, of which a part is filled, with their texts above them."""
    scale = alt.Scale(domain=[0.0, look.whole], nice=False)
    base = alt.Chart(alt.NamedData(_BARS)).encode(y=alt.Y("name:N", sort=None, title=None, axis=None))
    whole = base.mark_bar(size=20, color=colors.bar, fillOpacity=0.35, stroke=colors.ink, strokeWidth=0.5)
    part = base.mark_bar(size=20, stroke=colors.ink, strokeWidth=0.5).encode(alt.Color("color:N", scale=None))
    labels = base.mark_text(align="left", x=0, dy=-22, fontSize=14, color=colors.ink).encode(text="label:N")
    return alt.layer(
        whole.encode(x=alt.X("whole:Q", scale=scale, axis=None)),
        part.encode(x=alt.X("value:Q", scale=scale, axis=None)),
        labels,
        height=_PART_STEP * len(look.bars),
    )
