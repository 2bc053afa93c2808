"""A page that trains, `/bpe`, `/wordpiece` or `/unigram`: corpus, trace, stage, and the views that follow the step."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import streamlit as st

from tokviz.algorithms import Algorithm
from tokviz.corpus import Corpus
from tokviz.errors import TokvizError
from tokviz.views.shared.catalog import Catalog
from tokviz.views.stage import payload as stage_view
from tokviz.web.address import onward, url
from tokviz.web.address.train_state import FORMS, TrainState
from tokviz.web.server import cache
from tokviz.web.shared import messages, parts, stepping
from tokviz.web.train import controls, panels, published_values, training

__all__ = ["MERGING", "TrainingContext", "TrainingPage", "body"]


@dataclass(frozen=True)
class TrainingContext:
    """What the fragment needs to draw any step without the rest of the page. other: by the rules to compare with."""

    algorithm: Algorithm
    trace: Any
    key: cache.TraceKey
    state: TrainState
    other: Any = None


@dataclass(frozen=True)
class TrainingPage:
    """What the pages of two kinds of training do differently.

    train: the trace of a corpus and what names it. frames: the payload of the stage around a step, for a search. now:
    the figures of a step. more: the views below, with the view that is open and the step to go to, None for this one.
    steps: what the catalog calls the steps. has_versus: whether two conventions can be compared.
    """

    train: Callable[[Corpus, cache.TraceKey, TrainState, Catalog], tuple[Any, cache.TraceKey]]
    frames: Callable[[TrainingContext, int, str, Catalog], str]
    now: Callable[[TrainingContext, int, Catalog], None]
    more: Callable[[TrainingContext, int, int, Catalog], tuple[str, int | None]]
    steps: str
    has_versus: bool


def body(algorithm: Algorithm, page: TrainingPage, say: Catalog, *, is_new: bool) -> None:
    """All below the title. is_new: whether the address is another than this page last wrote."""
    wrong = _read_address(algorithm, is_new)
    chosen = controls.show(algorithm, say, has_versus=page.has_versus)
    chosen = replace(chosen, view=st.session_state[_view(algorithm)][0])
    with parts.part("about"):  # what comes and goes above the stage must not move it to another place of the page
        context = _prepare(algorithm, page, chosen, wrong, say)
    if context is None:
        url.publish(algorithm.name, FORMS[algorithm.name], chosen)
    else:
        _follow(context, page, say)
        onward.row(algorithm.name, chosen, say)


def _prepare(
    algorithm: Algorithm, page: TrainingPage, chosen: TrainState, wrong: tuple[str, ...], say: Catalog
) -> TrainingContext | None:
    """Introduce the corpus and train on it; None where the visitor was told why there is nothing to show."""
    training.introduce(chosen, wrong, say)
    if training.is_empty(chosen):
        st.info(say("bpe.empty"), icon=":material/edit_note:")
        return None
    other = None
    try:
        corpus, corpus_key, notes = training.corpus_of(chosen)
        _notice_new_corpus(algorithm, corpus_key)
        for code, details in notes:
            st.info(messages.escape(messages.note_text(code, details, say)), icon=":material/info:")
        trace, key = page.train(corpus, corpus_key, chosen, say)
        if chosen.versus:
            rules = algorithm.presets[chosen.versus]
            other, _ = page.train(corpus, corpus_key, replace(chosen, rules=rules), say)
    except TokvizError as error:
        messages.show_error(error, say)
        return None
    asked, _ = stepping.order(algorithm.name)
    if asked > len(trace):
        st.warning(say("notice.step", asked=f"{asked:,}", total=say.count(page.steps, len(trace))))
        stepping.send(algorithm.name, len(trace))
    return TrainingContext(algorithm, trace, key, chosen, other)


def _read_address(algorithm: Algorithm, is_new: bool) -> tuple[str, ...]:
    """Fill the widgets when the address changed or they are new; return the parameters that had to be put right."""
    if not is_new and controls.is_filled(algorithm):
        return ()
    asked, wrong = FORMS[algorithm.name].read(url.current())
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


@url.fragment
def _follow(context: TrainingContext, page: TrainingPage, say: Catalog) -> None:
    """The stage and everything that shows its step; reruns alone when the stage reports a step."""
    name, last = context.algorithm.name, len(context.trace)
    before = stepping.before(name)
    payload = page.frames(context, stepping.at(name, before, last), before.query.strip(), say)
    with parts.part("stage"):
        step = stepping.play(name, payload, last)
    with parts.part("now"):
        page.now(context, step, say)
    with parts.part("printed"):
        published_values.beside_step(context.state, context.trace, step, say)
    kept = _view(context.algorithm)
    visit = st.session_state[kept][1]
    opened, jump = page.more(context, step, visit, say)
    st.session_state[kept] = (opened, visit)
    url.publish(name, FORMS[name], replace(context.state, step=step, view=opened))
    if jump is not None and jump != step:
        stepping.send(name, jump)
        st.rerun(scope="fragment")


def _corpus(algorithm: Algorithm) -> str:
    """Where the corpus of the last run is kept; with another one the stage goes back to the start."""
    return f"{algorithm.name}_corpus"


def _view(algorithm: Algorithm) -> str:
    """Where (name, number) is kept: the view that the last link opened, and how many links there were."""
    return f"{algorithm.name}_view"


# -- training by merges ------------------------------------------------------------------------------------------------


def _merge(corpus: Corpus, corpus_key: cache.TraceKey, chosen: TrainState, say: Catalog) -> tuple[Any, cache.TraceKey]:
    with st.spinner(say("bpe.training", words=say.count("count.words", len(corpus)))):
        return training.trace_of(corpus, corpus_key, chosen, chosen.rules)


def _frames(context: TrainingContext, step: int, query: str, say: Catalog) -> str:
    asks = stepping.is_predicting()
    steps = stage_view.part_of(context.trace, step, asks=asks)
    return cache.part(context.key, steps.start, steps.stop, say.language, query, asks, context.trace)


def _now(context: TrainingContext, step: int, say: Catalog) -> None:
    if not stepping.hides(say):
        panels.candidates(context.trace, step, say)


MERGING = TrainingPage(
    train=_merge,
    frames=_frames,
    now=_now,
    more=lambda one, step, visit, say: panels.more(one.trace, one.state, one.other, step, visit, say),
    steps="count.merges",
    has_versus=True,
)
"""Training by merges: byte-pair encoding and WordPiece."""
