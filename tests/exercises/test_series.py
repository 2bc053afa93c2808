"""Series: which task has which number, and that none asks about what was not chosen. Hints tell no answer."""

from __future__ import annotations

import re

import pytest

from tests.catalogs import codes
from tokviz.exercises import KINDS, LEVELS, RISING, make, task_at
from tokviz.state.practice import START
from tokviz.views.exercises.sheet import answer_text
from tokviz.views.exercises.wording import sentence
from tokviz.views.shared.catalog import LANGUAGES, load

BPE_KINDS = ("pair-counts", "next-merge", "next-merges", "encode", "decode", "convention")
SEEDS = range(12)


def test_a_first_visit_begins_with_what_the_lesson_taught() -> None:
    first = [task_at(START, "1", RISING, number) for number in (1, 2, 3, 4)]
    assert [task.kind for task in first] == ["pair-counts", "next-merge", "next-merge", "encode"]
    assert [len(task.others) > 0 for task in first[1:3]] == [False, True]  # the third task has a tie
    assert {task.level for task in first} == {1}


@pytest.mark.parametrize("level", [RISING, *LEVELS])
def test_with_topics_of_bpe_alone_nothing_is_asked_about_another_algorithm(level: int) -> None:
    for seed in SEEDS:
        for number in range(1, 15):
            task = task_at(BPE_KINDS, seed, level, number)
            assert task.algorithm == "bpe", (task.kind, seed, number)
            assert "##" not in repr(task.given), (task.kind, seed, number)


def test_with_a_topic_of_wordpiece_its_next_merges_are_asked_too() -> None:
    kinds = ("next-merge", "decode", "score")
    asked = [task_at(kinds, seed, 2, number) for seed in SEEDS for number in range(1, 15)]
    found = {(task.kind, task.algorithm) for task in asked}
    assert {("next-merge", "wordpiece"), ("next-merge", "bpe"), ("decode", "wordpiece")} <= found


def test_a_rising_series_asks_each_of_its_kinds_once_at_first() -> None:
    kinds = tuple(KINDS)[::-1]
    first = [task_at(kinds, "7", RISING, number).kind for number in range(1, len(KINDS) + 2)]
    assert [*dict.fromkeys(first)] == [*KINDS]
    assert first.count("next-merge") == 2


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", KINDS)
def test_no_hint_holds_the_answer(kind: str, language: str) -> None:
    say = load(language)
    for level in LEVELS:
        for seed in SEEDS:
            task = make(kind, seed, level)
            if task.form in {"number", "corpus"}:
                continue
            answers = {answer_text(one, say) for one in task.accepted}
            answers |= {", ".join(answer_text(one, say).split(", ")[:1]) for one in task.accepted}  # nor its beginning
            for hint in task.hints:
                told = sentence(hint, say)
                assert not answers & {code.strip() for code in codes(told)}, (seed, level, told)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_placeholder_holds_an_answer(language: str) -> None:
    say = load(language)
    for form in ("pair", "pairs", "tokens", "number", "bytes", "text"):
        assert not re.search(r"[0-9A-F]{2}|\b[a-z] [a-z]\b|\d", say(f"exercise.place.{form}")), form
