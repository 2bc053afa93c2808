"""``tokviz tasks``: exercises for a class into a folder."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path

from tokviz.cli import files
from tokviz.cli.options import choose, number
from tokviz.errors import TokvizError
from tokviz.homework import Homework, roster
from tokviz.views.homework.files import answer_file, file_name, notebook, printed_page, solutions_file
from tokviz.views.homework.moodle import moodle
from tokviz.views.shared.catalog import Catalog

__all__ = ["run"]


def run(asked: Namespace, say: Catalog) -> int:
    """Write the files, and say how many."""
    form = choose("--format", asked.format or "html", ("html", "json", "ipynb", "moodle"))
    kinds = tuple(kind for part in asked.kinds for kind in part.split(",") if kind)
    if not kinds:
        raise TokvizError("cli-tasks-kinds")
    students: tuple[str, ...] = ("",)
    if asked.roster:
        text = files.read_text(asked.roster)
        with files.named(asked.roster):
            students = roster(text)
    count = number("--count", asked.count) if asked.count else len(kinds)
    homework = Homework(kinds, asked.seed, count, number("--level", asked.level), students)
    folder = Path(asked.output or "homework")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise TokvizError("cli-file-unwritable", name=str(folder), why=error.strerror or str(error)) from None
    written = 0
    for name, content in _files(homework, form, say):
        files.write(content, str(folder / name))
        written += 1
    students_said, tasks_said = say.count("count.students", len(students)), say.count("count.tasks", count)
    said = say(
        "homework.written",
        students=students_said,
        tasks=tasks_said,
        files=say.count("count.files", written),
        folder=str(folder),
    )
    files.write(f"{said}\n")
    return 0


def _files(homework: Homework, form: str, say: Catalog) -> Iterator[tuple[str, str]]:
    """Names with contents."""
    match form:
        case "html":
            yield "tasks.html", printed_page(homework, say)
            yield "solutions.html", printed_page(homework, say, filled=True)
        case "moodle":
            yield "moodle.xml", moodle(homework, say)
        case "json":
            for student in homework.students:
                yield f"{file_name(homework, student)}.json", answer_file(homework, student, say)
        case "ipynb":
            for student in homework.students:
                yield f"{file_name(homework, student)}.ipynb", notebook(homework, student, say)
    yield "solutions.json", solutions_file(homework, say)
