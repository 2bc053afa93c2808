"""The marks of a class as a table (CSV) or as JSON: a line for every file, and for everybody who handed nothing in; or
a line for every hand-in code."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from tokviz.errors import TokvizError
from tokviz.features.homework.codes import GradedCode
from tokviz.features.homework.grading import Grade
from tokviz.features.homework.plan import Homework
from tokviz.spreadsheet import write_csv
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import visible

_MARKS = {
    "student": "homework.mark.student",
    "file": "homework.mark.file",
    "points": "homework.mark.points",
    "of": "homework.mark.of",
    "problem": "homework.mark.problem",
    "line": "homework.mark.line",
    "topic": "homework.mark.topic",
    "level": "homework.mark.level",
    "seed": "homework.mark.seed",
    "began": "homework.mark.began",
    "ended": "homework.mark.ended",
    "signed": "homework.mark.signed",
    "judged": "homework.mark.judged",
    "answers": "homework.mark.answers",
}

_SIGNATURES = {
    "signed": "homework.signature.signed",
    "unchecked": "homework.signature.unchecked",
    "unsigned": "homework.signature.unsigned",
}


def marks_csv(homework: Homework, grades: Sequence[Grade], say: Catalog) -> str:
    """Return the marks as a table."""
    numbers = range(1, homework.count + 1)
    head = [say(_MARKS[name]) for name in ("student", "file", "points", "of")]
    titles = [*head, *(say("homework.task.mark", number=n) for n in numbers), say("homework.mark.problem")]
    rows: list[list[object]] = []
    for grade in grades:
        points = [f"{float(verdict.points):g}" for verdict in grade.verdicts] or [""] * homework.count
        total = f"{float(grade.points):g}"
        names = [_plain(grade.student), _plain(grade.file)]
        rows.append([*names, total, homework.count, *points, _problem(grade.problem, say)])
    return write_csv(titles, rows)


def marks_json(homework: Homework, grades: Sequence[Grade], say: Catalog) -> str:
    """Return the marks as JSON."""
    rows = [
        {
            "student": grade.student,
            "file": grade.file,
            "points": float(grade.points),
            "of": homework.count,
            "tasks": [float(verdict.points) for verdict in grade.verdicts],
            "problem": _problem(grade.problem, say),
        }
        for grade in grades
    ]
    return json.dumps(rows, ensure_ascii=False, indent=1) + "\n"


def codes_csv(grades: Sequence[GradedCode], say: Catalog, *, is_checked: bool) -> str:
    """Return the marks of hand-in codes as a table. is_checked: whether signatures were."""
    rows = [_code(grade, say, is_checked) for grade in grades]
    names = rows[0] if rows else _code(GradedCode(0, ""), say, is_checked)
    lines: list[list[str]] = []
    for row in rows:
        answers = " | ".join(
            f"{answer['number']}: {answer['text']} ({answer['points']:g})" for answer in row["answers"]
        )
        texts = (row | {"answers": answers, "points": f"{row['points']:g}"}).values()
        lines.append([_plain(str(text)) for text in texts])
    return write_csv([say(_MARKS[name]) for name in names], lines)


def codes_json(grades: Sequence[GradedCode], say: Catalog, *, is_checked: bool) -> str:
    """Return the marks of hand-in codes as JSON."""
    return json.dumps([_code(grade, say, is_checked) for grade in grades], ensure_ascii=False, indent=1) + "\n"


def _code(graded: GradedCode, say: Catalog, is_checked: bool) -> dict[str, Any]:
    """Return a line of the marks, by the names of its columns."""
    handed = graded.handed
    row = {"student": graded.name, "line": graded.line, "topic": "", "level": "", "seed": "", "began": "", "ended": ""}
    about: dict[str, object] = {}
    if handed is not None:
        about = {
            "topic": handed.lesson or handed.challenge or " ".join(handed.kinds),
            "level": "" if handed.lesson or handed.challenge else handed.level,
            "seed": handed.seed,
            "began": _time(handed.began),
            "ended": _time(handed.ended),
        }
    signed = "unsigned" if not graded.signed else "signed" if is_checked else "unchecked"
    answers = [
        {"number": answer.number, "text": answer.text or "", "hints": answer.hints, "points": float(points)}
        for answer, points in zip(handed.answers if handed else (), graded.points, strict=True)
    ]
    marks = {
        "points": float(sum(graded.points)),
        "of": graded.of,
        "signed": say(_SIGNATURES[signed]) if handed else "",
        "judged": say("homework.judged.page" if handed.lesson else "homework.judged.anew") if handed else "",
        "problem": _problem(graded.problem, say),
        "answers": answers,
    }
    return row | about | marks


def _time(seconds: int) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M:%S")


def _problem(problem: TokvizError | None, say: Catalog) -> str:
    return "" if problem is None else " ".join(problem.sentence(say.templates).split())


def _plain(text: str) -> str:
    return visible(text).replace("␣", " ")
