"""The charts: valid Vega-Lite, with all the data that they are to show, and nothing said by color alone."""

from __future__ import annotations

from typing import Any

import pandas as pd

from tests.charts import marks
from tokviz.views.shared import charts
from tokviz.views.shared.catalog import load
from tokviz.views.shared.palette import DARK, LIGHT
from tokviz.views.vocabularies import charts as vocabulary_charts

EN = load("en")


def data(spec: dict[str, Any]) -> list[list[dict[str, Any]]]:
    """The rows of each data set of a chart."""
    return list(spec["datasets"].values())


def test_colors_are_the_callers() -> None:
    """On a dark page labels and rules have to be light: marks do not follow the theme by themselves."""
    table = pd.DataFrame({"split": ["lo w", "low"], "count": [3, 2]})
    spec = charts.frequencies(table, "Times", EN, DARK).to_dict()
    drawn = [mark["mark"] for mark in marks(spec)]
    assert {mark["color"] for mark in drawn if mark["type"] == "text"} == {DARK.ink}
    assert not any(color in str(spec) for color in (LIGHT.ink, LIGHT.accent, LIGHT.edge, LIGHT.bar))


def test_a_chart_is_as_high_as_its_rows() -> None:
    """In pixels: a height in steps would make Vega say in the console that it does not fit."""
    few, many = (pd.DataFrame({"split": [str(i) for i in range(n)], "count": range(n)}) for n in (2, 8))
    one, other = (charts.frequencies(table, "Times", EN).to_dict()["height"] for table in (few, many))
    assert other - one == 6 * 26


def test_a_legend_with_a_title_leaves_the_rows_their_height() -> None:
    """Chromium draws the title, the line and the space around them on 78 pixels; lower rows lose their names."""
    digits = range(1, 6)
    table = pd.DataFrame({"tokenizer": "a", "digits": digits, "tokens": digits, "share": 1.0, "count": digits})
    assert vocabulary_charts.numbers(table, EN).to_dict()["height"] - charts.height_of(5, 22) >= 78
    domain = vocabulary_charts.numbers(table, EN).to_dict()["layer"][0]["encoding"]["color"]["scale"]["domain"]
    assert domain == sorted(set(table["tokens"])), "the legend has the numbers that occur"


def test_the_legend_of_numbers_lists_what_occurs() -> None:
    table = pd.DataFrame({"tokenizer": "a", "digits": [1, 2, 7], "tokens": [1, 2, 7], "share": 1.0, "count": 1})
    bars = vocabulary_charts.numbers(table, EN).to_dict()["layer"][0]
    assert bars["encoding"]["color"]["scale"]["domain"] == [1, 2, 7]  # no number has 0 tokens
    edge = bars["encoding"]["color"]["legend"]["symbolStrokeWidth"]
    assert edge == bars["mark"]["strokeWidth"] < 1, "the edges of its squares leave their colors to be seen"


def test_hostile_names_in_labels() -> None:
    table = pd.DataFrame({"split": ["= <b>", "{0}"], "count": [3, 2]})
    (rows,) = data(charts.frequencies(table, "Times", EN).to_dict())
    assert [row["split"] for row in rows] == ["= <b>", "{0}"]
