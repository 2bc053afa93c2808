"""The views of `/wordpiece`, by what the rules train: merges, or substrings from the top down."""

from __future__ import annotations

from typing import TypeAlias

from tokviz import wordpiece
from tokviz.views.shared.catalog import Catalog
from tokviz.web.train import published_values, score_panels
from tokviz.web.train.page import Panels, TrainingContext
from tokviz.web.train_wordpiece import top_down, versus

__all__ = ["now", "printed", "views"]

Context: TypeAlias = TrainingContext[wordpiece.Trace | wordpiece.TopDownTrace]


def now(context: Context, step: int, say: Catalog) -> None:
    """What the next step chooses from."""
    if isinstance(context.trace, wordpiece.TopDownTrace):
        top_down.of_step(context.trace, step, say)
    else:
        score_panels.candidates(_merging(context), step, say)


def printed(context: Context, step: int, say: Catalog) -> None:
    """What the source of the example printed at this step; none trained from the top down."""
    if not isinstance(context.trace, wordpiece.TopDownTrace):
        published_values.beside_step(_merging(context), step, say)


def views(context: Context, step: int, say: Catalog) -> Panels:
    """The views below the stage."""
    trace, other = context.trace, context.other
    if isinstance(trace, wordpiece.TopDownTrace):
        draw = dict(top_down.views(trace, step, say))
    else:
        draw = dict(score_panels.views(_merging(context), step, say))
    if other is not None and wordpiece.TopDownTrace in (type(trace), type(other)):
        draw["versus"] = lambda: versus.show(trace, other, context.state, say)
    return draw


def _merging(context: Context) -> TrainingContext[wordpiece.Trace]:
    """The same, where the training merges; what it is compared with may still be of the other kind."""
    other = None if isinstance(context.other, wordpiece.TopDownTrace) else context.other
    assert isinstance(context.trace, wordpiece.Trace)
    return TrainingContext(context.trace, context.key, context.state, other)
