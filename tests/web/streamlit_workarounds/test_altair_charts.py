"""Charts that are made once for all: the same as made again, others for other tables, and unharmed by being drawn."""

from __future__ import annotations

from typing import Any

import altair as alt
import pandas as pd
import pytest
import streamlit as st

from tokviz import bpe, examples
from tokviz.views.merges import tables
from tokviz.views.shared.catalog import Catalog, load
from tokviz.views.shared.charts import Layers
from tokviz.views.shared.palette import DARK, LIGHT, Palette
from tokviz.web.streamlit_workarounds import altair_charts

TRACE = bpe.train(examples.load("sennrich").corpus, merges=15, rules="sennrich")


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """Return the charts that Streamlit gets; the data are then taken out of each, as Streamlit does."""
    st.cache_resource.clear()
    seen: list[dict[str, Any]] = []

    def take(spec: dict[str, Any], alt: str) -> None:
        assert alt
        seen.append(dict(spec))
        del spec["datasets"]

    monkeypatch.setattr(st, "vega_lite_chart", take)
    return seen


def shares(step: int) -> pd.DataFrame:
    """Return the table that bars are drawn from, another one for each step."""
    table = tables.candidates(TRACE, step, 200)
    return table.assign(split=table["left"] + " " + table["right"])


def counted(table: pd.DataFrame, title: str, say: Catalog, colors: Palette) -> Layers:
    """Draw a bar for each row, and its number in words."""
    labels = [say.integer(count) for count in table["count"]]
    base = alt.Chart(table.assign(label=labels)).encode(y="split:N", x=alt.X("count:Q", title=title))
    return alt.layer(base.mark_bar(color=colors.bar), base.mark_text().encode(text="label:N"))


def draw(step: int, language: str = "en", colors: Palette = LIGHT) -> None:
    say = load(language)
    altair_charts.draw(counted, shares(step), say("column.count"), say, colors, describe="bars")


def test_a_kept_chart_is_the_one_that_is_made_anew(drawn: list[dict[str, Any]]) -> None:
    draw(3)
    draw(3)
    one, again = drawn
    assert one == again
    made = counted(shares(3), load("en")("column.count"), load("en"), LIGHT).to_dict()
    assert {name: value for name, value in made.items() if name != "config"} == {
        name: value for name, value in one.items() if name != "config"
    }


@pytest.mark.parametrize("other", [{"step": 4}, {"language": "zh"}, {"colors": DARK}])
def test_whatever_differs_makes_another_chart(drawn: list[dict[str, Any]], other: dict[str, Any]) -> None:
    draw(3)
    draw(**{"step": 3, **other})
    assert drawn[0] != drawn[1]


def test_numbers_have_the_signs_of_the_language(drawn: list[dict[str, Any]]) -> None:
    say = Catalog("eo", dict(load("en").templates) | {"number.group": ".", "number.point": ","})
    altair_charts.draw(counted, shares(3), "Times", say, LIGHT, describe="bars")
    signs = drawn[0]["config"]["locale"]["number"]
    assert (signs["thousands"], signs["decimal"]) == (".", ",")


def test_a_table_may_be_long(drawn: list[dict[str, Any]]) -> None:
    """Altair alone refuses tables of more than 5,000 rows, and only tables of a few hundred are looked for again."""

    def line(table: pd.DataFrame) -> alt.Chart:
        chart: alt.Chart = alt.Chart(table).mark_line().encode(x="x:Q")
        return chart

    altair_charts.draw(line, pd.DataFrame({"x": range(6_000)}), describe="line")
    (rows,) = drawn[0]["datasets"].values()
    assert len(rows) == 6_000
