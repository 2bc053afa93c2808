"""What is left of a lesson: a table of its questions with how often each option was chosen. No names are in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tokviz.live.state import Asked
from tokviz.spreadsheet import write_csv

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
    rows: list[tuple[object, ...]] = []
    for one in questions:
        asked = _text(one.ask)
        for number, (option, chosen) in enumerate(zip(one.ask["options"], one.counts, strict=True), 1):
            text, right = "".join(option["label"]), int(bool(option.get("right")))
            rows.append((one.number, one.shown.address, asked, number, text, right, chosen))
    return write_csv(COLUMNS, rows)


def _text(ask: Mapping[str, Any]) -> str:
    """A question in one line, with what a task gives."""
    parts = [
        f"{one['label']} {', '.join(' '.join(item).strip() for item in one['items'])}" for one in ask.get("given", ())
    ]
    return " ".join(("".join(ask["question"]), *parts))
