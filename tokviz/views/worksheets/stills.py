"""The pictures of worksheets on a training: what the stage gets to draw one step on paper, without what a sheet asks.

The data goes to ``stills.js``, which draws with the scripts of the pages; there is no other drawing.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from tokviz.views.worksheets.parts import Still

__all__ = ["before_merge", "handed", "of_stage"]

_MOST_ROWS = 14
_LINE, _LANES = 0.65, 1.7  # rows that a piece takes, and a word with the substrings below it


def of_stage(payload: Mapping[str, Any], step: int) -> Still | None:
    """The stage at a step that `payload` has; None of a top-down step that selects nothing, of which the table says
    all."""
    frame, picture = _frame(payload, step), payload["picture"]
    if picture["kind"] == "top-down" and "select" not in frame:
        return None
    return Still("stage", handed(payload, step), rows=min(_MOST_ROWS, _rows(picture, frame)))


def _frame(payload: Mapping[str, Any], step: int) -> dict[str, Any]:
    """The frame of a step, without its sentences: a sheet has its own."""
    return {**payload["frames"][step - payload["first"]], "say": []}


def handed(payload: Mapping[str, Any], step: int) -> dict[str, Any]:
    """What the stage is handed to show a step and no other."""
    alone = {**payload, "first": step, "frames": [_frame(payload, step)], "search": False, "still": True}
    return {"payload": json.dumps(alone, ensure_ascii=False), "goto": step, "goto_id": 1}


def _rows(picture: Mapping[str, Any], frame: Mapping[str, Any]) -> float:
    """How many rows a picture takes: of words, of substrings below words, or of pieces and ways."""
    words = sum(len(rows) for _, rows in frame["groups"])
    match picture["kind"]:
        case "unigram":
            ways = sum(len(picture["cuts"][cut][1]) for cut in frame["view"]["words"])
            return _LINE * max(ways, len(frame["view"]["rows"]))
        case "top-down":
            return _LANES * words
    return words


def before_merge(payload: Mapping[str, Any], step: int) -> Still:
    """The words and the vocabulary of a training by merges after `step` of them, and nothing of what is to come: the
    payload is that of a training that ends there, without the race."""
    frame = _frame(payload, step)
    groups = [[heading, [_done(row) for row in rows]] for heading, rows in frame["groups"]]
    kept = {**frame, "groups": groups, "race": {"title": ["", ""], "tied": 0, "total": 0, "rows": []}}
    picture = {**payload["picture"], "longest": 1, "ties": payload["picture"]["ties"][:step]}
    data = handed({**payload, "first": step, "total": step, "frames": [kept], "picture": picture}, step)
    return Still("stage", data, data, _rows(picture, frame))


def _done(row: Any) -> Any:
    """A row without the marks of what comes next."""
    if not isinstance(row, list):
        return row
    number, spans = row
    made = [span for span in spans if span[2] != "next"]
    return [number, made] if made else number
