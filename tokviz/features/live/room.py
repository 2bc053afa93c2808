"""Rooms of a live class: a teacher shows and asks, students answer. All rules on who may do what are here.

A room is opened by drawing a code for the students and a key for the teacher. It knows what is shown (an address, and
in a picture a step), at most one question, and all answers so far. A student is a token that the student's browser
keeps and a nickname, which may be empty; a student's last answer to an open question counts, once. Two who hold the key
may both lead: the last one to do something has done it. All of a room is in its store, so that any server can
go on with it.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from tokviz.features.live import access
from tokviz.features.live.access import ANSWERED, BACK, NEW, Entry, Student, ghosts, pack_presence, present
from tokviz.features.live.questions import (
    MAX_OPTIONS,
    Question,
    QuestionPhase,
    RoomState,
    Score,
    SharedView,
    ShownPage,
    Written,
    answer_of,
    counts,
    right_options,
    scores,
    settled,
)
from tokviz.features.live.stores import Outcome, Store

DAY = 86_400.0
"""The lifetime of a room, in seconds."""
MAX_ROOMS = 500
MAX_STUDENTS = 1_000
MAX_QUESTIONS = 200
MAX_NAME = 24  # characters of a nickname
MAX_ADDRESS = 6_000  # characters; with a corpus in it
_KEPT_VIEWS = 6  # payloads; a student who looks back at an older one has it in the browser
_TRIES = 20
_PATH = re.compile(r"(?=/)(?:/[\w.~-]+)*/?(?:\?[\w.~*%+&=:;,@/-]*)?", re.ASCII)
"""A path and a query as a browser writes them. No host can follow: not two slashes, nor what browsers take for one."""

Draw = Callable[[int], bytes]
"""Draws so many random bytes that nobody can guess."""

Refusal = Literal["no-room", "not-yours", "full", "no-new", "removed", "not-now", "not-so", "rooms-full"]
"""The reason why something was not done: no such room; no key, or a wrong one; enough students or questions; no new
students; the teacher has removed this student; there is nothing to answer now; it makes no sense; enough rooms."""


class RefusedError(Exception):
    """A room refuses what was asked of it; nothing has changed."""

    def __init__(self, why: Refusal) -> None:
        super().__init__(why)
        self.why: Refusal = why


@dataclass(frozen=True)
class Lead:
    """The teacher's access: the code for the students, and the key, which they must not see."""

    code: str
    key: str


class Rooms:
    """The rooms of a store. draw: where codes, keys and tokens come from. Methods raise RefusedError."""

    def __init__(self, store: Store, draw: Draw) -> None:
        self.store = store
        self._draw = draw

    # -- coming and going

    def open(self, now: float) -> Lead:
        """Open a room, which ends after a day."""
        key = access.key_of(self._draw(access.KEY_BYTES))
        for _ in range(_TRIES):
            code = access.code_of(self._draw(access.CODE_BYTES))
            outcome = self.store.open(code, access.locked(key), now, now + DAY, MAX_ROOMS)
            if outcome == "put":
                return Lead(code, key)
            if outcome == "full":
                break
        raise RefusedError("rooms-full")

    def is_open(self, code: str, now: float) -> bool:
        """Tell if there is a room with this code."""
        return bool(access.tidy(code) == code and self.store.find(code, now))

    def check(self, lead: Lead, now: float) -> None:
        """Raise unless this is the key of the teacher."""
        lock = self.store.find(lead.code, now) if access.tidy(lead.code) == lead.code else None
        if lock is None:
            raise RefusedError("no-room")
        if not access.is_key_of(lead.key, lock):
            raise RefusedError("not-yours")

    def standing(self, code: str, token: str, now: float) -> int:
        """Return the rank of the student with this token: NEW where it is no student's of this room."""
        if not self.is_open(code, now):
            raise RefusedError("no-room")
        if token and self.store.get(code, "removed", token) is not None:
            raise RefusedError("removed")
        if token and self.store.get(code, "students", token) is not None:
            return BACK if self.store.get(code, "answered", token) is None else ANSWERED
        if not self._admits(code):
            raise RefusedError("no-new")
        return NEW

    def enter(self, code: str, token: str, name: str, now: float, origin: str = "") -> str:
        """Let a student in, or back in by the token of before; returns the token. origin: of
        :func:`tokviz.features.live.access.origin_of`."""
        entry = Entry(tidy_name(name), origin, now)
        if self.standing(code, token, now) != NEW:
            before = Entry.unpacked(self.store.get(code, "students", token) or entry.packed())
            self._put(code, "students", token, replace(entry, name=entry.name or before.name).packed())
            return token
        new_token = access.key_of(self._draw(access.KEY_BYTES))
        self._put(code, "students", new_token, entry.packed(), most=MAX_STUDENTS)
        return new_token

    def clear(self, code: str, now: float, origin: str = "") -> int:
        """Remove the ghosts of an origin, or all of them, to make room for students; returns how many. Who was one has
        nothing to lose, and comes back as a new student."""
        real = self._present(code, now) | self.store.rows(code, "answered").keys()
        tokens = ghosts(self._entries(code), real, now, origin)
        self.store.remove(code, "students", *tokens)
        return len(tokens)

    def end(self, lead: Lead, now: float) -> None:
        """End a room; nothing of it is kept."""
        self.check(lead, now)
        self.store.end(lead.code)

    # -- what the teacher does

    def publish(self, lead: Lead, view: SharedView, now: float) -> None:
        """Store a picture for students, before it is shown."""
        self.check(lead, now)
        code = lead.code
        known = self.store.rows(code, "order")
        for old in sorted(known, key=lambda name: float(known[name]))[: max(0, len(known) - _KEPT_VIEWS + 1)]:
            for table in ("views", "asks", "order"):
                self.store.remove(code, table, old)
        self._put(code, "views", view.name, view.payload)
        self._put(code, "asks", view.name, _packed(view.asks))
        self._put(code, "order", view.name, repr(now).encode())

    def view(self, code: str, name: str, now: float) -> bytes | None:
        """Return the payload of a picture that is shown, packed."""
        return self.store.get(code, "views", name) if self.is_open(code, now) else None

    def show(self, lead: Lead, shown: ShownPage, now: float) -> None:
        """Show this to everybody."""
        self.check(lead, now)
        if len(shown.address) > MAX_ADDRESS or not _PATH.fullmatch(shown.address):
            raise RefusedError("not-so")
        if shown.step < 0 or (shown.view and self.store.get(lead.code, "order", shown.view) is None):
            raise RefusedError("not-so")
        self._put(lead.code, "now", "shown", _packed([shown.address, shown.view, shown.step]))

    def ask(self, lead: Lead, view: str, step: int, now: float) -> None:
        """Ask what the picture asks at this step. A question that is open goes."""
        self.check(lead, now)
        stored = self.store.get(lead.code, "asks", view)
        ask = None if stored is None else json.loads(stored).get(str(step))
        if ask is None:
            raise RefusedError("not-so")
        self.pose(lead, ask, now, (view, step))

    def pose(self, lead: Lead, ask: Mapping[str, Any], now: float, place: tuple[str, int] | None = None) -> None:
        """Ask this. ask: a question with options, of which some are right, or with a field; it must come from the app
        itself. place: the picture and its step; what is shown now unless given."""
        self.check(lead, now)
        if not ask.get("field") and not 2 <= len(ask["options"]) <= MAX_OPTIONS:
            raise RefusedError("not-so")
        code, shown = lead.code, self._shown(lead.code) or ShownPage("/")
        view, step = place or (shown.view, shown.step)
        number = self.store.count(code, "questions") + 1
        # Two who ask at once: the second one gets the next number.
        while (
            outcome := self.store.put(
                code, "questions", str(number), _packed([ask, shown.address, view, step]), once=True, most=MAX_QUESTIONS
            )
        ) == "known":
            number += 1
        _refuse(outcome)
        self._put(code, "now", "question", f"{number} open".encode())

    def turn(self, lead: Lead, phase: Literal["closed", "shown"], now: float) -> None:
        """Close the question that is asked, or reveal its answer."""
        self.check(lead, now)
        number, before = self._asked(lead.code)
        if not number or before == "shown":
            raise RefusedError("not-now")
        given = ("now", "question", f"{number} {before}".encode())
        _refuse(self.store.put(lead.code, "now", "question", f"{number} {phase}".encode(), given=given))
        if phase == "shown":
            self._put(lead.code, "revealed", str(number), b"")

    def dismiss(self, lead: Lead, now: float) -> None:
        """Remove the question."""
        self.check(lead, now)
        self._put(lead.code, "now", "question", b"0 shown")

    def admit(self, lead: Lead, now: float, *, new: bool) -> None:
        """Let new students in, or none any more; those who are students already come and go."""
        self.check(lead, now)
        self._put(lead.code, "now", "admits", b"1" if new else b"0")

    def students(self, code: str, now: float) -> tuple[Student, ...]:
        """Return all students: those who are here first, then those who answered most."""
        present, answers = self._present(code, now), Counter[str]()
        for number in range(1, self.store.count(code, "questions") + 1):
            answers.update(self.store.rows(code, f"answers-{number}").keys())
        entries = sorted(self._entries(code).items(), key=lambda item: (item[1].came, item[0]))
        students = (
            Student(token, entry.name, entry.origin, answers[token], token in present) for token, entry in entries
        )
        return tuple(sorted(students, key=lambda student: (not student.is_here, -student.answers)))

    def remove(self, lead: Lead, tokens: Collection[str], now: float) -> None:
        """Remove students with their answers. Their tokens are no longer valid."""
        self.check(lead, now)
        code = lead.code
        for token in tokens:
            self._put(code, "removed", token, b"")
        answers = [f"answers-{number}" for number in range(1, self.store.count(code, "questions") + 1)]
        for table in ("students", "answered", *answers):
            self.store.remove(code, table, *tokens)
        self._put(code, "now", "removed", repr(now).encode())  # so that everybody hears of the counts as they are now

    # -- what a student does

    def answer(self, code: str, token: str, number: int, answer: int | Written) -> None:
        """Choose an option of the question that is open, or answer in writing; the last answer counts."""
        if self.store.get(code, "students", token) is None:
            raise RefusedError("not-now")
        ask = self.ask_of(code, number)
        if isinstance(answer, Written):
            is_fit, packed = bool(ask.get("field")), answer.packed()
        else:
            is_fit, packed = not ask.get("field") and 0 <= answer < len(ask["options"]), str(answer).encode()
        if not is_fit:
            raise RefusedError("not-so")
        given = ("now", "question", f"{number} open".encode())
        _refuse(self.store.put(code, f"answers-{number}", token, packed, given=given))
        if self.store.get(code, "answered", token) is None:
            self._put(code, "answered", token, b"")

    def ask_of(self, code: str, number: int) -> Mapping[str, Any]:
        """Return a question with all that is right, to grade by."""
        stored = self.store.get(code, "questions", str(number))
        if stored is None:
            raise RefusedError("not-now")
        ask: Mapping[str, Any] = json.loads(stored)[0]
        return ask

    def choice(self, code: str, token: str) -> tuple[int, int | str | None]:
        """Return the number of the question that is asked, 0 for none, and what this student has answered to it: an
        option, or what was written."""
        number, _ = self._asked(code)
        stored = self.store.get(code, f"answers-{number}", token) if number else None
        answer = None if stored is None else answer_of(stored)
        return number, answer.label if isinstance(answer, Written) else answer

    # -- what there is to see

    def note_present(self, code: str, server: str, tokens: Collection[str], now: float) -> None:
        """Note which students are connected to a server; to be said again before it is too long ago."""
        self._put(code, "present", server, pack_presence(tokens, now))

    def removed(self, code: str) -> Collection[str]:
        """Return the tokens of the students whom the teacher has removed."""
        return self.store.rows(code, "removed").keys()

    def state(self, code: str, now: float) -> RoomState:
        """Return the state that everybody sees."""
        number, phase = self._asked(code)
        question = self._question(code, number, phase) if number else None
        return RoomState(self._shown(code), question, len(self._present(code, now)), self._admits(code))

    def questions(self, code: str) -> tuple[Question, ...]:
        """Return all questions of the lesson that have been revealed, in their order."""
        numbers = sorted(map(int, self.store.rows(code, "revealed")))
        questions = (self._question(code, number, "shown") for number in numbers)
        return tuple(question for question in questions if question is not None)

    def scores(self, code: str) -> dict[str, Score]:
        """Return the score of each student, by the token."""
        answers = [
            (right_options(question.ask), self._chosen(code, question.number, question.ask)[1])
            for question in self.questions(code)
        ]
        return scores(answers)

    def names(self, code: str) -> dict[str, str]:
        """Return the nickname of each student, by the token."""
        return {token: entry.name for token, entry in self._entries(code).items()}

    def _question(self, code: str, number: int, phase: QuestionPhase) -> Question | None:
        stored = self.store.get(code, "questions", str(number))
        if stored is None:
            return None
        ask, address, view, step = json.loads(stored)
        ask, chosen = self._chosen(code, number, ask)
        return Question(
            number, ask, ShownPage(address, view, step), phase, counts(chosen.values(), len(ask["options"]))
        )

    def _chosen(self, code: str, number: int, ask: Mapping[str, Any]) -> tuple[Mapping[str, Any], dict[str, int]]:
        rows = self.store.rows(code, f"answers-{number}")
        return settled(ask, {token: answer_of(stored) for token, stored in rows.items()})

    def _entries(self, code: str) -> dict[str, Entry]:
        removed = self.removed(code)
        rows = self.store.rows(code, "students")
        return {token: Entry.unpacked(stored) for token, stored in rows.items() if token not in removed}

    def _present(self, code: str, now: float) -> set[str]:
        return present(self.store.rows(code, "present").values(), now) - set(self.removed(code))

    def _admits(self, code: str) -> bool:
        return self.store.get(code, "now", "admits") != b"0"

    def _asked(self, code: str) -> tuple[int, QuestionPhase]:
        number, _, phase = (self.store.get(code, "now", "question") or b"0 shown").decode().partition(" ")
        return int(number), "open" if phase == "open" else "closed" if phase == "closed" else "shown"

    def _shown(self, code: str) -> ShownPage | None:
        stored = self.store.get(code, "now", "shown")
        return None if stored is None else ShownPage(*json.loads(stored))

    def _put(self, code: str, table: str, key: str, value: bytes, *, most: int = 0) -> None:
        _refuse(self.store.put(code, table, key, value, most=most))


def tidy_name(name: str) -> str:
    """Return a nickname in one line, of what was typed.

    >>> tidy_name("  <b>Ada\\n Lovelace, Countess of L.")
    '<b>Ada Lovelace, Countes'
    """
    return " ".join("".join(letter if letter.isprintable() else " " for letter in name[:200]).split())[:MAX_NAME]


_REFUSALS: Mapping[str, Refusal] = {"gone": "no-room", "full": "full", "known": "not-now", "not-now": "not-now"}


def _refuse(outcome: Outcome) -> None:
    if outcome != "put":
        raise RefusedError(_REFUSALS[outcome])


def _packed(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")
