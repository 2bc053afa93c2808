"""The lattice as tables: every number of the hug corpus, and how numbers are written."""

from __future__ import annotations

import math
import random

import pandas as pd
import pytest

from tokviz import examples, unigram
from tokviz.unigram import Arc, EncodeTrace, Lattice, Model, Path
from tokviz.views.lattice import tables as lattice_frames
from tokviz.views.lattice.viterbi import decimal, percent, weight, written_product
from tokviz.views.shared.catalog import load
from tokviz.views.shared.encoding_reasons import cost

EN = load("en")


@pytest.fixture(scope="module")
def hug() -> Model:
    """The seeds of the course: counts over 210."""
    return unigram.train(examples.load("hug").corpus, vocab_size=10, rules="course").model(1)


# -- numbers -----------------------------------------------------------------------------------------------------------


def test_probabilities_without_fractions() -> None:
    arc = Arc(0, 1, "a", math.log(0.123456))
    assert weight(arc, None, EN) == "0.123"
    assert weight(Arc(0, 1, "x", -14.0, known=False), 210, EN) == "8.32×10⁻⁷"
    assert written_product(Path((arc,) * 20, 20 * arc.score), None, EN).count("0.123") == 12  # of twenty factors
    assert (decimal(0.0, EN), decimal(-2_000.0, EN), decimal(math.log(9.99999e-8), EN)) == (
        "1.0000",
        "2.5765×10⁻⁸⁶⁹",
        "1.0000×10⁻⁷",
    )
    assert (cost(1.5, EN), cost(-1.5, EN), percent(0.0, EN)) == ("−1.5000", "1.5000", "0.00%")


def segmentations(lattice: Lattice, most: int) -> pd.DataFrame:
    """Return the best segmentations as people read them."""
    shown = lattice_frames.Segmentations(lattice, lattice.nbest(most), 210)
    return lattice_frames.SEGMENTATIONS.of(shown).read(EN)


def positions(trace: EncodeTrace, k: int) -> pd.DataFrame:
    """Return Viterbi's table after `k` steps as people read it."""
    return lattice_frames.POSITIONS.of(lattice_frames.position_rows(trace, k)).read(EN)


# -- tables ------------------------------------------------------------------------------------------------------------


def test_segmentations_of_the_course(hug: Model) -> None:
    table = segmentations(hug.lattice("pug"), 10)
    assert list(table["segmentation"]) == ["p ug", "pu g", "p u g"]
    assert list(table["product"]) == [
        "17/210 × 20/210 = 0.0077098",
        "17/210 × 20/210 = 0.0077098",
        "17/210 × 36/210 × 20/210 = 0.0013217",
    ]
    assert list(table["verdict"]) == [EN("lattice.tied.kept"), EN("lattice.tied"), ""]
    best = segmentations(hug.lattice("huggun"), 1).iloc[0]
    assert (best["segmentation"], best["product"]) == ("hug g un", "15/210 × 20/210 × 16/210 = 0.00051830")
    assert best["verdict"] == EN("lattice.best")


def test_the_table_is_filled_as_far_as_the_step(hug: Model) -> None:
    trace = hug.explain("hugs")
    table = positions(trace, 2)
    assert list(table["piece"]) == ["", "h", "hu", "", ""]
    assert list(table["cost"]) == ["0.0000", "2.6391", "2.6391", "", ""]
    full = positions(trace, len(trace))
    assert list(full["begin"]) == ["", "0", "0", "0", "1"]
    assert list(full["probability"])[-1] == "0.0017007"
    assert list(full["tied"]) == ["", "", "", "", "gs s"]
    assert list(full["followed"]) == ["", "✓", "", "", "✓"]


@pytest.mark.parametrize("word", ["unhug", "hugs", "mmhug", "h"])
def test_sums_agree_with_all_paths(hug: Model, word: str) -> None:
    found = hug.lattice(word)
    total = sum(path.probability for path in found.paths())
    table = lattice_frames.SUMS.of(found).read(EN)
    assert table["forward"].iloc[-1] == table["backward"].iloc[0] == decimal(math.log(total), EN)
    assert table["through"].iloc[0] == table["through"].iloc[-1] == "100.00%"
    rows = lattice_frames.expected_rows(found)
    assert math.isclose(sum(row.characters for row in rows), len(word))
    for row in rows:
        by_hand = sum(path.probability / total * path.pieces.count(row.piece) for path in found.paths())
        assert math.isclose(row.expected, by_hand, abs_tol=1e-12)
    shown = lattice_frames.EXPECTED.of(rows).read(EN)
    assert list(shown["characters"]) == [EN.decimal(row.expected * len(row.piece), 5) for row in rows]


def test_samples_beside_what_should_come(hug: Model) -> None:
    """hugs with the exponent one half: 0.240 for each of the three best; tokenizers draws the first 0.192 times."""
    found = hug.lattice("hugs")
    paths = found.nbest(3)
    for compounding, first in ((False, 0.2404), (True, 0.1923)):
        drawn = lattice_frames.draw(found, 4_000, 1, 0.5, compounding=compounding)
        rows = lattice_frames.samples(found, paths, drawn, 0.5, compounding=compounding)
        assert [row.segmentation for row in rows] == ["h ugs", "hu gs", "hug s", ""]
        assert round(rows[0].expected, 4) == first
        assert sum(row.count for row in rows) == 4_000
        assert math.isclose(sum(row.expected for row in rows), 1)
        assert max(abs(row.expected - row.drawn) for row in rows) < 0.035


def test_draws_are_those_of_the_seed(hug: Model) -> None:
    found = hug.lattice("unhug")
    rng = random.Random(7)
    by_hand = [" ".join(found.sample(rng, 1.0).pieces) for _ in range(50)]
    assert lattice_frames.draw(found, 50, 7, 1.0).total() == 50
    assert lattice_frames.draw(found, 50, 7, 1.0) == {name: by_hand.count(name) for name in by_hand}
