"""The facts that sentences on Unigram are made of, worked out again from the trace and from the lattice."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import corpora, words
from tests.unigram.conventions import HARD, SOFT
from tokviz import examples, unigram
from tokviz.corpus import Corpus
from tokviz.unigram import PRESETS, Expect, Maximize, Model, Rules, Trace
from tokviz.unigram.reasons import (
    ExpectedPart,
    arc_choices,
    best_path_of,
    expectation_reason,
    expected_count,
    maximization_reason,
    new_probability,
    sum_of_parts,
)

HUG = examples.load("hug").corpus
RULES = {
    "soft": SOFT,
    "hard": HARD,
    "course": replace(PRESETS["course"], passes=1),
    "rare dropped": replace(SOFT, minimum_expected=2.0),
    "huggingface": PRESETS["huggingface"],
    "sentencepiece": PRESETS["sentencepiece"],
}


def hug(rules: Rules, size: int = 12) -> Trace:
    return unigram.train(HUG, vocab_size=size, rules=rules)


# -- expectation -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", RULES)
def test_an_expectation_tells_what_it_counted(name: str) -> None:
    trace = hug(RULES[name])
    losses: list[float] = []
    for k, step in enumerate(trace):
        if isinstance(step, Expect):
            reason = expectation_reason(step, 4)
            assert reason.how == trace.rules.expectation
            assert [count for _, count in reason.counts] == sorted(step.counts.values(), reverse=True)[:4]
            assert all(step.counts[piece] == count for piece, count in reason.counts)
            assert len(reason.counts) + reason.others == len(step.counts)
            assert reason.loss == step.loss
            paths: Literal["all", "best"] = "all" if reason.how == "all-paths" else "best"
            assert reason.loss == pytest.approx(-trace.log_likelihood(k, paths), rel=1e-5)
            assert step.loss_before == (losses[-1] if losses else None)
            losses.append(step.loss)
    assert losses


def test_the_expected_count_of_hug_is_a_sum_over_words() -> None:
    paths = {"hug": 15 / 210, "h ug": 15 * 20 / 210**2, "hu g": 15 * 20 / 210**2, "h u g": 15 * 36 * 20 / 210**3}
    trace = hug(SOFT)
    found = expected_count(trace.of(1, Expect), "hug", 300)
    assert [(part.word, part.count) for part in found.parts] == [("hug", 10), ("hugs", 5)]
    assert found.parts[0].each == pytest.approx(paths["hug"] / sum(paths.values()))
    assert found.parts[0].paths == 4
    assert sum(part.total for part in found.parts) == pytest.approx(found.count)


def test_along_the_best_paths_each_word_counts_whole() -> None:
    found = expected_count(hug(HARD, 11).of(1, Expect), "ug", 300)
    assert (found.parts, found.count, found.rest) == ((ExpectedPart("pug", 5, 1.0),), 5, 0)


def test_of_many_words_the_most_frequent_are_looked_at() -> None:
    found = expected_count(hug(HARD, 11).of(1, Expect), "p", 1)
    assert [part.word for part in found.parts] == ["pun"]
    assert found.rest == 5  # pug


@given(corpora(), st.sampled_from(["hard-em", "soft-em", "huggingface", "sentencepiece"]), st.data())
def test_the_parts_of_an_expected_count_add_up(corpus: Corpus, preset: str, data: st.DataObject) -> None:
    """Also where unknown characters count as a piece."""
    special = len(PRESETS[preset].first_tokens)
    size = special + len({character for word in corpus for character in word}) + 2
    trace = unigram.train(corpus, vocab_size=size, rules=preset)
    steps = [step for step in trace if isinstance(step, Expect)]
    if steps:
        step = data.draw(st.sampled_from(steps))
        piece = data.draw(st.sampled_from(sorted(step.counts)))
        found = expected_count(step, piece, len(corpus))
        assert found.count == step.counts[piece]
        assert sum(part.total for part in found.parts) == pytest.approx(found.count, rel=1e-4, abs=1e-5)
        assert found.rest == pytest.approx(0, abs=1e-5 + 1e-4 * found.count)
        assert sum_of_parts(step, piece, found.parts) == found
        totals = [part.total for part in found.parts]
        assert totals == sorted(totals, reverse=True)


def test_unknown_characters_count_as_the_first_piece_of_sentencepiece() -> None:
    trace = hug(PRESETS["sentencepiece"])
    step = trace.of(3, Expect)
    first, other = list(trace.scores(3))[:2]
    assert "h" not in trace.scores(3)
    assert expected_count(step, first, 300).has_unknown
    assert not expected_count(step, other, 300).has_unknown


# -- maximization ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", RULES)
def test_a_new_probability_is_worked_out(name: str) -> None:
    """Divide the count by the sum of those that stay, or take both through digamma; what is too rare is dropped."""
    trace = hug(RULES[name])
    steps = [step for step in trace if isinstance(step, Maximize)]
    assert steps
    for step in steps:
        made = {piece: new_probability(step, piece) for piece in step.counts}
        total = math.fsum(one.count for one in made.values() if one.after is not None)
        for piece, one in made.items():
            assert one.total == pytest.approx(total)
            assert one.after == step.probabilities.get(piece)
            assert (piece in step.dropped) == (one.after is None)
            if one.after is None:
                assert one.count < one.least or not one.count
            elif one.how != "digamma" and one.count:
                assert one.after == pytest.approx(one.count / one.total)
            elif not one.count and one.how != "digamma":
                assert len(piece) == 1
                others = [other.after for other in made.values() if other.count and other.after]
                assert math.log(one.after) == pytest.approx(math.log(min(others)) - 10)
    assert {new_probability(step, piece).how for step in steps for piece in step.counts} == {
        {"course": "counts", "huggingface": "digamma", "sentencepiece": "digamma"}.get(name, "share")
    }


@pytest.mark.parametrize("name", RULES)
def test_a_maximization_tells_what_it_changed(name: str) -> None:
    trace = hug(RULES[name])
    for step in trace:
        if isinstance(step, Maximize):
            reason = maximization_reason(step)
            before, after = trace.probabilities(step.index), trace.probabilities(step.index + 1)
            changed = {piece for piece in before if piece in after and before[piece] != after[piece]}
            assert {change.piece for change in reason.changes} == changed
            moved = [abs((change.after or 0) - (change.before or 0)) for change in reason.changes]
            assert moved == sorted(moved, reverse=True)
            assert set(reason.dropped) == before.keys() - after.keys()


# -- encoding ----------------------------------------------------------------------------------------------------------

COURSE = hug(PRESETS["course"], 14).model(1)


@given(words("hugpnbsx", 8))
def test_an_arc_that_is_kept_is_the_best_that_ends_there(word: str) -> None:
    lattice = COURSE.lattice(word)
    best = [0.0]
    assert arc_choices(lattice.table, 0) == ()
    for position in range(1, len(word) + 1):
        ending = {arc: best[arc.begin] + arc.score for arc in lattice.arcs if arc.end == position}
        found = arc_choices(lattice.table, position)
        best.append(max(ending.values()))
        assert {one.arc: one.score for one in found} == pytest.approx(ending)
        assert all(one.ending == len(ending) and one.position == position for one in found)
        assert [one.before + one.arc.score for one in found] == pytest.approx([one.score for one in found])
        tied = {arc for arc, score in ending.items() if math.isclose(score, best[-1], rel_tol=1e-9)}
        assert {one.arc for one in found if one.is_best} == tied == set(found[0].tied)
        assert found[0].arc == lattice.table[position].arc == found[0].tied[0]
        if not found[0].is_rounded:
            assert found[0].arc.begin == min(arc.begin for arc in tied)
        scores = [one.score for one in found[len(tied) :]]
        assert scores == sorted(scores, reverse=True)


def test_rounding_can_decide_between_arcs() -> None:
    """0.1 x 0.2 and 0.02 are the same probability, but not the same sum of logarithms."""
    for a, b in ((0.1, 0.2), (0.3, 0.1), (0.7, 0.1), (0.3, 0.7)):
        lattice = Model({"a": a, "b": b, "ab": a * b}).lattice("ab")
        kept = arc_choices(lattice.table, 2)[0]
        assert len(kept.tied) == 2
        assert kept.is_rounded == (kept.arc.piece == "b")
    lattices = [
        Model({"a": n / 97, "b": m / 89, "ab": n * m / 8633}).lattice("ab") for n in range(1, 9) for m in (2, 5)
    ]
    assert {arc_choices(lattice.table, 2)[0].is_rounded for lattice in lattices} == {True, False}


@given(words("hugpnbsx", 7))
def test_the_best_path_and_what_comes_next_to_it(word: str) -> None:
    lattice = COURSE.lattice(word)
    found = best_path_of(lattice, looks_further=True)
    paths = {path.pieces: path.score for path in lattice.paths()}
    best = max(paths.values())
    as_good = {pieces for pieces, score in paths.items() if math.isclose(score, best, rel_tol=1e-9)}
    assert {found.pieces, *found.tied} == as_good
    assert found.rivals == len(found.tied) == len(as_good) - 1
    assert found.probability == pytest.approx(math.exp(best))
    rest = {pieces: score for pieces, score in paths.items() if pieces not in as_good}
    if found.following is None:
        assert not rest
    else:
        pieces, probability = found.following
        assert rest[pieces] == pytest.approx(max(rest.values()))
        assert probability == pytest.approx(math.exp(rest[pieces]))
    assert best_path_of(lattice) == replace(found, following=None)
