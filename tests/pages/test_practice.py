"""`/practice`: tasks by link, answers by hand, the score in the address; nothing of a solution before the answer."""

from __future__ import annotations

import re
from typing import cast

import pytest
from streamlit.testing.v1 import AppTest

from tests.catalogs import saying
from tests.pages import visit
from tokviz import bpe
from tokviz.exercises import CHALLENGES, KINDS, Task
from tokviz.exercises.making import task_at
from tokviz.homework import grade_codes
from tokviz.state.practice import FORM, START, PracticeState
from tokviz.views.exercises import picture
from tokviz.views.exercises.sheet import answer_text
from tokviz.views.exercises.wording import sentence
from tokviz.views.shared.catalog import LANGUAGES, load
from tokviz.views.shared.display import visible
from tokviz.views.shared.language_names import language_name
from tokviz.views.shared.sentences import without_marks

EN = load("en")
SOLUTION = EN.templates["exercise.solution"].partition("{")[0]


def practice(**query: str) -> AppTest:
    """The page `/practice`, as a link with this query opens it."""
    return visit.opened("practice", **{"lang": "en", **query})


def html(at: AppTest) -> str:
    """All HTML of the page and everything that is sent with its widgets."""
    return "\n".join(str(one.proto) for one in at.main)


def task_of(at: AppTest) -> Task:
    state, _ = FORM.read(_flat(at))
    return state.task()


def _flat(at: AppTest) -> dict[str, str]:
    return {name: value[0] if isinstance(value, list) else str(value) for name, value in at.query_params.items()}


def answer(at: AppTest, text: str) -> AppTest:
    """Write an answer, and have it checked."""
    fields = at.main.text_area if task_of(at).form in {"pairs", "corpus"} else at.main.text_input
    next(one for one in fields if "_answer_" in (one.key or "")).input(text)
    press(at, EN("exercise.check"))
    return at


def press(at: AppTest, label: str) -> AppTest:
    next(one for one in at.button if one.label == label).click()
    return visit.alive(at.run())


@pytest.mark.both
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_is_asked_and_its_solution_is_not_told(kind: str, language: str) -> None:
    at = practice(kinds=kind, level="2", seed="7", lang=language)
    asked = task_of(at)
    assert asked == task_at([kind], "7", 2, 1)
    assert load(language)(f"exercise.kind.{kind}") in visit.texts(at.main)
    for one in (*asked.hints, *asked.because):
        assert without_marks(sentence(one, load(language))) not in html(at)
    assert "exercise-verdict" not in html(at)
    if kind in {"encode", "next-merges", "utf8-bytes", "decode"}:
        assert answer_text(asked.solution, load(language)) not in re.sub(r"placeholder.*", "", html(at))


def test_a_right_answer_counts_and_the_next_task_is_another() -> None:
    at = practice(kinds="next-merge", level="1", seed="7")
    first = task_of(at)
    answer(at, " ".join(first.solution))  # type: ignore[arg-type]
    assert EN("exercise.verdict.right") in html(at)
    assert _flat(at)["score"] == "1.1.100.1.1"
    press(at, EN("practice.next"))
    assert _flat(at)["number"] == "2"
    assert task_of(at) == task_at(["next-merge"], "7", 1, 2)
    assert "exercise-verdict" not in html(at)


@pytest.mark.parametrize(
    ("kind", "picture"),
    [("next-merge", "merges"), ("encode", "encoding"), ("longest-match", "encoding"), ("best-path", "lattice")],
)
def test_who_has_answered_sees_the_picture_of_the_algorithm(kind: str, picture: str) -> None:
    at = practice(kinds=kind, level="1", seed="7")
    assert visit.payload(at) is None
    answer(at, "x y")
    shown = visit.payload(at)
    assert shown is not None
    assert shown["picture"]["kind"] == picture


def test_a_wrong_pair_is_shown_beside_the_right_one_at_the_step_that_was_asked() -> None:
    at = practice(kinds="next-merge", level="1", seed="7")
    task = task_of(at)
    wrong = next(pair for pair in task.known if pair not in task.accepted)
    answer(at, " ".join(map(str, wrong)))  # type: ignore[arg-type]
    shown = visit.payload(at)
    assert shown is not None
    frame = shown["frames"][task.state.k - shown["first"]]
    names = [chip["text"] for chip in shown["tokens"]]
    assert shown["picture"]["parting"]["step"] == task.state.k
    rows = [frame["candidates"]["rows"][0], frame["candidates"]["other"]["row"]]
    assert [(names[row["left"]], names[row["right"]]) for row in rows] == [task.solution, wrong]
    assert {"next", "other"} <= {span["mark"] for group in frame["groups"] for span in group["spans"]}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_is_chosen_and_its_turn_is_shown(language: str) -> None:
    at = practice(kinds="turn-language", level="3", seed="7", lang=language)
    task, say = task_of(at), load(language)
    assert at.radio[0].options == [language_name(choice, say) for choice in task.choices]
    at.radio[0].set_value(task.solution)
    press(at, say("exercise.check"))
    assert say("exercise.verdict.right") in html(at)
    shown = visit.payload(at)
    assert shown is not None
    turn = shown["frames"][task.state.k - shown["first"]]["turn"]
    assert [one["name"] for one in turn["languages"] if one["state"] == "turn"] == [
        language_name(str(task.solution), say)
    ]
    assert "passed" in [one["state"] for one in turn["languages"]]


@pytest.mark.both
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_pair_is_chosen_on_words_that_name_their_language(language: str) -> None:
    task = task_at(["turn-pair"], "7", 2, 1)
    words = picture.choice_payload(task, load(language))["words"]
    assert [one["language"] for one in words] == [name for _, _, name in task.get("language-words")]
    at = practice(kinds="turn-pair", level="2", seed="7", lang=language)
    next(one for one in at.main.text_input if "_answer_" in (one.key or "")).input(" ".join(map(str, task.solution)))  # type: ignore[arg-type]
    press(at, load(language)("exercise.check"))
    assert load(language)("exercise.verdict.right") in html(at)


def test_a_wrong_answer_is_explained_and_ends_the_run() -> None:
    at = practice(kinds="pair-counts", level="1", seed="7", score="3.3.300.3.3")
    answer(at, "77")
    assert EN("exercise.verdict.wrong") in html(at)
    assert SOLUTION in html(at)
    assert _flat(at)["score"] == "4.3.300.0.3"


def test_what_cannot_be_read_is_not_counted() -> None:
    at = practice(kinds="pair-counts", level="1", seed="7")
    answer(at, "a lot")
    assert "exercise-unreadable" in html(at)
    assert "score" not in _flat(at)
    assert SOLUTION not in html(at)
    answer(at, str(task_of(at).solution))
    assert _flat(at)["score"] == "1.1.100.1.1"


def test_what_was_answered_is_handed_in_signed_and_the_first_answer_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TOKVIZ_HANDIN_KEY", " secret ")
    at = practice(kinds="pair-counts", level="1", seed="7")
    assert not at.code
    answer(at, "77")
    press(at, EN("practice.next"))
    press(at, EN("exercise.hint.button"))
    answer(at, str(task_of(at).solution))
    at.query_params["number"] = "1"
    visit.alive(at.run())
    answer(at, str(task_of(at).solution))
    (graded,) = grade_codes(f"Ada;{at.code[0].value}", b"secret")
    assert graded.signed
    assert [float(points) for points in graded.points] == [0, pytest.approx(2 / 3)]
    assert graded.handed is not None
    assert graded.handed.answers[0].text == "77"
    at.button_group(key="practice_kinds").set_value(["score"])
    visit.alive(at.run())
    assert not at.code  # another series


def test_hints_are_told_one_by_one_and_cost() -> None:
    at = practice(kinds="pair-counts", level="1", seed="7")
    assert "exercise-hint" not in html(at)
    press(at, EN("exercise.hint.button"))
    assert html(at).count('class=\\"exercise-hint') == 1
    answer(at, str(task_of(at).solution))
    assert _flat(at)["score"] == "1.1.67.1.1"


@pytest.mark.parametrize("name", CHALLENGES)
def test_a_challenge_goes_on_until_it_is_met(name: str) -> None:
    at = practice(kinds="find-corpus", challenge=name)
    asked = task_of(at)
    press(at, EN("exercise.check"))  # the corpus that it begins with
    assert EN("exercise.verdict.wrong") in html(at)
    assert "score" not in _flat(at)
    answer(at, "\n".join(f"{word} {count}" for word, count in asked.solution.items()))  # type: ignore[union-attr]
    assert EN("exercise.verdict.right") in html(at)
    assert _flat(at)["score"] == "1.1.100.1.1"


def test_who_gives_up_sees_an_example() -> None:
    at = practice(kinds="find-corpus", challenge="greedy")
    press(at, EN("exercise.check"))
    press(at, EN("exercise.example.button"))
    assert "cdab" in html(at)
    assert _flat(at)["score"] == "1.0.0.0.0"


@pytest.mark.parametrize("language", LANGUAGES)
def test_topics_level_and_series_are_on_the_page(language: str) -> None:
    at, say = practice(lang=language), load(language)
    assert at.main.button_group(key="practice_kinds").value == ["pair-counts", "next-merge", "encode"]
    assert at.main.button_group(key="practice_level").value == 0
    assert at.main.text_input(key="practice_seed").value == "1"
    assert not [one for one in visit.elements(at.sidebar) if (one.key or "").startswith("practice_")]
    names = say("practice.topics.and").join(say(f"exercise.kind.{kind}") for kind in START)
    assert say("practice.topics", topics=names) in html(at)
    many = practice(lang=language, kinds=",".join(KINDS))
    assert say("practice.topics.many", n=len(KINDS), of=len(KINDS)) in html(many)


def test_a_pair_is_chosen_on_words_that_hold_no_answer() -> None:
    at = practice(kinds="next-merge", level="2", seed="7", number="3")
    asked = task_of(at)
    assert "exercise-words" not in html(at)  # they are drawn once
    shown = picture.choice_payload(asked, EN)
    assert [tuple(symbol["text"] for symbol in word["symbols"]) for word in shown["words"]] == [
        tuple(map(visible, form)) for form, _ in asked.get("words")
    ]
    made = {symbol["text"]: symbol["merge"] for word in shown["words"] for symbol in word["symbols"] if symbol["merge"]}
    trace, k = cast("bpe.Trace", asked.state.trace), asked.state.k
    assert made == {trace.rules.join(*trace.merges[number - 1]): number for number in made.values()}
    assert set(made.values()) <= {*range(1, k + 1)}
    assert set(shown) == {"task", "words", "merges", "marks", "labels", "lang"}


def test_what_was_given_and_why_is_below_the_picture_of_a_task_that_is_over() -> None:
    at = practice(kinds="encode", level="1", seed="7")
    assert "exercise-merges" in html(at)
    answer(at, "x y")
    told = [str(one.proto) for one in visit.elements(at.main) if "exercise" in str(one.proto)]
    verdict = next(place for place, one in enumerate(told) if "exercise-verdict" in one)
    given = next(place for place, one in enumerate(told) if "exercise-merges" in one)
    assert verdict < given
    assert "exercise-because" in told[given]


def test_another_topic_begins_with_its_first_task() -> None:
    at = practice(kinds="pair-counts", number="5", seed="7")
    at.button_group(key="practice_kinds").set_value(["score"])
    visit.alive(at.run())
    assert _flat(at)["kinds"] == "score"
    assert "number" not in _flat(at)
    assert task_of(at).kind == "score"


@pytest.mark.parametrize(
    ("query", "wrong"),
    [
        ({"kinds": "nothing"}, "kinds"),
        ({"level": "9"}, "level"),
        ({"score": "1.2.3.4.5"}, "score"),
        ({"number": "0"}, "number"),
    ],
)
def test_a_broken_link_opens_the_page_all_the_same(query: dict[str, str], wrong: str) -> None:
    state, found = FORM.read(query)
    assert found == (wrong,)
    assert state == PracticeState()
    assert "exercise-prompt" in html(practice(**query))


def test_merges_of_ones_own_are_checked() -> None:
    at = practice()
    at.text_area(key="practice_merges").input("e s\nes t\nest </w>")
    visit.alive(at.run())
    assert EN("check.follows", names=EN("preset.sennrich")) in visit.written(at)
    at.text_area(key="practice_merges").input("e s\ns t")
    visit.alive(at.run())
    assert saying("check.step", number=2).search(visit.written(at))
    at.text_area(key="practice_merges").input("e s\nes t u")
    visit.alive(at.run())
    assert saying("check.unreadable.pair", number=2).search(visit.plain(at.error[0].value))
    at.text_area(key="practice_merges").input("a\nb\nab")
    visit.alive(at.run())
    assert saying("check.vocabulary.leaves").search(visit.written(at))
