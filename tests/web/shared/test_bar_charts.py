"""Bars as the app draws them: high enough, in the colors of the theme, with every name, and an axis where it has a
title."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.charts import marks
from tokviz.views.shared.bars import Bars, NamedBar
from tokviz.views.shared.catalog import load
from tokviz.views.shared.palette import DARK, LIGHT, Palette
from tokviz.web.shared.bar_charts import specification

EN = load("en")


def spec(names: list[str], title: str = "", colors: Palette = LIGHT) -> dict[str, Any]:
    bars = tuple(NamedBar(name, 40 - number, f"{40 - number}") for number, name in enumerate(names))
    return specification(Bars("Bars", bars, title=title), EN, colors)


def axes(chart: dict[str, Any]) -> list[Any]:
    return [mark["encoding"]["x"]["axis"] for mark in marks(chart)]


def test_colors_are_those_of_the_theme() -> None:
    """On a dark page labels and bars have to be light: marks do not follow the theme by themselves."""
    chart = spec(["lo w", "low"], "Times", DARK)
    drawn = [mark["mark"] for mark in marks(chart)]
    assert {mark["color"] for mark in drawn if mark["type"] == "text"} == {DARK.ink}
    assert {row["color"] for row in chart["datasets"]["bars"]} == {DARK.bar}
    assert not any(color in str(chart) for color in (LIGHT.ink, LIGHT.accent, LIGHT.edge, LIGHT.bar))


@pytest.mark.parametrize(("title", "row"), [("", 34), ("Times", 26)])
def test_a_chart_is_as_high_as_its_rows(title: str, row: int) -> None:
    """In pixels: a height in steps would make Vega say in the console that it does not fit."""
    few, many = (spec([str(i) for i in range(n)], title)["height"] for n in (2, 8))
    assert many - few == 6 * row


def test_an_axis_is_drawn_where_it_has_a_title() -> None:
    titled = spec(["low"], "Times")
    assert all(axis for axis in axes(titled))
    assert {mark["encoding"]["x"]["title"] for mark in marks(titled)} == {"Times"}
    assert axes(spec(["low"])) == [None, None]


def test_hostile_names_are_kept_apart() -> None:
    """A long name is cut by the axis, where two that differ in the middle stay two bars."""
    names = ["= <b>", "{0}", "lowest" * 40 + "a", "lowest" * 40 + "b"]
    assert [row["name"] for row in spec(names)["datasets"]["bars"]] == names


def test_the_text_after_the_longest_bar_has_room() -> None:
    for title in ("", "Times"):
        ends = [mark["encoding"]["x"]["scale"]["domain"] for mark in marks(spec(["low"], title))]
        assert all(start == 0 and end > 40 * 1.1 for start, end in ends)


SHARES = Bars("Shares", (NamedBar("1. h ugs", 0.25, "0.0017"), NamedBar("2. hu gs", 0.2, "0.0010")), is_share=True)


def shares(chart: Bars) -> dict[str, Any]:
    return specification(chart, EN, LIGHT)


def test_shares_have_an_axis_of_percents_and_room_for_their_texts() -> None:
    drawn = shares(replace(SHARES, title="Share"))
    x = drawn["layer"][0]["encoding"]["x"]
    assert (x["title"], x["axis"]["format"], x["scale"]["domain"]) == ("Share", "~%", [0, 0.25 * 1.7])
    assert [row["label"] for row in drawn["datasets"]["bars"]] == ["0.0017", "0.0010"]
    assert len(drawn["layer"]) == 2
    assert shares(replace(SHARES, is_share=False))["layer"][0]["encoding"]["x"]["axis"] is None


def test_marks_are_ticks_and_texts_come_after_them() -> None:
    marked = replace(SHARES, bars=(NamedBar("1. h ugs", 0.2, "0.3 / 0.2", mark=0.3),), most=0.5)
    drawn = shares(marked)
    assert [layer["mark"]["type"] for layer in drawn["layer"]] == ["bar", "tick", "text"]
    (row,) = drawn["datasets"]["bars"]
    assert (row["value"], row["tick"], row["end"]) == (0.2, 0.3, 0.3)
    assert drawn["layer"][0]["encoding"]["x"]["scale"]["domain"] == [0, 0.5 * 1.7]  # that of the chart beside it
