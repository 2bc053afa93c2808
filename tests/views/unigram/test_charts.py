"""The charts of unigram training: all the data that they are to show, and nothing said by color alone."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from tests.charts import marks
from tests.unigram.conventions import SOFT
from tokviz import unigram
from tokviz.corpus import Corpus
from tokviz.unigram import Trace
from tokviz.views.shared.catalog import load
from tokviz.views.shared.palette import DARK
from tokviz.views.unigram import charts as course

HUG = Corpus({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5})
EN = load("en")


@pytest.fixture(scope="module")
def prose() -> Trace:
    return unigram.train(HUG, vocab_size=10)


@pytest.fixture(scope="module")
def soft() -> Trace:
    return unigram.train(HUG, vocab_size=10, rules=SOFT)


def data(chart: Any, column: str) -> list[dict[str, Any]]:
    """The rows of the data set that has this column."""
    return next(rows for rows in chart.to_dict()["datasets"].values() if rows and column in rows[0])


# -- the whole course --------------------------------------------------------------------------------------------------


def test_states(soft: Trace) -> None:
    table = course.progress_table(soft)
    assert list(table.columns) == ["step", "kind", "pieces", "loss"]
    assert [f"{loss:.4f}" for loss in table["loss"][:5]] == [
        *("145.5532", "145.5532", "126.8833", "126.8833", "119.8031")
    ]
    assert table["loss"][5] == pytest.approx(-soft.log_likelihood(6))
    assert table["loss"][5] > table["loss"][4]  # a pruning makes it worse
    assert table["loss"].iloc[-1] == pytest.approx(-soft.log_likelihood())


@pytest.mark.parametrize("k", [0, 3, 15])
def test_likelihood(soft: Trace, k: int) -> None:
    chart = course.likelihood_lines(course.progress_table(soft), k, EN)
    rows = data(chart, "loss")
    assert len(rows) == len(soft)
    assert {row["kind"] for row in rows} == {
        EN(f"unigram.kind.{kind}") for kind in ("seed", "expect", "maximize", "prune")
    }
    colored = [mark["encoding"] for mark in marks(chart.to_dict()) if "color" in mark["encoding"]]
    assert colored
    assert all("shape" in encoding for encoding in colored)
    here = [row for rows in chart.to_dict()["datasets"].values() for row in rows if list(row) == ["step"]]
    assert here == ([{"step": float(k)}] if k else [])


def test_histories(soft: Trace) -> None:
    table = course.probability_table(soft, 12)
    assert table["piece"].nunique() == 12
    lines = dict(iter(table.groupby("piece")))
    assert lines["pu"]["step"].tolist() == [1, 2, 3, 4, 5]  # step 6 takes it out
    assert lines["hug"]["step"].tolist() == list(range(1, len(soft) + 1))
    assert lines["hug"]["probability"].iloc[0] == pytest.approx(15 / 210)
    assert course.probability_table(soft, 2)["piece"].nunique() == 2


def test_probabilities(soft: Trace) -> None:
    table = course.probability_table(soft, 12)
    chart = course.probability_lines(table, len(soft), 3, EN)
    ends = {row["piece"]: row for row in data(chart, "place")}
    assert len(ends) == 12
    assert [piece for piece, row in ends.items() if row["gone"]] == ["pu", "hu"]
    assert ends["pu"]["step"] == 5
    assert ends["g"]["label"] == "g ↓"  # next to nothing, but not out
    assert ends["hug"]["label"] == "hug"
    assert min(row["probability"] for row in data(chart, "exactly")) > 1e-6
    assert "strokeDash" in next(mark for mark in marks(chart.to_dict()) if mark["mark"]["type"] == "line")["encoding"]
    # No two labels at the same step overlap.
    places = sorted(row["place"] for row in ends.values() if row["step"] == len(soft))
    assert all(high / low > 1.2 for low, high in pairwise(places))


def test_sizes(soft: Trace) -> None:
    chart = course.size_lines(course.progress_table(soft), soft.vocab_size, 6, EN)
    sizes = next(rows for rows in chart.to_dict()["datasets"].values() if rows and set(rows[0]) == {"step", "pieces"})
    assert [row["pieces"] for row in sizes] == list(soft.pieces_left[1:])
    assert data(chart, "label") == [{"pieces": 10.0, "label": EN("unigram.sizes.target", size="10")}]


def test_a_training_of_one_step() -> None:
    trace = unigram.train(Corpus({"a": 1}), vocab_size=1)
    states = course.progress_table(trace)
    for chart in (
        course.likelihood_lines(states, 1, EN),
        course.size_lines(states, 1, 0, EN),
        course.probability_lines(course.probability_table(trace), len(trace), 1, EN),
    ):
        assert chart.to_dict()["datasets"]


def test_colors_are_the_callers(soft: Trace) -> None:
    chart = course.probability_lines(course.probability_table(soft), len(soft), 1, EN, DARK)
    texts = [mark["mark"] for mark in marks(chart.to_dict()) if mark["mark"]["type"] == "text"]
    assert [text["color"] for text in texts] == [DARK.ink]
