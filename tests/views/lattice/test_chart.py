"""The lattice as a chart and as tables: every number of the hug corpus, what is marked when, and what is left out."""

from __future__ import annotations

import math
import random
from typing import Any

import altair as alt
import pytest

from tokviz import examples, unigram
from tokviz.unigram import Arc, EncodeTrace, Model, Path
from tokviz.views.lattice import bars as lattice_bars
from tokviz.views.lattice import chart as lattice
from tokviz.views.lattice import tables as lattice_frames
from tokviz.views.lattice.numbers import cost, decimal, product, share, weight
from tokviz.views.lattice.viterbi import moment
from tokviz.views.shared.catalog import LANGUAGES, load

EN = load("en")


@pytest.fixture(scope="module")
def hug() -> Model:
    """The seeds of the course: counts over 210."""
    return unigram.train(examples.load("hug").corpus, vocab_size=10, rules="course").model(1)


def rows_of(spec: dict[str, Any], kind: str, field: str) -> list[dict[str, Any]]:
    """The points with a field, in all layers of a mark."""
    found = []
    for layer in spec["layer"]:
        if layer["mark"]["type"] == kind:
            found += [row for row in layer["data"]["values"] if field in row]
    return found


def labels(spec: dict[str, Any]) -> dict[str, str]:
    return dict(row["label"].split("\n") for row in rows_of(spec, "text", "label"))


def states(trace: EncodeTrace, k: int) -> dict[str, str]:
    return {arc.piece: state for arc, state in lattice.shown(trace.lattice, moment(trace, k)).arcs}


# -- the chart ---------------------------------------------------------------------------------------------------------


def test_pieces_with_their_fractions_and_positions_with_their_costs(hug: Model) -> None:
    trace = hug.explain("unhug")
    spec = lattice.graph(trace.lattice, moment(trace, 0), 210, EN)
    assert labels(spec) == {
        **{"u": "36/210", "un": "16/210", "n": "16/210", "h": "15/210", "hu": "15/210", "hug": "15/210"},
        **{"ug": "20/210", "g": "20/210"},
    }
    last = lattice.graph(trace.lattice, moment(trace, 5), 210, EN)
    costs = {row["number"]: row["cost"] for row in rows_of(last, "circle", "cost")}
    assert costs == {"0": "0.0000", "1": "1.7636", "2": "2.5745", "3": "5.2136", "4": "5.2136", "5": "5.2136"}
    assert {row["cost"] for row in rows_of(spec, "circle", "cost")} == {"0.0000", ""}


@pytest.mark.parametrize("word", ["unhug", "h", "mm", "hug" * 40, "<b>"])
def test_the_chart_is_valid_vega_lite(hug: Model, word: str) -> None:
    trace = hug.explain(word)
    specs = [lattice.graph(trace.lattice, moment(trace, k), 210, EN, "#fafafa") for k in (0, 1, 99)]
    assert alt.LayerChart.from_dict(specs[1]).layer  # the steps differ in their data alone
    assert all(spec["height"] <= lattice.MAX_HEIGHT for spec in specs)


def test_arcs_are_marked_by_what_is_known_of_them(hug: Model) -> None:
    trace = hug.explain("hugs")
    assert set(states(trace, 0).values()) == {"later"}
    assert states(trace, 4) == {
        **{"h": "path", "ugs": "path", "gs": "here", "s": "here"},
        **dict.fromkeys(["hu", "hug", "u", "ug", "g"], "seen"),
    }
    assert {piece for piece, state in states(trace, 2).items() if state == "later"} == {
        *("hug", "ug", "ugs"),
        "g",
        "gs",
        "s",
    }
    assert {piece for piece, state in states(trace, 5).items() if state == "path"} == {"ugs"}
    assert {piece for piece, state in states(trace, 6).items() if state == "path"} == {"h", "ugs"}


def test_nothing_is_said_by_colour_alone(hug: Model) -> None:
    trace = hug.explain("hugs")
    spec = lattice.graph(trace.lattice, moment(trace, 4), 210, EN)
    lines = [
        layer["mark"] for layer in spec["layer"] if layer["mark"]["type"] == "line" and "strokeDash" in layer["mark"]
    ]
    looks = {(mark["strokeWidth"], tuple(mark["strokeDash"]), mark["opacity"]) for mark in lines}
    assert len(looks) == len(lines) == 4
    assert {"ugs = ✓", "gs =", "s =", "h ✓"} <= labels(spec).keys()
    assert "m?" in labels(lattice.graph(hug.lattice("m"), moment(hug.explain("m"), 0), 210, EN))


def test_a_long_word_is_shown_around_the_position(hug: Model) -> None:
    trace = hug.explain("hug" * 40)
    for k in (0, 3, 60, 119, 120, 130, len(trace)):
        now = moment(trace, k)
        part = lattice.shown(trace.lattice, now)
        assert part.first <= now.position <= part.last
        assert part.last - part.first == lattice.WINDOW
        assert part.is_part
        assert part.total == len(trace.lattice.arcs)
    assert not lattice.shown(hug.lattice("unhug"), moment(hug.explain("unhug"), 0)).is_part


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_the_chart_in_words(hug: Model, language: str) -> None:
    trace = hug.explain("unhug")
    text = lattice.as_text(trace.lattice, moment(trace, 5), 210, load(language))
    assert "un 0–2 16/210" in text
    assert "hug 2–5 15/210" in text
    assert "un hug" in text


# -- numbers -----------------------------------------------------------------------------------------------------------


def test_probabilities_without_fractions() -> None:
    arc = Arc(0, 1, "a", math.log(0.123456))
    assert weight(arc, None, EN) == "0.123"
    assert weight(Arc(0, 1, "x", -14.0, known=False), 210, EN) == "8.32×10⁻⁷"
    assert product(Path((arc,) * 20, 20 * arc.score), None, EN).count("0.123") == 12  # of twenty factors
    assert (decimal(0.0, EN), decimal(-2_000.0, EN), decimal(math.log(9.99999e-8), EN)) == (
        "1.0000",
        "2.5765×10⁻⁸⁶⁹",
        "1.0000×10⁻⁷",
    )
    assert (cost(1.5, EN), cost(-1.5, EN), share(0.0, EN)) == ("−1.5000", "1.5000", "0.00%")


# -- tables ------------------------------------------------------------------------------------------------------------


def test_segmentations_of_the_course(hug: Model) -> None:
    table = lattice_frames.segmentations(hug.lattice("pug"), 10, 210, EN)
    assert list(table["segmentation"]) == ["p ug", "pu g", "p u g"]
    assert list(table["product"]) == [
        "17/210 × 20/210 = 0.0077098",
        "17/210 × 20/210 = 0.0077098",
        "17/210 × 36/210 × 20/210 = 0.0013217",
    ]
    assert list(table["verdict"]) == [EN("lattice.tied.kept"), EN("lattice.tied"), ""]
    best = lattice_frames.segmentations(hug.lattice("huggun"), 1, 210, EN).iloc[0]
    assert (best["segmentation"], best["product"]) == ("hug g un", "15/210 × 20/210 × 16/210 = 0.00051830")
    assert best["verdict"] == EN("lattice.best")


def test_the_table_is_filled_as_far_as_the_step(hug: Model) -> None:
    trace = hug.explain("hugs")
    table = lattice_frames.table(trace, 2, EN)
    assert list(table["piece"]) == ["", "h", "hu", "", ""]
    assert list(table["cost"]) == ["0.0000", "2.6391", "2.6391", "", ""]
    full = lattice_frames.table(trace, len(trace), EN)
    assert list(full["begin"]) == ["", "0", "0", "0", "1"]
    assert list(full["probability"])[-1] == "0.0017007"
    assert list(full["tied"]) == ["", "", "", "", "gs s"]
    assert list(full["followed"]) == ["", "✓", "", "", "✓"]


@pytest.mark.parametrize("word", ["unhug", "hugs", "mmhug", "h"])
def test_sums_agree_with_all_paths(hug: Model, word: str) -> None:
    found = hug.lattice(word)
    total = sum(path.probability for path in found.paths())
    table = lattice_frames.sums(found, EN)
    assert table["forward"].iloc[-1] == table["backward"].iloc[0] == decimal(math.log(total), EN)
    assert table["through"].iloc[0] == table["through"].iloc[-1] == "100.00%"
    counts = lattice_frames.expected(found)
    assert math.isclose(counts["characters"].sum(), len(word))
    for piece, count in zip(counts["piece"], counts["expected"], strict=True):
        by_hand = sum(path.probability / total * path.pieces.count(piece) for path in found.paths())
        assert math.isclose(count, by_hand, abs_tol=1e-12)


def test_samples_beside_what_should_come(hug: Model) -> None:
    """hugs with the exponent one half: 0.240 for each of the three best; tokenizers draws the first 0.192 times."""
    found = hug.lattice("hugs")
    paths = found.nbest(3)
    for compounding, first in ((False, 0.2404), (True, 0.1923)):
        drawn = lattice_frames.draw(found, 4_000, 1, 0.5, compounding=compounding)
        table = lattice_frames.samples(found, paths, drawn, 0.5, compounding=compounding)
        assert list(table["segmentation"]) == ["h ugs", "hu gs", "hug s", ""]
        assert round(table["expected"].iloc[0], 4) == first
        assert table["count"].sum() == 4_000
        assert math.isclose(table["expected"].sum(), 1)
        assert (table["expected"] - table["drawn"]).abs().max() < 0.035
        chart = lattice_bars.bars(table[:3], 0.3, EN).to_dict()
        assert [row["split"] for row in next(iter(chart["datasets"].values()))] == ["1. h ugs", "2. hu gs", "3. hug s"]


def test_draws_are_those_of_the_seed(hug: Model) -> None:
    found = hug.lattice("unhug")
    rng = random.Random(7)
    by_hand = [" ".join(found.sample(rng, 1.0).pieces) for _ in range(50)]
    assert lattice_frames.draw(found, 50, 7, 1.0).total() == 50
    assert lattice_frames.draw(found, 50, 7, 1.0) == {name: by_hand.count(name) for name in by_hand}
