"""What is left of a lesson: a table of its questions with how often each option was chosen. No names are in it."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from typing import Any

from tokviz.live.state import Asked
from tokviz.spreadsheet import as_text

__all__ = ["COLUMNS", "csv_of"]

COLUMNS = ("question", "address", "asked", "option", "text", "right", "answers")


def csv_of(questions: Sequence[Asked]) -> str:
    """One row for each option of each question that was revealed.

    >>> from tokviz.live.state import Shown
    >>> ask = {"question": ["Which?"], "options": [{"label": ["", "e s"], "right": True}, {"label": ["=1"]}]}
    >>> print(csv_of([Asked(1, ask, Shown("/bpe"), "shown", (3, 0))]).replace("\\r", ""), end="")
    question,address,asked,option,text,right,answers
    1,/bpe,Which?,1,e s,1,3
    1,/bpe,Which?,2,'=1,0,0
    """
    made = io.StringIO()
    table = csv.writer(made)
    table.writerow(COLUMNS)
    for one in questions:
        asked = as_text(_text(one.ask))
        for number, (option, chosen) in enumerate(zip(one.ask["options"], one.counts, strict=True), 1):
            text, right = as_text("".join(option["label"])), int(bool(option.get("right")))
            table.writerow([one.number, as_text(one.shown.address), asked, number, text, right, chosen])
    return made.getvalue()


def _text(ask: Mapping[str, Any]) -> str:
    """A question in one line, with what a task gives."""
    parts = [
        f"{one['label']} {', '.join(' '.join(item).strip() for item in one['items'])}" for one in ask.get("given", ())
    ]
    return " ".join(("".join(ask["question"]), *parts))
