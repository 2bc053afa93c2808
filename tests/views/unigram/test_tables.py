"""The tables of unigram training, with figures that can be worked out by hand on hug, pug, pun, bun, hugs."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import corpora
from tests.unigram.conventions import HARD, SOFT
from tokviz import unigram
from tokviz.corpus import Corpus
from tokviz.unigram import PRESETS, Expect, Maximize, Prune, Trace
from tokviz.views.shared.catalog import load
from tokviz.views.unigram import numbers, tables
from tokviz.views.unigram import numbers as figures
from tokviz.views.unigram.words_and_pieces import Pieces

EN = load("en")

HUG = Corpus({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5})


@pytest.fixture(scope="module")
def course() -> Trace:
    return unigram.train(HUG, vocab_size=10)


@pytest.fixture(scope="module")
def soft() -> Trace:
    return unigram.train(HUG, vocab_size=10, rules=SOFT)


@pytest.fixture(scope="module")
def hard() -> Trace:
    return unigram.train(HUG, vocab_size=10, rules=HARD)


def row(table: pd.DataFrame, piece: str) -> dict[str, Any]:
    """The row of a piece."""
    (found,) = table[table["piece"] == piece].to_dict("records")
    return {str(name): value for name, value in found.items()}


# -- the frames of whole trainings -------------------------------------------------------------------------------------


def test_steps(soft: Trace) -> None:
    table = tables.steps(soft).frame()
    assert list(table.columns) == ["step", "kind", "loss", "pieces", "dropped"]
    assert table.head(6)["kind"].tolist() == ["seed", "expect", "maximize", "expect", "maximize", "prune"]
    assert [f"{loss:.4f}" for loss in table["loss"].dropna()[:2]] == ["145.5532", "126.8833"]
    assert table["pieces"].tolist()[:6] == [15, 15, 15, 15, 15, 12]
    assert table["dropped"][5] == 3
    assert soft.to_frame().equals(table)


def test_vocabulary(course: Trace) -> None:
    table = tables.PIECES.of(tables.vocabulary_rows(course, 1)).frame()
    ug = row(table, "ug")
    assert ug["probability"] == pytest.approx(20 / 210)
    assert ug["score"] == pytest.approx(math.log(20 / 210))
    assert ug["occurrences"] == 5  # pug alone has it: h ugs comes first for hugs
    assert table["id"].tolist() == list(range(15))


def test_special_tokens_have_an_id_and_no_probability() -> None:
    trace = unigram.train(HUG, vocab_size=20, rules="sentencepiece")
    table = tables.PIECES.of(tables.vocabulary_rows(trace, len(trace))).frame()
    assert table["piece"][:3].tolist() == ["<unk>", "<s>", "</s>"]
    assert table["probability"][:3].isna().all()
    assert table["probability"][3:].notna().all()


def test_beside(course: Trace, hard: Trace, soft: Trace) -> None:
    """Shared pieces come last; otherwise the most probable come first."""
    rows = tables.shared_rows((course, hard, soft))
    assert {row.piece for row in rows if row.is_shared} == set("hugpnbs")
    apart = [row for row in rows if not row.is_shared]
    assert apart == rows[: len(apart)]
    own = {row.piece for row in apart if not math.isnan(row.probabilities[0])}
    assert own == set(course.probabilities()) - set("hugpnbs")
    highest = [max(filter(math.isfinite, row.probabilities)) for row in apart]
    assert highest == sorted(highest, reverse=True)
    table = tables.beside_columns(rows, ["course", "hard EM", "soft EM"])
    assert table.titles(EN) == ["Piece", "course", "hard EM", "soft EM"]
    assert row(table.frame(), "hug")["soft EM"] == soft.probabilities()["hug"]


# -- the seeds ---------------------------------------------------------------------------------------------------------


def test_candidates() -> None:
    trace = unigram.train(HUG, vocab_size=8, rules=replace(PRESETS["course"], seed_size=9))
    table = tables.worked_on(trace, 0).frame()
    outcomes = dict(zip(table["piece"], table["outcome"], strict=True))
    assert [piece for piece, outcome in outcomes.items() if outcome == "character"] == list("hugpnbs")
    assert [piece for piece, outcome in outcomes.items() if outcome == "kept"] == ["ug", "pu"]  # 20 and 17 times
    assert outcomes["hug"] == "no-room"
    assert row(table, "u")["count"] == 36
    assert tables.SEEDS.of(tables.seed_rows(trace, rejected=False)).frame().equals(table[table["outcome"] != "no-room"])


def test_weights_of_the_libraries_are_counts_times_lengths() -> None:
    trace = unigram.train(HUG, vocab_size=12, rules="huggingface")
    hug = row(tables.worked_on(trace, 0).frame(), "hug")
    assert (hug["count"], hug["weight"]) == (2, 6)  # in the words hug and hugs
    assert row(tables.SEEDS.of(tables.seed_rows(trace, rejected=False)).frame(), "hug") == hug


# -- expectation and maximization --------------------------------------------------------------------------------------


def test_shares(soft: Trace) -> None:
    rows = tables.segmentation_rows(soft, 1, "pug", EN)
    assert [row.pieces for row in rows] == [("p", "ug"), ("pu", "g"), ("p", "u", "g")]
    assert [row.product for row in rows] == [
        "17/210 × 20/210 = 0.0077098",
        "17/210 × 20/210 = 0.0077098",
        "17/210 × 36/210 × 20/210 = 0.0013217",
    ]
    together = 2 * 17 * 20 / 210**2 + 17 * 36 * 20 / 210**3
    best = 17 * 20 / 210**2 / together
    assert [row.share for row in rows] == pytest.approx([best, best, 1 - 2 * best])
    rows = tables.segmentation_rows(soft, 1, "hugs", EN, 3)
    assert [row.pieces for row in rows] == [("h", "ugs"), ("hu", "gs"), ("hug", "s")]


def test_expected_counts_are_sums_over_words(soft: Trace) -> None:
    table = tables.worked_on(soft, 1).frame()
    assert table["expected"].is_monotonic_decreasing
    assert table["piece"][0] == "hug"


def test_changes(hard: Trace) -> None:
    table = tables.worked_on(hard, 2).frame()
    p = row(table, table["piece"][0])
    assert p.pop("piece") == "p"
    assert p == pytest.approx({"expected": 17, "before": 17 / 210, "after": 17 / 62, "ratio": 210 / 62})
    assert set(table["piece"][table["after"].isna()]) == {"hu", "pu", "bu", "gs"}
    assert table["after"].isna().is_monotonic_increasing  # what is dropped comes last


def test_changes_without_em_are_those_of_the_sum(course: Trace) -> None:
    hug = row(tables.worked_on(course, 2).frame(), "hug")
    assert [hug["expected"], hug["before"], hug["after"]] == pytest.approx([15, 15 / 210, 15 / 190])


# -- pruning -----------------------------------------------------------------------------------------------------------


def test_losses(course: Trace) -> None:
    table = tables.worked_on(course, 1).frame()
    assert table["piece"][:8].tolist() == ["ug", "pu", "un", "hu", "ugs", "gs", "bu", "hug"]
    assert table["outcome"].tolist() == ["removed", *["kept"] * 7, *["protected"] * 7]
    assert table["rank"].tolist() == list(range(1, 16))
    assert round(row(table, "hug")["loss"], 4) == 23.5138
    assert round(row(table, "hug")["renormalized"], 3) == 18.178
    assert round(row(table, "pu")["renormalized"], 3) == -5.234
    assert (table["loss"] == 0).sum() == 14


def test_resplits(course: Trace) -> None:
    splits = tables.resplits(course, 1, "hug")
    assert tables.SPLITS.of(splits).read(EN).to_dict("list") == {
        "word": ["hug"],
        "count": [10],
        "split_before": ["hug"],
        "split_after": ["h ug"],
        "worked_out": ["10 × (−ln 0.0068027) − 10 × (−ln 0.0714286) = 23.5138"],
    }
    assert not tables.resplits(course, 1, "pu").words


def test_what_replaces_a_piece(course: Trace) -> None:
    pieces = Pieces(course.scores(1))
    parts, chance = pieces.replacement("hug")
    assert parts == ("h", "ug")
    assert chance == pytest.approx(15 * 20 / 210**2)
    parts, chance = pieces.replacement("h")
    assert parts == ("h",)
    assert chance == pytest.approx(4 / 210 * math.exp(-10))  # an unknown character


def test_resegmented(course: Trace) -> None:
    splits = tables.resegmented(course, 1)
    assert tables.SPLITS.only("word", "count", "before", "after").of(splits).frame().to_dict("list") == {
        "word": ["pug"],
        "count": [5],
        "before": [("p", "ug")],
        "after": [("pu", "g")],
    }
    assert not tables.resegmented(course, 0).words


# -- numbers -----------------------------------------------------------------------------------------------------------


def test_fractions_have_the_sum_that_they_were_divided_by(course: Trace, soft: Trace, hard: Trace) -> None:
    assert numbers.fractions(course, 1)["ug"] == (20, 210)
    assert numbers.fractions(course, 2)["hug"] == (15, 210)  # a pruning alone changes no probability
    assert numbers.fractions(course, 3)["hug"] == (15, 190)
    assert numbers.fractions(soft, 3) == {}
    after = numbers.fractions(hard, 3)
    assert after["p"] == (17, 62)
    assert "u" not in after  # nothing uses it, so it has the score of an unknown character
    assert numbers.fractions(unigram.train(Corpus({"ab": 10**6}), vocab_size=2), 1) == {}


@given(corpora(), st.sampled_from(["course", "hard-em", "soft-em"]), st.data())
def test_tables_say_what_the_trace_says(corpus: Corpus, preset: str, data: st.DataObject) -> None:
    trace = unigram.train(corpus, vocab_size=len(corpus.words) + 4, rules=preset)
    k = data.draw(st.integers(0, len(trace) - 1))
    step = trace[k]
    if isinstance(step, Expect):
        table = tables.worked_on(trace, k).frame()
        assert dict(zip(table["piece"], table["expected"], strict=True)) == dict(step.counts)
        word = data.draw(st.sampled_from(list(corpus)))
        shares = [row.share for row in tables.segmentation_rows(trace, k, word, EN, 10_000)]
        assert sum(shares) == pytest.approx(1)
    elif isinstance(step, Maximize):
        table = tables.worked_on(trace, k).frame().set_index("piece")
        assert set(table.index[table["after"].isna()]) == set(step.dropped)
        assert table["after"].dropna().to_dict() == step.probabilities
    elif isinstance(step, Prune):
        table = tables.worked_on(trace, k).frame()
        assert set(table["piece"][table["outcome"] == "removed"]) == set(step.dropped)
    for piece, (numerator, denominator) in (numbers.fractions(trace, k) if k else {}).items():
        assert trace.probabilities(k)[piece] == pytest.approx(numerator / denominator)


# -- figures of the sources --------------------------------------------------------------------------------------------


def test_printed_figures_of_hug(course: Trace) -> None:
    rows = {(row.name, row.about): row for row in figures.published_figures("hug", course, EN)}
    wrong = {key for key, row in rows.items() if not row.agrees}
    assert wrong == {
        *(("probability", about) for about in ("p, u, g", "p, ug", "pu, g", "un")),
        *(("split", word) for word in ("pug", "pun", "bun", "hugs")),
        ("free", ""),
    }
    assert rows["probability", "p, u, g"].computed == "17/210 × 36/210 × 20/210 = 0.0013217"
    assert rows["split", "hugs"].computed == "h ugs = hu gs = hug s"
    assert rows["loss", ""].computed == "169.8028"
    assert rows["removal", "hug"].computed == "23.5138"
    assert len(rows["free", ""].computed.split(", ")) == 7


def test_printed_figures_of_the_four_sentences() -> None:
    text = (
        "This is the Hugging Face Course.\nThis chapter is about tokenization.\n"
        "This section shows several tokenizer algorithms.\n"
        "Hopefully, you will be able to understand how they are trained and generate tokens."
    )
    rules = replace(PRESETS["course"], seeds="substrings")
    trace = unigram.train(Corpus.from_text(text, "metaspace"), vocab_size=100, rules=rules)
    rows = figures.published_figures("course", trace, EN)
    assert [(row.printed, row.computed) for row in rows] == [
        ("41.5157", "40.5157"),
        ("6.2883", "5.2883"),
        ("413.1038", "382.1038"),
        ("100", "98"),
    ]
    assert not any(row.agrees for row in rows)
