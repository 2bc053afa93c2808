"""The marks of a class as a table (CSV) or as JSON: a line for every file, and for everybody who handed nothing in."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence

from tokviz.homework import Grade, Homework
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import visible

__all__ = ["marks_csv", "marks_json"]

_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def marks_csv(homework: Homework, grades: Sequence[Grade], say: Catalog) -> str:
    """The marks as a table; what a spreadsheet would take for a formula is quoted by an apostrophe."""
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\n")
    numbers = range(1, homework.count + 1)
    head = [say(f"homework.mark.{name}") for name in ("student", "file", "points", "of")]
    table.writerow([*head, *(say("homework.task.mark", number=n) for n in numbers), say("homework.mark.problem")])
    for one in grades:
        points = [f"{float(verdict.points):g}" for verdict in one.verdicts] or [""] * homework.count
        total = f"{float(one.points):g}"
        names = [_safe(one.student), _safe(one.file)]
        table.writerow([*names, total, homework.count, *points, _problem(one, say)])
    return out.getvalue()


def marks_json(homework: Homework, grades: Sequence[Grade], say: Catalog) -> str:
    """The marks as JSON."""
    rows = [
        {
            "student": one.student,
            "file": one.file,
            "points": float(one.points),
            "of": homework.count,
            "tasks": [float(verdict.points) for verdict in one.verdicts],
            "problem": _problem(one, say),
        }
        for one in grades
    ]
    return json.dumps(rows, ensure_ascii=False, indent=1) + "\n"


def _problem(one: Grade, say: Catalog) -> str:
    return "" if one.problem is None else " ".join(one.problem.sentence(say.templates).split())


def _safe(text: str) -> str:
    shown = visible(text).replace("␣", " ")
    return f"'{shown}" if shown.startswith(_FORMULA) else shown
