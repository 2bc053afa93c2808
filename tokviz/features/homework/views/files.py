"""Homework as files: what a student fills in (JSON, a Jupyter notebook, a printed page), and what the teacher keeps.

The cells of the notebook carry nbgrader's metadata (schema 3): answers are `solution` cells, checks are locked `grade`
cells of one point. On printed pages each student begins on a new page. An answer is written in one notation, and
accepted in all that are usual.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from fractions import Fraction

from markupsafe import Markup

from tokviz.corpus import Corpus
from tokviz.exercises import Answer, Task, check
from tokviz.features.homework.plan import Homework
from tokviz.views.exercises.sheet import answer_text, given_html, question_html
from tokviz.views.exercises.wording import FORM_KEYS, KIND_KEYS, choice_name, field_form, sentence
from tokviz.views.shared import rendering
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.sentences import Sentence, as_text

# -- files -------------------------------------------------------------------------------------------------------------


def file_name(homework: Homework, student: str) -> str:
    """Return the name of a student's file, without its ending: the place in the class, and what a disk takes of the
    name.

    >>> file_name(Homework(("score",), "7", 1, students=("Ada", "Li Wei/17")), "Li Wei/17")
    '02-Li_Wei_17'
    """
    place = homework.students.index(student) + 1
    safe = "".join(char if char.isalnum() else "_" for char in student)[:40]
    return f"{place:02d}-{safe}" if safe else "answers"


def answer_file(homework: Homework, student: str, say: Catalog) -> str:
    """Return the tasks of a student with room for the answers; it holds no solution, and no seed."""
    tasks = homework.tasks(student)
    return _json(
        {
            "student": student,
            "how": say("homework.how"),
            "tasks": [_task_record(number, task, say) for number, task in enumerate(tasks, start=1)],
            "answers": [""] * len(tasks),
        }
    )


def solutions_file(homework: Homework, say: Catalog) -> str:
    """Return the teacher's file: the plan for `tokviz grade`, and solutions to read."""
    sheets = [
        {
            "student": student,
            "answers": [written_answer(task.solution) for task in homework.tasks(student)],
            "accepted": [[answer_text(answer, say) for answer in task.accepted] for task in homework.tasks(student)],
        }
        for student in homework.students
    ]
    return _json({"plan": asdict(homework), "solutions": sheets})


def _task_record(number: int, task: Task, say: Catalog) -> dict[str, object]:
    shown = {"number": number, "task": as_text(sentence(task.prompt, say)), "given": given_html(task, say)}
    return shown | ({"choices": choices(task, say)} if task.choices else {})


def _json(content: object) -> str:
    return json.dumps(content, ensure_ascii=False, indent=1) + "\n"


# -- the notebook ------------------------------------------------------------------------------------------------------


_KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}


def notebook(homework: Homework, student: str, say: Catalog) -> str:
    """Return the notebook of a student (nbformat 4.5)."""
    own = Homework(homework.kinds, homework.seed, homework.count, homework.level, (student,))
    cells = [
        _text_cell("how", f"# {say('homework.title')}: {student}\n\n{say('homework.notebook.how')}"),
        _code_cell("start", f"from tokviz.homework import Homework\n\nhomework = {own!r}\nstudent = {student!r}"),
    ]
    for number, task in enumerate(own.tasks(student), start=1):
        wrong = say("homework.notebook.wrong")
        check = f"assert homework.is_right(student, {number}, answer_{number}), {wrong!r}"
        cells += [
            _text_cell(f"task-{number}", _task_text(number, task, say)),
            _code_cell(f"answer-{number}", f'answer_{number} = ""', solution=True),
            _code_cell(f"check-{number}", check, points=1),
        ]
    metadata = {"kernelspec": _KERNEL, "language_info": {"name": "python"}, "tokviz": {"student": student}}
    content = {"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(content, ensure_ascii=False, indent=1) + "\n"


def _task_text(number: int, task: Task, say: Catalog) -> str:
    title = say("homework.task", number=number, kind=say(KIND_KEYS[task.kind]))
    lines = [f"## {title}", "", as_text(sentence(task.prompt, say))]
    for name, items in given_html(task, say).items():
        lines += ["", f"{name}:", "", *(f"    {item}" for item in items)]
    if task.choices:
        lines += ["", *(f"- `{choice}`: {name}" for choice, name in choices(task, say).items())]
    how = say(FORM_KEYS[field_form(task)])
    lines += ["", say("homework.notebook.answer", number=number, how=how)]  # nbgrader clears the cell for it
    return "\n".join(lines)


def _text_cell(name: str, source: str) -> dict[str, object]:
    return {"cell_type": "markdown", "id": name, "metadata": {}, "source": source}


def _code_cell(name: str, source: str, *, solution: bool = False, points: int = 0) -> dict[str, object]:
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


# -- pages to print ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Part:
    """A task on a sheet. question: HTML. answers: every right one."""

    title: str
    question: Markup
    choices: tuple[str, ...]
    answers: tuple[str, ...]
    because: tuple[Sentence, ...]


def printed_page(homework: Homework, say: Catalog, *, filled: bool = False) -> str:
    """Return the sheets; filled: with what is right, and why."""
    return rendering.standalone_page(
        "homework",
        say("homework.title.solutions" if filled else "homework.title"),
        say,
        filled=filled,
        sheets=[(student, [*_parts(homework, student, say)]) for student in homework.students],
    )


def choices(task: Task, say: Catalog) -> dict[str, str]:
    """Return the choices and their names."""
    return {choice: choice_name(task, choice, say) for choice in task.choices}


def _parts(homework: Homework, student: str, say: Catalog) -> Iterator[_Part]:
    for number, task in enumerate(homework.tasks(student), start=1):
        kind = say(KIND_KEYS[task.kind])
        yield _Part(
            say("homework.task", number=number, kind=kind),
            Markup(question_html(task, say)),  # a template has escaped what is in it
            tuple(choices(task, say).values()),
            _right_answers(task, say),
            tuple(sentence(explanation, say) for explanation in task.because),
        )


def _right_answers(task: Task, say: Catalog) -> tuple[str, ...]:
    if task.form == "choice":
        return tuple(choice_name(task, answer, say) for answer in task.accepted if isinstance(answer, str))
    return tuple(dict.fromkeys(written_answer(answer) for answer in task.accepted))


# -- answers as people write them --------------------------------------------------------------------------------------


def written_answer(answer: Answer) -> str:
    """Return an answer in the notation that is read back as itself, in every language.

    >>> written_answer((("e", "s"), ("es", "t"))), written_answer(b"\\xc3\\xa9"), written_answer(("hug", "s"))
    ('e s, es t', 'C3 A9', 'hug s')
    """
    match answer:
        case bytes():
            return answer.hex(" ").upper()
        case Corpus():
            return ", ".join(f"{word} {count}" for word, count in answer.items())
        case float():
            return f"{answer:.6g}"
        case tuple() if answer and isinstance(answer[0], tuple):
            return ", ".join(" ".join(pair) for pair in answer)
        case tuple():
            return " ".join(str(item).replace(" ", "␣") for item in answer)
    return str(answer)


def accepted_answers(task: Task) -> tuple[str, ...]:
    """Return every right answer in every usual notation, each of which `check` accepts; the solution comes first.

    >>> from tokviz.exercises import make
    >>> accepted_answers(make("next-merge", seed=1))[:3]
    ('u n', 'u+n', 'u + n')
    """
    texts = (text for answer in task.accepted for text in _notations(answer))
    return tuple(text for text in dict.fromkeys(texts) if text.strip() and check(task, text).right)


def _notations(answer: Answer) -> Iterator[str]:
    yield written_answer(answer)
    match answer:
        case bytes():
            yield answer.hex().upper()
            yield answer.hex(",").upper()
            yield " ".join(f"0x{byte:02X}" for byte in answer)
            yield " ".join(map(str, answer))
        case tuple() if answer and isinstance(answer[0], tuple):
            pairs = answer
            yield "; ".join(" ".join(pair) for pair in pairs)
            yield ", ".join("+".join(pair) for pair in pairs)
            yield ", ".join("".join(pair) for pair in pairs)
        case tuple():
            parts = [str(item).replace(" ", "␣") for item in answer]
            for sign in ("+", " + ", ", ", ",", "|", " | ", ""):
                yield sign.join(parts)
        case Fraction():
            yield f"{float(answer):.6g}"
