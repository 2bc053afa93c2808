"""A student's homework as a Jupyter notebook: a task, a cell for its answer, and a cell that checks it.

The cells carry nbgrader's metadata (schema 3: answers are `solution` cells, checks are locked `grade` cells of one
point), so that it can collect and grade them; `tokviz grade` reads the answers without running anything.
"""

from __future__ import annotations

import json

from tokviz.exercises import Task
from tokviz.homework import Homework
from tokviz.views.exercises.sheet import given
from tokviz.views.exercises.wording import field_form, sentence
from tokviz.views.homework.page import choices
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.sentences import as_text

__all__ = ["notebook"]

_KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}


def notebook(homework: Homework, student: str, say: Catalog) -> str:
    """The notebook of a student (nbformat 4.5)."""
    own = Homework(homework.kinds, homework.seed, homework.count, homework.level, (student,))
    cells = [
        _text("how", f"# {say('homework.title')}: {student}\n\n{say('homework.notebook.how')}"),
        _code("start", f"from tokviz.homework import Homework\n\nhomework = {own!r}\nstudent = {student!r}"),
    ]
    for number, task in enumerate(own.tasks(student), start=1):
        wrong = say("homework.notebook.wrong")
        check = f"assert homework.is_right(student, {number}, answer_{number}), {wrong!r}"
        cells += [
            _text(f"task-{number}", _shown(number, task, say)),
            _code(f"answer-{number}", f'answer_{number} = ""', solution=True),
            _code(f"check-{number}", check, points=1),
        ]
    metadata = {"kernelspec": _KERNEL, "language_info": {"name": "python"}, "tokviz": {"student": student}}
    content = {"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(content, ensure_ascii=False, indent=1) + "\n"


def _shown(number: int, task: Task, say: Catalog) -> str:
    title = say("homework.task", number=number, kind=say(f"exercise.kind.{task.kind}"))
    lines = [f"## {title}", "", as_text(sentence(task.prompt, say))]
    for name, items in given(task, say).items():
        lines += ["", f"{name}:", "", *(f"    {item}" for item in items)]
    if task.choices:
        lines += ["", *(f"- `{one}`: {name}" for one, name in choices(task, say).items())]
    how = say(f"guide.ask.form.{field_form(task)}")
    lines += ["", say("homework.notebook.answer", number=number, how=how)]  # nbgrader clears the cell for it
    return "\n".join(lines)


def _text(name: str, source: str) -> dict[str, object]:
    return {"cell_type": "markdown", "id": name, "metadata": {}, "source": source}


def _code(name: str, source: str, *, solution: bool = False, points: int = 0) -> dict[str, object]:
    tags: dict[str, object] = {
        "grade": bool(points),
        "grade_id": name,
        "locked": not solution,
        "schema_version": 3,
        "solution": solution,
        "task": False,
    }
    metadata = {"nbgrader": tags | ({"points": points} if points else {})}
    return {
        "cell_type": "code",
        "execution_count": None,
        "id": name,
        "metadata": metadata,
        "outputs": [],
        "source": source,
    }
