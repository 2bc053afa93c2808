"""Answers to choose from: one is right, the others are wrong, and all can be read."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tokviz import exercises, guides, wordpiece
from tokviz.corpus import Corpus
from tokviz.exercises import Task
from tokviz.features.site.sources import ALONE
from tokviz.features.site.web.pages import MOST, answer_options
from tokviz.views.shared.catalog import load
from tokviz.web.guides import card_content

SAY = load("en")
DRAWN = sorted({*exercises.KINDS} - {"find-corpus", "convention"})


def assert_one_is_right(task: Task) -> None:
    found = task.choices or answer_options(task)
    assert 2 <= len(found) == len(set(found)) <= max(MOST, len(task.choices))
    verdicts = [exercises.check(task, text) for text in found]
    assert all(verdict.readable for verdict in verdicts)
    assert sum(verdict.right for verdict in verdicts) == 1


@pytest.mark.parametrize("name", guides.names())
def test_every_question_of_the_lessons(name: str) -> None:
    for card in guides.load(name).cards:
        for ask in (one for one in card.asks if not one.reasons):
            assert_one_is_right(card_content.task_of(card, ask, ALONE))


@pytest.mark.parametrize("kind", DRAWN)
@pytest.mark.parametrize("seed", range(3))
def test_questions_that_a_teacher_may_ask(kind: str, seed: int) -> None:
    assert_one_is_right(exercises.make(kind, level=2, seed=seed))


def test_an_unknown_word_stands_beside_the_word_in_pieces() -> None:
    corpus = Corpus({"hug": 10, "pug": 5})
    model = wordpiece.train(corpus, merges=1).model()
    task = exercises.about("longest-match", model=model, word="mug")
    assert task.solution == (model.unk,)
    assert {"mug", "m | ##u | ##g"} <= set(answer_options(task))


def test_a_loss_of_nothing_stands_beside_losses() -> None:
    cards = guides.load("unigram").cards
    (task,) = (
        card_content.task_of(card, ask, ALONE) for card in cards for ask in card.asks if ask.kind == "piece-loss"
    )
    assert Fraction(str(task.solution)) == 0
    assert sorted(answer_options(task)) == ["0", "1", "1/2", "2"]
