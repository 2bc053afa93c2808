"""Tasks as questions for a class: every kind can be asked and answered, and what is no answer is told so."""

from __future__ import annotations

import json
import re

import pytest

from tests.views.compare.test_clock import made
from tokviz.exercises import KINDS, LEVELS, make
from tokviz.exercises.answers import UnreadableError
from tokviz.features.live.questions import MAX_OPTIONS, hidden, right_options, shared_view
from tokviz.features.live.tasks import MAX_ANSWER, class_question, grade_answer, unreadable_answer
from tokviz.views.compare.clock import part_of, payload
from tokviz.views.exercises.clock import add_asked
from tokviz.views.exercises.sheet import answer_text
from tokviz.views.picture.questions import payload_json
from tokviz.views.shared.catalog import LANGUAGES, load
from tokviz.views.shared.sentences import as_text, without_marks

EN = load("en")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_can_be_asked(kind: str, language: str) -> None:
    for level in LEVELS:
        say, task = load(language), make(kind, "seed", level)
        ask = json.loads(json.dumps(class_question(kind, level, "seed", say)))
        assert right_options(ask)
        assert without_marks(ask["answer"])
        assert not {"answer", "rule", "task"} & hidden(ask).keys()
        if task.form == "choice":
            assert 2 <= len(ask["options"]) <= MAX_OPTIONS
            with pytest.raises(UnreadableError):
                grade_answer(ask, "")
            continue
        written = answer_text(task.solution, say).split(" = ")[0].split(" ≈ ")[0].replace("␣", " ")
        found = grade_answer(ask, written.replace(", ", "\n") if task.form == "corpus" else written)
        assert found.right
        assert [{"code": found.label}] in [one["label"] for one in ask["options"]]


def test_tied_answers_are_right_and_stand_apart() -> None:
    ask = class_question("next-merge", 1, "4", EN)
    assert [without_marks(one["label"]) for one in ask["options"]] == ["t o", "o p"]
    assert [
        (grade_answer(ask, text).label, grade_answer(ask, text).right) for text in ("t+o", '("o", "p")', "z z")
    ] == [*(("t o", True), ("o p", True), ("z z", False))]


def test_numbers_that_are_near_enough_are_one_answer() -> None:
    ask = class_question("score", 1, "ab", EN)
    assert {grade_answer(ask, text).label for text in ("1/13", "0.0769", "0,07692")} == {"1/13 ≈ 0.07692"}


@pytest.mark.parametrize("text", ["", "  ", "x" * (MAX_ANSWER + 1), "e" * 100_000, "<script>alert(1)</script>" * 20])
@pytest.mark.parametrize("kind", ["next-merge", "pair-counts", "utf8-bytes", "find-corpus"])
def test_what_is_no_answer_is_told_so(kind: str, text: str) -> None:
    ask = class_question(kind, 1, "ab", EN)
    with pytest.raises(UnreadableError) as refused:
        grade_answer(ask, text)
    assert without_marks(unreadable_answer(ask, refused.value.line))


@pytest.mark.parametrize("text", ["<b>bold</b>", "\ud800", "=1+1", "‮ abc", "0" * 300, "\0"])
@pytest.mark.parametrize("kind", ["decode", "encode", "best-path"])
def test_hostile_texts_are_texts(kind: str, text: str) -> None:
    found = grade_answer(class_question(kind, 1, "ab", EN), text)
    assert not found.right
    assert len(found.label) <= 100
    assert found.label.encode()
    assert not re.search("[\0\n\u202e]", found.label)


def test_a_class_is_asked_each_question_of_the_clock() -> None:
    """The teacher's page has the questions in its payload; students see the options and not which is right."""
    clock = made(text="hugs bugs buns")
    built = payload(clock, part_of(clock, 8), EN)
    add_asked(built, clock, "hug", EN)
    view = shared_view(payload_json(built))
    assert view is not None
    pair, word, fewest = (view.asks[step] for step in ("1", "2", "3"))
    assert "`buns`" in as_text(word["question"])
    assert "u n" in [" ".join(option["names"]) for option in pair["options"]]
    for ask in (word, fewest):
        assert [without_marks(option["label"]) for option in ask["options"]] == [hand.label for hand in clock.hands]
    for ask in (pair, word, fewest):
        assert right_options(ask)
        assert not [name for option in hidden(ask)["options"] for name in option if name in ("right", "told", "share")]
