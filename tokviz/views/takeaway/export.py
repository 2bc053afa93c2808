"""Files to take away: the steps as CSV, the whole trace as JSON. Those of the field are in :mod:`tokviz.algorithms`.

The pages' buttons and the command line make them with the same functions, so a file is the same wherever it comes from.
"""

from __future__ import annotations

import json
from fractions import Fraction

import pandas as pd

from tokviz.spreadsheet import as_text
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


def table_csv(table: pd.DataFrame) -> str:
    """Any table as CSV with the same guard, in its headings too.

    >>> table_csv(pd.DataFrame({"token": ["=1", "a,b"], "count": [2, 1]})).splitlines()
    ['token,count', "'=1,2", '"a,b",1']
    """
    safe = table.rename(columns=lambda name: as_text(str(name)))
    for place, dtype in enumerate(table.dtypes):
        if not pd.api.types.is_numeric_dtype(dtype):
            safe[safe.columns[place]] = [as_text(str(cell)) for cell in table.iloc[:, place]]
    # With the line ends of RFC 4180, a token that holds one of them is quoted.
    return str(safe.to_csv(index=False, lineterminator="\r\n"))


def trace_json(trace: Trace) -> str:
    """The whole trace as JSON, exact (see docs/trace-format.md)."""
    return json.dumps(trace.to_dict(), ensure_ascii=False)
