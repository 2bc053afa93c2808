"""Exercises and pages to keep in a browser tab: about the reader's own words, and the same as those of the app."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import urlencode

import pytest

from tests.catalogs import saying
from tests.features.site.tab_cases import CORPORA, SIZES
from tokviz import exercises
from tokviz.algorithms import ALGORITHMS
from tokviz.corpus import parse
from tokviz.exercises import Task
from tokviz.features.site.tab.answering import answer
from tokviz.features.site.tab.practicing import KINDS, task_of
from tokviz.features.site.tab.requests import Request
from tokviz.features.takeaway.replay import replay_page, training_replay
from tokviz.features.worksheets import training_page
from tokviz.state.tab import APPLYING
from tokviz.views.exercises.asking import TRIES
from tokviz.views.exercises.sheet import answer_text
from tokviz.views.shared.catalog import load
from tokviz.views.shared.rendering import about_training

EN = load("en")
ASKED = [(algorithm, kind) for algorithm, kinds in KINDS.items() for kind in kinds]


def request(algorithm: str, corpus: str, kind: str, **more: Any) -> dict[str, Any]:
    query = {"example": "own", "corpus": CORPORA[corpus], "vocab": f"{SIZES[corpus]}"} | more.pop("query", {})
    return {"kind": kind, "page": algorithm, "query": urlencode(query), "lang": "en", **more}


def ask(asked: dict[str, Any]) -> Any:
    return json.loads(answer(json.dumps(asked)))


def task(algorithm: str, corpus: str, kind: str, number: int) -> Task:
    return task_of(Request.of(request(algorithm, corpus, "task", task=kind, number=number)))


# -- exercises ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("corpus", CORPORA)
@pytest.mark.parametrize(("algorithm", "kind"), ASKED)
def test_an_exercise_is_about_words_of_the_corpus(algorithm: str, kind: str, corpus: str) -> None:
    made = task(algorithm, corpus, kind, 1)
    words = parse(CORPORA[corpus], "words").corpus
    assert made.kind == kind
    assert made.algorithm == algorithm
    if made.state.trace is not None:
        assert set(made.state.trace.corpus) <= set(words)
        assert len(made.state.trace.corpus) <= 5
        assert {word: words[word] for word in made.state.trace.corpus} == dict(made.state.trace.corpus)
    assert exercises.check(made, made.solution).right


@pytest.mark.parametrize(("algorithm", "kind"), ASKED)
def test_numbers_draw_other_exercises_and_the_same_number_the_same(algorithm: str, kind: str) -> None:
    drawn = [task(algorithm, "english", kind, number) for number in range(1, 6)]
    assert len({repr((one.prompt.values, one.given)) for one in drawn}) > 1
    assert drawn[2].prompt == task(algorithm, "english", kind, 3).prompt


@pytest.mark.parametrize(("algorithm", "kind"), ASKED)
def test_a_right_answer_is_right_and_a_question_holds_no_answer(algorithm: str, kind: str) -> None:
    asked = request(algorithm, "hug", "task", task=kind, number=2)
    made = ask(asked)["ask"]
    assert made["state"] == "open"
    assert not {"answer", "because", "said"} & made.keys()
    right = answer_text(task(algorithm, "hug", kind, 2).solution, EN).split(" ≈ ")[0].split(" = ")[0]
    told = ask({**asked, "kind": "check", "answers": [right]})["ask"]
    assert told["state"] == "right", (right, told)
    assert told["opening"]


def test_a_wrong_answer_may_be_tried_again_and_then_is_explained() -> None:
    asked = {**request("bpe", "english", "check", task="pair-counts", number=1)}
    again = ask({**asked, "answers": ["999"]})["ask"]
    wrong = ask({**asked, "answers": ["999"] * TRIES})["ask"]
    assert (again["state"], wrong["state"]) == ("again", "wrong")
    assert "answer" not in again
    assert wrong["answer"]
    assert wrong["because"]
    assert ask({**asked, "answers": ["a lot"]})["ask"]["state"] == "unreadable"
    assert ask({**asked, "answers": [None]})["ask"]["state"] == "shown"


@pytest.mark.parametrize("kind", ["pair-counts", "next-merge", "score"])
def test_where_nothing_is_merged_no_pair_is_asked_for(kind: str) -> None:
    made = ask(request("wordpiece", "english", "task", task=kind, number=1, query={"rules": "tf-text"}))
    assert saying("error.tab-task-merges").search(made["message"])


def test_a_corpus_without_short_words_gives_no_exercise() -> None:
    made = ask(request("bpe", "low", "task", task="encode", number=1, query={"corpus": "a b c"}))
    assert saying("error.tab-task").search(made["message"])


# -- pages to keep -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("algorithm", APPLYING)
def test_what_is_kept_is_what_the_app_makes(algorithm: str) -> None:
    entry = ALGORITHMS[algorithm]
    rules = entry.presets[entry.lesson_preset or entry.own_preset]
    split = entry.split or "words"
    trace = entry.train(parse(CORPORA["hug"], split).corpus, rules, vocab_size=18)
    about = about_training(trace, EN, "own", split)
    first, last = training_page.steps(trace, 1, training_page.FIRST_STEPS)
    sheets = {
        what: training_page.page(trace, first, last, EN, filled=what == "solution", example="own", split=split)
        for what in ("worksheet", "solution")
    }
    wanted = {"replay": replay_page(training_replay(trace, EN), about, EN), **sheets}
    for what, content in wanted.items():
        made = ask(request(algorithm, "hug", "keep", what=what, query={"vocab": "18"}))
        assert made == {"ok": True, "name": f"tokviz-{algorithm}-own-{what}.html", "content": content}


def test_a_training_without_steps_has_no_worksheet() -> None:
    made = ask(request("wordpiece", "low", "keep", what="worksheet", query={"corpus": "a 1"}))
    assert saying("error.tab-sheet").search(made["message"])
