"""Files to take away: the steps as CSV, the whole trace as JSON. Those of the field are in :mod:`tokviz.algorithms`.

The pages' buttons and the command line make them with the same functions, so a file is the same wherever it comes from.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from numbers import Number

import pandas as pd

from tokviz.spreadsheet import write_csv
from tokviz.trace import Trace

__all__ = ["steps_csv", "table_csv", "trace_json"]


def steps_csv(trace: Trace) -> str:
    """The steps as CSV. Cells that a spreadsheet would take for a formula begin with an apostrophe.

    Scores are decimal here, since a spreadsheet takes 1/20 for a day; the counts beside them give the fraction.
    """
    frame = trace.to_frame()
    if "score" in frame:
        frame["score"] = [float(Fraction(score)) for score in frame["score"]]
    return table_csv(frame)


def table_csv(table: pd.DataFrame, headings: Mapping[str, str] | None = None) -> str:
    """Any table as CSV with the same guard, in its headings too. headings: of columns that have another in the file.

    >>> table_csv(pd.DataFrame({"token": ["=1", "a,b"], "count": [2, 1]})).splitlines()
    ['token,count', "'=1,2", '"a,b",1']
    """
    known = headings or {}
    columns = [_cells(table, place) for place in range(table.shape[1])]
    return write_csv([known.get(name, name) for name in map(str, table.columns)], zip(*columns, strict=True))


def _cells(table: pd.DataFrame, place: int) -> list[object]:
    """The cells of a column: numbers, or else texts; None where there is none."""
    column = table.iloc[:, place]
    cells = column.astype(object).where(column.notna(), None)
    return [cell if cell is None or isinstance(cell, Number) else str(cell) for cell in cells]


def trace_json(trace: Trace) -> str:
    """The whole trace as JSON, exact (see docs/trace-format.md)."""
    return json.dumps(trace.to_dict(), ensure_ascii=False)
