"""The tokens that a training removed again: one that is looked up, its merge tree, and why its ancestors are gone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from urllib.parse import parse_qsl, quote

import pandas as pd
import streamlit as st

from tokviz.algorithms import PICKY
from tokviz.errors import TokvizError
from tokviz.picky import Trace
from tokviz.state.request import base_rules
from tokviz.state.training import FORMS, TrainState
from tokviz.state.vocabulary import PAGE
from tokviz.text_keys import example_key, preset_key
from tokviz.views.pages import picky
from tokviz.views.picky import narration
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import with_spaces
from tokviz.views.shared.spaces import space_sign
from tokviz.web import visit_corpus
from tokviz.web.pages.vocabulary.controls import Chosen, entry_query, keep_field, set_field
from tokviz.web.shared import cells, drawing, messages, tables
from tokviz.web.streamlit_workarounds import widget_values
from tokviz.web.training import training

__all__ = ["show_removals"]

_FORM = FORMS[PICKY.name]
_ESCAPED = {char: quote(char) for char in "%&+=#"}
_MOST_OFFERED = 2_000
_MOST_ROWS = 500
_PRESET = f"{PAGE}_removal"


def show_removals(chosen: Chosen, say: Catalog) -> None:
    """Draw a training that removes tokens, its removed tokens, and the answer for the one that is looked up."""
    st.markdown(say("vocabulary.removed.about"))
    state = _state()
    _choose_convention(state, say)
    if training.is_empty(state):
        st.info(say("vocabulary.removed.empty"), icon=":material/edit_note:")
        visit_corpus.page_link(PICKY.name, {}, say)
        return
    try:
        trace = training.train(PICKY, state, say).trace
    except TokvizError as error:
        messages.show_error(error, say)
        return
    removed, made = trace.removed(len(trace)), tuple(dict.fromkeys(trace.tokens))
    messages.note_length(say, entry_query()["training"])
    count = say.count("vocabulary.removed.count", len(removed), made=len(made))
    about = say("vocabulary.removed.text", text=say(example_key(state.example)), count=count)
    st.caption(about.replace("\n", "  \n"))
    visit_corpus.page_link(PICKY.name, {**_FORM.write(state), "view": "tree", "step": f"{len(trace)}"}, say)
    answer = st.container()  # above the rows, whose press it follows
    if removed:
        _list_removed(trace, removed, say)
    if made:
        with answer:
            _look_up(trace, removed, made, say)


def _state() -> TrainState:
    """Return the training that the link names, else that of the visit on `/picky`, else that of a first visit there."""
    query: Mapping[str, str] = dict(parse_qsl(entry_query()["training"]))
    if not query:
        query = visit_corpus.left(PICKY.name)
    state, _ = _FORM.read(query)
    state = replace(state, step=0, view="", versus="")
    _keep(state)
    return state


def _keep(state: TrainState) -> None:
    """Have the link name a training, if it is not that of a first visit."""
    query = _FORM.write(state)
    set_field("training", "" if query == _FORM.write(_FORM.opening(_FORM.first)) else _written(query))


def _written(query: Mapping[str, str]) -> str:
    """Write a query string in few characters: only what it could not be read back with is escaped.

    >>> _written({"example": "own", "corpus": "茶 a&b"})
    'example=own&corpus=茶 a%26b'
    """
    return "&".join(f"{name}={''.join(_ESCAPED.get(char, char) for char in value)}" for name, value in query.items())


def _choose_convention(state: TrainState, say: Catalog) -> None:
    names = tuple(dict.fromkeys((state.preset, *PICKY.presets)))
    widget_values.put(_PRESET, state.preset)

    def change() -> None:
        preset = st.session_state[_PRESET]
        _keep(replace(state, preset=preset, rules=base_rules(PICKY, state.example, preset)))

    st.selectbox(
        say("vocabulary.removed.convention"),
        names,
        format_func=lambda name: say.choice(preset_key, name),
        key=_PRESET,
        on_change=change,
        width=360,
    )


def _list_removed(trace: Trace, removed: tuple[str, ...], say: Catalog) -> None:
    """Draw the removed tokens with the steps that made and removed them last; a click looks one up."""
    shown = removed[:_MOST_ROWS]
    made: dict[str, int] = {}
    gone: dict[str, int] = {}
    for step, (token, kind) in enumerate(zip(trace.tokens, trace.kinds, strict=True), start=1):
        if kind == "removal":
            gone[token] = step
        else:
            made.setdefault(token, step)
    frame = pd.DataFrame(
        {
            "token": with_spaces(shown, _space(trace)),
            "made_in_step": [made[token] for token in shown],
            "removed_in_step": [gone[token] for token in shown],
        }
    )
    key = f"{PAGE}_removed_{entry_query()['training']}"
    row = tables.clicked_row(frame, key, say("vocabulary.table.removed"), say)
    tables.cut_short(len(shown), len(removed), say)
    if row is not None and st.session_state.setdefault(f"{key}_clicked", None) != row:
        st.session_state[f"{key}_clicked"] = row
        set_field("token", shown[row])


def _space(trace: Trace) -> str:
    """Return what stands for a space in its tokens; the page shows the sign that all pictures have."""
    return space_sign(trace.rules)


def _telling(trace: Trace, removed: tuple[str, ...], offered: tuple[str, ...]) -> str:
    """Return the first token of the vocabulary with a part that is removed; the first of all where there is none."""
    gone = frozenset(removed)
    kept = (token for token in offered if token not in gone)
    return next((token for token in kept if not gone.isdisjoint(trace.made_of.get(token, ()))), offered[0])


def _look_up(trace: Trace, removed: tuple[str, ...], made: tuple[str, ...], say: Catalog) -> None:
    """Draw the field for a token and the answer: why it is in the vocabulary, or why it is gone."""
    offered = tuple(dict.fromkeys((*removed, *sorted(made, key=len, reverse=True))))
    token = entry_query()["token"] or _telling(trace, removed, offered)

    def shown(name: str) -> str:
        written: str = with_spaces(cells.token(name), _space(trace))
        return written

    if token not in made:
        st.info(say("vocabulary.removed.unknown", token=cells.code(shown(token))), icon=":material/search_off:")
        token = _telling(trace, removed, offered)
    first = offered[:_MOST_OFFERED]
    widget_values.put(f"{PAGE}_token", token)
    gone = frozenset(removed)

    def named(name: str) -> str:
        return say("vocabulary.removed.named", token=shown(name)) if name in gone else shown(name)

    st.selectbox(
        say("tree.token"),
        first if token in first else (*first, token),
        format_func=named,
        key=f"{PAGE}_token",
        on_change=keep_field,
        args=("token",),
        width=360,
    )
    why = narration.why_removed(trace, token, len(trace), say)
    if why is None:
        st.markdown(messages.as_markdown(with_spaces(narration.why_kept(trace, token, say), _space(trace))))
    drawing.draw(with_spaces(picky.ancestors(trace, token, len(trace), say), _space(trace)), PAGE, say)
