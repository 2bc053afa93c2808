"""What a homework is: which kinds, from which seed, how many tasks, how hard, and for whom."""

from __future__ import annotations

import json
from dataclasses import dataclass

from tokviz.errors import RulesError
from tokviz.exercises import KINDS, LEVELS, RISING, Task, check, make, variant
from tokviz.exercises.making import level_at

__all__ = ["MAX_TASKS", "Homework"]

MAX_TASKS = 50


@dataclass(frozen=True)
class Homework:
    """A plan, from which every task follows. The kinds take turns, so that all students have the same; level 0 rises.

    students: nobody in particular where there is no class. Raises RulesError for unknown kinds and levels, and for a
    number of tasks that is not from 1 to MAX_TASKS.
    """

    kinds: tuple[str, ...]
    seed: str
    count: int
    level: int = RISING
    students: tuple[str, ...] = ("",)

    def __post_init__(self) -> None:
        for kind in self.kinds or ("",):
            if kind not in KINDS:
                raise RulesError("exercise-kind", value=kind, choices=", ".join(KINDS))
        if self.level not in (RISING, *LEVELS):
            raise RulesError("exercise-level", value=str(self.level), least=RISING, most=LEVELS[-1])
        if not 1 <= self.count <= MAX_TASKS:
            raise RulesError("homework-count", value=str(self.count), most=MAX_TASKS)

    def task(self, student: str, number: int) -> Task:
        """A student's task of that number, counted from 1."""
        kind = self.kinds[(number - 1) % len(self.kinds)]
        return make(kind, variant(self.seed, student, number), level_at(self.level, number))

    def tasks(self, student: str) -> tuple[Task, ...]:
        """All tasks of a student."""
        return tuple(self.task(student, number) for number in range(1, self.count + 1))

    def is_right(self, student: str, number: int, answer: object) -> bool:
        """Whether an answer to a student's task of that number would do."""
        return check(self.task(student, number), answer).right

    @classmethod
    def read(cls, text: str) -> Homework:
        """The plan out of a solutions file, of which nothing else is read. Raises RulesError for a file without one."""
        try:
            plan = json.loads(text)["plan"]
            kinds, students = plan["kinds"], plan["students"]
            if not (_texts(kinds) and _texts(students) and students):
                raise TypeError
            return cls(tuple(kinds), str(plan["seed"]), int(plan["count"]), int(plan["level"]), tuple(students))
        except RulesError:
            raise
        except (ValueError, KeyError, TypeError, OverflowError, RecursionError):
            raise RulesError("homework-plan") from None


def _texts(things: object) -> bool:
    return isinstance(things, list) and all(isinstance(one, str) for one in things)
