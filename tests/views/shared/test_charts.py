"""The charts: valid Vega-Lite, with all the data that they are to show, and nothing said by color alone."""

from __future__ import annotations

from typing import Any

import pandas as pd
import pytest

from tests.charts import marks
from tokviz import bpe, examples
from tokviz.bpe import Trace
from tokviz.corpus import Corpus
from tokviz.views.merges import charts as merge_charts
from tokviz.views.shared import charts
from tokviz.views.shared.catalog import LANGUAGES, load
from tokviz.views.shared.palette import DARK, LIGHT
from tokviz.views.vocabularies import charts as vocabulary_charts

EN = load("en")


@pytest.fixture(scope="module")
def sennrich() -> Trace:
    return bpe.train(examples.load("sennrich").corpus)


def data(spec: dict[str, Any]) -> list[list[dict[str, Any]]]:
    """The rows of each data set of a chart."""
    return list(spec["datasets"].values())


@pytest.mark.parametrize("language", list(LANGUAGES))
@pytest.mark.parametrize("k", [0, 7, 15])
def test_sizes(sennrich: Trace, k: int, language: str) -> None:
    say = load(language)
    spec = merge_charts.sizes(sennrich, k, say).to_dict()
    sizes = {(row["which"], row["step"]): row["size"] for rows in data(spec) for row in rows if "which" in row}
    in_use, model = say("column.symbols_in_use"), say("column.vocabulary_size")
    assert [sizes[in_use, step] for step in range(16)] == list(sennrich.symbols_in_use)
    assert [sizes[model, step] for step in range(16)] == list(sennrich.sizes())
    assert [{"step": float(k)}] in data(spec)  # the rule at the current step
    colored = [mark["encoding"] for mark in marks(spec) if "color" in mark["encoding"]]
    assert colored
    assert all("strokeDash" in encoding for encoding in colored)


@pytest.mark.parametrize("k", [0, 7, 15])
def test_length(sennrich: Trace, k: int) -> None:
    spec = merge_charts.length(sennrich, k, EN).to_dict()
    totals = next(rows for rows in data(spec) if "total_symbols" in rows[0])
    assert [row["total_symbols"] for row in totals] == list(sennrich.total_symbols)
    assert [{"step": float(k)}] in data(spec)


def test_a_long_course_is_thinned_but_keeps_its_ends_and_the_step() -> None:
    trace = bpe.train(Corpus({"".join(chr(0x4E00 + i) for i in range(3_000)): 1}), rules="course")
    spec = merge_charts.length(trace, 1_234, EN).to_dict()
    totals = next(rows for rows in data(spec) if "total_symbols" in rows[0])
    steps = [int(row["step"]) for row in totals]
    assert {0, 1_234, len(trace)} <= set(steps)
    assert len(steps) <= 2 * merge_charts.MAX_POINTS
    assert steps == sorted(set(steps))


def test_an_empty_trace_has_a_course() -> None:
    trace = bpe.train(Corpus({"a": 1}), rules="course")
    for chart in (merge_charts.length(trace, 0, EN), merge_charts.sizes(trace, 0, EN)):
        assert [{"step": 0.0}] in data(chart.to_dict())


def test_few_steps_have_the_colors_of_their_merges(sennrich: Trace) -> None:
    rows = next(rows for rows in data(merge_charts.length(sennrich, 7, EN).to_dict()) if "hue" in rows[0])
    assert [row["hue"] for row in rows] == [LIGHT.hue(k, 15) for k in range(16)]
    assert len({row["hue"] for row in rows}) == 16


def test_colors_are_the_callers(sennrich: Trace) -> None:
    """On a dark page labels and rules have to be light: marks do not follow the theme by themselves."""
    table = pd.DataFrame({"split": ["lo w", "low"], "count": [3, 2]})
    specs = [
        charts.frequencies(table, "Times", EN, DARK).to_dict(),
        merge_charts.sizes(sennrich, 7, EN, DARK).to_dict(),
        merge_charts.length(sennrich, 7, EN, DARK).to_dict(),
    ]
    drawn = [mark["mark"] for spec in specs for mark in marks(spec)]
    assert {mark["color"] for mark in drawn if mark["type"] in ("text", "rule")} == {DARK.ink}
    assert not any(color in str(specs) for color in (LIGHT.ink, LIGHT.accent, LIGHT.edge, LIGHT.bar))


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


def test_hostile_names_in_labels() -> None:
    table = pd.DataFrame({"split": ["= <b>", "{0}"], "count": [3, 2]})
    (rows,) = data(charts.frequencies(table, "Times", EN).to_dict())
    assert [row["split"] for row in rows] == ["= <b>", "{0}"]
