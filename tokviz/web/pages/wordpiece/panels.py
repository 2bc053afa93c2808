"""The views of `/wordpiece` that are no data yet, by what the rules train: merges, or substrings from the top down."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from tokviz import wordpiece
from tokviz.views.merges.scores import measure_of
from tokviz.views.shared.catalog import Catalog
from tokviz.web.pages.bpe import panels
from tokviz.web.pages.wordpiece import top_down
from tokviz.web.training import comparison
from tokviz.web.training.page import Panels, TrainingContext

__all__ = ["show_printed", "views"]

Context: TypeAlias = TrainingContext[wordpiece.Trace | wordpiece.TopDownTrace]
_OF_SEARCH = ("search", "learned")


def show_printed(context: Context, step: int, say: Catalog) -> None:
    """Draw what the source of the example printed at this step; no source trains from the top down."""
    if (merging := _merging(context)) is not None:
        comparison.beside_step(merging, step, say)


def views(context: Context, step: int, say: Catalog, data: Panels) -> Panels:
    """Return the views below the picture, name -> what draws it. data: those that are, of both kinds."""
    merging, other = _merging(context), context.other
    is_searching = merging is None
    draw: dict[str, Callable[[], int | None]] = {}
    if merging is not None:
        draw |= panels.views(merging, step, say, (measure_of(merging.trace), "likelihood_change"))
    draw |= {name: view for name, view in data.items() if name == "algorithm" or (name in _OF_SEARCH) == is_searching}
    if other is not None and (merging is None or merging.other is None):
        draw["versus"] = lambda: top_down.show_versus(context.trace, other, context.state, say)
    return draw


def _merging(context: Context) -> TrainingContext[wordpiece.Trace] | None:
    """Return a training that merges, beside another if that merges too."""
    if isinstance(context.trace, wordpiece.TopDownTrace):
        return None
    other = context.other if isinstance(context.other, wordpiece.Trace) else None
    return TrainingContext(context.trace, context.key, context.state, other)
