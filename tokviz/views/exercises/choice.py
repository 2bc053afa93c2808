"""The words of a task that asks for a pair, for choosing it on them.

They hold nothing of the solution: the symbols after the merges that were done, and how often each word occurs.
"""

from __future__ import annotations

from typing import Any, cast
from zlib import crc32

from tokviz.exercises import Task
from tokviz.exercises.task import Symbols
from tokviz.merging.merge_trace import MergeTrace
from tokviz.merging.steps import Step
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import visible

__all__ = ["payload", "words"]


def words(task: Task) -> tuple[Symbols, ...]:
    """Return the words of a task as symbols, in order; none where no pair of theirs is asked for."""
    return tuple(form for form, _ in task.get("words")) if task.form == "pair" else ()


def payload(task: Task, say: Catalog) -> dict[str, Any]:
    """Return what the component gets, as ``pair_choice.js`` describes it."""
    trace, k = cast("MergeTrace[Step]", task.state.trace), task.state.k
    made = {trace.rules.join(*pair): number for number, pair in enumerate(trace.merges[:k], start=1)}
    shown = [
        ([(visible(symbol), made.get(symbol, 0)) for symbol in form], say.integer(count))
        for form, count in task.get("words")
    ]
    return {
        "task": f"{crc32(repr((task.kind, task.level, task.seed, shown)).encode('utf-8', 'surrogatepass'))}",
        "words": shown,
        "merges": max(k, 1),
        "marks": [
            mark for mark in ("</w>", "##", "▁") if any(mark in symbol for form in words(task) for symbol in form)
        ],
        "labels": say.within("exercise.choose."),
        "lang": say.language,
    }
