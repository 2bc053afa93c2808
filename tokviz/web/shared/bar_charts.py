"""Charts of bars, from the records of views: Altair makes the specification of each look once, and data is put in."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import replace
from typing import Any

import altair as alt
import streamlit as st

from tokviz.views.shared import charts
from tokviz.views.shared.bars import Bars, NamedBar
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.palette import Palette, oklch
from tokviz.web.shared import cells

_BARS = "bars"  # the data set of the specification
_LIMIT, _STEP = 360, 34  # pixels: of a name, and of a row
_ON_AXIS = 320, 26  # of the same above an axis
_PART_STEP = 64  # of a row with its text above
_ROOM, _ROOM_ON_AXIS = 1.25, 1.15  # times the longest bar, for the text after it
_SHARE_LIMIT, _SHARE_STEP, _MARKED_STEP = 220, 26, 30  # the same of shares, and of those with marks
_SHARE_ROOM = 1.7
_LABEL = "datum.value > 1 ? '' : datum.label"  # there is room for labels beyond the longest bar
_PALE = 0.45  # how much of its color a pale bar has


def draw(chart: Bars, say: Catalog) -> None:
    """Draw a chart of bars."""
    st.vega_lite_chart(specification(chart, say, cells.palette()), alt=chart.alt)


def specification(chart: Bars, say: Catalog, colors: Palette) -> dict[str, Any]:
    """Return a chart as Vega-Lite."""
    bars = (replace(bar, name="", value=0, text="", mark=None if bar.mark is None else 0) for bar in chart.bars)
    look = replace(chart, alt="", most=0, bars=tuple(bars))
    spec = deepcopy(_kept(look, say.language, colors, say))
    if not chart.whole:
        room = _SHARE_ROOM if chart.is_share else _ROOM_ON_AXIS if chart.title else _ROOM
        for layer in spec["layer"]:
            layer["encoding"]["x"]["scale"]["domain"] = [0, chart.longest * room]
    spec["datasets"] = {
        _BARS: [
            {
                "name": bar.name,
                "value": bar.value,
                "end": bar.end,
                "tick": bar.mark,
                "label": f"{bar.name}: {bar.text}" if chart.whole else bar.text,
                "color": _color(bar, colors),
                "strength": _PALE if bar.is_pale else 1,
                "whole": chart.whole,
            }
            for bar in chart.bars
        ]
    }
    return spec


def _color(bar: NamedBar, colors: Palette) -> str:
    color: str = getattr(colors, bar.look) if bar.hue is None else oklch(colors.depth, 0.14, bar.hue)
    return color


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
    limit, step, axis = _LIMIT, _STEP, None
    if look.is_share:
        limit, step = _SHARE_LIMIT, _SHARE_STEP
        axis = alt.Axis(format="~%", tickCount=5, labelExpr=_LABEL)
    elif look.title:
        limit, step = _ON_AXIS
        axis = alt.Axis(tickMinStep=1, format="~s")

    def x(name: str) -> alt.X:
        return alt.X(f"{name}:Q", title=look.title or None, axis=axis, scale=alt.Scale(domain=[0, 1], nice=False))

    y = alt.Y("name:N", sort=None, title=None, axis=charts.names_axis(limit))
    base = alt.Chart(alt.NamedData(_BARS)).encode(y=y)
    strength = alt.Opacity("strength:Q", scale=None)
    drawn = base.mark_bar(cornerRadiusEnd=3).encode(alt.Color("color:N", scale=None), strength, x=x("value"))
    labels = base.mark_text(align="left", dx=4, fontSize=14, color=colors.ink)
    ticks = []
    if any(bar.mark is not None for bar in look.bars):
        drawn, step = drawn.mark_bar(cornerRadiusEnd=3, size=15), _MARKED_STEP
        ticks = [base.mark_tick(color=colors.accent, thickness=4, size=22).encode(x=x("tick"))]
        labels = base.mark_text(align="left", dx=7, fontSize=12, color=colors.ink)
    labels = labels.encode(alt.Text("label:N"), x=x("end"))
    return alt.layer(drawn, *ticks, labels, height=charts.height_of(len(look.bars), step))


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
