"""Files of a training to keep: the steps as CSV, the whole trace as JSON, and its replay as one HTML page.

Those of the field are in :mod:`tokviz.algorithms`. The pages' buttons and the command line make files with the same
functions, so a file is the same wherever it comes from. The replay opens from disk without a network: it has the
stage's own script and style, the frames as JSON, and a short script (``replay.js``) in place of the page.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from numbers import Number
from typing import Any

import pandas as pd

from tokviz.frontend import script, style
from tokviz.spreadsheet import write_csv
from tokviz.trace import Trace
from tokviz.views.algorithms import views_of
from tokviz.views.shared import rendering
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.rendering import About

__all__ = ["MAX_STEPS", "replay_page", "steps_csv", "table_csv", "trace_json", "training_replay"]


def steps_csv(trace: Trace) -> str:
    """Return the steps as CSV. Cells that a spreadsheet would take for a formula begin with an apostrophe.

    Scores are decimal here, since a spreadsheet takes 1/20 for a day; the counts beside them give the fraction.
    """
    frame = trace.to_frame()
    if "score" in frame:
        frame["score"] = [float(Fraction(score)) for score in frame["score"]]
    return table_csv(frame)


def table_csv(table: pd.DataFrame, headings: Mapping[str, str] | None = None) -> str:
    """Return any table as CSV, with the headings protected as well. headings: of columns that have another one in the
    file.

    >>> table_csv(pd.DataFrame({"token": ["=1", "a,b"], "count": [2, 1]})).splitlines()
    ['token,count', "'=1,2", '"a,b",1']
    """
    known = headings or {}
    columns = [_cells(table, place) for place in range(table.shape[1])]
    return write_csv([known.get(name, name) for name in map(str, table.columns)], zip(*columns, strict=True))


def _cells(table: pd.DataFrame, place: int) -> list[object]:
    """Return the cells of a column: numbers, or else texts; None where there is none."""
    column = table.iloc[:, place]
    cells = column.astype(object).where(column.notna(), None)
    return [cell if cell is None or isinstance(cell, Number) else str(cell) for cell in cells]


def trace_json(trace: Trace) -> str:
    """Return the whole trace as JSON, exact (see docs/trace-format.md)."""
    return json.dumps(trace.to_dict(), ensure_ascii=False)


# -- the replay --------------------------------------------------------------------------------------------------------


MAX_STEPS = 500
"""A replay holds at most so many steps: the first ones."""


def training_replay(trace: Trace, say: Catalog) -> Iterator[dict[str, Any]]:
    """Yield the stage's payloads for a training, part after part, as far as a replay goes."""
    stage, last = views_of(trace).stage, min(len(trace), MAX_STEPS)
    step = 0
    while step <= last:
        steps = stage.part_of(trace, step, False)  # neighbours overlap
        yield stage.payload(trace, range(steps.start, min(steps.stop, last + 1)), say)
        step = steps.stop


def replay_page(parts: Iterable[Mapping[str, Any]], about: About, say: Catalog, start: int = 0) -> str:
    """Return the page, complete: the stage at step `start`, with what is told of the trace below it.

    parts: payloads of one trace as the stage gets them, in order, together all its steps (see :func:`training_replay`
    and :func:`tokviz.views.encoding.merging.word_parts`); one that has no steps is a picture.

    >>> from tokviz import Corpus, bpe
    >>> from tokviz.views.shared.catalog import load
    >>> from tokviz.views.shared.rendering import about_training
    >>> trace = bpe.train(Corpus({"</script>": 2}), merges=3)
    >>> made = replay_page(training_replay(trace, load("en")), about_training(trace, load("en")), load("en"))
    >>> made.startswith("<!DOCTYPE html>"), made.count("</script>")
    (True, 2)
    """
    shown, total = [], 0
    for part in parts:
        total = max(total, part["total"])
        frames = part["frames"][: max(0, MAX_STEPS + 1 - part["first"])]
        if not frames:
            break
        # Nobody is there to search for words.
        shown.append({**part, "frames": frames, "total": min(part["total"], MAX_STEPS), "search": False})
    return rendering.standalone_page(
        "replay",
        about.title,
        say,
        script("takeaway/replay.js"),
        told=about.settings,
        shortened=say("replay.first-steps", shown=MAX_STEPS, total=total) if total > MAX_STEPS else "",
        stage_style=style("stage/stage.css"),
        data={"parts": shown, "start": min(start, total, MAX_STEPS)},
    )
