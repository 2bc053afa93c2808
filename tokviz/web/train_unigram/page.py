"""What `/unigram` does in its own way while it trains: expectation, maximization and pruning."""

from __future__ import annotations

from tokviz.views.shared.catalog import Catalog
from tokviz.views.unigram import stage as unigram_stage
from tokviz.web.server import cache
from tokviz.web.shared import stepping
from tokviz.web.train import training
from tokviz.web.train.page import TrainingContext, TrainingPage
from tokviz.web.train_unigram import panels as unigram_panels

__all__ = ["EXPECTATION"]


def _frames(context: TrainingContext, step: int, query: str, say: Catalog) -> str:
    steps = unigram_stage.part_of(context.trace, step)
    asks = stepping.is_predicting()
    return cache.unigram_part(context.key, steps.start, steps.stop, say.language, query, asks, context.trace)


def _now(context: TrainingContext, step: int, say: Catalog) -> None:
    is_asked = step < len(context.trace) and context.trace[step].kind == "prune"
    if not (is_asked and stepping.hides(say)):
        unigram_panels.of_step(context.trace, step, say)


EXPECTATION = TrainingPage(
    train=training.unigram_of,
    frames=_frames,
    now=_now,
    more=lambda one, step, visit, say: unigram_panels.more(one.trace, one.key, one.state, step, visit, say),
    steps="count.steps",
    has_versus=False,
)
"""Training of a unigram model."""
