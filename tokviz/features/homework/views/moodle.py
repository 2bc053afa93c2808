"""Homework as questions for Moodle, in its XML format: a category for each task, with everybody's variant in it.

A quiz that takes one question at random out of each category gives every student a variant. A number is right within
half a percent; a short answer in every notation that `accepted` lists; a corpus to be found is an essay.
Source: https://docs.moodle.org/en/Moodle_XML_format. The solutions are in the file: it is for teachers.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from tokviz.exercises import Task
from tokviz.features.homework.plan import Homework
from tokviz.features.homework.views.files import accepted_answers, written_answer
from tokviz.views.exercises.sheet import question_html
from tokviz.views.exercises.wording import ANSWER_KEYS, FORM_KEYS, KIND_KEYS, choice_name, sentences
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.rendering import render
from tokviz.views.shared.sentences import as_text

_TOLERANCE = 0.005
_TYPES = {"number": "numerical", "choice": "multichoice", "corpus": "essay"}


@dataclass(frozen=True)
class _Answer:
    """fraction: percent of the points. tolerance: of a number."""

    text: str
    fraction: int = 100
    tolerance: str = ""


@dataclass(frozen=True)
class _Question:
    """how: in what notation to answer; empty where nothing is written. why: told after answering. case: whether
    capitals count."""

    type: str
    name: str
    text: str
    how: str
    why: str
    answers: tuple[_Answer, ...]
    case: int


def moodle(homework: Homework, say: Catalog) -> str:
    """Return the questions of everybody as Moodle XML."""
    return render("moodle.xml", say, categories=[*_categories(homework, say)])


def _categories(homework: Homework, say: Catalog) -> Iterator[tuple[str, list[_Question]]]:
    for number in range(1, homework.count + 1):
        title = say("homework.task", number=number, kind=say(KIND_KEYS[homework.task("", number).kind]))
        yield title, [_question(homework.task(student, number), student, title, say) for student in homework.students]


def _question(task: Task, student: str, title: str, say: Catalog) -> _Question:
    name = f"{title} · {student}" if student else title
    why = as_text(sentences(task.because, say))
    case = int(task.form != "bytes")
    kind = _TYPES.get(task.form, "shortanswer")
    return _Question(kind, name, question_html(task, say), _how(task, say), why, tuple(_answers(task, say)), case)


def _how(task: Task, say: Catalog) -> str:
    """Return the notation of the answer. Moodle reads no fractions."""
    match task.form:
        case "choice":
            return ""
        case "corpus" | "text":
            return say(ANSWER_KEYS[task.form])
        case "number":
            return f"{say('homework.answer')} {say('homework.moodle.number')}"
    return f"{say('homework.answer')} {say(FORM_KEYS[task.form])}"


def _answers(task: Task, say: Catalog) -> Iterator[_Answer]:
    if task.form == "choice":
        for choice in task.choices:
            yield _Answer(choice_name(task, choice, say), 100 if choice in task.accepted else 0)
    elif task.form == "corpus":
        yield _Answer(written_answer(task.solution), 0)
    elif task.form == "number":
        for value in task.accepted:
            assert isinstance(value, int | float | Fraction)
            yield _Answer(_decimal(value), tolerance=_decimal(abs(float(value)) * _TOLERANCE))
    else:
        for text in accepted_answers(task):
            yield _Answer(text.replace("*", "\\*"))  # a bare star stands for anything


def _decimal(value: float | Fraction) -> str:
    """Return a number without an exponent, to twelve digits behind the point.

    >>> _decimal(Fraction(1, 3)), _decimal(20), _decimal(2e-7)
    ('0.333333333333', '20', '0.0000002')
    """
    whole = f"{Decimal(repr(round(float(value), 12))):f}"
    return whole.rstrip("0").rstrip(".") if "." in whole else whole
