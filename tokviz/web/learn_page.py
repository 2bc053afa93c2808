"""A page that trains, `/bpe` or `/wordpiece`: corpus, trace, stage, and the views that follow the step."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import streamlit as st

from tokviz.bpe.history import History
from tokviz.errors import TokvizError
from tokviz.views import stage as stage_view
from tokviz.views.catalog import Catalog
from tokviz.web import cache, controls, messages, onward, panels, printed, stepping, training, url
from tokviz.web.algorithms import Algorithm
from tokviz.web.state import TrainForm, TrainState

__all__ = ["body", "render"]


@dataclass(frozen=True)
class View:
    """What the fragment needs to draw any step without the rest of the page."""

    algorithm: Algorithm
    trace: History[Any]
    key: cache.TraceKey
    state: TrainState
    other: History[Any] | None


def render(algorithm: Algorithm, say: Catalog) -> None:
    """Draw the page."""
    st.title(say(f"page.{algorithm.name}"), anchor=False)
    body(algorithm, say, is_new=url.has_changed(algorithm.name))


def body(algorithm: Algorithm, say: Catalog, *, is_new: bool) -> None:
    """All below the title. is_new: whether the address is another than this page last wrote."""
    wrong = _read_address(algorithm, is_new)
    chosen = replace(controls.show(algorithm, say), view=st.session_state[_view(algorithm)][0])
    with st.container():  # what comes and goes above the stage must not move it to another place of the page
        view = _prepare(algorithm, chosen, wrong, say)
    if view is None:
        url.publish(algorithm.name, TrainForm(algorithm), chosen)
    else:
        _follow(view, say)
        onward.row(algorithm.name, chosen, say)


def _prepare(algorithm: Algorithm, chosen: TrainState, wrong: tuple[str, ...], say: Catalog) -> View | None:
    """Introduce the corpus and train on it; None where the visitor was told why there is nothing to show."""
    training.introduce(chosen, wrong, say)
    if training.is_empty(chosen):
        st.info(say("bpe.empty"), icon=":material/edit_note:")
        return None
    try:
        corpus, corpus_key, notes = training.corpus_of(chosen)
        _notice_new_corpus(algorithm, corpus_key)
        for code, details in notes:
            st.info(messages.escape(messages.note_text(code, details, say)), icon=":material/info:")
        with st.spinner(say("bpe.training", words=say.count("count.words", len(corpus)))):
            trace, key = training.trace_of(corpus, corpus_key, chosen, chosen.rules)
            other = None
            if chosen.versus:
                other, _ = training.trace_of(corpus, corpus_key, chosen, algorithm.presets[chosen.versus])
    except TokvizError as error:
        messages.show_error(error, say)
        return None
    asked, _ = stepping.order(algorithm.name)
    if asked > len(trace):
        st.warning(say("notice.step", asked=f"{asked:,}", total=say.count("count.merges", len(trace))))
        stepping.send(algorithm.name, len(trace))
    return View(algorithm, trace, key, chosen, other)


def _read_address(algorithm: Algorithm, is_new: bool) -> tuple[str, ...]:
    """Fill the widgets when the address changed or they are new; return the parameters that had to be put right."""
    if not is_new and controls.is_filled(algorithm):
        return ()
    asked, wrong = TrainForm(algorithm).read(url.current())
    controls.fill(asked)
    stepping.send(algorithm.name, asked.step)
    view = _view(algorithm)
    st.session_state[view] = (asked.view, st.session_state.get(view, ("", 0))[1] + 1)
    st.session_state.pop(_corpus(algorithm), None)
    return wrong


def _notice_new_corpus(algorithm: Algorithm, corpus_key: cache.TraceKey) -> None:
    """Send the stage to the start when the visitor has chosen another corpus."""
    if st.session_state.get(_corpus(algorithm), corpus_key) != corpus_key:
        stepping.send(algorithm.name, 0)
    st.session_state[_corpus(algorithm)] = corpus_key


@st.fragment
def _follow(view: View, say: Catalog) -> None:
    """The stage and everything that shows its step; reruns alone when the stage reports a step."""
    page, trace = view.algorithm.name, view.trace
    before = stepping.before(page)
    steps = stage_view.part_of(trace, stepping.at(page, before, len(trace)))
    payload = cache.part(view.key, steps.start, steps.stop, say.language, before.query.strip(), trace)
    step = stepping.play(page, payload, len(trace))
    printed.beside_step(view.state, trace, step, say)
    panels.candidates(trace, step, say)
    kept = _view(view.algorithm)
    visit = st.session_state[kept][1]
    opened, jump = panels.more(trace, view.state, view.other, step, visit, say)
    st.session_state[kept] = (opened, visit)
    url.publish(page, TrainForm(view.algorithm), replace(view.state, step=step, view=opened))
    if jump is not None and jump != step:
        stepping.send(page, jump)
        st.rerun(scope="fragment")


def _corpus(algorithm: Algorithm) -> str:
    """Where the corpus of the last run is kept; with another one the stage goes back to the start."""
    return f"{algorithm.name}_corpus"


def _view(algorithm: Algorithm) -> str:
    """Where (name, number) is kept: the view that the last link opened, and how many links there were."""
    return f"{algorithm.name}_view"
