"""A task of a series: what was done about it, and the row above it."""

from __future__ import annotations

from tokviz.exercises import KINDS, RISING
from tokviz.exercises.making import task_at
from tokviz.state.practice import PracticeState, Score
from tokviz.views.exercises.series import Attempt, following, heading_of, number_of, score_text, topics_label
from tokviz.views.shared.catalog import load

EN = load("en")


def test_nothing_changes_a_task_that_is_over() -> None:
    task = task_at(["pair-counts"], "7", 1, 1)
    over = Attempt(number_of(task)).answered(task, "77")
    assert over.is_over
    assert over.answered(task, str(task.solution)) == over.hinted(task) == over
    assert Attempt(0).verdict(task) is None


def test_a_corpus_may_be_changed_until_it_is_right() -> None:
    task = PracticeState(kinds=("find-corpus",), challenge="greedy").task()
    tried = Attempt(0).answered(task, "low 5")
    assert not tried.is_over
    assert tried.given_up() == Attempt(0, "low 5", is_over=True)


def test_a_task_has_its_number() -> None:
    tasks = [task_at(["pair-counts"], "7", RISING, number) for number in range(1, 9)]
    assert len({number_of(task) for task in tasks}) == len(tasks)
    assert number_of(task_at(["pair-counts"], "7", RISING, 1)) == number_of(tasks[0])


def test_a_challenge_is_tried_again() -> None:
    challenge = PracticeState(kinds=("find-corpus",), challenge="greedy")
    assert following(challenge) == challenge
    assert following(PracticeState(number=3)).number == 4


def test_the_row_above_a_task() -> None:
    kinds = ("pair-counts", "encode")
    task = task_at(kinds, "7", 2, 3)
    assert heading_of(task, 3, EN).startswith("Task 3 · ")
    assert topics_label(kinds, EN) == f"Topics: {EN('exercise.kind.pair-counts')}, {EN('exercise.kind.encode')}"
    assert topics_label(tuple(KINDS), EN) == EN("practice.topics.many", n=len(KINDS), of=len(KINDS))
    assert score_text(Score(), EN) == EN("practice.about")
    assert score_text(Score(3, 2, 267, 1, 1), EN).split(" · ")[:2] == [
        EN("predict.label.score", right=2, asked=3),
        EN.count("practice.points", 2, points="2.67"),
    ]
