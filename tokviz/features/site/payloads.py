"""The data that a page of the site shows beside its text, for its script: pictures, rows, tables.

The payloads of one page are in a :class:`Pool`, each once; what is shown refers to them by number. ``shows.js`` draws
it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from numbers import Integral
from typing import Any

import numpy as np

from tokviz.compare.clock import Clock
from tokviz.trace import Trace
from tokviz.views.algorithms import training_part, views_of
from tokviz.views.compare import clock as clock_view
from tokviz.views.exercises.clock import add_asked
from tokviz.views.hosts.parts import parts_with, within_bytes
from tokviz.views.picture.questions import WordPicture, add_questions, payload_json
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import visible
from tokviz.views.shared.tables import FilledTable

Shown = dict[str, Any]
"""One thing on the page; ``shows.js`` says what there is."""


class Pool:
    """The payloads of one page, each once."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}

    def add(self, payload: Mapping[str, Any] | str) -> int:
        """Return the number of a payload, which is data for JSON or its text."""
        text = payload if isinstance(payload, str) else payload_json(payload)
        return self._numbers.setdefault(text, len(self._numbers))

    @property
    def payloads(self) -> list[Any]:
        """Return all of them, by their numbers."""
        return [json.loads(text) for text in self._numbers]


def picture(pool: Pool, parts: Iterable[Mapping[str, Any]], step: int = 0) -> Shown:
    """Return a picture at a step. parts: the payloads of one trace, in order."""
    return {"kind": "picture", "parts": [pool.add({**part, "search": False}) for part in parts], "step": step}


def part_around(trace: Trace, step: int, say: Catalog, *, split: str = "", asks: bool = False) -> dict[str, Any]:
    """Return the payload with the frames around a step. split: what split the corpus into words; asks: whether what
    comes next is asked first."""
    part = training_part(trace, step, say, split=split, asks=asks)
    if asks:
        add_questions(part, lambda k: views_of(trace).picture.question(trace, k, say), _topic(trace), say)
    return part


def training(
    pool: Pool, trace: Trace, step: int, say: Catalog, *, split: str = "", asks: bool = False
) -> tuple[Shown, int]:
    """Return the picture of a training, as far as its bytes go, and how many of its steps there are: what would be more
    is left to the app.

    split: what split the corpus into words; asks: whether what comes next is asked first.
    """
    every = parts_with(range(len(trace) + 1), lambda step: part_around(trace, step, say, split=split, asks=asks))
    parts = list(within_bytes(every))
    shown = parts[-1]["first"] + len(parts[-1]["frames"]) - 1
    return picture(pool, ({**part, "total": shown} for part in parts), step), shown


def sizes_around(clock: Clock, size: int, topic: object, say: Catalog, *, asks: bool = False) -> dict[str, Any]:
    """Return the payload with the frames around a size. asks: whether what comes next is asked first. topic: names the
    trainings."""
    part = clock_view.part_at(clock, size, say)
    if asks:
        add_asked(part, clock, topic, say)
    return part


def sizes(pool: Pool, clock: Clock, size: int, topic: object, say: Catalog, *, asks: bool = False) -> Shown:
    """Return trainings on one clock at a size, as far as the bytes go, like a training."""
    total = clock.largest - clock.smallest
    every = parts_with(range(total + 1), lambda step: sizes_around(clock, clock.smallest + step, topic, say, asks=asks))
    parts = list(within_bytes(every))
    shown = parts[-1]["first"] + len(parts[-1]["frames"]) - 1
    step = min(max(size - clock.smallest, 0), shown)
    return picture(pool, ({**part, "total": shown} for part in parts), step)


def word(pool: Pool, drawn: WordPicture, step: int, topic: object, say: Catalog, *, asks: bool = False) -> Shown:
    """Return the picture of a word.

    asks: whether what comes next is asked first. topic: what names tokenizer and word.
    """
    parts, question = drawn
    if asks:
        for part in parts:
            add_questions(part, question, topic, say)
    return picture(pool, parts, min(step, parts[0]["total"]))


def text(line: str) -> Shown:
    """Return a line of text."""
    return {"kind": "text", "text": line}


def table(filled: FilledTable, title: str, say: Catalog, most: int = 40) -> Shown:
    """Return a table with its name, and at most so many of its rows."""
    columns = [[_cell(column.stored(value), say) for value in column.values(None)[:most]] for column in filled.columns]
    return {
        "kind": "table",
        "title": title,
        "head": filled.titles(say),
        "rows": [*map(list, zip(*columns, strict=True))],
    }


def read_table(filled: FilledTable, title: str, say: Catalog, most: int = 40) -> Shown:
    """Return the same with cells as people read them."""
    rows = [[_cell(cell, say) for cell in row] for row in filled.rows(say)[:most]]
    return {"kind": "table", "title": title, "head": filled.titles(say), "rows": rows}


def _cell(cell: object, say: Catalog) -> str | dict[str, str]:
    """Return a cell as text; that of a number as a record, by which it is known."""
    if isinstance(cell, bool | np.bool_):
        return say("takeaway.on") if cell else ""
    if isinstance(cell, Integral):
        return {"number": say.integer(int(cell))}
    if isinstance(cell, tuple):
        return " ".join(visible(str(part)) for part in cell)
    if isinstance(cell, float):
        return {"number": say.short(cell, 4)}
    return " ".join(visible(part) for part in str(cell).split(" "))


def _topic(trace: Trace) -> object:
    return trace.algorithm, tuple(trace.corpus.items()), trace.rules
