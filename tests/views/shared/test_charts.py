"""The charts: valid Vega-Lite, with all the data that they are to show, and nothing said by color alone."""

from __future__ import annotations

import pandas as pd

from tokviz.views.shared import charts
from tokviz.views.shared.catalog import load
from tokviz.views.vocabularies import charts as vocabulary_charts

EN = load("en")


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
