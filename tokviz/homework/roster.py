"""A class out of a table: one student a line, as spreadsheets save it. Only names are kept."""

from __future__ import annotations

from collections import Counter

from tokviz.errors import RulesError
from tokviz.spreadsheet import read_csv

__all__ = ["MAX_STUDENTS", "roster"]

MAX_STUDENTS = 2_000
_TITLES = frozenset({"name", "names", "student", "students", "full name", "姓名", "名字", "学生"})
_OTHER_TITLES = frozenset(
    {"id", "no", "no.", "number", "student id", "email", "e-mail", "group", "学号", "编号", "班级"}
)


def roster(text: str) -> tuple[str, ...]:
    """The names of a table with commas, semicolons or tabs, with or without a line of titles.

    The names stand in the column titled "name" or the like, else in the first. Where two have one name, what else
    stands in their lines is added to it. Raises RulesError for a table without names, for two lines that say the same,
    and for too many; FormatError for a cell that is too long.

    >>> roster("\\ufeffname;id\\r\\n\\"Li Wei\\";17\\r\\n;\\r\\nAda;18\\r\\nLi Wei;19\\r\\n")
    ('Li Wei, 17', 'Ada', 'Li Wei, 19')
    """
    text = text.removeprefix("\ufeff")
    head = next((line for line in text.splitlines() if line.strip(" ,;\t")), "")
    sign = max(";\t,", key=head.count)
    rows = [(row.line, [" ".join(cell.split()) for cell in row.cells]) for row in read_csv(text, sign)]
    rows = [(number, row) for number, row in rows if any(row)]
    titles = [cell.casefold() for cell in rows[0][1]] if rows else []
    column = next((place for place, title in enumerate(titles) if title in _TITLES), 0)
    if titles and (titles[column] in _TITLES or titles[column] in _OTHER_TITLES):
        rows = rows[1:]
    named = [(number, row) for number, row in rows if len(row) > column and row[column]]
    if not named:
        raise RulesError("homework-roster-empty")
    if len(named) > MAX_STUDENTS:
        raise RulesError("homework-roster-long", most=MAX_STUDENTS)
    often = Counter(row[column] for _, row in named)
    found: dict[str, int] = {}
    for number, row in named:
        rest = [cell for place, cell in enumerate(row) if cell and place != column]
        name = row[column] if often[row[column]] == 1 else ", ".join([row[column], *rest])
        if name in found:
            raise RulesError("homework-roster-twice", name=name, first=found[name], second=number)
        found[name] = number
    return tuple(found)
