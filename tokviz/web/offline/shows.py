"""What a page of the site shows beside its text, as data for its script: stages, ribbons, rows, tables.

The payloads of one page are kept once, in a :class:`Pool`; what is shown refers to them by number. ``shows.js`` mounts
it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from tokviz.trace import Trace
from tokviz.views.algorithms import views_of
from tokviz.views.shared.catalog import Catalog
from tokviz.views.stage.questions import Question, pose

__all__ = ["MAX_BYTES", "Pool", "Shown", "stage", "training"]

MAX_BYTES = 300_000
"""The payloads of a training have at most so many bytes; what would be more is left to the app."""

Shown = dict[str, Any]
"""One thing on the page; ``shows.js`` says what there is."""


class Pool:
    """The payloads of one page, each once."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}

    def add(self, payload: Mapping[str, Any] | str) -> int:
        """The number of a payload, which is data for JSON or its text."""
        text = payload if isinstance(payload, str) else written(payload)
        return self._numbers.setdefault(text, len(self._numbers))

    @property
    def payloads(self) -> list[Any]:
        """All of them, by their numbers."""
        return [json.loads(text) for text in self._numbers]


def written(data: object) -> str:
    """Data as JSON takes it, without spaces."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def stage(pool: Pool, parts: Iterable[Mapping[str, Any]], step: int = 0) -> Shown:
    """A stage at a step. parts: the payloads of one trace, in order."""
    return {"kind": "stage", "parts": [pool.add({**part, "search": False}) for part in parts], "step": step}


def training(pool: Pool, trace: Trace, step: int, say: Catalog, *, asks: bool = False) -> tuple[Shown, int]:
    """The stage of a training, and how many of its steps there are. asks: whether what comes next is asked first."""
    views, last = views_of(trace).stage, len(trace)
    parts: list[dict[str, Any]] = []
    weight = first = 0
    while first <= last:
        steps = views.part_of(trace, first, asks)
        part = views.payload(trace, steps, say, asks=asks)
        if asks:
            pose(part, lambda k: views.question(trace, k, say), _topic(trace), say)
        weight += len(written(part).encode())
        if parts and weight > MAX_BYTES:
            break
        parts.append(part)
        first = steps.stop
    shown = parts[-1]["first"] + len(parts[-1]["frames"]) - 1
    return stage(pool, ({**part, "total": shown} for part in parts), step), shown


def asking(
    parts: Iterable[dict[str, Any]], question: Callable[[int], Question | None], topic: object, say: Catalog
) -> Iterable[dict[str, Any]]:
    """The parts of a word's stage with what is asked before each step."""
    for part in parts:
        pose(part, question, topic, say)
        yield part


def _topic(trace: Trace) -> object:
    return trace.algorithm, tuple(trace.corpus.items()), trace.rules
