"""The page `/unigram`: training by expectation, maximization and pruning; and the lattice of any word."""

from __future__ import annotations

from dataclasses import dataclass, replace

import streamlit as st

from tokviz.errors import TokvizError
from tokviz.unigram import Trace
from tokviz.views import unigram_stage
from tokviz.views.catalog import Catalog
from tokviz.web import (
    cache,
    controls,
    messages,
    onward,
    printed,
    stepping,
    training,
    unigram_lattice,
    unigram_panels,
    url,
)
from tokviz.web.algorithms import UNIGRAM
from tokviz.web.halves import Halves
from tokviz.web.lattice_state import LATTICE, training_only
from tokviz.web.state import TrainForm, TrainState

__all__ = ["render"]

_PAGE = UNIGRAM.name
_FORM = TrainForm(UNIGRAM)
_HALVES = Halves(UNIGRAM, LATTICE, training_only)
_CORPUS = "unigram_corpus"  # the corpus of the last run; with another one the stage goes back to the start
_VIEW = "unigram_view"  # (name, number): the view that the last link opened, and how many links there were


@dataclass(frozen=True)
class View:
    """What the fragment needs to draw any step without the rest of the page."""

    trace: Trace
    key: cache.TraceKey
    state: TrainState


def render(say: Catalog) -> None:
    """Draw the page."""
    st.title(say("page.unigram"), anchor=False)
    names = (say("unigram.mode.train"), say("unigram.mode.lattice"))
    lattice, is_new = _HALVES.choose(say("unigram.mode"), names, say)
    if lattice:
        unigram_lattice.body(say, is_new=is_new)
    else:
        _train(say, is_new=is_new)


def _train(say: Catalog, *, is_new: bool) -> None:
    """Training: all below the choice of the mode."""
    wrong = _read_address(is_new)
    chosen = replace(controls.show(UNIGRAM, say, has_versus=False), view=st.session_state[_VIEW][0])
    with st.container():  # what comes and goes above the stage must not move it to another place of the page
        view = _prepare(chosen, wrong, say)
    if view is None:
        url.publish(_PAGE, _FORM, chosen)
    else:
        _follow(view, say)
        onward.row(_PAGE, chosen, say)


def _prepare(chosen: TrainState, wrong: tuple[str, ...], say: Catalog) -> View | None:
    """Introduce the corpus and train on it; None where the visitor was told why there is nothing to show."""
    training.introduce(chosen, wrong, say)
    if training.is_empty(chosen):
        st.info(say("bpe.empty"), icon=":material/edit_note:")
        return None
    try:
        corpus, corpus_key, notes = training.corpus_of(chosen)
        if st.session_state.get(_CORPUS, corpus_key) != corpus_key:
            stepping.send(_PAGE, 0)
        st.session_state[_CORPUS] = corpus_key
        for code, details in notes:
            st.info(messages.escape(messages.note_text(code, details, say)), icon=":material/info:")
        trace, key = training.unigram_of(corpus, corpus_key, chosen, say)
    except TokvizError as error:
        messages.show_error(error, say)
        return None
    asked, _ = stepping.order(_PAGE)
    if asked > len(trace):
        st.warning(say("notice.step", asked=f"{asked:,}", total=say.count("count.steps", len(trace))))
        stepping.send(_PAGE, len(trace))
    return View(trace, key, chosen)


def _read_address(is_new: bool) -> tuple[str, ...]:
    """Fill the widgets when the address changed or they are new; return the parameters that had to be put right."""
    if not is_new and controls.is_filled(UNIGRAM):
        return ()
    asked, wrong = _FORM.read(url.current())
    controls.fill(asked)
    stepping.send(_PAGE, asked.step)
    st.session_state[_VIEW] = (asked.view, st.session_state.get(_VIEW, ("", 0))[1] + 1)
    st.session_state.pop(_CORPUS, None)
    return wrong


@st.fragment
def _follow(view: View, say: Catalog) -> None:
    """The stage and everything that shows its step; reruns alone when the stage reports a step."""
    trace = view.trace
    before = stepping.before(_PAGE)
    steps = unigram_stage.part_of(trace, stepping.at(_PAGE, before, len(trace)))
    payload = cache.unigram_part(view.key, steps.start, steps.stop, say.language, before.query.strip(), trace)
    step = stepping.play(_PAGE, payload, len(trace))
    unigram_panels.of_step(trace, step, say)  # the figures first: the errata speak of them
    printed.beside_step(view.state, trace, step, say)
    visit = st.session_state[_VIEW][1]
    opened, jump = unigram_panels.more(trace, view.key, view.state, step, visit, say)
    st.session_state[_VIEW] = (opened, visit)
    url.publish(_PAGE, _FORM, replace(view.state, step=step, view=opened))
    if jump is not None and jump != step:
        stepping.send(_PAGE, jump)
        st.rerun(scope="fragment")
