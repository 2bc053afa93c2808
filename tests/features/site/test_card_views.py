"""Tables of segmentations at random: what they say is what the models do."""

from __future__ import annotations

import pytest

from tokviz import bpe, examples, guides, unigram
from tokviz.features.site.payloads import Pool
from tokviz.features.site.web.card_views import DRAWS, dropout_table, sampled_table, views_of_card
from tokviz.views.shared.catalog import load

SAY, HUG = load("en"), examples.load("hug").corpus


def test_each_exponent_shares_out_all_of_the_probability() -> None:
    model = unigram.train(HUG, vocab_size=15, rules="hard-em").model()
    lattice = model.explain("pug").lattice
    rows = sampled_table(model, "pug", SAY)["rows"]
    assert len(rows) == lattice.number_of_paths
    assert sum(float(row[1]["number"]) for row in rows) == pytest.approx(1, abs=0.01)
    best = [float(cell["number"]) for cell in rows[0][1:]]
    assert best == sorted(best)  # the greater the exponent, the more often the best is drawn
    assert {row[1]["number"] for row in rows} == {SAY.short(1 / len(rows), 4)}  # an exponent of 0: all alike


def test_without_dropout_there_is_one_segmentation() -> None:
    model = bpe.train(HUG, merges=3, rules="course").model()
    made = dropout_table(model, "hugs", 10, 1, SAY)
    assert made["head"][1:] == ["0%", "10%", "50%"]
    first, *others = made["rows"]
    assert first[:2] == [" ".join(model.explain("hugs").tokens), {"number": SAY.integer(DRAWS)}]
    assert others
    assert {row[1]["number"] for row in others} == {"0"}


def test_a_card_about_the_clock_has_it_at_its_size_with_all_sizes_to_step_over() -> None:
    pool, card = Pool(), guides.load("compare").cards[0]
    assert card.part == "clock"
    (shown,) = views_of_card(card, pool, SAY)
    (part,) = [pool.payloads[number] for number in shown["parts"]]
    assert shown["step"] + part["base"] == card.step
    assert (part["picture"]["kind"], part["first"], len(part["frames"])) == ("clock", 0, part["total"] + 1)
    assert card.until is not None
    assert card.until <= part["base"] + part["total"]
