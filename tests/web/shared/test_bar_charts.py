"""Charts of bars in the app: one specification for each look, and the data that a step puts in."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tokviz.views.shared.bars import Bars, NamedBar
from tokviz.views.shared.catalog import load
from tokviz.views.shared.palette import LIGHT
from tokviz.web.shared.bar_charts import specification

EN = load("en")
SHARES = Bars("Shares", (NamedBar("1. h ugs", 0.25, "0.0017"), NamedBar("2. hu gs", 0.2, "0.0010")), is_share=True)


def spec(chart: Bars) -> dict[str, Any]:
    return specification(chart, EN, LIGHT)


def test_shares_have_an_axis_of_percents_and_room_for_their_texts() -> None:
    drawn = spec(replace(SHARES, title="Share"))
    x = drawn["layer"][0]["encoding"]["x"]
    assert (x["title"], x["axis"]["format"], x["scale"]["domain"]) == ("Share", "~%", [0, 0.25 * 1.7])
    assert [row["label"] for row in drawn["datasets"]["bars"]] == ["0.0017", "0.0010"]
    assert len(drawn["layer"]) == 2
    assert spec(replace(SHARES, is_share=False))["layer"][0]["encoding"]["x"]["axis"] is None


def test_marks_are_ticks_and_texts_come_after_them() -> None:
    marked = replace(SHARES, bars=(NamedBar("1. h ugs", 0.2, "0.3 / 0.2", mark=0.3),), most=0.5)
    drawn = spec(marked)
    assert [layer["mark"]["type"] for layer in drawn["layer"]] == ["bar", "tick", "text"]
    (row,) = drawn["datasets"]["bars"]
    assert (row["value"], row["mark"], row["end"]) == (0.2, 0.3, 0.3)
    assert drawn["layer"][0]["encoding"]["x"]["scale"]["domain"] == [0, 0.5 * 1.7]  # that of the chart beside it
