"""Tables as CSV: the only place that writes and reads it.

A spreadsheet computes a cell that begins like a formula, whoever wrote it: a token `=HYPERLINK(...)` becomes a link.
So :func:`write_csv` puts an apostrophe before every text that begins with such a sign, before blanks or apostrophes
too, and :func:`unquote` takes it away again. Numbers stay numbers, also those below zero.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple

import regex

from tokviz.checkpoint import checkpoints
from tokviz.errors import FormatError

__all__ = ["MAX_CELL_CHARS", "Row", "quote", "read_csv", "unquote", "write_csv"]

MAX_CELL_CHARS = csv.field_size_limit()
"""The longest cell that is read, in characters; a quotation mark without its partner makes the rest of the file one."""

# The signs, also as wide and small forms, which spreadsheets in Chinese and Japanese take for the same ones. What has
# no ink or is an apostrophe may come before.
_FORMULA = regex.compile(r"'*+[\t\r\n]|['\p{Z}\p{C}]*+[=+\-@＝＋－＠﹦﹢﹣﹫]")


def quote(text: str) -> str:
    """Return the text behind an apostrophe where a spreadsheet would take it for a formula.

    >>> quote("=1+1"), quote(" ＝1"), quote("'=1"), quote("low")
    ("'=1+1", "' ＝1", "''=1", 'low')
    """
    return f"'{text}" if _FORMULA.match(text) else text


def unquote(cell: str) -> str:
    """Return the text that :func:`quote` made this cell of.

    >>> unquote("'=1+1"), unquote("''=1"), unquote("'s")
    ('=1+1', "'=1", "'s")
    """
    return cell[1:] if cell.startswith("'") and _FORMULA.match(cell, 1) else cell


def write_csv(heading: Iterable[object], rows: Iterable[Iterable[object]]) -> str:
    """Write a table as CSV by RFC 4180. Texts are quoted by :func:`quote`, None is an empty cell, numbers stay as they
    are.

    >>> print(write_csv(["token", "score"], [["=1", -1.5], ["a,b", None]]).replace("\\r", ""), end="")
    token,score
    '=1,-1.5
    "a,b",
    """
    out = io.StringIO(newline="")
    table = csv.writer(out, lineterminator="\r\n")  # with "\n", a cell that holds "\r" would not be quoted
    lines = checkpoints(chain([heading], rows))
    table.writerows([quote(cell) if isinstance(cell, str) else cell for cell in row] for row in lines)
    return out.getvalue()


class Row(NamedTuple):
    """A row that was read. line: where it begins, from 1."""

    line: int
    cells: Sequence[str]


def read_csv(text: str, separator: str = ",", *, skip_blanks: bool = False) -> Iterator[Row]:
    """Yield the rows of a table, empty ones as well. skip_blanks: leave out blanks after a separator.

    Raises FormatError for a cell of more than MAX_CELL_CHARS.

    >>> [row.cells for row in read_csv('low;5\\r\\n"a;b";2\\r\\n', ";")]
    [['low', '5'], ['a;b', '2']]
    """
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, skipinitialspace=skip_blanks)
    line = 1
    while True:
        try:
            cells = next(reader, None)
        except csv.Error:
            raise FormatError("csv-cell", line=line, most=MAX_CELL_CHARS) from None
        if cells is None:
            return
        yield Row(line, cells)
        line = reader.line_num + 1
