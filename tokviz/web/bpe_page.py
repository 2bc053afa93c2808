"""The page `/bpe`, from its address to the screen: corpus, trace, stage, and the views that follow the step."""

from __future__ import annotations

from dataclasses import dataclass, replace

import streamlit as st

from tokviz import bpe
from tokviz.bpe import Trace
from tokviz.errors import TokvizError
from tokviz.views import stage as stage_view
from tokviz.views.catalog import Catalog
from tokviz.web import cache, controls, messages, panels, printed, state, stepping, training, url
from tokviz.web.state import BpeState

__all__ = ["render"]

_PAGE = "bpe"
_CORPUS = "bpe_corpus"  # the corpus of the last run; with another one the stage goes back to the start
_VIEW = "bpe_view"  # (name, number): the view that the last link opened, and how many links there were


@dataclass(frozen=True)
class View:
    """What the fragment needs to draw any step without the rest of the page."""

    trace: Trace
    key: cache.TraceKey
    state: BpeState
    other: Trace | None


def render(say: Catalog) -> None:
    """Draw the page."""
    st.title(say("page.bpe"), anchor=False)
    wrong = _read_address()
    chosen = replace(controls.show(say), view=st.session_state[_VIEW][0])
    with st.container():  # what comes and goes above the stage must not move it to another place of the page
        view = _prepare(chosen, wrong, say)
    if view is None:
        url.publish(_PAGE, state, chosen)
    else:
        _follow(view, say)


def _prepare(chosen: BpeState, wrong: tuple[str, ...], say: Catalog) -> View | None:
    """Introduce the corpus and train on it; None where the visitor was told why there is nothing to show."""
    training.introduce(chosen, wrong, say)
    if training.is_empty(chosen):
        st.info(say("bpe.empty"), icon=":material/edit_note:")
        return None
    try:
        corpus, corpus_key, notes = training.corpus_of(chosen)
        _notice_new_corpus(corpus_key)
        for code, details in notes:
            st.info(messages.escape(messages.note_text(code, details, say)), icon=":material/info:")
        with st.spinner(say("bpe.training", words=say.count("count.words", len(corpus)))):
            trace, key = training.trace_of(corpus, corpus_key, chosen, chosen.rules)
            other = None
            if chosen.versus:
                other, _ = training.trace_of(corpus, corpus_key, chosen, bpe.PRESETS[chosen.versus])
    except TokvizError as error:
        messages.show_error(error, say)
        return None
    asked, _ = stepping.order(_PAGE)
    if asked > len(trace):
        st.warning(say("notice.step", asked=f"{asked:,}", total=say.count("count.merges", len(trace))))
        stepping.send(_PAGE, len(trace))
    return View(trace, key, chosen, other)


def _read_address() -> tuple[str, ...]:
    """Fill the widgets when the address changed or they are new; return the parameters that had to be put right."""
    if not url.has_changed(_PAGE) and controls.is_filled():
        return ()
    asked, wrong = state.read(url.current())
    controls.fill(asked)
    stepping.send(_PAGE, asked.step)
    st.session_state[_VIEW] = (asked.view, st.session_state.get(_VIEW, ("", 0))[1] + 1)
    st.session_state.pop(_CORPUS, None)
    return wrong


def _notice_new_corpus(corpus_key: cache.TraceKey) -> None:
    """Send the stage to the start when the visitor has chosen another corpus."""
    if st.session_state.get(_CORPUS, corpus_key) != corpus_key:
        stepping.send(_PAGE, 0)
    st.session_state[_CORPUS] = corpus_key


@st.fragment
def _follow(view: View, say: Catalog) -> None:
    """The stage and everything that shows its step; reruns alone when the stage reports a step."""
    trace = view.trace
    before = stepping.before(_PAGE)
    steps = stage_view.part_of(trace, stepping.at(_PAGE, before, len(trace)))
    payload = cache.part(view.key, steps.start, steps.stop, say.language, before.query.strip(), trace)
    step = stepping.play(_PAGE, payload, len(trace))
    printed.beside_step(view.state, trace, step, say)
    panels.candidates(trace, step, say)
    visit = st.session_state[_VIEW][1]
    opened, jump = panels.more(trace, view.state, view.other, step, visit, say)
    st.session_state[_VIEW] = (opened, visit)
    url.publish(_PAGE, state, replace(view.state, step=step, view=opened))
    if jump is not None and jump != step:
        stepping.send(_PAGE, jump)
        st.rerun(scope="fragment")
