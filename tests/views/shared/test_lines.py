"""Charts of lines as records, and as each host draws them."""

from __future__ import annotations

import itertools
from typing import Any

import altair as alt
import pytest

from tokviz.cli.shows import text_of
from tokviz.views.hosts.chart_drawings import LineDrawing
from tokviz.views.shared.catalog import load
from tokviz.views.shared.lines import DASHED, Dot, Label, Line, Lines, Rule, end_labels, kept_steps, series_line
from tokviz.views.shared.palette import DARK, HUES, LIGHT, oklch
from tokviz.views.shared.rendering import render
from tokviz.web.shared.line_charts import specification

EN = load("en")
PLAIN = Line("plain", ((4, 20), (6, 12)), "edge", DASHED)
SIZES = Lines(
    "tokens by size",
    "size",
    (Line("with superwords", ((4, 20), (5, 15), (6, 9))), PLAIN),
    here=5,
    y="tokens",
    rules=(Rule(5, "the borders open"), Rule(10, "wanted", "muted", is_level=True)),
    dots=(Dot(5, 15, "ink", shape="cross"),),
)
PIECES = (series_line("a", ((1, 0.5), (3, 0.4)), 0), series_line("b", ((1, 0.1), (3, 1e-9)), 1))
NAMED = Lines(
    "probabilities",
    "step",
    PIECES,
    2,
    labels=end_labels(PIECES, ("a", "b"), is_log=True, least=0.001),
    is_log=True,
    least=0.001,
    numbers="probability",
)
KINDS = Lines(
    "likelihood",
    "step",
    (Line("loss", ((1, 9.5), (2, 7.25)), "edge"),),
    1,
    dots=(Dot(1, 9.5, name="seed", shape="square"), Dot(2, 7.25, "edge", name="prune", shape="diamond")),
    numbers="nats",
)


def test_many_steps_are_drawn_with_fewer_points() -> None:
    kept = kept_steps(4_000, 1_234)
    assert {0, 1_234, 4_000} <= {*kept}
    assert 390 < len(kept) < 410


def test_names_at_the_same_end_are_put_apart() -> None:
    """Five lines that end at 1 of 48 are at most a 24th of the height apart, in their order and on the chart."""
    lines = [Line(f"{i}", ((0, 48), (9, 1 + i / 10))) for i in range(5)]
    places = [label.place for label in end_labels(lines, [line.name for line in lines])]
    assert all(high - low == pytest.approx(47 / 24) for high, low in itertools.pairwise(places))
    assert min(places) >= 1
    assert end_labels(lines[:1], ["0"]) == (Label("0", 9, 1, 1),)


def test_the_legend_names_what_nothing_else_does() -> None:
    """The lines; the kinds of dots instead; neither where names are at the ends, or where there is only one line."""
    assert [part.name for part in SIZES.legend()] == ["with superwords", "plain"]
    assert [part.name for part in KINDS.legend()] == ["seed", "prune"]
    assert NAMED.legend() == ()
    assert Lines("", "step", SIZES.lines[:1]).legend() == ()


# -- the app -----------------------------------------------------------------------------------------------------------


def datasets(chart: Lines) -> dict[str, Any]:
    spec = specification(chart, EN, LIGHT)
    alt.LayerChart.from_dict(spec)  # refuses what Vega-Lite does not know
    data: dict[str, Any] = spec["datasets"]
    return data


def test_the_app_has_one_specification_for_all_steps() -> None:
    """Data changes with the step, all else only with the look."""

    def without_data(chart: Lines) -> dict[str, Any]:
        spec = specification(chart, EN, LIGHT)
        del spec["datasets"]
        return spec

    later = Lines("another sentence", "size", SIZES.lines, 6, y="tokens", rules=SIZES.rules, dots=SIZES.dots)
    assert without_data(later) == without_data(SIZES)
    assert datasets(later)["here"] == [{"x": 6}]
    assert specification(SIZES, EN, DARK)["layer"] != specification(SIZES, EN, LIGHT)["layer"]


def test_the_app_draws_lines_of_other_points_rules_and_dots() -> None:
    found = datasets(SIZES)
    assert [(point["which"], point["x"], point["y"]) for point in found["points"]][2:4] == [
        ("with superwords", 6, 9),
        ("plain", 4, 20),
    ]
    assert (found["rule0"], found["rule1"]) == ([{"at": 5}], [{"at": 10}])
    assert [(dot["shape"], dot["color"]) for dot in found["dots"]] == [("cross", LIGHT.ink)]


def test_the_app_writes_values_and_draws_the_least_along_the_bottom() -> None:
    """A probability of 1e-9 is at the height of 0.001, and its own where a pointer is on it."""
    found = datasets(NAMED)
    assert (found["points"][-1]["y"], found["points"][-1]["written"]) == (0.001, EN.probability(1e-9))
    assert [label["text"] for label in found["labels"]] == ["a", "b"]
    colors = specification(NAMED, EN, LIGHT)["layer"][0]["encoding"]["color"]["scale"]["range"]
    assert colors == [oklch(LIGHT.depth, 0.14, hue) for hue in HUES[:2]]
    assert {dot["written"] for dot in datasets(KINDS)["dots"]} == {EN.nats(9.5), EN.nats(7.25)}


# -- the other hosts ---------------------------------------------------------------------------------------------------


def test_a_terminal_lists_each_value_where_a_line_has_one() -> None:
    """At size 5 plain BPE has no point; the rules say what is there, and the arrow where the step is."""
    rows = [line.split() for line in text_of([SIZES], EN).splitlines()]
    assert ["5", "15", "the", "borders", "open", "◂"] in rows
    assert ["4", "20", "20"] in rows
    assert ["wanted"] in rows
    assert EN.probability(1e-9) in text_of([NAMED], EN)
    assert "prune" in text_of([KINDS], EN)


@pytest.mark.parametrize("chart", [SIZES, NAMED, KINDS], ids=lambda chart: chart.alt)
def test_a_notebook_draws_each_part(chart: Lines) -> None:
    page = render("line_chart.html", EN, chart=LineDrawing(chart))
    names = [part.name for part in chart.legend()] + [label.text for label in chart.labels]
    assert all(f">{name}<" in page for name in [*names, *(rule.name for rule in chart.rules), chart.x])
    assert page.count("data-dot") == len(chart.dots) + sum(isinstance(part, Dot) for part in chart.legend())


def test_a_notebook_keeps_all_on_the_drawing() -> None:
    for chart in (SIZES, NAMED, KINDS):
        drawing = LineDrawing(chart)
        for line in chart.lines:
            for x, y in line.points:
                assert drawing.LEFT <= drawing.across(x) <= drawing.WIDTH - drawing.RIGHT
                assert drawing.TOP <= drawing.up(y) <= drawing.height - drawing.BOTTOM
