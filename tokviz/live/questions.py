"""What is asked in a room and how the answers count.

A question is one that a stage asks (`tokviz.views.stage.questions`), or another with options of the same shape; where
several options are as good, each of them is right.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

__all__ = ["MAX_OPTIONS", "Score", "counts", "hidden", "right_options", "scores"]

MAX_OPTIONS = 12
_TELLING = ("answer", "rule")  # of a question, before it is revealed
_TELLING_OPTION = ("told", "share", "right", "chosen")


def hidden(ask: Mapping[str, Any]) -> dict[str, Any]:
    """A question without what tells its answer.

    >>> hidden({"question": ["?"], "answer": ["e"], "options": [{"label": ["e"], "right": True, "thing": 1}]})
    {'question': ['?'], 'options': [{'label': ['e'], 'thing': 1}]}
    """
    options = [{name: one[name] for name in one if name not in _TELLING_OPTION} for one in ask["options"]]
    return {name: ask[name] for name in ask if name not in _TELLING} | {"options": options}


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


def scores(revealed: Sequence[tuple[Collection[int], Mapping[str, int]]]) -> dict[str, Score]:
    """The score of everybody who has answered. revealed: of each question its right options, and who chose what.

    >>> scores([((0, 1), {"a": 1, "b": 2}), ((0,), {"a": 3})])
    {'a': Score(right=1, answered=2), 'b': Score(right=0, answered=1)}
    """
    right: Counter[str] = Counter()
    answered: Counter[str] = Counter()
    for options, answers in revealed:
        for student, choice in answers.items():
            answered[student] += 1
            right[student] += choice in options
    return {student: Score(right[student], answered[student]) for student in answered}
