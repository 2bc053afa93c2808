"""Questions of a live class: how answers count, what students see of a question and of a picture, and the report.

A question is one that a picture asks (`tokviz.views.picture.questions`), or a task (:mod:`tokviz.features.live.tasks`)
with options of the same shape; where several options are as good, each of them is right. A task may have a `field`
instead: its answers are written, each of those that were given is an option in the end, and the right ones among its
options are there from the beginning. Students get the payload of a picture without its questions, which would tell the
answers; the questions stay with the server. Who may do what is decided in :mod:`tokviz.features.live.room`.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass
from hashlib import sha256
from typing import Any, Literal

from tokviz.compression import compressed
from tokviz.spreadsheet import write_csv
from tokviz.views.exercises.sheet import item_text
from tokviz.views.shared.sentences import without_marks

MAX_OPTIONS = 12
MAX_ROWS = 16
"""So many different answers are shown one by one; the report has them all."""
_TELLING = ("answer", "rule", "task", "others")  # of a question, before it is revealed
_TELLING_OPTION = ("told", "share", "right", "chosen", "wrong")


def hidden(ask: Mapping[str, Any]) -> dict[str, Any]:
    """Return a question without the fields that tell its answer.

    >>> option = {"label": ["e"], "right": False, "wrong": ["No."], "thing": 1}
    >>> hidden({"question": ["?"], "answer": ["e"], "options": [option], "others": [{"wrong": None}]})
    {'question': ['?'], 'options': [{'label': ['e'], 'thing': 1}]}
    """
    shown = [] if ask.get("field") else ask["options"]
    options = [{name: option[name] for name in option if name not in _TELLING_OPTION} for option in shown]
    return {name: ask[name] for name in ask if name not in _TELLING} | {"options": options}


@dataclass(frozen=True)
class Written:
    """An answer that was written: in the one notation that it has, and whether it would do."""

    label: str
    right: bool

    def packed(self) -> bytes:
        """Return the answer as a store keeps it."""
        return json.dumps([self.label, self.right]).encode()


def answer_of(stored: bytes) -> int | Written:
    """Return an answer as a store has it: the number of an option, or what was written.

    >>> answer_of(b"2"), answer_of(Written("e s", True).packed())
    (2, Written(label='e s', right=True))
    """
    answer = json.loads(stored)
    return answer if isinstance(answer, int) else Written(*answer)


def settled(ask: Mapping[str, Any], answers: Mapping[str, int | Written]) -> tuple[Mapping[str, Any], dict[str, int]]:
    """Return a question with an option for everything that was written, and who chose which; right ones are first,
    then what was given most.

    >>> ask = {"field": "a pair", "options": [{"label": [{"code": "e s"}], "right": True}]}
    >>> made, chosen = settled(ask, {"a": Written("l o", False), "b": Written("s t", True), "c": Written("l o", False)})
    >>> [without_marks(one["label"]) for one in made["options"]], chosen
    (['s t', 'e s', 'l o'], {'a': 2, 'b': 0, 'c': 2})
    """
    if not ask.get("field"):
        return ask, {student: answer for student, answer in answers.items() if isinstance(answer, int)}
    written = {student: answer for student, answer in answers.items() if isinstance(answer, Written)}
    times = Counter(written.values())
    known = {Written(without_marks(option["label"]), option["right"]) for option in ask["options"]}
    ordered = sorted(known | times.keys(), key=lambda answer: (not answer.right, -times[answer], answer.label))
    options = [{"label": [_marked(ask, answer.label)], "right": answer.right} for answer in ordered]
    return {**ask, "options": options}, {student: ordered.index(answer) for student, answer in written.items()}


def _marked(ask: Mapping[str, Any], label: str) -> dict[str, Any]:
    """Return an answer that was written as what it is: symbols, or something else."""
    return {"tokens": label.split(" ")} if ask.get("symbols") else {"code": label}


def revealed(ask: Mapping[str, Any], counted: Sequence[int]) -> tuple[dict[str, Any], list[int]]:
    """Return a question that is revealed, and its counts, without the rarest of many answers that were written."""
    shown = {name: ask[name] for name in ask if name != "task"}
    if ask.get("field"):
        shown["options"] = ask["options"][:MAX_ROWS]
    return shown, list(counted[: len(shown["options"])])


def right_options(ask: Mapping[str, Any]) -> tuple[int, ...]:
    """Return the options that are right: the algorithm's choice, and what ties with it."""
    return tuple(number for number, option in enumerate(ask["options"]) if option.get("right"))


def counts(answers: Collection[int], options: int) -> tuple[int, ...]:
    """Count how many students chose each option.

    >>> counts([0, 2, 2], 3)
    (1, 0, 2)
    """
    times = Counter(answers)
    return tuple(times[number] for number in range(options))


@dataclass(frozen=True)
class Score:
    """The score of a student: right answers, of those given to questions that have been revealed."""

    right: int
    answered: int


def scores(questions: Sequence[tuple[Collection[int], Mapping[str, int]]]) -> dict[str, Score]:
    """Return the score of everybody who has answered. questions: of each its right options, and who chose what.

    >>> scores([((0, 1), {"a": 1, "b": 2}), ((0,), {"a": 3})])
    {'a': Score(right=1, answered=2), 'b': Score(right=0, answered=1)}
    """
    right: Counter[str] = Counter()
    answered: Counter[str] = Counter()
    for options, answers in questions:
        for student, choice in answers.items():
            answered[student] += 1
            right[student] += choice in options
    return {student: Score(right[student], answered[student]) for student in answered}


# -- what everybody sees -----------------------------------------------------------------------------------------------

QuestionPhase = Literal["open", "closed", "shown"]
"""Of a question: it takes answers; it takes none any more; its answer is on the screen."""


@dataclass(frozen=True)
class ShownPage:
    """The page that the teacher shows. address: path and query of a page. view: the name of the payload of its picture,
    empty where there is none; step: of the picture."""

    address: str
    view: str = ""
    step: int = 0


@dataclass(frozen=True)
class Question:
    """A question of the room. number: from 1. ask: as a picture has it, or a task. shown: where it was asked. counts:
    how many chose each option, or wrote it."""

    number: int
    ask: Mapping[str, Any]
    shown: ShownPage
    phase: QuestionPhase
    counts: tuple[int, ...]

    @property
    def answered(self) -> int:
        """Return the number of students who have answered."""
        return sum(self.counts)


@dataclass(frozen=True)
class RoomState:
    """The state of a room that everybody sees. question: the one that is asked now, if any is. students: how many are
    here. admits: whether new students are let in."""

    shown: ShownPage | None
    question: Question | None
    students: int
    admits: bool = True

    def message(self, *, leads: bool) -> dict[str, Any]:
        """Return the state as a message. Before a question is revealed nobody sees how the answers are spread: the
        teacher's screen is on the wall. leads: for the teacher, who also sees how many have answered."""
        message: dict[str, Any] = {
            "shown": None,
            "question": None,
            "students": self.students,
            "admits": self.admits,
        }
        if self.shown is not None:
            message["shown"] = asdict(self.shown)
        if (question := self.question) is not None:
            is_shown = question.phase == "shown"
            ask, counted = revealed(question.ask, question.counts) if is_shown else (hidden(question.ask), None)
            message["question"] = {
                "number": question.number,
                "phase": question.phase,
                "task": "task" in question.ask,
                **asdict(question.shown),
                "ask": ask,
                "counts": counted,
            }
            if leads or is_shown:
                message["question"]["answered"] = question.answered
        return message


# -- pictures for students ---------------------------------------------------------------------------------------------

MAX_VIEW_BYTES = 1_500_000
"""A larger payload, packed, is not shared: students get the address alone."""


@dataclass(frozen=True)
class SharedView:
    """A picture for students. name: of its payload. payload: packed JSON. asks: step -> the question there."""

    name: str
    payload: bytes
    asks: Mapping[str, Mapping[str, Any]]


def name_of(payload: str) -> str:
    """Return a name for a payload: the same for the same text."""
    return sha256(payload.encode("utf-8", "surrogatepass")).hexdigest()[:20]


def shared_view(payload: str) -> SharedView | None:
    """Return the part of a picture's payload that students get; None if it is too large.

    >>> from tokviz.compression import decompressed
    >>> view = shared_view('{"first": 2, "quiz": "q", "frames": [{"say": []}, {"say": [], "ask": {"options": []}}]}')
    >>> view.asks, decompressed(view.payload)
    ({'3': {'options': []}}, '{"first":2,"frames":[{"say":[]},{"say":[]}]}')
    """
    picture = json.loads(payload)
    picture.pop("quiz", None)
    asks = {}
    for step, frame in enumerate(picture["frames"], picture["first"]):
        ask = frame.pop("ask", None)
        if ask is not None:
            ask.pop("first", None)  # a class is asked one question at a step
            asks[str(step)] = ask
    if "search" in picture:
        picture["search"] = False  # no server answers to what a student would search for
    bare = compressed(json.dumps(picture, ensure_ascii=False, separators=(",", ":")))
    return SharedView(name_of(payload), bare, asks) if len(bare) <= MAX_VIEW_BYTES else None


# -- the report --------------------------------------------------------------------------------------------------------

COLUMNS = ("question", "address", "asked", "option", "text", "right", "answers")


def csv_of(questions: Sequence[Question]) -> str:
    """Return a table with one row for each option of each question that was revealed.

    >>> from tokviz.features.live.questions import ShownPage
    >>> ask = {"question": ["Which?"], "options": [{"label": [{"code": "e s"}], "right": True}, {"label": ["=1"]}]}
    >>> print(csv_of([Question(1, ask, ShownPage("/bpe"), "shown", (3, 0))]).replace("\\r", ""), end="")
    question,address,asked,option,text,right,answers
    1,/bpe,Which?,1,e s,1,3
    1,/bpe,Which?,2,'=1,0,0
    """
    rows: list[tuple[object, ...]] = []
    for question in questions:
        question_text = _question_text(question.ask)
        for number, (option, chosen) in enumerate(zip(question.ask["options"], question.counts, strict=True), 1):
            text, right = without_marks(option["label"]), int(bool(option.get("right")))
            rows.append((question.number, question.shown.address, question_text, number, text, right, chosen))
    return write_csv(COLUMNS, rows)


def _question_text(ask: Mapping[str, Any]) -> str:
    """Return a question in one line, with what a task gives."""
    parts = [f"{line['label']} {', '.join(map(item_text, line['items']))}" for line in ask.get("given", ())]
    return " ".join((without_marks(ask["question"]), *parts))
