"""A page that trains, `/bpe`, `/wordpiece` or `/unigram`: corpus, trace, picture, and the views that follow the step.

What an algorithm has of its own is a :class:`TrainingPage`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Generic, TypeVar

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from tokviz.algorithms import Algorithm, AlgorithmEntry, Rules
from tokviz.errors import TokvizError
from tokviz.state import request
from tokviz.state.trained_pages import training_views
from tokviz.state.training import FORMS, TrainState
from tokviz.text_keys import NUMBERS
from tokviz.trace import Trace
from tokviz.views.algorithms import views_of
from tokviz.views.entries import STEP_COUNT_KEYS
from tokviz.views.pages import files
from tokviz.views.pages import training as shared_views
from tokviz.views.pages.versus import names_of_conventions
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.spaces import mark_space, space_in
from tokviz.views.shows import Seen, TrainingViews, View
from tokviz.web import hooks, visit_corpus
from tokviz.web.address import url
from tokviz.web.computing import cache
from tokviz.web.computing.memory import MEMORY, QUIET, Cancelled, offer_again
from tokviz.web.shared import drawing, messages, parts, stepping, tabs
from tokviz.web.streamlit_workarounds.deferred_files import MAX_SAVED_BYTES
from tokviz.web.training import controls, training

TraceT = TypeVar("TraceT", bound=Trace)
TraceOut = TypeVar("TraceOut", bound=Trace, covariant=True)


@dataclass(frozen=True, eq=False)
class TrainingContext(Generic[TraceOut]):
    """The data for drawing any step in the fragment, without the rest of the page. other: by the rules to compare with,
    with its key."""

    trace: TraceOut
    key: cache.TraceKey
    state: TrainState
    other: TraceOut | None = None
    other_key: cache.TraceKey = ()


Panels = Mapping[str, Callable[[], int | None]]
"""Name -> what draws a view; it returns the step that the visitor asked for there, if any."""


@dataclass(frozen=True)
class TrainingPage(Generic[TraceT]):
    """A page that trains: what it shows of a step, beside the picture and what is the same for every algorithm.

    now: the figures of the step. printed: what the source of the example printed at it. views: those that there are;
    one is open in its tab, and that of the merges so far is always there, beside the figures. has_versus: whether two
    conventions can be compared.
    """

    algorithm: AlgorithmEntry[Rules, TraceT]
    now: Callable[[TrainingContext[TraceT], int, Catalog], None]
    printed: Callable[[TrainingContext[TraceT], int, Catalog], None]
    views: Callable[[TrainingContext[TraceT], int, Catalog], Panels]
    has_versus: bool = True


def page_of_views(
    algorithm: AlgorithmEntry[Rules, TraceT], views: TrainingViews[TraceT], *, has_versus: bool = False
) -> TrainingPage[TraceT]:
    """Return the page of an algorithm whose views are data (:mod:`tokviz.views.pages`)."""

    return TrainingPage(
        algorithm, partial(show_now, views), partial(_show_noted, views), partial(panels_of_views, views), has_versus
    )


def show_now(views: TrainingViews[TraceT], context: TrainingContext[TraceT], step: int, say: Catalog) -> None:
    """Draw what is beside the picture, unless the visitor is asked for it."""
    is_asked = stepping.is_predicting() and shared_views.is_asked(context.trace, step, say)
    if not (is_asked and stepping.hides(say)):
        _draw_view(views.now, context, step, say)


def _show_noted(views: TrainingViews[TraceT], context: TrainingContext[TraceT], step: int, say: Catalog) -> None:
    if views.noted is not None:
        _draw_view(views.noted, context, step, say)


def panels_of_views(
    views: TrainingViews[TraceT], context: TrainingContext[TraceT], step: int, say: Catalog
) -> dict[str, Callable[[], int | None]]:
    """Return name -> what draws a view. The controls of a page choose what is compared with, so a view does not ask."""
    names = views.names(_seen(context, step, say))
    return {
        name: partial(_draw_view, views.tabs[name], context, step, say)
        for name in names
        if name != "versus" or context.state.versus
    }


def _draw_view(view: View[TraceT], context: TrainingContext[TraceT], step: int, say: Catalog) -> None:
    page = context.state.algorithm
    try:
        drawing.draw(view(_seen(context, step, say), drawing.asking(page)), page, say)
    except Cancelled as cancelled:  # of a training that the view wants beside
        offer_again(cancelled, say)


def _draw_files(context: TrainingContext[TraceT], step: int, say: Catalog) -> None:
    """Draw the files of a training, and those of features side by side below them."""
    seen, page = _seen(context, step, say), context.state.algorithm
    drawing.draw(files.own(seen, MAX_SAVED_BYTES), page, say)
    columns = files.columns(seen)
    for place, column in zip(st.columns([column.width for column in columns]) if columns else (), columns, strict=True):
        with place:
            drawing.draw(column.shows(drawing.asking(page)), page, say)
            hooks.below_files(column.name, seen)


def _seen(context: TrainingContext[TraceT], step: int, say: Catalog) -> Seen[TraceT]:
    return Seen(context.trace, training.with_file(context.state), step, say, MEMORY)


def body(page: TrainingPage[TraceT], say: Catalog, *, is_new: bool, row: DeltaGenerator | None = None) -> None:
    """Draw all below the title.

    is_new: whether the address differs from what this page last wrote. row: the one below the title, if something is
    in it.
    """
    name = page.algorithm.name
    wrong = _read_address(page.algorithm, is_new)
    above = st.container()
    with above:
        row = row or parts.top_row()
    chosen = controls.show(page.algorithm, row, say, has_versus=page.has_versus)
    chosen = replace(chosen, view=tabs.opened(name)[0])
    with above:  # what comes and goes above the picture must not move it to another place of the page
        context = _prepare(page, chosen, wrong, say)
    if context is None:
        url.publish(name, FORMS[name], chosen)
        visit_corpus.note(name, chosen)
    else:
        _follow(context, page, say)
        visit_corpus.show_links(name, chosen, say)


def _prepare(
    page: TrainingPage[TraceT], chosen: TrainState, wrong: tuple[str, ...], say: Catalog
) -> TrainingContext[TraceT] | None:
    """Introduce the corpus and train on it; None where the visitor was told why there is nothing to show."""
    algorithm, other = page.algorithm, None
    other_key: cache.TraceKey = ()
    messages.warn_of_link(wrong, say)
    if training.is_awaited(chosen.start):
        return None
    if training.is_empty(chosen):
        messages.tell_empty(say("train.empty"), say)
        return None
    try:
        source = training.corpus_of(chosen)
        _notice_new_corpus(algorithm.name, source.key, chosen.opens_at)
        messages.show_notes(source.notes, say, f"{algorithm.name}_split")
        with st.spinner(say("train.running", words=say.count(NUMBERS[algorithm.unit], len(source.corpus)))):
            trained = training.train(algorithm, chosen, say)
            trace = trained.trace
            views_of(trace).picture.prepare(trace)
            if chosen.versus:
                beside = training.train(algorithm, chosen, say, algorithm.presets[chosen.versus])
                other, other_key = beside.trace, beside.key
    except TokvizError as error:
        messages.show_error(error, say)
        return None
    requested_step, _ = stepping.order(algorithm.name)
    if requested_step > len(trace):
        steps = say.count(STEP_COUNT_KEYS[views_of(trace).steps], len(trace))
        st.warning(say("notice.step", asked=requested_step, total=steps))
        stepping.send(algorithm.name, len(trace))
    return TrainingContext(trace, trained.key, chosen, other, other_key)


def _read_address(algorithm: Algorithm, is_new: bool) -> tuple[str, ...]:
    """Fill the widgets when the address changed or they are new; return the parameters that had to be put right."""
    if not is_new and controls.is_filled(algorithm):
        return ()
    form, query = FORMS[algorithm.name], url.current()
    state, wrong = form.read(query)
    controls.fill(state)
    stepping.send(algorithm.name, _opening_step(state, query))
    tabs.link(algorithm.name, state.view)
    st.session_state.pop(_corpus(algorithm.name), None)
    return wrong


def _opening_step(state: TrainState, query: Mapping[str, str]) -> int:
    """Return the step that a link opens with; one that names an example means its start."""
    form = FORMS[state.algorithm]
    return state.opens_at if query.keys().isdisjoint(form.parameters | {form.key}) else state.step


def _notice_new_corpus(name: str, corpus_key: cache.TraceKey, opens_at: int) -> None:
    """Send the picture to the step that a corpus opens with when the visitor has chosen another one."""
    if st.session_state.get(_corpus(name), corpus_key) != corpus_key:
        stepping.send(name, opens_at)
    st.session_state[_corpus(name)] = corpus_key


@url.fragment
def _follow(context: TrainingContext[TraceT], page: TrainingPage[TraceT], say: Catalog) -> None:
    """Draw the picture and everything that shows its step; reruns alone when the picture reports a step."""
    name, trace = page.algorithm.name, context.trace
    with parts.part("picture"):
        step = stepping.play(name, _payload(context, name, say), len(trace))
    with parts.part("about"):
        training.introduce(context.state, say)
    opened, jump = context.state.view, None
    with stepping.below(stepping.is_below_seen(name), say) as is_wanted:
        if is_wanted:
            panels = _panels(context, page, step, say)
            jump = _details(context, page, panels.pop("merges", None), step, say)
    if is_wanted:
        opened, jump_of_view = tabs.open_view(name, training_views(name), panels, say)
        jump = jump_of_view if jump is None else jump
    url.publish(name, FORMS[name], replace(context.state, step=step, view=opened))
    visit_corpus.note(name, context.state)
    if jump is not None and jump != step:
        stepping.send(name, jump)
        st.rerun(scope="fragment")


def _panels(
    context: TrainingContext[TraceT], page: TrainingPage[TraceT], step: int, say: Catalog
) -> dict[str, Callable[[], int | None]]:
    """Return name -> what draws a view, those that every algorithm has and its own."""
    return {
        "algorithm": partial(_draw_view, shared_views.algorithm, context, step, say),
        files.VIEW: partial(_draw_files, context, step, say),
        **page.views(context, step, say),
    }


def _details(
    context: TrainingContext[TraceT],
    page: TrainingPage[TraceT],
    merges: Callable[[], int | None] | None,
    step: int,
    say: Catalog,
) -> int | None:
    """Draw the parts that belong to the step, and return the step that is asked for.

    They are beside the picture in a wide window and below it in others. The visitor asks for a step among the merges so
    far, if any.
    """
    with parts.part("now"):
        page.now(context, step, say)
    with parts.part("printed"):
        page.printed(context, step, say)
    if merges is None:
        return None
    with parts.part("merges"):
        st.subheader(say("tab.merges"), anchor=False)
        return merges()


def _payload(context: TrainingContext[TraceT], name: str, say: Catalog) -> str:
    """Return the picture's data: the frames around the step that it rests on."""
    before, asks = stepping.before(name), stepping.is_predicting()
    return _payload_at(context, stepping.at(name, before, len(context.trace)), before.query.strip(), say, asks=asks)


def _payload_at(context: TrainingContext[TraceT], at: int, query: str, say: Catalog, *, asks: bool) -> str:
    """Return the frames around a step, with what was searched for."""
    steps = views_of(context.trace).picture.part_of(context.trace, at, asks)
    shown = steps.start, steps.stop, say.language, query, asks
    trace, other = context.trace, context.other
    part = views_of(trace).picture.parting

    def mark(built: dict[str, Any], _: Catalog) -> None:
        mark_space(built, space_in(trace, context.state.split))

    if (
        asks or part is None or other is None or views_of(other) is not views_of(trace)
    ):  # asked, it would tell the answer
        return cache.part(context.key, *shown, trace, mark)
    names = names_of_conventions(context.state, context.state.versus, say)
    key = (*context.key, *context.other_key, *names)

    def add(built: dict[str, Any], say: Catalog) -> None:
        mark(built, say)
        part(built, trace, other, names, say)

    return cache.part(key, *shown, trace, add)


def compute(algorithm: Algorithm, query: Mapping[str, str], say: Catalog, *, asks: bool) -> None:
    """Train what a link to an example asks for, and make what its picture opens with; nothing is drawn.

    Both are kept for all visitors. Raises TokvizError.
    """
    state, _ = FORMS[algorithm.name].read(query)
    trained = request.train_with(algorithm, state, QUIET)
    trace = trained.trace
    views_of(trace).picture.prepare(trace)
    context = TrainingContext(trace, trained.key, state)
    if state.versus:
        beside = request.train_with(algorithm, state, QUIET, rules=algorithm.presets[state.versus])
        context = replace(context, other=beside.trace, other_key=beside.key)
    at = min(_opening_step(state, query), len(trace))
    _payload_at(context, at, "", say, asks=asks)


def _corpus(name: str) -> str:
    """Return the key of the last corpus; with another one the picture starts again."""
    return f"{name}_corpus"
