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
from tokviz.views.shared.lines import Dot, Line, Lines, Rule
from tokviz.views.shared.palette import Palette, oklch
from tokviz.web.shared import cells

_POINTS, _DOTS, _LABELS, _HERE = "points", "dots", "labels", "here"  # the data sets of the specification
_SHAPES = {"triangle": "triangle-up"}  # the shapes that Vega calls otherwise
_TICKS = 12
_LARGE = 14  # pixels
_ROOM = 0.14  # of the width, for the names at the ends of lines
_LEAD = 0.02  # of the width, from the end of a line to its name


def draw(chart: Lines, say: Catalog) -> None:
    """Draw a chart of lines."""
    st.vega_lite_chart(specification(chart, say, cells.palette()), alt=chart.alt)


def specification(chart: Lines, say: Catalog, colors: Palette) -> dict[str, Any]:
    """Return a chart as Vega-Lite."""
    spec = deepcopy(_kept(_look(chart), say.language, colors, say))
    across = spec["layer"][0]["encoding"]["x"]
    steps = [x for line in chart.lines for x, _ in line.points]
    first, last = min(steps), max(min(steps) + 1, *steps)
    beside = any(line.letters for line in chart.lines)  # so that the first and the last letter are whole
    across["scale"]["domain"] = [first - beside, last + beside]
    if chart.labels:
        stride = max(1, round((last - first + 1) / _TICKS))
        across["axis"]["values"] = [*range(int(first), int(last) + 1, stride)]
        across["scale"]["domain"] = [first, last + _ROOM * last]
    if chart.is_log:
        heights = [chart.drawn(y) for line in chart.lines for _, y in line.points]
        spec["layer"][0]["encoding"]["y"]["scale"]["domain"] = [min(heights) / 1.15, max(heights) * 1.15]
    write = None if chart.numbers == "value" else getattr(say, chart.numbers)
    written = [] if write is None else [write(y) for line in chart.lines for _, y in line.points]
    points = [
        {"line": place, "which": line.name, "x": x, "y": chart.drawn(y)}
        for place, line in enumerate(chart.lines)
        for x, y in line.points
    ]
    for point, text in zip(points, written, strict=False):
        point["written"] = text
    for point, letter in zip(points, [letter for line in chart.lines for letter in line.letters], strict=False):
        point["letter"] = letter
    spec["datasets"] = {_POINTS: points}
    if chart.here is not None:
        spec["datasets"][_HERE] = [{"x": chart.here}]
    if chart.dots:
        spec["datasets"][_DOTS] = [
            {
                "x": dot.x,
                "y": chart.drawn(dot.y),
                "color": _color(dot, colors),
                "shape": _SHAPES.get(dot.shape, dot.shape),
                "kind": dot.name,
                **({} if write is None else {"written": write(dot.y)}),
            }
            for dot in chart.dots
        ]
    if chart.labels:
        spec["datasets"][_LABELS] = [
            {
                "x": label.x,
                "y": chart.drawn(label.y),
                "place": label.place,
                "beside": label.x + _LEAD * last,
                "text": label.text,
            }
            for label in chart.labels
        ]
    spec["datasets"].update({_rule(place): [{"at": rule.at}] for place, rule in enumerate(chart.rules)})
    return spec


def _look(chart: Lines) -> Lines:
    """Return a chart without what a step changes: all charts of one look have one specification."""
    kinds = {dot.name: replace(dot, x=0, y=0) for dot in chart.dots if dot.name}
    return replace(
        chart,
        alt="",
        here=None if chart.here is None else 0,
        lines=tuple(replace(line, points=(), letters=("",) * bool(line.letters)) for line in chart.lines),
        dots=tuple(kinds.values()) or (Dot(0, 0),) * bool(chart.dots),
        rules=tuple(replace(rule, at=0) for rule in chart.rules),
        labels=chart.labels[:0] if not chart.labels else (replace(chart.labels[0], text="", x=0, y=0, place=0),),
        least=None,
    )


@st.cache_resource(max_entries=200, show_spinner=False)
def _kept(look: Lines, language: str, colors: Palette, _say: Catalog) -> dict[str, Any]:
    """Return the specification of a look, without data."""
    layers = [_lines(look, colors)]
    for place, rule in enumerate(look.rules):
        layers += _across(rule, place, colors)
    if look.labels:
        layers += _ends(colors)
    if any(line.letters for line in look.lines):
        letters = alt.Chart(alt.NamedData(_POINTS)).mark_text(dy=-12, fontSize=14, color=colors.ink)
        layers.append(letters.encode(alt.X("x:Q"), alt.Y("y:Q"), alt.Text("letter:N")))
    if look.dots:
        layers.append(_marked(look, colors))
    if look.here is not None:
        here = alt.Chart(alt.NamedData(_HERE)).mark_rule(strokeDash=[4, 3], color=colors.ink)
        layers.append(here.encode(alt.X("x:Q")))
    chart = alt.layer(*layers, height=look.height, **({"title": look.y} if look.y else {}))
    if look.dots:  # or else Vega makes one legend of their colors and another of dashes or shapes
        chart = chart.resolve_scale(color="independent", strokeDash="independent", shape="independent")
    spec: dict[str, Any] = chart.to_dict(validate=False)
    spec["config"].pop("view", None)  # the size that Altair's theme sets; here a chart is as wide as its place
    spec["config"]["locale"] = {"number": _say.signs}
    if look.is_large:
        spec["config"]["axis"] = {"labelFontSize": _LARGE, "titleFontSize": _LARGE}
        spec["config"]["legend"] = {"labelFontSize": _LARGE, "symbolType": "stroke", "symbolSize": 400}
    return spec


def _lines(look: Lines, colors: Palette) -> alt.Chart:
    names = [line.name for line in look.lines]
    scale = alt.Scale(domain=names, range=[_color(line, colors) for line in look.lines])
    dashes = alt.Scale(domain=names, range=[list(line.dash) or [1, 0] for line in look.lines])
    # With dots on the lines Vega would draw dots in the legend, whose dashed outlines tell nothing.
    sample = alt.Legend(orient="top", labelLimit=300, symbolType="stroke")
    legend = sample if look.legend() == look.lines else None
    up = alt.Scale(type="log", nice=False) if look.is_log else alt.Scale(zero=look.is_from_zero)
    axis = alt.Axis(tickCount=6) if look.is_log else alt.Axis(format="~s")
    if look.numbers == "percent":
        up, axis = alt.Scale(domain=[0, 1], nice=False), alt.Axis(format=".0%", tickCount=5)
    along = alt.Axis(format="~s", tickCount=6) if look.is_log_across else alt.Axis(tickMinStep=1, format="~d")
    chart: alt.Chart = (
        alt.Chart(alt.NamedData(_POINTS))
        .mark_line(interpolate="step-after" if look.is_stepped else "linear", point=look.is_dotted)
        .encode(
            alt.X(
                "x:Q",
                title=look.x,
                axis=along,
                scale=alt.Scale(type="log" if look.is_log_across else "linear", domain=[0, 1], nice=False),
            ),
            alt.Y("y:Q", title=None, axis=axis, scale=up),
            alt.Color("which:N", title=None, scale=scale, legend=legend),
            alt.StrokeDash("which:N", title=None, scale=dashes, legend=legend),
            alt.Detail("line:N"),
            tooltip=_told(look, "which"),
        )
    )
    return chart


def _told(look: Lines, which: str) -> list[alt.Tooltip]:
    """Return the tooltip of a point.

    which: the name of the field with the name of its line or kind.
    """
    value = "y:Q" if look.numbers == "value" else "written:N"
    return [
        alt.Tooltip("x:Q", title=look.x),
        *([alt.Tooltip(f"{which}:N", title="\u00a0")] if look.legend() or look.labels else []),
        alt.Tooltip(value, title=look.y or "\u00a0"),
    ]


def _marked(look: Lines, colors: Palette) -> alt.Chart:
    base = alt.Chart(alt.NamedData(_DOTS)).mark_point(filled=True, size=70, opacity=1)
    kinds = [dot for dot in look.dots if dot.name]
    if not kinds:
        dots: alt.Chart = base.encode(
            alt.X("x:Q"),
            alt.Y("y:Q"),
            alt.Color("color:N", scale=None),
            alt.Shape("shape:N", scale=None),
            tooltip=_told(replace(look, lines=look.lines[:1], labels=()), ""),
        )
        return dots
    names = [dot.name for dot in kinds]
    scale = alt.Scale(domain=names, range=[_color(dot, colors) for dot in kinds])
    shapes = alt.Scale(domain=names, range=[_SHAPES.get(dot.shape, dot.shape) for dot in kinds])
    named: alt.Chart = base.encode(
        alt.X("x:Q"),
        alt.Y("y:Q"),
        alt.Color("kind:N", title=None, scale=scale, legend=alt.Legend(orient="top", labelLimit=300)),
        alt.Shape("kind:N", title=None, scale=shapes),
        tooltip=_told(look, "kind"),
    )
    return named


def _ends(colors: Palette) -> list[alt.Chart]:
    """Return the names at the ends of lines, each with a thin line to its end."""
    ends = alt.Chart(alt.NamedData(_LABELS))
    return [
        ends.mark_rule(color=colors.ink, opacity=0.35).encode(
            alt.X("x:Q"), alt.Y("y:Q"), alt.X2("beside:Q"), alt.Y2("place:Q")
        ),
        ends.mark_text(align="left", dx=3, fontSize=12, color=colors.ink).encode(
            alt.X("beside:Q"), alt.Y("place:Q"), alt.Text("text:N")
        ),
    ]


def _across(rule: Rule, place: int, colors: Palette) -> list[alt.Chart]:
    """Return a straight line across; the name of a level one is written on it."""
    data = alt.Chart(alt.NamedData(_rule(place)))
    drawn = data.mark_rule(color=_color(rule, colors), strokeDash=list(rule.dash) or [1, 0])
    if not rule.is_level:
        return [drawn.encode(alt.X("at:Q"), tooltip=alt.value(rule.name))]
    text = data.mark_text(align="left", baseline="bottom", dx=4, dy=-2, fontSize=12, color=colors.ink)
    return [
        drawn.encode(alt.Y("at:Q")),
        text.encode(alt.Y("at:Q"), x=alt.value(0), text=alt.value(rule.name)),
    ]


def _rule(place: int) -> str:
    return f"rule{place}"


def _color(thing: Line | Dot | Rule, colors: Palette) -> str:
    hue = None if isinstance(thing, Rule) else thing.hue
    color: str = getattr(colors, thing.look) if hue is None else oklch(colors.depth, 0.14, hue)
    return color
