"""``tokviz grade``: the files of a folder, or a list of hand-in codes, and their marks."""

from __future__ import annotations

import os
from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path

from tokviz.cli import files
from tokviz.cli.options import choose
from tokviz.errors import TokvizError
from tokviz.homework import Homework, grade, grade_codes
from tokviz.homework.grading import MAX_ANSWER_BYTES
from tokviz.homework.handin import KEY
from tokviz.views.homework.marks import codes_csv, codes_json, marks_csv, marks_json
from tokviz.views.shared.catalog import Catalog

__all__ = ["run"]


def run(asked: Namespace, say: Catalog) -> int:
    """Grade, and write the marks."""
    if asked.codes:
        return _codes(asked, say)
    marks = {"csv": marks_csv, "json": marks_json}[choose("--format", asked.format or "csv", ("csv", "json"))]
    named = Path(asked.homework)
    plan = named / "solutions.json" if named.is_dir() else named
    text = files.read_text(str(plan))
    with files.named(str(plan)):
        homework = Homework.read(text)
    grades = grade(homework, _handed(Path(asked.folder), plan))
    files.write(marks(homework, grades, say), asked.output)
    return 0


def _codes(asked: Namespace, say: Catalog) -> int:
    marks = {"csv": codes_csv, "json": codes_json}[choose("--format", asked.format or "csv", ("csv", "json"))]
    key = (os.environ.get(KEY, "") if asked.key is None else asked.key).strip().encode()
    text = files.read_text(asked.folder)
    with files.named(asked.folder):
        grades = grade_codes(text, key)
    files.write(marks(grades, say, is_checked=bool(key)), asked.output)
    return 0


def _handed(folder: Path, plan: Path) -> Iterator[tuple[str, bytes]]:
    """The files of a folder and of those within, or the one file that was named. Hidden files and the plan are no
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
