"""Homework as JSON: what a student fills in, and what the teacher keeps."""

from __future__ import annotations

import json
from dataclasses import asdict

from tokviz.exercises import Task
from tokviz.homework import Homework
from tokviz.views.exercises.sheet import answer_text, given
from tokviz.views.exercises.wording import sentence
from tokviz.views.homework.answers import written
from tokviz.views.homework.page import choices
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.sentences import as_text

__all__ = ["answer_file", "file_name", "solutions"]


def file_name(homework: Homework, student: str) -> str:
    """The name of a student's file, without its ending: the place in the class, and what a disk takes of the name.

    >>> file_name(Homework(("score",), "7", 1, students=("Ada", "Li Wei/17")), "Li Wei/17")
    '02-Li_Wei_17'
    """
    place = homework.students.index(student) + 1
    safe = "".join(char if char.isalnum() else "_" for char in student)[:40]
    return f"{place:02d}-{safe}" if safe else "answers"


def answer_file(homework: Homework, student: str, say: Catalog) -> str:
    """The tasks of a student with room for the answers; it holds no solution, and no seed."""
    tasks = homework.tasks(student)
    return _json(
        {
            "student": student,
            "how": say("homework.how"),
            "tasks": [_task(number, task, say) for number, task in enumerate(tasks, start=1)],
            "answers": [""] * len(tasks),
        }
    )


def solutions(homework: Homework, say: Catalog) -> str:
    """What the teacher keeps: the plan, which is what `tokviz grade` reads, and the solutions, for people."""
    sheets = [
        {
            "student": student,
            "answers": [written(task.solution) for task in homework.tasks(student)],
            "accepted": [[answer_text(one, say) for one in task.accepted] for task in homework.tasks(student)],
        }
        for student in homework.students
    ]
    return _json({"plan": asdict(homework), "solutions": sheets})


def _task(number: int, task: Task, say: Catalog) -> dict[str, object]:
    shown = {"number": number, "task": as_text(sentence(task.prompt, say)), "given": given(task, say)}
    return shown | ({"choices": choices(task, say)} if task.choices else {})


def _json(content: object) -> str:
    return json.dumps(content, ensure_ascii=False, indent=1) + "\n"
