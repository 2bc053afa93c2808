"""The page `/unigram`: training by expectation, maximization and pruning; and the lattice of any word."""

from __future__ import annotations

from tokviz.views import unigram_stage
from tokviz.views.catalog import Catalog
from tokviz.web import cache, learn_page, stepping, training, unigram_lattice, unigram_panels
from tokviz.web.algorithms import UNIGRAM
from tokviz.web.halves import Halves
from tokviz.web.heading import heading
from tokviz.web.lattice_state import LATTICE, PARAMETERS
from tokviz.web.learn_page import Kind, View

__all__ = ["render"]

_HALVES = Halves(UNIGRAM, LATTICE, PARAMETERS)


def render(say: Catalog) -> None:
    """Draw the page."""
    heading("page.unigram", say, has_stage=True)
    names = (say("unigram.mode.train"), say("unigram.mode.lattice"))
    lattice, is_new = _HALVES.choose(say("unigram.mode"), names, say)
    if lattice:
        unigram_lattice.body(say, is_new=is_new)
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
