"""The page `/unigram`: training by expectation, maximization and pruning; and the lattice of any word."""

from __future__ import annotations

from tokviz.algorithms import UNIGRAM
from tokviz.views.shared.catalog import Catalog
from tokviz.views.unigram import stage as unigram_stage
from tokviz.web.apply import lattice_page
from tokviz.web.apply.lattice_state import LATTICE, PARAMETERS
from tokviz.web.server import cache
from tokviz.web.shared import stepping
from tokviz.web.shared.heading import heading
from tokviz.web.train import page as learn_page
from tokviz.web.train import training
from tokviz.web.train.page import Kind, View
from tokviz.web.train.train_or_apply import Halves
from tokviz.web.train_unigram import panels as unigram_panels

__all__ = ["render"]

_HALVES = Halves(UNIGRAM, LATTICE, PARAMETERS)


def render(say: Catalog) -> None:
    """Draw the page."""
    heading("page.unigram", say, has_stage=True)
    names = (say("unigram.mode.train"), say("unigram.mode.lattice"))
    lattice, is_new = _HALVES.choose(say("unigram.mode"), names, say)
    if lattice:
        lattice_page.body(say, is_new=is_new)
    else:
        learn_page.body(UNIGRAM, _EM, say, is_new=is_new)


def _frames(view: View, step: int, query: str, say: Catalog) -> str:
    steps = unigram_stage.part_of(view.trace, step)
    asks = stepping.is_predicting()
    return cache.unigram_part(view.key, steps.start, steps.stop, say.language, query, asks, view.trace)


def _now(view: View, step: int, say: Catalog) -> None:
    is_asked = step < len(view.trace) and view.trace[step].kind == "prune"
    if not (is_asked and stepping.hides(say)):
        unigram_panels.of_step(view.trace, step, say)


_EM = Kind(
    train=training.unigram_of,
    frames=_frames,
    now=_now,
    more=lambda view, step, visit, say: unigram_panels.more(view.trace, view.key, view.state, step, visit, say),
    steps="count.steps",
    has_versus=False,
)
