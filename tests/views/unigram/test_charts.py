"""The charts of unigram training: all the data that they are to show, and nothing said by color alone."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pandas as pd
import pytest

from tests.charts import marks
from tests.unigram.conventions import SOFT
from tokviz import unigram
from tokviz.corpus import Corpus
from tokviz.unigram import Trace
from tokviz.views.shared.catalog import LANGUAGES, load
from tokviz.views.shared.charts import MAX_BARS
from tokviz.views.shared.palette import DARK
from tokviz.views.unigram import charts, tables
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


def segmentations(trace: Trace, word: str) -> pd.DataFrame:
    """Return the segmentations of a word in the second step."""
    return tables.SEGMENTATIONS.of(tables.segmentation_rows(trace, 1, word, EN)).frame()


# -- one step ----------------------------------------------------------------------------------------------------------


def test_counts(prose: Trace) -> None:
    table = tables.worked_on(prose, 0).frame()
    rows = data(charts.count_bars(table, "Count", EN), "label")
    assert [(row["piece"], row["label"]) for row in rows[:3]] == [("1. h", "15"), ("2. u", "36"), ("3. g", "20")]
    assert len(rows) == MAX_BARS


def test_no_bar_loses_its_name(soft: Trace) -> None:
    """Vega leaves out every second name of bars that it thinks too close."""
    losses = tables.LOSSES.of(tables.loss_rows(soft, 5)).frame()
    changes = tables.CHANGES.of(tables.change_rows(soft, 2)).frame()
    for chart in (
        charts.share_bars(segmentations(soft, "hugs"), "Share", EN),
        charts.loss_bars(losses, EN),
        charts.change_bars(changes, EN),
    ):
        axes = [
            layer["encoding"]["y"]["axis"] for layer in chart.to_dict()["layer"] if "axis" in layer["encoding"]["y"]
        ]
        assert axes
        assert all(axis["labelOverlap"] is False for axis in axes)


def test_shares(soft: Trace) -> None:
    chart = charts.share_bars(segmentations(soft, "hugs"), "Share", EN)
    rows = data(chart, "label")
    assert [row["piece"] for row in rows[:3]] == ["1. h ugs", "2. hu gs", "3. hug s"]
    assert [row["label"] for row in rows[:3]] == ["29.60%"] * 3
    assert sum(row["value"] for row in rows) == pytest.approx(1)


def test_changes(soft: Trace) -> None:
    chart = charts.change_bars(tables.worked_on(soft, 2).frame(), EN)
    row = data(chart, "was")[0]
    assert (row["piece"], row["label"]) == ("1. hug", "0.0714286 → 0.1477728")
    assert (row["was"], row["value"]) == (pytest.approx(15 / 210), pytest.approx(0.1477728, abs=1e-7))
    assert {mark["mark"]["type"] for mark in marks(chart.to_dict())} == {"bar", "tick", "text"}


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_losses(prose: Trace, language: str) -> None:
    say = load(language)
    chart = charts.loss_bars(tables.worked_on(prose, 1).frame(), say)
    rows = data(chart, "label")
    assert [row["piece"] for row in rows[:2]] == ["1. ug", "2. pu"]
    # What the color says is in each label too.
    assert [say("unigram.outcome.removed") in row["label"] for row in rows] == [True, *[False] * 14]
    assert all(say("unigram.outcome.protected") in row["label"] for row in rows[8:])
    assert rows[7]["label"].startswith(say.decimal(23.5138, 4))
    rules = [mark for mark in marks(chart.to_dict()) if mark["mark"]["type"] == "rule"]
    assert [mark["encoding"]["y"]["bandPosition"] for mark in rules] == [1]
    cut = next(rows for rows in chart.to_dict()["datasets"].values() if len(rows) == 1)
    assert cut == [{"piece": "1. ug"}]


def test_bars_stand_around_the_cut() -> None:
    table = pd.DataFrame(
        {
            "piece": [f"p{i}" for i in range(100)],
            "rank": range(1, 101),
            "loss": [float(i) for i in range(100)],
            "outcome": ["removed"] * 40 + ["kept"] * 60,
        }
    )
    shown, cut = charts.around_the_cut(table)
    assert len(shown) == charts.MAX_CUT
    assert shown["outcome"].tolist() == ["removed"] * cut + ["kept"] * (charts.MAX_CUT - cut)
    assert shown["rank"].tolist()[:12] == list(range(35, 47))  # on either side of 40
    assert shown["rank"].iloc[-1] == 100  # the dearest
    protected = table.assign(outcome=["removed"] * 40 + ["kept"] * 30 + ["protected"] * 30)
    assert charts.around_the_cut(protected)[0]["rank"].iloc[-1] == 70
    shown, cut = charts.around_the_cut(table.head(3))
    assert (len(shown), cut) == (3, 3)
    nothing, cut = charts.around_the_cut(table.assign(loss=None))
    assert (len(nothing), cut) == (0, 0)


def test_negative_losses_have_room(prose: Trace) -> None:
    table = tables.worked_on(prose, 1).frame()
    spec = charts.loss_bars(table.assign(loss=table["renormalized"]), EN).to_dict()
    low, high = next(marks(spec))["encoding"]["x"]["scale"]["domain"]
    assert low == pytest.approx(table["renormalized"].min())
    assert high > table["renormalized"].max()


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
    made = (
        charts.share_bars(segmentations(soft, "pug"), "", EN, DARK),
        charts.change_bars(tables.worked_on(soft, 2).frame(), EN, DARK),
        charts.loss_bars(tables.worked_on(soft, 5).frame(), EN, DARK),
        course.probability_lines(course.probability_table(soft), len(soft), 1, EN, DARK),
    )
    texts = [mark["mark"] for chart in made for mark in marks(chart.to_dict()) if mark["mark"]["type"] == "text"]
    assert [text["color"] for text in texts] == [DARK.ink] * 4


def test_hostile_pieces_in_labels() -> None:
    trace = unigram.train(Corpus({"=<b>\0": 2, "\u202e\u200d": 1}), vocab_size=40)
    names = [row["piece"] for row in data(charts.count_bars(tables.worked_on(trace, 0).frame(), "", EN), "label")]
    assert "\0" not in "".join(names)
    assert "\u202e" not in "".join(names)
