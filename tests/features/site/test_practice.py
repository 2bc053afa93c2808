"""`/practice` in a browser tab: the tasks, verdicts and points of the app's page, out of requests alone."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import parse_qsl, urlencode

import pytest

from tokviz.exercises import CHALLENGES, KINDS, Task
from tokviz.exercises.making import task_at
from tokviz.features.site.tab.answering import answer
from tokviz.state.practice import FORM
from tokviz.views.exercises import picture
from tokviz.views.exercises.series import number_of
from tokviz.views.exercises.sheet import answer_text, question
from tokviz.views.exercises.wording import sentence
from tokviz.views.shared.catalog import LANGUAGES, load

EN = load("en")
COUNTS = {"kinds": "pair-counts", "level": "1", "seed": "7"}
MERGE = {"kinds": "next-merge", "level": "1", "seed": "7"}


def ask(query: dict[str, str], act: Any = None, attempt: Any = None, lang: str = "en") -> Any:
    request = {"kind": "practice", "page": "practice", "query": urlencode(query), "lang": lang}
    return json.loads(answer(json.dumps({**request, "act": act, "attempt": attempt})))


def on(made: Any, act: Any = None, lang: str = "en") -> Any:
    """Go on with a task that was asked, as the page does."""
    return ask(dict(parse_qsl(made["query"])), act, made["attempt"], lang)


def as_json(value: object) -> Any:
    return json.loads(json.dumps(value))


def right(task: Task) -> str:
    if isinstance(task.solution, str):
        return task.solution
    return answer_text(task.solution, EN).split(" ≈ ")[0].split(" = ")[0]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_is_asked_as_in_the_app_and_its_solution_is_not_told(kind: str, language: str) -> None:
    say, task = load(language), task_at([kind], "7", 2, 1)
    made = ask({"kinds": kind, "level": "2", "seed": "7"}, lang=language)
    drawn = ("words", "language-words") if task.form == "pair" else ()
    assert made["question"] == as_json(question(task, say, drawn=drawn))
    assert made["heading"] == say(
        "practice.heading", number=1, kind=say(f"exercise.kind.{kind}"), level=say("practice.level.2")
    )
    assert (made["choice"] is not None) == (task.form == "pair")
    assert [made[name] for name in ("verdict", "explained", "shows", "payloads")] == [None, None, [], []]
    told = json.dumps(made, ensure_ascii=False)
    for line in (*task.hints, *task.because):
        assert json.dumps(as_json(sentence(line, say)), ensure_ascii=False) not in told


@pytest.mark.parametrize("kind", sorted(set(KINDS) - {"find-corpus"}))
def test_a_right_answer_counts_and_shows_what_the_app_shows(kind: str) -> None:
    query = {"kinds": kind, "level": "1", "seed": "7"}
    task = task_at([kind], "7", 1, 1)
    over = ask(query, {"answer": right(task)})
    assert over["verdict"]["kind"] == "right", (task.solution, over["verdict"])
    assert dict(parse_qsl(over["query"]))["score"] == "1.1.100.1.1"
    assert over["field"] is None
    shown = picture.step_payload(task, EN, task.solution)
    assert bool(over["shows"]) == (shown is not None) == picture.has_picture(task)
    if shown is not None:
        assert over["shows"][0]["step"] == shown[1]
        assert over["explained"]["given"]
    assert FORM.read(dict(parse_qsl(over["next"])))[0].number == 2


def test_a_wrong_answer_ends_a_run_and_is_explained() -> None:
    made = ask({**COUNTS, "score": "3.3.300.3.3"}, {"answer": "77"})
    assert made["verdict"]["kind"] == "wrong"
    assert made["verdict"]["solution"]
    assert dict(parse_qsl(made["query"]))["score"] == "4.3.300.0.3"
    assert made["score"].startswith(EN("predict.label.score", right=3, asked=4))


def test_an_answer_counts_once_over_a_reload() -> None:
    over = ask(COUNTS, {"answer": right(task_at(["pair-counts"], "7", 1, 1))})
    again = on(over)
    assert {**again, "query": ""} == {**over, "query": ""}
    assert again["query"] == over["query"]
    assert on(over, {"answer": "77"})["query"] == over["query"]


def test_hints_are_told_one_by_one_and_cost() -> None:
    made = ask(COUNTS)
    assert made["question"]["hints"] == []
    made = on(made, {"hint": True})
    assert len(made["question"]["hints"]) == 1
    over = on(made, {"answer": right(task_at(["pair-counts"], "7", 1, 1))})
    assert dict(parse_qsl(over["query"]))["score"] == "1.1.67.1.1"
    for _ in range(5):
        made = on(made, {"hint": True})
    assert made["attempt"]["hints"] == len(made["question"]["hints"]) == 2
    assert made["field"]["hint"] == ""


def test_what_cannot_be_read_is_not_counted_and_stays_in_the_field() -> None:
    made = ask(COUNTS, {"answer": "a lot"})
    assert (made["verdict"]["kind"], made["verdict"]["solution"], made["field"]["text"]) == ("unreadable", [], "a lot")
    assert "score" not in made["query"]


def test_a_pair_is_chosen_by_its_place() -> None:
    task = task_at(["next-merge"], "7", 1, 1)
    words = picture.choice_words(task)
    place = next(
        [word, first]
        for word, form in enumerate(words)
        for first in range(len(form) - 1)
        if form[first : first + 2] == task.solution
    )
    assert ask(MERGE, {"pair": place})["verdict"]["kind"] == "right"
    for wrong in ([99, 0], [0, 99], [-1, 0], [0, -1], [0]):
        assert ask(MERGE, {"pair": wrong}) == {"ok": False, "message": EN("error.tab-request")}


@pytest.mark.parametrize("name", CHALLENGES)
def test_a_challenge_goes_on_until_it_is_met_or_given_up(name: str) -> None:
    query = {"kinds": "find-corpus", "challenge": name}
    asked = ask(query)
    assert asked["onward"] == EN("practice.again")
    assert asked["next"] == asked["query"]
    assert on(asked, {"example": True}) == {"ok": False, "message": EN("error.tab-request")}
    tried = on(asked, {"answer": asked["field"]["text"]})
    assert (tried["verdict"]["kind"], tried["attempt"]["is_over"], tried["field"]["has_example"]) == (
        "wrong",
        False,
        True,
    )
    given_up = on(tried, {"example": True})
    assert (given_up["attempt"]["is_over"], dict(parse_qsl(given_up["query"]))["score"]) == (True, "1.0.0.0.0")
    met = on(tried, {"answer": "\n".join(f"{word} {count}" for word, count in _example(name).items())})
    assert (met["verdict"]["kind"], dict(parse_qsl(met["query"]))["score"]) == ("right", "1.1.100.1.1")


def _example(challenge: str) -> Any:
    state, _ = FORM.read({"kinds": "find-corpus", "challenge": challenge})
    return state.task().solution


@pytest.mark.parametrize(
    "kept",
    [
        *(None, [], "", {}, {"task": 7}),
        {"task": 7, "answer": "9", "is_over": True, "hints": 0},  # of another task
        *({"answer": "9", "is_over": True, "hints": hints} for hints in (-1, 99, "2", None)),
        {"answer": None, "is_over": True, "hints": 0},
        {"answer": 9, "is_over": False, "hints": 0},
    ],
)
def test_what_a_browser_has_kept_of_something_else_begins_anew(kept: Any) -> None:
    if isinstance(kept, dict) and "task" not in kept and kept:
        kept = {"task": number_of(task_at(["pair-counts"], "7", 1, 1)), **kept}
    made = ask(COUNTS, attempt=kept)
    assert (made["attempt"]["answer"], made["attempt"]["is_over"], made["attempt"]["hints"]) == (None, False, 0)


@pytest.mark.parametrize("act", [7, {}, {"answer": 7}, {"hint": False}, {"example": True}, {"skip": True}])
def test_what_the_page_does_not_do_is_refused(act: Any) -> None:
    assert ask(COUNTS, act) == {"ok": False, "message": EN("error.tab-request")}


def test_a_broken_link_opens_the_page_all_the_same() -> None:
    made = ask({"kinds": "nothing", "score": "1.2.3.4.5", "number": "2"})
    assert made["notes"] == [EN("notice.link", names="kinds, score")]
    assert made["query"] == "number=2"


def test_a_request_about_another_page_is_refused() -> None:
    request = {"kind": "practice", "page": "bpe", "query": "example=hug", "lang": "en"}
    assert json.loads(answer(json.dumps(request)))["message"] == EN("error.tab-request")
