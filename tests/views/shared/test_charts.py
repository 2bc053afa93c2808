"""The charts: valid Vega-Lite, with all the data that they are to show, and nothing said by colour alone."""

from __future__ import annotations

from typing import Any

import pytest

from tests.charts import marks
from tokviz import bpe, examples
from tokviz.bpe import Trace
from tokviz.corpus import Corpus
from tokviz.views.merges import charts as merge_charts
from tokviz.views.merges import tables, tree
from tokviz.views.shared import charts
from tokviz.views.shared.catalog import LANGUAGES, load

EN = load("en")


@pytest.fixture(scope="module")
def sennrich() -> Trace:
    return bpe.train(examples.load("sennrich").corpus)


def data(spec: dict[str, Any]) -> list[list[dict[str, Any]]]:
    """The rows of each data set of a chart."""
    return list(spec["datasets"].values())


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_candidates(sennrich: Trace, language: str) -> None:
    say = load(language)
    spec = charts.candidates(tables.candidates(sennrich, 0), say).to_dict()
    (rows,) = data(spec)
    assert len(rows) == charts.MAX_BARS
    assert [row["pair"] for row in rows[:4]] == ["1. e s", "2. s t", "3. t </w>", "4. w e"]
    assert [row["label"].split()[0] for row in rows[:4]] == ["9", "9", "9", "8"]
    # The colour of the tied ones is said in words as well, and so is the winner.
    assert [say("chart.wins") in row["label"] for row in rows] == [True, *[False] * 11]
    assert [say("chart.tied") in row["label"] for row in rows] == [False, True, True, *[False] * 9]
    assert {mark["mark"]["type"] for mark in marks(spec)} == {"bar", "text"}
    assert all(mark["encoding"]["y"]["sort"] is None for mark in marks(spec))


def test_a_lone_winner_has_the_color_of_the_best() -> None:
    trace = bpe.train(examples.load("hug").corpus, rules="course")
    (rows,) = data(charts.candidates(tables.candidates(trace, 0), EN).to_dict())
    assert [row["best"] for row in rows] == [True, *[False] * (len(rows) - 1)]


@pytest.mark.parametrize(("word", "bars"), [("ab", 1), ("abc", 2), ("abcdefghijklmnopqrst", charts.MAX_BARS)])
def test_few_and_many_candidates(word: str, bars: int) -> None:
    trace = bpe.train(Corpus({word: 3}), rules="course", merges=0)
    (rows,) = data(charts.candidates(tables.candidates(trace, 0), EN).to_dict())
    assert len(rows) == bars


def test_pairs_with_the_same_short_form_keep_their_bars() -> None:
    """Two long pairs may look alike when they are cut; the rank keeps their bars apart."""
    trace = bpe.train(Corpus({"xy": 1}), rules="course", merges=0)
    table = tables.candidates(trace, 0)
    table = table.loc[[0, 0]].assign(left=["a" * 20 + "b" + "a" * 20, "a" * 20 + "c" + "a" * 20], rank=[1, 2])
    (rows,) = data(charts.candidates(table.reset_index(drop=True), EN).to_dict())
    assert len({row["pair"] for row in rows}) == 2


def test_pairs_that_no_longer_occur() -> None:
    """SentencePiece goes on with pairs that occur 0 times; the axis then still has a length."""
    trace = bpe.train(Corpus({"abab": 1, "ba": 1}), rules="sentencepiece")
    k = next(k for k in range(len(trace) + 1) if (pairs := trace.pairs(k)) and set(pairs.values()) == {0})
    spec = charts.candidates(tables.candidates(trace, k), EN).to_dict()
    assert next(marks(spec))["encoding"]["x"]["scale"]["domain"][1] > 0
    assert all(row["count"] == 0 for row in data(spec)[0])


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
    coloured = [mark["encoding"] for mark in marks(spec) if "color" in mark["encoding"]]
    assert coloured
    assert all("strokeDash" in encoding for encoding in coloured)


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


def test_tree(sennrich: Trace) -> None:
    spec = merge_charts.tree(tree.merge_tree(sennrich, "est</w>")).to_dict()
    points = next(rows for rows in data(spec) if rows and "label" in rows[0])
    assert {row["label"] for row in points} == {"est</w>  (3)", "est  (2)", "es  (1)", "e", "s", "t", "</w>"}
    edges = next(rows for rows in data(spec) if rows and "x2" in rows[0])
    assert len(edges) == len(points) - 1
    assert {mark["mark"]["type"] for mark in marks(spec)} == {"rule", "circle", "text"}


def test_a_tree_of_one_leaf(sennrich: Trace) -> None:
    spec = merge_charts.tree(tree.merge_tree(sennrich, "e")).to_dict()
    assert [row["label"] for rows in data(spec) for row in rows if "label" in row] == ["e"]


def test_ink_is_the_callers(sennrich: Trace) -> None:
    """On a dark page the labels have to be light: marks do not follow the theme by themselves."""
    texts = [
        mark["mark"]
        for chart in (
            charts.candidates(tables.candidates(sennrich, 0), EN, "#fafafa"),
            merge_charts.tree(tree.merge_tree(sennrich, "est"), "#fafafa"),
        )
        for mark in marks(chart.to_dict())
        if mark["mark"]["type"] == "text"
    ]
    assert [text["color"] for text in texts] == ["#fafafa"] * 2


def test_hostile_tokens_in_labels() -> None:
    trace = bpe.train(Corpus({"=<b>\0{0}": 2, "\u202e\u200d": 1}), rules="course")
    (rows,) = data(charts.candidates(tables.candidates(trace, 0), EN).to_dict())
    assert [row["pair"] for row in rows][:4] == ["1. = <", "2. < b", "3. b >", "4. > ␀"]
    assert rows[-1]["pair"] == "8. ⟨202E⟩ ⟨200D⟩"
