"""Viterbi's table, told: filled position by position with its arithmetic, ties said aloud, then traced back."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.catalogs import KEYS
from tokviz import examples, unigram
from tokviz.unigram import Model
from tokviz.views.lattice.viterbi import MAX_SHOWN, moment, path_to, word_frames
from tokviz.views.shared.catalog import load
from tokviz.views.shared.sentences import as_text

EN = load("en")
words = st.text(st.sampled_from("hugpnbsx"), min_size=1, max_size=8)


@pytest.fixture(scope="module")
def hug() -> Model:
    """The seeds of the course: counts over 210."""
    example = examples.load("hug")
    return unigram.train(example.corpus, vocab_size=10, rules="course").model(1)


def said(model: Model, word: str, k: int) -> str:
    """Return the texts of step k, with their values."""
    frame = list(word_frames(model.explain(word), KEYS))[k]
    return " / ".join(as_text(sentence) for _, sentence in frame.said)


def rows(model: Model, word: str, k: int) -> list[list[str]]:
    frame = list(word_frames(model.explain(word), EN))[k]
    return [list(row.symbols) for row in frame.rows]


def test_the_table_of_unhug_is_filled_and_traced_back(hug: Model) -> None:
    assert len(hug.explain("unhug")) == 7  # five positions, two pieces
    assert [rows(hug, "unhug", k)[0] for k in range(8)] == [
        ["u", "n", "h", "u", "g"],
        ["u", "n", "h", "u", "g"],
        ["un", "h", "u", "g"],
        ["un", "h", "u", "g"],
        ["un", "hu", "g"],
        ["un", "hug"],
        ["u", "n", "hug"],
        ["un", "hug"],
    ]
    assert rows(hug, "unhug", 5)[1:] == [["un", "hug"], ["un", "h", "ug"], ["un", "hu", "g"]]
    assert rows(hug, "unhug", 7)[1:] == [["un"], ["hug"]]
    notes = [row.note for row in list(word_frames(hug.explain("unhug"), EN))[5].rows[1:]]
    assert notes[0] == f"2.5745 + 2.6391 = 5.2136 {EN('lattice.best')}"
    assert notes[1:] == ["5.2136 + 2.3514 = 7.5650"] * 2


def test_what_is_said(hug: Model) -> None:
    assert "lattice.start(word=`unhug`, paths=lattice.paths(n=8))" in said(hug, "unhug", 0)
    assert said(hug, "unhug", 1) == (
        "lattice.done(position=1, why=reason.arc.only(piece=`u`, begin=0, sum=0.0000 + 1.7636 = 1.7636))"
        " / lattice.next(position=2, n=2, pieces=`un` and `n`)"
    )
    assert "piece=`un`, begin=0, sum=0.0000 + 2.5745 = 2.5745)" in said(hug, "unhug", 2)
    assert "lattice.next.full(cost=5.2136, position=5)" in said(hug, "unhug", 5)
    assert "lattice.done.back(position=5, piece=`hug`, begin=2)" in said(hug, "unhug", 6)
    assert said(hug, "unhug", 7).endswith("lattice.end(pieces=`un hug`, probability=0.0054422, share=70.74%)")


def test_ties_are_said_aloud(hug: Model) -> None:
    tied = "reason.arc.tied(n=2, tied=`ug` and `g`, cost=4.8653, piece=`ug`, begin=1)"
    assert f"lattice.done(position=3, why={tied})" in said(hug, "pug", 3)
    assert said(hug, "pug", 5).endswith("reason.path.tied(paths=`pu g`)")
    assert "n=3, tied=`ugs`, `gs` and `s`, cost=6.3767, piece=`ugs`" in said(hug, "hugs", 4)
    assert said(hug, "hugs", 6).endswith("reason.path.tied(paths=`hu gs` and `hug s`)")


def test_unknown_characters_are_explained_and_fused(hug: Model) -> None:
    assert "reason.arc.unknown(piece=`m`)" in said(hug, "mm", 1)
    assert said(hug, "mm", 4).endswith("lattice.end.fused(tokens=`mm`)")


@given(words)
def test_what_is_shown_is_the_best_way(word: str) -> None:
    """The chips of the row spell the word at every step, and the path of a moment costs what the table says."""
    model = Model({"h": 0.1, "u": 0.2, "g": 0.1, "p": 0.1, "n": 0.1, "hug": 0.1, "ug": 0.1, "pu": 0.1, "un": 0.1})
    trace = model.explain(word)
    for k, frame in enumerate(word_frames(trace, EN)):
        now = moment(trace, k)
        assert "".join(frame.rows[0].symbols) == word
        assert len(frame.rows) <= MAX_SHOWN + 1
        if not now.is_back:
            assert now.position == now.filled == k
            assert math.isclose(sum(arc.score for arc in now.path), trace.lattice.table[k].score, abs_tol=1e-9)
            assert not k or now.candidates[0].arc is trace.lattice.table[k].arc
    assert moment(trace, len(trace)).path == trace.path.arcs == path_to(trace.lattice.table, len(word))


def test_of_many_pieces_that_end_at_a_position_the_best_are_listed() -> None:
    word = "a" * 16
    model = Model({"a" * n: 0.01 for n in range(1, 17)})
    found = rows(model, word, 16)
    assert len(found) == MAX_SHOWN + 1
    assert found[1] == [word]


def test_a_step_past_the_end_is_the_last(hug: Model) -> None:
    trace = hug.explain("hug")
    assert moment(trace, 99) == moment(trace, len(trace))
