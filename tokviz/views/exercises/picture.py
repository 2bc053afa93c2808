"""The stage at the step that a task asks about: the training before and after that step, or the word as it is encoded.

Only for those who have answered: it shows what the algorithm does.
"""

from __future__ import annotations

from typing import Any

from tokviz.exercises import Task
from tokviz.views.algorithms import views_of
from tokviz.views.shared.catalog import Catalog
from tokviz.views.tokenizers.work import pretoken_on_stage

__all__ = ["has_picture", "payload"]


def has_picture(task: Task) -> bool:
    """Return whether a task is about something that steps."""
    return task.state.trace is not None or bool(task.state.model is not None and task.state.word)


def payload(task: Task, say: Catalog) -> tuple[dict[str, Any], int] | None:
    """Return the stage's payload and the step that it is to show; None where a task has nothing that steps."""
    trace, k, model, word = task.state.trace, task.state.k, task.state.model, task.state.word
    if model is not None and word:
        built, _ = pretoken_on_stage(model, word, say)
        return built[0], 0
    if trace is None:
        return None
    stage = views_of(trace).stage
    step = min(k + (task.kind in {"next-merge", "next-merges"}), len(trace))
    return stage.payload(trace, stage.part_of(trace, step, False), say), step
