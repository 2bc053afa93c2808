"""Questions before a position of a lattice is filled: the arc that is kept, and what decides."""

from __future__ import annotations

import pytest
from hypothesis import given

from tests.catalogs import codes, saying
from tests.strategies import corpora, words
from tests.views.picture.test_questions import chosen, is_fair, right
from tokviz import examples, unigram
from tokviz.corpus import Corpus
from tokviz.views.lattice import viterbi
from tokviz.views.lattice.viterbi import next_arc
from tokviz.views.picture import questions
from tokviz.views.shared.catalog import load
from tokviz.views.shared.display import visible
from tokviz.views.shared.encoding_reasons import cost
from tokviz.views.shared.sentences import without_marks

EN = load("en")


def check_arcs(trace: unigram.EncodeTrace) -> None:
    for k, step in enumerate(trace):
        question = next_arc(trace, k, EN)
        if step.kind != "fill":
            assert question is None
            continue
        assert question is not None
        is_fair(question)
        table = trace.lattice.table
        scores = {f"{visible(arc.piece)} {arc.begin} → {arc.end}": (arc, score) for arc, score in step.cell.candidates}
        for option in question.options:
            arc, score = scores[without_marks(option.label)]
            assert codes(option.label) == (visible(arc.piece),)
            assert option.chosen == (arc == step.arc)
            assert option.right == (arc in step.cell.tied)
            costs = [cost(one, EN) for one in (table[arc.begin].score, arc.score, score)]
            assert option.told == ("{} + {} = {}".format(*costs),)
        assert sum(option.chosen for option in question.options) == 1
    assert next_arc(trace, len(trace), EN) is None


@pytest.mark.parametrize("word", ["unhug", "pug", "hugs", "bunx"])
def test_each_position_of_a_word(word: str) -> None:
    check_arcs(unigram.train(examples.load("hug").corpus, vocab_size=14, rules="course").model(1).explain(word))


@given(corpora(), words("abc", 8))
def test_each_position_of_any_word(corpus: Corpus, word: str) -> None:
    check_arcs(unigram.train(corpus, vocab_size=20, rules="course").model(1).explain(word))


def test_a_tie_of_arcs_says_which_is_kept() -> None:
    trace = unigram.train(examples.load("hug").corpus, vocab_size=14, rules="course").model(1).explain("pug")
    question = next_arc(trace, 2, EN)
    assert question is not None
    assert right(question) == {"ug", "g"}
    assert chosen(question) == {"ug"}
    assert question.rule == (EN("predict.rule.arcs", tied=2),)
    assert saying("reason.arc.tied", piece="ug", begin=1).search(without_marks(question.answer))


def test_the_sentence_on_a_position_does_not_tell_the_best_arc() -> None:
    trace = unigram.train(examples.load("hug").corpus, vocab_size=14, rules="course").model(1).explain("unhug")
    (built,) = viterbi.word_parts(trace, None, EN)
    questions.add_questions(built, lambda k: next_arc(trace, k, EN), "unhug", EN)
    for k, frame in enumerate(built["frames"]):
        if "ask" in frame:
            (said,) = (said["text"] for said in frame["say"] if said["kind"] == "next")
            pieces = {visible(arc.piece) for arc, _ in trace[k].cell.candidates}
            assert pieces <= set(codes(said))  # all of them, or none would do
