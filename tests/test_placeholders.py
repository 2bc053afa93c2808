"""Placeholders of fields: they say how to write an answer, and never show one that could be right."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from tokviz import guides
from tokviz.exercises import KINDS, LEVELS, Task, task_at
from tokviz.exercises.task import Answer
from tokviz.views.exercises import asking, wording
from tokviz.views.shared.catalog import LANGUAGES, load
from tokviz.web.guides import answers

SEEDS = range(12)
WITHOUT_FIELD = ("choice", "corpus")


def notations(answer: Answer) -> Iterator[str]:
    """The ways in which an answer is written most often."""
    match answer:
        case bytes():
            yield answer.hex(" ").upper()
            yield answer.hex().upper()
        case int() | float():
            yield f"{answer:g}"
        case str():
            yield answer
        case tuple() if all(isinstance(one, str) for one in answer):
            yield from (separator.join(map(str, answer)) for separator in (" ", "|", " | "))
        case tuple():
            yield from notations(answer[0])
        case _:
            yield str(answer)  # a fraction


def is_given_away(task: Task, placeholder: str) -> bool:
    """Tell if a right answer is in a placeholder, as a whole."""
    written = {one for answer in task.accepted for one in notations(answer) if re.search(r"\W|\d|\w{3}", one)}
    return any(re.search(rf"(?<!\w){re.escape(one)}(?!\w)", placeholder) for one in written)


def test_an_example_would_be_found() -> None:
    card = guides.load("bytes").cards[0]
    (ask,) = card.asks
    task = answers.task_of(card, ask, load("en"))
    assert is_given_away(task, "bytes, such as C3 A4"), "those of ä, which is asked for"
    assert not is_given_away(task, "bytes, such as C3 A9")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", guides.ORDER)
def test_no_field_of_a_card_holds_the_answer(name: str, language: str) -> None:
    say = load(language)
    for card in guides.load(name).cards:
        for ask in (one for one in card.asks if not one.reasons):
            task = answers.task_of(card, ask, say)
            assert not is_given_away(task, str(asking.question_data(task, [], say)["field"])), card.title["en"]


@pytest.mark.parametrize("kind", KINDS)
def test_no_field_of_a_practice_task_holds_the_answer(kind: str) -> None:
    says = [load(language) for language in LANGUAGES]
    for level in LEVELS:
        for seed in SEEDS:
            task = task_at([kind], f"{seed}", level, 1)
            if task.form not in WITHOUT_FIELD:
                for say in says:
                    assert not is_given_away(task, say(f"exercise.place.{wording.field_form(task)}"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_count_is_asked_for_without_the_notations_of_fractions(language: str) -> None:
    say = load(language)
    card = guides.load("bpe").cards[8]
    task = answers.task_of(card, card.asks[1], say)
    unreadable = asking.question_data(task, ["many"], say)
    assert unreadable["state"] == "unreadable"
    for text in (str(unreadable["field"]), str(unreadable["said"])):
        assert not re.search(r"[0-9%/]", text)
