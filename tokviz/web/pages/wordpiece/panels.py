"""The views of `/wordpiece`, by what the rules train: merges, or substrings from the top down."""

from __future__ import annotations

from typing import TypeAlias

from tokviz import wordpiece
from tokviz.views.shared.catalog import Catalog
from tokviz.web.pages.wordpiece import scores, top_down, versus
from tokviz.web.training import comparison
from tokviz.web.training.page import Panels, TrainingContext

__all__ = ["now", "printed", "views"]

Context: TypeAlias = TrainingContext[wordpiece.Trace | wordpiece.TopDownTrace]


def now(context: Context, step: int, say: Catalog) -> None:
    """What the next step chooses from."""
    merging, searching = _parted(context)
    if merging is not None:
        scores.candidates(merging, step, say)
    if searching is not None:
        top_down.of_step(searching, step, say)


def printed(context: Context, step: int, say: Catalog) -> None:
    """What the source of the example printed at this step; none trained from the top down."""
    merging, _ = _parted(context)
    if merging is not None:
        comparison.beside_step(merging, step, say)


def views(context: Context, step: int, say: Catalog) -> Panels:
    """The views below the stage."""
    trace, other = context.trace, context.other
    merging, searching = _parted(context)
    draw = {
        **(scores.views(merging, step, say) if merging is not None else {}),
        **(top_down.views(searching, step, say) if searching is not None else {}),
    }
    if other is not None and (merging is None or merging.other is None):
        draw["versus"] = lambda: versus.show(trace, other, context.state, say)
    return draw


def _parted(context: Context) -> tuple[TrainingContext[wordpiece.Trace] | None, wordpiece.TopDownTrace | None]:
    """The one or the other: a training that merges, beside one that merges too; or one from the top down."""
    if isinstance(context.trace, wordpiece.TopDownTrace):
        return None, context.trace
    other = context.other if isinstance(context.other, wordpiece.Trace) else None
    return TrainingContext(context.trace, context.key, context.state, other), None
