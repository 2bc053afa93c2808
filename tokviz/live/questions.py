"""What is asked in a room and how the answers count.

A question is one that a stage asks (`tokviz.views.stage.questions`), or a task (`tokviz.views.exercises.sheet`) with
options of the same shape; where several options are as good, each of them is right. A task may have a `field` instead:
its answers are written, each of those that were given is an option in the end, and the right ones among its options are
there from the beginning.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

__all__ = [
    "MAX_OPTIONS",
    "MAX_ROWS",
    "Score",
    "Written",
    "answer_of",
    "counts",
    "hidden",
    "revealed",
    "right_options",
    "scores",
    "settled",
]

MAX_OPTIONS = 12
MAX_ROWS = 16
"""So many different answers are shown one by one; the report has them all."""
_TELLING = ("answer", "rule", "task")  # of a question, before it is revealed
_TELLING_OPTION = ("told", "share", "right", "chosen")


def hidden(ask: Mapping[str, Any]) -> dict[str, Any]:
    """A question without what tells its answer.

    >>> hidden({"question": ["?"], "answer": ["e"], "options": [{"label": ["e"], "right": True, "thing": 1}]})
    {'question': ['?'], 'options': [{'label': ['e'], 'thing': 1}]}
    """
    told = [] if ask.get("field") else ask["options"]
    options = [{name: one[name] for name in one if name not in _TELLING_OPTION} for one in told]
    return {name: ask[name] for name in ask if name not in _TELLING} | {"options": options}


@dataclass(frozen=True)
class Written:
    """An answer that was written: in the one notation that it has, and whether it would do."""

    label: str
    right: bool

    def packed(self) -> bytes:
        """As a store keeps it."""
        return json.dumps([self.label, self.right]).encode()


def answer_of(stored: bytes) -> int | Written:
    """An answer as a store has it: the number of an option, or what was written.

    >>> answer_of(b"2"), answer_of(Written("e s", True).packed())
    (2, Written(label='e s', right=True))
    """
    found = json.loads(stored)
    return found if isinstance(found, int) else Written(*found)


def settled(ask: Mapping[str, Any], answers: Mapping[str, int | Written]) -> tuple[Mapping[str, Any], dict[str, int]]:
    """A question with an option for everything that was written, and who chose which; right ones stand first, then what
    was given most.

    >>> ask = {"field": "a pair", "options": [{"label": ["", "e s"], "right": True}]}
    >>> made, chosen = settled(ask, {"a": Written("l o", False), "b": Written("s t", True), "c": Written("l o", False)})
    >>> ["".join(one["label"]) for one in made["options"]], chosen
    (['s t', 'e s', 'l o'], {'a': 2, 'b': 0, 'c': 2})
    """
    if not ask.get("field"):
        return ask, {student: answer for student, answer in answers.items() if isinstance(answer, int)}
    written = {student: answer for student, answer in answers.items() if isinstance(answer, Written)}
    times = Counter(written.values())
    known = {Written("".join(one["label"]), one["right"]) for one in ask["options"]}
    ordered = sorted(known | times.keys(), key=lambda one: (not one.right, -times[one], one.label))
    options = [{"label": ["", one.label], "right": one.right} for one in ordered]
    return {**ask, "options": options}, {student: ordered.index(answer) for student, answer in written.items()}


def revealed(ask: Mapping[str, Any], counted: Sequence[int]) -> tuple[dict[str, Any], list[int]]:
    """A question that is revealed, and its counts, without the rarest of many answers that were written."""
    told = {name: ask[name] for name in ask if name != "task"}
    if ask.get("field"):
        told["options"] = ask["options"][:MAX_ROWS]
    return told, list(counted[: len(told["options"])])


def right_options(ask: Mapping[str, Any]) -> tuple[int, ...]:
    """The options that are right: the algorithm's choice, and what ties with it."""
    return tuple(number for number, one in enumerate(ask["options"]) if one.get("right"))


def counts(answers: Collection[int], options: int) -> tuple[int, ...]:
    """How many chose each option.

    >>> counts([0, 2, 2], 3)
    (1, 0, 2)
    """
    found = Counter(answers)
    return tuple(found[number] for number in range(options))


@dataclass(frozen=True)
class Score:
    """How a student did: answers that were right, of those given to questions that have been revealed."""

    right: int
    answered: int


def scores(asked: Sequence[tuple[Collection[int], Mapping[str, int]]]) -> dict[str, Score]:
    """The score of everybody who has answered. asked: of each question its right options, and who chose what.

    >>> scores([((0, 1), {"a": 1, "b": 2}), ((0,), {"a": 3})])
    {'a': Score(right=1, answered=2), 'b': Score(right=0, answered=1)}
    """
    right: Counter[str] = Counter()
    answered: Counter[str] = Counter()
    for options, answers in asked:
        for student, choice in answers.items():
            answered[student] += 1
            right[student] += choice in options
    return {student: Score(right[student], answered[student]) for student in answered}
