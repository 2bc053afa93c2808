"""The sheets of a class as one page to print, and their solutions as another: everybody begins on a new page."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from markupsafe import Markup

from tokviz.exercises import Task
from tokviz.homework import Homework
from tokviz.views.exercises.sheet import question
from tokviz.views.exercises.wording import sentence
from tokviz.views.homework.answers import written
from tokviz.views.shared import standalone
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.sentences import Sentence

__all__ = ["choices", "page"]


@dataclass(frozen=True)
class _Part:
    """A task on a sheet. question: HTML. answers: every right one."""

    title: str
    question: Markup
    choices: tuple[str, ...]
    answers: tuple[str, ...]
    because: tuple[Sentence, ...]


def page(homework: Homework, say: Catalog, *, filled: bool = False) -> str:
    """The sheets; filled: with what is right, and why."""
    return standalone.page(
        "homework",
        say("homework.title.solutions" if filled else "homework.title"),
        say,
        filled=filled,
        sheets=[(student, [*_parts(homework, student, say)]) for student in homework.students],
    )


def choices(task: Task, say: Catalog) -> dict[str, str]:
    """What there is to choose from, and how each is named."""
    return {one: say(f"preset.{one}") for one in task.choices}


def _parts(homework: Homework, student: str, say: Catalog) -> Iterator[_Part]:
    for number, task in enumerate(homework.tasks(student), start=1):
        kind = say(f"exercise.kind.{task.kind}")
        yield _Part(
            say("homework.task", number=number, kind=kind),
            Markup(question(task, say)),  # a template has escaped what is in it
            tuple(choices(task, say).values()),
            _right(task, say),
            tuple(sentence(one, say) for one in task.because),
        )


def _right(task: Task, say: Catalog) -> tuple[str, ...]:
    if task.form == "choice":
        return tuple(say(f"preset.{one}") for one in task.accepted if isinstance(one, str))
    return tuple(dict.fromkeys(written(one) for one in task.accepted))
