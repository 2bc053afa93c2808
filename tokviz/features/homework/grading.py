"""Grading what was handed in: answer files and notebooks. Nothing of theirs is run."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from tokviz.corpus import decode_bytes
from tokviz.errors import RulesError, TokvizError
from tokviz.exercises import Verdict, check
from tokviz.features.homework.plan import Homework

MAX_ANSWER_BYTES = 5_000_000
"""The most bytes of an answer file that are looked at."""


@dataclass(frozen=True)
class Grade:
    """The grade of a file, or of a student without one (file "").

    verdicts: one a task. points: their sum, of `count` of the plan. problem: why nothing could be graded, else None.
    """

    file: str
    student: str
    verdicts: tuple[Verdict, ...] = ()
    problem: TokvizError | None = None

    @property
    def points(self) -> Fraction:
        return sum((verdict.points for verdict in self.verdicts), Fraction(0))


def grade(homework: Homework, handed: Iterable[tuple[str, bytes]]) -> tuple[Grade, ...]:
    """Return a grade for every file (its name and content), then one for every student who handed nothing in.

    Two files of one student are both graded.
    """
    grades = [_graded(homework, name, data) for name, data in handed]
    there = {graded.student for graded in grades}
    missing = RulesError("homework-missing")
    return (*grades, *(Grade("", student, problem=missing) for student in homework.students if student not in there))


def _graded(homework: Homework, name: str, data: bytes) -> Grade:
    student = ""
    try:
        student, answers = _read(data)
        if student not in homework.students:
            raise RulesError("homework-stranger", name=student)
    except TokvizError as problem:
        return Grade(name, student, problem=problem)
    numbers = range(1, homework.count + 1)
    return Grade(name, student, tuple(check(homework.task(student, n), answers.get(n, "")) for n in numbers))


def _read(data: bytes) -> tuple[str, Mapping[int, object]]:
    """Return the student that a file names, and the answers by their numbers."""
    if len(data) > MAX_ANSWER_BYTES:
        raise RulesError("homework-file-large", most=MAX_ANSWER_BYTES)
    try:
        content = json.loads(decode_bytes(data)[0], parse_float=str, parse_constant=str, parse_int=str)
        if isinstance(content, dict) and "cells" in content:
            return _text(content["metadata"]["tokviz"]["student"]), _of_cells(content["cells"])
        answers = content["answers"]
        if not isinstance(answers, list):
            raise TypeError
        return _text(content["student"]), {n: _plain(answer) for n, answer in enumerate(answers, start=1)}
    except TokvizError:
        raise
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise RulesError("homework-file") from None


def _text(student: object) -> str:
    if not isinstance(student, str):
        raise TypeError
    return student


def _plain(answer: object) -> object:
    """Return an answer as a text, or a list of texts, or a list of such lists."""
    if isinstance(answer, list | tuple):
        parts = [[str(part) for part in item] if isinstance(item, list | tuple) else str(item) for item in answer]
        return parts if len(str(parts)) < 10_000 else str(parts)
    return "" if answer is None else str(answer)


def _of_cells(cells: list[dict[str, Any]]) -> dict[int, object]:
    """Return the values after ``answer_3 =`` and the like, in whatever cell; the last one counts."""
    answers: dict[int, object] = {}
    for cell in cells:
        if cell.get("cell_type") == "code":
            source = cell["source"]
            answers |= _assigned(source if isinstance(source, str) else "".join(source))
    return answers


def _assigned(source: str) -> dict[int, object]:
    try:
        body = ast.parse(source).body
    except (SyntaxError, ValueError, MemoryError, RecursionError):  # one broken line leaves the others
        return {int(n): text.strip() for n, text in re.findall(r"(?m)^answer_(\d{1,4})[ \t]*=([^\n]*)$", source)}
    answers: dict[int, object] = {}
    for statement in body:
        if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name):
            number = re.fullmatch(r"answer_(\d{1,4})", statement.targets[0].id)
            if number:
                answers[int(number[1])] = _value(statement.value)
    return answers


def _value(node: ast.expr) -> object:
    """Return a literal as it is, anything else as it is written: ``3 / 8`` is an answer, too."""
    try:
        value = ast.literal_eval(node)
    except (ValueError, TypeError, MemoryError, RecursionError):
        return ast.unparse(node)
    return value if isinstance(value, bytes) else _plain(value)
