"""An endless series of tasks out of some kinds: which task has which number.

A series is its kinds, its seed and its level; every number of it can be made at once, so that a link can name one.
"""

from __future__ import annotations

from collections.abc import Sequence

from tokviz.errors import RulesError
from tokviz.exercises.drawing import LEVELS, Draw
from tokviz.exercises.making import KINDS, make
from tokviz.exercises.task import Task

__all__ = ["PER_LEVEL", "RISING", "level_at", "task_at"]

RISING = 0
"""The level of a series that begins with the easiest tasks and gets harder."""
PER_LEVEL = 4
"""After so many tasks of a rising series the next level begins."""


def level_at(level: int, number: int) -> int:
    """The level of the task of that number, counted from 1.

    >>> [level_at(RISING, number) for number in (1, 4, 5, 9, 100)], level_at(2, 100)
    ([1, 1, 2, 3, 3], 2)
    """
    return level or min(LEVELS[0] + (number - 1) // PER_LEVEL, LEVELS[-1])


def task_at(kinds: Sequence[str], seed: object, level: int, number: int) -> Task:
    """The task of that number, counted from 1. level: one of LEVELS, or RISING. Raises RulesError for no kinds and for
    unknown ones.

    >>> task_at(["score"], "class 7", RISING, 5).level
    2
    """
    if not kinds:
        raise RulesError("exercise-kind", value="", choices=", ".join(KINDS))
    kind = Draw("tokviz series", seed, number).choice(list(kinds))
    return make(kind, f"{seed} {number}", level_at(level, number))
