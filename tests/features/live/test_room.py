"""A room: who may do what, what everybody sees when, and how answers count. Over each store."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import pytest

from tests.features.live.conftest import OpenStore
from tests.formulas import FORMULAS, harmful
from tokviz.compression import decompressed
from tokviz.features.live import access, questions, room
from tokviz.features.live.questions import MAX_ROWS, Question, Score, ShownPage, Written, shared_view
from tokviz.features.live.room import Draw, Lead, RefusedError, Rooms
from tokviz.spreadsheet import unquote
from tokviz.views.shared.sentences import without_marks

NOW = 1_000.0
# Three options, of which the first two tie.
ASK = {
    "question": ["Which pair?"],
    "hint": None,
    "options": [
        {"label": [{"code": "e s"}], "told": ["nine"], "share": 1, "right": True, "chosen": True},
        {"label": [{"code": "s t"}], "told": ["nine"], "share": 1, "right": True, "chosen": False},
        {"label": [{"code": "l o"}], "told": ["7"], "share": 0.8, "right": False, "chosen": False},
    ],
    "answer": ["", "e s", " is merged."],
    "rule": ["The first seen wins."],
    "hides": ["say"],
    "pairs": True,
}
PICTURE = {"first": 2, "total": 3, "quiz": "q", "search": True, "frames": [{"say": ["a"], "ask": ASK}, {"say": ["b"]}]}
PAYLOAD = json.dumps(PICTURE)


def refusal(why: str) -> Any:
    return pytest.raises(RefusedError, match=f"^{why}$")


@pytest.fixture
def lead(rooms: Rooms) -> Lead:
    return rooms.open(NOW)


@pytest.fixture
def view(rooms: Rooms, lead: Lead) -> str:
    """A picture that asks at step 2, shown to the room."""
    made = shared_view(PAYLOAD)
    assert made is not None
    rooms.publish(lead, made, NOW)
    rooms.show(lead, ShownPage("/bpe?step=2", made.name, 2), NOW)
    return made.name


def asked(rooms: Rooms, lead: Lead) -> dict[str, Any]:
    told = rooms.state(lead.code, NOW).message(leads=False)["question"]
    assert isinstance(told, dict)
    return told


def test_a_class_is_asked_one_question_at_a_step() -> None:
    ask = {"options": [], "first": {"options": []}}
    made = shared_view(json.dumps({"first": 0, "quiz": "q", "frames": [{"say": [], "ask": ask}]}))
    assert made is not None
    assert made.asks == {"0": {"options": []}}


def test_codes_are_short_and_keys_are_long(lead: Lead) -> None:
    assert access.tidy(f" {access.spaced(lead.code).lower()} ") == lead.code
    assert len(lead.key) == 24


@pytest.mark.parametrize(
    "code", ["", "ABCD234", "ABCD23456", "ABCD234!", "ABCD１２３４", "ABCD2340", "\ud800" * 8, "A" * 10_000]
)
def test_what_is_no_code(rooms: Rooms, code: str) -> None:
    assert access.tidy(code) == ""
    assert not rooms.is_open(code, NOW)
    with refusal("no-room"):
        rooms.enter(code, "", "", NOW)
    with refusal("no-room"):
        rooms.check(Lead(code, "A" * 24), NOW)


def test_a_room_ends_after_a_day(rooms: Rooms, lead: Lead) -> None:
    assert rooms.is_open(lead.code, NOW + room.DAY - 1)
    assert not rooms.is_open(lead.code, NOW + room.DAY)
    with refusal("no-room"):
        rooms.check(lead, NOW + room.DAY)


def test_a_teacher_ends_it_before(rooms: Rooms, lead: Lead) -> None:
    token = rooms.enter(lead.code, "", "Ada", NOW)
    rooms.end(lead, NOW)
    assert not rooms.is_open(lead.code, NOW)
    assert rooms.names(lead.code) == {}
    with refusal("no-room"):
        rooms.enter(lead.code, token, "", NOW)


def test_only_the_key_leads(rooms: Rooms, lead: Lead, view: str) -> None:
    student = rooms.enter(lead.code, "", "", NOW)
    for key in ("", student, lead.code, lead.key[:-1], lead.key + "A", lead.key.lower(), "\ud800"):
        thief = Lead(lead.code, key)
        deeds: list[Callable[[], object]] = [
            partial(rooms.show, thief, ShownPage("/why"), NOW),
            partial(rooms.ask, thief, view, 2, NOW),
            partial(rooms.turn, thief, "shown", NOW),
            partial(rooms.dismiss, thief, NOW),
            partial(rooms.end, thief, NOW),
            partial(rooms.remove, thief, [student], NOW),
            partial(rooms.admit, thief, NOW, new=False),
            partial(rooms.check, thief, NOW),
        ]
        for deed in deeds:
            with refusal("not-yours"):
                deed()
    state = rooms.state(lead.code, NOW)
    assert state.shown == ShownPage("/bpe?step=2", view, 2)
    assert state.question is None
    assert state.admits
    assert student in rooms.names(lead.code)


def test_no_more_rooms_than_may_be(rooms: Rooms, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "MAX_ROOMS", 2)
    rooms.open(NOW)
    rooms.open(NOW)
    with refusal("rooms-full"):
        rooms.open(NOW)
    rooms.open(NOW + room.DAY)


def test_no_more_students_than_may_be(rooms: Rooms, lead: Lead, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "MAX_STUDENTS", 2)
    first, _ = (rooms.enter(lead.code, "", "", NOW) for _ in range(2))
    with refusal("full"):
        rooms.enter(lead.code, "", "", NOW)
    assert rooms.enter(lead.code, first, "", NOW) == first


def test_ghosts_make_room_and_students_do_not(rooms: Rooms, lead: Lead, view: str) -> None:
    """A ghost entered, left and never answered; who has just come may not be on a server's list yet."""
    here, answered, ghost, other = (rooms.enter(lead.code, "", "", NOW, origin) for origin in "xxxy")
    rooms.ask(lead, view, 2, NOW)
    rooms.answer(lead.code, answered, 1, 0)
    late = rooms.enter(lead.code, "", "", NOW + 19, "x")
    rooms.note_present(lead.code, "one", [here], NOW + 19)
    assert rooms.clear(lead.code, NOW + 20, "x") == 1
    assert rooms.names(lead.code).keys() == {here, answered, other, late}
    assert rooms.clear(lead.code, NOW + 20) == 1
    assert rooms.names(lead.code).keys() == {here, answered, late}
    assert rooms.enter(lead.code, ghost, "", NOW) not in {ghost, here, answered, late}  # as a new student


def test_the_teacher_sees_who_fills_the_room(rooms: Rooms, lead: Lead, view: str) -> None:
    coming = (("Ada", "x"), ("Ben", "x"), ("", "y"), ("", "y"))
    ada, ben, _, dan = (rooms.enter(lead.code, "", name, NOW, origin) for name, origin in coming)
    rooms.ask(lead, view, 2, NOW)
    rooms.answer(lead.code, ben, 1, 2)
    rooms.ask(lead, view, 2, NOW)
    for token in (ada, ben, ben):
        rooms.answer(lead.code, token, 2, 0)
    rooms.note_present(lead.code, "one", [dan, ada], NOW)
    found = rooms.students(lead.code, NOW)
    assert [(one.name, one.origin, one.answers, one.is_here) for one in found] == [
        ("Ada", "x", 1, True),
        ("", "y", 0, True),
        ("Ben", "x", 2, False),
        ("", "y", 0, False),
    ]
    assert found[0].token == ada


def test_the_teacher_removes_students_with_their_answers(
    rooms: Rooms, lead: Lead, view: str, open_store: OpenStore, draw: Draw
) -> None:
    ada, ben = (rooms.enter(lead.code, "", name, NOW) for name in ("Ada", "Ben"))
    rooms.ask(lead, view, 2, NOW)
    for token in (ada, ben):
        rooms.answer(lead.code, token, 1, 0)
    rooms.note_present(lead.code, "one", [ada, ben], NOW)
    rooms.remove(lead, [ada], NOW)
    after = Rooms(open_store(), draw)  # as after a restart
    for one in (rooms, after):
        with refusal("removed"):
            one.enter(lead.code, ada, "", NOW)
        with refusal("not-now"):
            one.answer(lead.code, ada, 1, 1)
        state = one.state(lead.code, NOW)
        assert state.question is not None
        assert (state.students, state.question.answered, one.names(lead.code)) == (1, 1, {ben: "Ben"})
        assert list(one.removed(lead.code)) == [ada]
    assert rooms.enter(lead.code, "", "Ada", NOW) != ada


def test_a_room_without_new_students(rooms: Rooms, lead: Lead, open_store: OpenStore, draw: Draw) -> None:
    token = rooms.enter(lead.code, "", "", NOW)
    rooms.admit(lead, NOW, new=False)
    after = Rooms(open_store(), draw)  # as after a restart
    assert not after.state(lead.code, NOW).admits
    for stranger in ("", "A" * 24):
        with refusal("no-new"):
            after.enter(lead.code, stranger, "", NOW)
    assert after.enter(lead.code, token, "", NOW) == token
    after.admit(lead, NOW, new=True)
    assert rooms.enter(lead.code, "", "", NOW)


def test_a_student_comes_back_as_the_same_and_nobody_else_does(rooms: Rooms, lead: Lead) -> None:
    token = rooms.enter(lead.code, "", "  Ada\n<b> ", NOW)
    assert rooms.enter(lead.code, token, "", NOW) == token
    assert rooms.names(lead.code) == {token: "Ada <b>"}
    assert rooms.enter(lead.code, "A" * 24, "", NOW) not in {token, "A" * 24}  # a token that was made up
    assert len(rooms.names(lead.code)) == 2


FOREIGN = (
    *("", "bpe", "//elsewhere.example/", "https://elsewhere.example", "/" + "a" * 7_000),
    *("/\\elsewhere.example/x", "/\t/elsewhere.example", "/\n/elsewhere.example", "/bpe\n", "/bpe?a\\", "/bpe?\u202e"),
    *("/\ud800", "/bpe#a", "/a//b"),
)


@pytest.mark.parametrize("address", FOREIGN, ids=range(len(FOREIGN)))
def test_only_pages_of_the_app_are_shown(rooms: Rooms, lead: Lead, address: str) -> None:
    with refusal("not-so"):
        rooms.show(lead, ShownPage(address), NOW)


def test_a_picture_travels_without_its_questions(rooms: Rooms, lead: Lead, view: str) -> None:
    stored = rooms.view(lead.code, view, NOW)
    assert stored is not None
    assert json.loads(decompressed(stored)) == {
        "first": 2,
        "total": 3,
        "search": False,
        "frames": [{"say": ["a"]}, {"say": ["b"]}],
    }
    assert rooms.view(lead.code, "another", NOW) is None
    with refusal("not-so"):
        rooms.show(lead, ShownPage("/bpe", "another", 2), NOW)


def test_the_last_few_pictures_are_kept(rooms: Rooms, lead: Lead) -> None:
    names = []
    for first in range(8):
        made = shared_view(json.dumps({**PICTURE, "first": first}))
        assert made is not None
        rooms.publish(lead, made, NOW + first)
        names.append(made.name)
    assert [rooms.view(lead.code, name, NOW) is not None for name in names] == [False] * 2 + [True] * 6
    with refusal("not-so"):
        rooms.ask(lead, names[0], 0, NOW)


def test_a_question_from_asking_to_the_answer(rooms: Rooms, lead: Lead, view: str) -> None:
    ada, ben, cy = (rooms.enter(lead.code, "", "", NOW) for _ in range(3))
    rooms.ask(lead, view, 2, NOW)
    told = asked(rooms, lead)
    assert (told["number"], told["phase"], told["step"], told["counts"]) == (1, "open", 2, None)
    assert "answered" not in told
    assert told["ask"]["question"] == ["Which pair?"]
    for name in ("right", "chosen", "nine", "is merged", "first seen"):
        assert name not in json.dumps(told)
    rooms.answer(lead.code, ada, 1, 2)
    rooms.answer(lead.code, ada, 1, 1)  # changed: the last one counts
    rooms.answer(lead.code, ben, 1, 2)
    rooms.answer(lead.code, cy, 1, 0)
    assert rooms.choice(lead.code, ada) == (1, 1)
    mine = rooms.state(lead.code, NOW).message(leads=True)["question"]
    assert (mine["answered"], mine["counts"]) == (3, None)
    rooms.turn(lead, "closed", NOW)
    with refusal("not-now"):
        rooms.answer(lead.code, ben, 1, 0)
    rooms.turn(lead, "shown", NOW)
    told = asked(rooms, lead)
    assert (told["phase"], told["counts"], told["answered"], told["ask"]) == ("shown", [1, 1, 1], 3, ASK)
    assert rooms.scores(lead.code) == {ada: Score(1, 1), ben: Score(0, 1), cy: Score(1, 1)}  # ties are right
    with refusal("not-now"):
        rooms.turn(lead, "closed", NOW)
    rooms.dismiss(lead, NOW)
    assert rooms.state(lead.code, NOW).question is None
    assert [one.counts for one in rooms.questions(lead.code)] == [(1, 1, 1)]


def test_answers_that_make_no_sense(rooms: Rooms, lead: Lead, view: str) -> None:
    token = rooms.enter(lead.code, "", "", NOW)
    with refusal("not-now"):
        rooms.answer(lead.code, token, 1, 0)
    rooms.ask(lead, view, 2, NOW)
    for choice in (-1, 3, 10**30):
        with refusal("not-so"):
            rooms.answer(lead.code, token, 1, choice)
    for student in ("", "A" * 24):
        with refusal("not-now"):
            rooms.answer(lead.code, student, 1, 0)
    for number in (0, 2, -1):
        with refusal("not-now"):
            rooms.answer(lead.code, token, number, 0)
    with refusal("not-so"):
        rooms.ask(lead, view, 3, NOW)  # a step where nothing is asked
    assert rooms.choice(lead.code, token) == (1, None)


def test_a_new_question_takes_no_answers_to_the_old_one(rooms: Rooms, lead: Lead, view: str) -> None:
    token = rooms.enter(lead.code, "", "", NOW)
    rooms.ask(lead, view, 2, NOW)
    rooms.answer(lead.code, token, 1, 0)
    rooms.ask(lead, view, 2, NOW)
    with refusal("not-now"):
        rooms.answer(lead.code, token, 1, 0)
    assert rooms.choice(lead.code, token) == (2, None)
    rooms.turn(lead, "shown", NOW)
    assert [one.number for one in rooms.questions(lead.code)] == [2]  # the first one was never revealed


def test_replayed_answers_count_once(rooms: Rooms, lead: Lead, view: str) -> None:
    tokens = [rooms.enter(lead.code, "", "", NOW) for _ in range(20)]
    rooms.ask(lead, view, 2, NOW)
    with ThreadPoolExecutor(8) as threads:
        list(threads.map(lambda token: rooms.answer(lead.code, token, 1, 1), tokens * 10))
    assert rooms.state(lead.code, NOW).message(leads=True)["question"]["answered"] == 20


def test_two_who_lead(rooms: Rooms, lead: Lead, view: str, open_store: OpenStore, draw: Draw) -> None:
    other = Rooms(open_store(), draw)
    other.show(lead, ShownPage("/why"), NOW)
    other.ask(lead, view, 2, NOW)
    rooms.ask(lead, view, 2, NOW)
    assert rooms.state(lead.code, NOW) == other.state(lead.code, NOW)
    assert asked(other, lead)["number"] == 2
    other.turn(lead, "shown", NOW)
    with refusal("not-now"):
        rooms.turn(lead, "closed", NOW)


def test_students_are_counted_over_all_servers_that_live(rooms: Rooms, lead: Lead) -> None:
    tokens = [rooms.enter(lead.code, "", "", NOW) for _ in range(9)]
    rooms.note_present(lead.code, "one", tokens[:3], NOW)
    rooms.note_present(lead.code, "two", tokens[4:8], NOW + 20)
    rooms.note_present(lead.code, "one", tokens[:5], NOW + 20)  # of whom one has a page open at each server
    assert rooms.state(lead.code, NOW + 21).students == 8
    rooms.note_present(lead.code, "two", tokens[:2], NOW + 45)
    assert rooms.state(lead.code, NOW + 60).students == 2
    rooms.note_present(lead.code, "three", tokens, NOW + 60)  # those of "two", which has died, are here as well
    assert rooms.state(lead.code, NOW + 61).students == 9


def test_the_vote_outlives_the_server(rooms: Rooms, lead: Lead, view: str, open_store: OpenStore, draw: Draw) -> None:
    token = rooms.enter(lead.code, "", "Ada", NOW)
    rooms.ask(lead, view, 2, NOW)
    rooms.answer(lead.code, token, 1, 2)
    before = rooms.state(lead.code, NOW)
    rooms.store.close()
    after = Rooms(open_store(), draw)
    assert after.state(lead.code, NOW) == before
    assert after.enter(lead.code, token, "", NOW) == token
    assert after.choice(lead.code, token) == (1, 2)
    after.check(lead, NOW)


def test_the_table_of_a_lesson_names_nobody(rooms: Rooms, lead: Lead, view: str) -> None:
    token = rooms.enter(lead.code, "", "Ada", NOW)
    rooms.ask(lead, view, 2, NOW)
    rooms.answer(lead.code, token, 1, 1)
    rooms.turn(lead, "shown", NOW)
    table = questions.csv_of(rooms.questions(lead.code))
    assert table.splitlines() == [
        "question,address,asked,option,text,right,answers",
        "1,/bpe?step=2,Which pair?,1,e s,1,0",
        "1,/bpe?step=2,Which pair?,2,s t,1,1",
        "1,/bpe?step=2,Which pair?,3,l o,0,0",
    ]


def test_no_cell_of_the_table_is_a_formula() -> None:
    ask = {"question": ["＝1"], "options": [{"label": [{"code": one}], "right": False} for one in FORMULAS]}
    asked = Question(1, ask, ShownPage("/bpe"), "shown", (1,) * len(FORMULAS))
    cells = [cell for row in csv.reader(io.StringIO(questions.csv_of([asked]), newline="")) for cell in row]
    assert list(filter(harmful, cells)) == []
    assert set(FORMULAS) <= set(map(unquote, cells))


def test_guessing_takes_longer_than_a_room_lasts() -> None:
    from tokviz.features.live.limits import WRONG_CODES

    every = len(access.ALPHABET) ** access.LENGTH
    _, together = WRONG_CODES
    assert every / room.MAX_ROOMS / together.rate > room.DAY / 2  # with as many rooms open as there may be
    drawn = {access.code_of(n.to_bytes(16, "big") + b"") for n in range(2_000)}
    assert len(drawn) == 2_000


# -- tasks: answers that are written

TASK: dict[str, Any] = {
    "question": ["Which pair is merged?"],
    "given": [{"label": "Words:", "items": [{"symbols": ["l", "o", "w"], "note": "× 5"}]}],
    "field": "a pair",
    "options": [{"label": [{"code": "e s"}], "right": True}, {"label": [{"code": "s t"}], "right": True}],
    "answer": ["Right is e s."],
    "rule": ["It occurs 9 times."],
    "task": ["next-merge", 1, "a secret seed", "en"],
}


def test_a_task_from_asking_to_the_histogram(rooms: Rooms, lead: Lead, view: str) -> None:
    ada, ben, cy, dan = (rooms.enter(lead.code, "", "", NOW) for _ in range(4))
    rooms.pose(lead, TASK, NOW)
    told = asked(rooms, lead)
    assert (told["task"], told["view"], told["step"], told["ask"]["options"]) == (True, view, 2, [])
    for name in ("right", "e s", "s t", "9 times", "secret", "next-merge"):
        assert name not in json.dumps(told)
    for student, label, right in ((ada, "l o", False), (ada, "s t", True), (ben, "<b>", False), (cy, "<b>", False)):
        rooms.answer(lead.code, student, 1, Written(label, right))  # Ada's last one counts
    assert (rooms.choice(lead.code, ada), rooms.choice(lead.code, dan)) == ((1, "s t"), (1, None))
    for wrong in (0, 1, -1):
        with refusal("not-so"):
            rooms.answer(lead.code, ada, 1, wrong)
    rooms.turn(lead, "closed", NOW)
    with refusal("not-now"):
        rooms.answer(lead.code, dan, 1, Written("e s", True))
    rooms.turn(lead, "shown", NOW)
    told = asked(rooms, lead)
    assert [(without_marks(one["label"]), one["right"]) for one in told["ask"]["options"]] == [
        *(("s t", True), ("e s", True), ("<b>", False))
    ]
    assert (told["counts"], told["answered"], "secret" in json.dumps(told)) == ([1, 0, 2], 3, False)
    assert rooms.scores(lead.code) == {ada: Score(1, 1), ben: Score(0, 1), cy: Score(0, 1)}  # ties are right
    table = questions.csv_of(rooms.questions(lead.code))
    assert "1,/bpe?step=2,Which pair is merged? Words: l o w × 5,1,s t,1,1" in table.splitlines()
    with refusal("not-now"):
        rooms.ask_of(lead.code, 2)


def test_a_vote_takes_nothing_that_is_written(rooms: Rooms, lead: Lead, view: str) -> None:
    token = rooms.enter(lead.code, "", "", NOW)
    rooms.ask(lead, view, 2, NOW)
    with refusal("not-so"):
        rooms.answer(lead.code, token, 1, Written("e s", True))


def test_of_many_answers_the_commonest_are_shown(rooms: Rooms, lead: Lead) -> None:
    rooms.pose(lead, TASK, NOW)
    for number in range(30):
        written = Written(f"x {number // 2}", False) if number % 2 else Written(f"y {number}", False)
        rooms.answer(lead.code, rooms.enter(lead.code, "", "", NOW), 1, written)
    rooms.turn(lead, "shown", NOW)
    told = asked(rooms, lead)
    assert len(told["ask"]["options"]) == len(told["counts"]) == MAX_ROWS
    assert (told["answered"], sum(told["counts"])) == (30, MAX_ROWS - 2)
    assert len(rooms.questions(lead.code)[0].counts) == 32
