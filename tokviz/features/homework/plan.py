"""A homework: which kinds of exercises, from which seed, how many tasks, how hard; and the class that it is for.

A class comes out of a table: one student a line, as spreadsheets save it. Only names are kept.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass

from tokviz.errors import RulesError
from tokviz.exercises import KINDS, LEVELS, RISING, Task, check, make, variant
from tokviz.exercises.making import level_at
from tokviz.spreadsheet import read_csv

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
        """Return a student's task of that number, counted from 1."""
        kind = self.kinds[(number - 1) % len(self.kinds)]
        return make(kind, variant(self.seed, student, number), level_at(self.level, number))

    def tasks(self, student: str) -> tuple[Task, ...]:
        """Return all tasks of a student."""
        return tuple(self.task(student, number) for number in range(1, self.count + 1))

    def is_right(self, student: str, number: int, answer: object) -> bool:
        """Tell if an answer to a student's task of that number would do."""
        return check(self.task(student, number), answer).right

    @classmethod
    def read(cls, text: str) -> Homework:
        """Read the plan out of a solutions file, of which nothing else is read. Raises RulesError for a file without
        one."""
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
    return isinstance(things, list) and all(isinstance(text, str) for text in things)


# -- the class ---------------------------------------------------------------------------------------------------------

MAX_STUDENTS = 2_000
_TITLES = frozenset({"name", "names", "student", "students", "full name", "姓名", "名字", "学生"})
_OTHER_TITLES = frozenset(
    {"id", "no", "no.", "number", "student id", "email", "e-mail", "group", "学号", "编号", "班级"}
)


def roster(text: str) -> tuple[str, ...]:
    """Read the names of a table with commas, semicolons or tabs, with or without a line of titles.

    The names are in the column titled "name" or the like, else in the first. Where two have one name, what else
    is in their lines is added to it. Raises RulesError for a table without names, for two lines that say the same,
    and for too many; FormatError for a cell that is too long.

    >>> roster("\\ufeffname;id\\r\\n\\"Li Wei\\";17\\r\\n;\\r\\nAda;18\\r\\nLi Wei;19\\r\\n")
    ('Li Wei, 17', 'Ada', 'Li Wei, 19')
    """
    text = text.removeprefix("\ufeff")
    head = next((line for line in text.splitlines() if line.strip(" ,;\t")), "")
    sign = max(";\t,", key=head.count)
    rows = [(row.line, [" ".join(cell.split()) for cell in row.cells]) for row in read_csv(text, sign)]
    rows = [(number, row) for number, row in rows if any(row)]
    titles = [cell.casefold() for cell in rows[0][1]] if rows else []
    column = next((place for place, title in enumerate(titles) if title in _TITLES), 0)
    if titles and (titles[column] in _TITLES or titles[column] in _OTHER_TITLES):
        rows = rows[1:]
    named = [(number, row) for number, row in rows if len(row) > column and row[column]]
    if not named:
        raise RulesError("homework-roster-empty")
    if len(named) > MAX_STUDENTS:
        raise RulesError("homework-roster-long", most=MAX_STUDENTS)
    often = Counter(row[column] for _, row in named)
    line_of: dict[str, int] = {}
    for number, row in named:
        rest = [cell for place, cell in enumerate(row) if cell and place != column]
        name = row[column] if often[row[column]] == 1 else ", ".join([row[column], *rest])
        if name in line_of:
            raise RulesError("homework-roster-twice", name=name, first=line_of[name], second=number)
        line_of[name] = number
    return tuple(line_of)
