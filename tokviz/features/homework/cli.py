"""``tokviz tasks`` and ``tokviz grade``: exercises for a class into a folder, and marks for the answers.

The answers are files of a folder, or a list of hand-in codes.
"""

from __future__ import annotations

import os
from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path

from tokviz.cli import files
from tokviz.cli.options import choose, number
from tokviz.errors import TokvizError
from tokviz.features.homework import USUAL_KINDS
from tokviz.features.homework.codes import KEY, grade_codes
from tokviz.features.homework.grading import MAX_ANSWER_BYTES, grade
from tokviz.features.homework.plan import Homework, roster
from tokviz.features.homework.views.files import answer_file, file_name, notebook, printed_page, solutions_file
from tokviz.features.homework.views.marks import codes_csv, codes_json, marks_csv, marks_json
from tokviz.features.homework.views.moodle import moodle
from tokviz.views.shared.catalog import Catalog

# -- tasks -------------------------------------------------------------------------------------------------------------


def run_tasks(arguments: Namespace, say: Catalog) -> int:
    """Write the files, and say how many."""
    form = choose("--format", arguments.format or "html", ("html", "json", "ipynb", "moodle"))
    kinds = tuple(kind for part in arguments.kinds for kind in part.split(",") if kind) or USUAL_KINDS
    students: tuple[str, ...] = ("",)
    if arguments.roster:
        text = files.read_text(arguments.roster)
        with files.named(arguments.roster):
            students = roster(text)
    count = number("--count", arguments.count) if arguments.count else len(kinds)
    homework = Homework(kinds, arguments.seed, count, number("--level", arguments.level), students)
    folder = Path(arguments.output or "homework")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise TokvizError("cli-file-unwritable", name=str(folder), why=error.strerror or str(error)) from None
    written = 0
    for name, content in _task_files(homework, form, say):
        files.write(content, str(folder / name))
        written += 1
    students_said, tasks_said = say.count("count.students", len(students)), say.count("count.tasks", count)
    summary = say(
        "homework.written",
        students=students_said,
        tasks=tasks_said,
        files=say.count("count.files", written),
        folder=str(folder),
    )
    files.write(f"{summary}\n")
    return 0


def _task_files(homework: Homework, form: str, say: Catalog) -> Iterator[tuple[str, str]]:
    """Yield names with contents."""
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


# -- grade -------------------------------------------------------------------------------------------------------------


def run_grade(arguments: Namespace, say: Catalog) -> int:
    """Grade, and write the marks."""
    if arguments.codes:
        return _codes(arguments, say)
    marks = {"csv": marks_csv, "json": marks_json}[choose("--format", arguments.format or "csv", ("csv", "json"))]
    named = Path(arguments.homework)
    plan = named / "solutions.json" if named.is_dir() else named
    text = files.read_text(str(plan))
    with files.named(str(plan)):
        homework = Homework.read(text)
    grades = grade(homework, _handed(Path(arguments.folder), plan))
    files.write(marks(homework, grades, say), arguments.output)
    return 0


def _codes(arguments: Namespace, say: Catalog) -> int:
    marks = {"csv": codes_csv, "json": codes_json}[choose("--format", arguments.format or "csv", ("csv", "json"))]
    key = (os.environ.get(KEY, "") if arguments.key is None else arguments.key).strip().encode()
    text = files.read_text(arguments.folder)
    with files.named(arguments.folder):
        grades = grade_codes(text, key)
    files.write(marks(grades, say, is_checked=bool(key)), arguments.output)
    return 0


def _handed(folder: Path, plan: Path) -> Iterator[tuple[str, bytes]]:
    """Yield the files of a folder and of those within, or the one file that was named. Hidden files and the plan are no
    answers; one that cannot be read counts as broken."""
    if not folder.is_dir():
        yield folder.name, files.read(str(folder), MAX_ANSWER_BYTES)
        return
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder)
        is_hidden = any(part.startswith(".") for part in name.parts)
        if path.is_file() and not is_hidden and path.resolve() != plan.resolve():
            try:
                yield name.as_posix(), files.read(str(path), MAX_ANSWER_BYTES)
            except TokvizError:
                yield name.as_posix(), b""
