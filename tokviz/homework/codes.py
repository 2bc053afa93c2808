"""Grading a list of hand-in codes: a name and a code on each line, as a form or a spreadsheet gives it."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction

from tokviz import guides
from tokviz.errors import FormatError, RulesError, TokvizError
from tokviz.exercises import check
from tokviz.homework import handin
from tokviz.homework.handin import HandIn
from tokviz.spreadsheet import read_csv

__all__ = ["MAX_CODES", "GradedCode", "grade_codes"]

MAX_CODES = 2_000
_TITLES = frozenset({"code", "codes", "hand-in code", "提交码"})


@dataclass(frozen=True)
class GradedCode:
    """What became of one line. line: its number, from 1. name: what stands beside the code.

    handed, points: the answers and the points of each, none where the code could not be read. of: how many there were
    to answer. signed: whether there is a signature; it was checked if a key was given. problem: what is wrong, or None.
    """

    line: int
    name: str
    handed: HandIn | None = None
    points: tuple[Fraction, ...] = ()
    of: int = 0
    signed: bool = False
    problem: TokvizError | None = None


def grade_codes(text: str, key: bytes = b"") -> tuple[GradedCode, ...]:
    """A grade for every line that is not empty. A code that is there twice is graded twice, and the second one says so.

    The answers of a series are checked anew; of a lesson the word of the page that made the code counts. Raises
    RulesError for more than MAX_CODES lines.
    """
    lines = text.removeprefix("\ufeff").splitlines()
    head = next((line for line in lines if line.strip()), "")
    sign = max(";\t,", key=head.count)
    rows = [(n, [cell.strip() for cell in _cells(line, sign)]) for n, line in enumerate(lines, start=1)]
    rows = [(n, row) for n, row in rows if any(row)]
    if rows and any(cell.casefold() in _TITLES for cell in rows[0][1]):
        rows = rows[1:]
    if len(rows) > MAX_CODES:
        raise RulesError("handin-many", most=MAX_CODES)
    found: dict[HandIn, int] = {}
    graded = []
    for number, row in rows:
        one = _graded(number, row, key)
        if one.handed is not None and found.setdefault(one.handed, number) != number:
            same = RulesError("handin-twice", first=found[one.handed])
            one = replace(one, problem=same)
        graded.append(one)
    return tuple(graded)


def _cells(line: str, sign: str) -> list[str]:
    """The cells of one line, which may also be a name, a blank and a code."""
    try:
        row = next((list(read.cells) for read in read_csv(line, sign)), [])
    except FormatError:  # a cell of more than 100,000 characters
        row = [line]
    if len(row) == 1:
        name, blank, code = row[0].strip().rpartition(" ")
        return [name, code] if blank else row
    return row


def _graded(number: int, row: list[str], key: bytes) -> GradedCode:
    start = handin.PREFIX[:6]
    place = next((n for n, cell in enumerate(row) if cell.startswith(start)), len(row) - 1)
    name = ", ".join(cell for n, cell in enumerate(row) if cell and n != place)
    try:
        handed, signed = handin.read(row[place], key)
    except TokvizError as problem:
        return GradedCode(number, name, problem=problem)
    if handed.lesson:
        points = tuple(Fraction(one.right) for one in handed.answers)
    else:
        points = tuple(check(handed.task(one.number), one.text or "", one.hints).points for one in handed.answers)
    return GradedCode(number, name, handed, points, _of(handed), signed)


def _of(handed: HandIn) -> int:
    """How many questions there were: all of a lesson that is known, else those that were answered."""
    with suppress(TokvizError):
        if handed.lesson:
            return sum(len(card.asks) for card in guides.load(handed.lesson).cards)
    return len(handed.answers)
