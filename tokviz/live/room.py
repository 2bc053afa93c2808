"""What happens in a room: a teacher shows and asks, students answer. Every rule of who may do what is here.

A room is opened by drawing a code, for the students, and a key, for who leads. It knows what is shown (an address, and
on a stage a step), at most one question, and all answers so far. A student is a token that the student's browser keeps
and a nickname, which may be empty; a student's last answer to an open question counts, once. Two who hold the key may
both lead: the last one to do something has done it. All that a room is stands in its store, so that any server can go
on with it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from tokviz.live import codes
from tokviz.live.questions import (
    MAX_OPTIONS,
    Score,
    Written,
    answer_of,
    counts,
    right_options,
    scores,
    settled,
)
from tokviz.live.state import Asked, RoomState, Shown, Stand
from tokviz.live.store import Outcome, Store
from tokviz.live.views import SharedView

__all__ = [
    "DAY",
    "MAX_ROOMS",
    "MAX_STUDENTS",
    "Draw",
    "Lead",
    "Refusal",
    "RefusedError",
    "Rooms",
]

DAY = 86_400.0
"""How long a room lasts, in seconds."""
MAX_ROOMS = 500
MAX_STUDENTS = 1_000
MAX_QUESTIONS = 200
MAX_NAME = 24  # characters of a nickname
MAX_ADDRESS = 6_000  # characters; with a corpus in it
_KEPT_VIEWS = 6  # payloads; a student who looks back at an older one has it in the browser
_TRIES = 20
_PRESENT = 30.0  # seconds for which a server's count of students holds

Draw = Callable[[int], bytes]
"""Draws so many random bytes that nobody can guess."""

Refusal = Literal["no-room", "not-yours", "full", "not-now", "not-so", "rooms-full"]
"""Why something was not done: no such room; no key, or a wrong one; enough students or questions; there is nothing to
answer now; it makes no sense; enough rooms."""


class RefusedError(Exception):
    """A room refuses what was asked of it; nothing has changed."""

    def __init__(self, why: Refusal) -> None:
        super().__init__(why)
        self.why: Refusal = why


@dataclass(frozen=True)
class Lead:
    """What the teacher holds: the code for the students, and the key, which they must not see."""

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
        key = codes.key_of(self._draw(codes.KEY_BYTES))
        for _ in range(_TRIES):
            code = codes.code_of(self._draw(codes.CODE_BYTES))
            outcome = self.store.open(code, codes.locked(key), now, now + DAY, MAX_ROOMS)
            if outcome == "put":
                return Lead(code, key)
            if outcome == "full":
                break
        raise RefusedError("rooms-full")

    def is_open(self, code: str, now: float) -> bool:
        """Whether there is such a room."""
        return bool(codes.tidy(code) == code and self.store.find(code, now))

    def check(self, lead: Lead, now: float) -> None:
        """Refuse who does not lead this room."""
        lock = self.store.find(lead.code, now) if codes.tidy(lead.code) == lead.code else None
        if lock is None:
            raise RefusedError("no-room")
        if not codes.is_key_of(lead.key, lock):
            raise RefusedError("not-yours")

    def enter(self, code: str, token: str, name: str, now: float) -> str:
        """Let a student in, or back in by the token of before; returns the token."""
        if not self.is_open(code, now):
            raise RefusedError("no-room")
        nickname = tidy_name(name).encode("utf-8", "replace")
        if token and self.store.get(code, "students", token) is not None:
            if nickname:
                self._put(code, "students", token, nickname)
            return token
        made = codes.key_of(self._draw(codes.KEY_BYTES))
        self._put(code, "students", made, nickname, most=MAX_STUDENTS)
        return made

    def end(self, lead: Lead, now: float) -> None:
        """End a room; nothing of it is kept."""
        self.check(lead, now)
        self.store.end(lead.code)

    # -- what the teacher does

    def publish(self, lead: Lead, view: SharedView, now: float) -> None:
        """Have a stage ready for students, before it is shown."""
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
        """The payload of a stage that is shown, packed."""
        return self.store.get(code, "views", name) if self.is_open(code, now) else None

    def show(self, lead: Lead, shown: Shown, now: float) -> None:
        """Show this to everybody."""
        self.check(lead, now)
        if len(shown.address) > MAX_ADDRESS or not shown.address.startswith("/") or shown.address.startswith("//"):
            raise RefusedError("not-so")
        if shown.step < 0 or (shown.view and self.store.get(lead.code, "order", shown.view) is None):
            raise RefusedError("not-so")
        self._put(lead.code, "now", "shown", _packed([shown.address, shown.view, shown.step]))

    def ask(self, lead: Lead, view: str, step: int, now: float) -> None:
        """Ask what the stage asks at this step. A question that is open goes."""
        self.check(lead, now)
        stored = self.store.get(lead.code, "asks", view)
        ask = None if stored is None else json.loads(stored).get(str(step))
        if ask is None:
            raise RefusedError("not-so")
        self.pose(lead, ask, now, (view, step))

    def pose(self, lead: Lead, ask: Mapping[str, Any], now: float, place: tuple[str, int] | None = None) -> None:
        """Ask this. ask: a question with options, of which some are right, or with a field; it must come from the app
        itself. place: the stage and its step; what is shown now unless given."""
        self.check(lead, now)
        if not ask.get("field") and not 2 <= len(ask["options"]) <= MAX_OPTIONS:
            raise RefusedError("not-so")
        code, here = lead.code, self._shown(lead.code) or Shown("/")
        view, step = place or (here.view, here.step)
        number = self.store.count(code, "questions") + 1
        # Two who ask at once: the second one gets the next number.
        while (
            outcome := self.store.put(
                code, "questions", str(number), _packed([ask, here.address, view, step]), once=True, most=MAX_QUESTIONS
            )
        ) == "known":
            number += 1
        _refuse(outcome)
        self._put(code, "now", "question", f"{number} open".encode())

    def turn(self, lead: Lead, stand: Literal["closed", "shown"], now: float) -> None:
        """Close the question that is asked, or reveal its answer."""
        self.check(lead, now)
        number, before = self._asked(lead.code)
        if not number or before == "shown":
            raise RefusedError("not-now")
        given = ("now", "question", f"{number} {before}".encode())
        _refuse(self.store.put(lead.code, "now", "question", f"{number} {stand}".encode(), given=given))
        if stand == "shown":
            self._put(lead.code, "revealed", str(number), b"")

    def dismiss(self, lead: Lead, now: float) -> None:
        """Have no question."""
        self.check(lead, now)
        self._put(lead.code, "now", "question", b"0 shown")

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

    def ask_of(self, code: str, number: int) -> Mapping[str, Any]:
        """A question with all that is right, to grade by."""
        stored = self.store.get(code, "questions", str(number))
        if stored is None:
            raise RefusedError("not-now")
        ask: Mapping[str, Any] = json.loads(stored)[0]
        return ask

    def choice(self, code: str, token: str) -> tuple[int, int | str | None]:
        """The number of the question that is asked, 0 for none, and what this student has answered to it: an option, or
        what was written."""
        number, _ = self._asked(code)
        stored = self.store.get(code, f"answers-{number}", token) if number else None
        answer = None if stored is None else answer_of(stored)
        return number, answer.label if isinstance(answer, Written) else answer

    # -- what there is to see

    def count(self, code: str, server: str, students: int, now: float) -> None:
        """Note how many students are connected to a server; to be said again before it is too long ago."""
        self._put(code, "present", server, f"{students} {now!r}".encode())

    def state(self, code: str, now: float) -> RoomState:
        """What everybody sees."""
        number, stand = self._asked(code)
        counted = (value.split() for value in self.store.rows(code, "present").values())
        present = sum(int(count) for count, when in counted if now - float(when) < _PRESENT)
        # Those of a server that has died are at another one before its count is too old to hold.
        students = min(present, self.store.count(code, "students"))
        return RoomState(self._shown(code), self._question(code, number, stand) if number else None, students)

    def questions(self, code: str) -> tuple[Asked, ...]:
        """All questions of the lesson that have been revealed, in their order."""
        numbers = sorted(map(int, self.store.rows(code, "revealed")))
        found = (self._question(code, number, "shown") for number in numbers)
        return tuple(one for one in found if one is not None)

    def scores(self, code: str) -> dict[str, Score]:
        """The score of each student, by the token."""
        asked = self.questions(code)
        return scores([(right_options(one.ask), self._chosen(code, one.number, one.ask)[1]) for one in asked])

    def names(self, code: str) -> dict[str, str]:
        """The nickname of each student, by the token."""
        return {token: name.decode("utf-8", "replace") for token, name in self.store.rows(code, "students").items()}

    def _question(self, code: str, number: int, stand: Stand) -> Asked | None:
        stored = self.store.get(code, "questions", str(number))
        if stored is None:
            return None
        ask, address, view, step = json.loads(stored)
        ask, chosen = self._chosen(code, number, ask)
        return Asked(number, ask, Shown(address, view, step), stand, counts(chosen.values(), len(ask["options"])))

    def _chosen(self, code: str, number: int, ask: Mapping[str, Any]) -> tuple[Mapping[str, Any], dict[str, int]]:
        rows = self.store.rows(code, f"answers-{number}")
        return settled(ask, {token: answer_of(stored) for token, stored in rows.items()})

    def _asked(self, code: str) -> tuple[int, Stand]:
        number, _, stand = (self.store.get(code, "now", "question") or b"0 shown").decode().partition(" ")
        return int(number), "open" if stand == "open" else "closed" if stand == "closed" else "shown"

    def _shown(self, code: str) -> Shown | None:
        stored = self.store.get(code, "now", "shown")
        return None if stored is None else Shown(*json.loads(stored))

    def _put(self, code: str, table: str, key: str, value: bytes, *, most: int = 0) -> None:
        _refuse(self.store.put(code, table, key, value, most=most))


def tidy_name(name: str) -> str:
    """A nickname in one line, of what was typed.

    >>> tidy_name("  <b>Ada\\n Lovelace, Countess of L.")
    '<b>Ada Lovelace, Countes'
    """
    return " ".join("".join(one if one.isprintable() else " " for one in name[:200]).split())[:MAX_NAME]


_REFUSALS: Mapping[str, Refusal] = {"gone": "no-room", "full": "full", "known": "not-now", "not-now": "not-now"}


def _refuse(outcome: Outcome) -> None:
    if outcome != "put":
        raise RefusedError(_REFUSALS[outcome])


def _packed(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")
