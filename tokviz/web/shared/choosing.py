"""Choices that several pages offer in one way: a corpus, a text to work on, and one of many things that have a number;
and what is said of a preset where one is chosen.

The page decides the keys; those of a text are ``<page>_sample`` and ``<page>_text``, those of things ``<page>_<name>``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal

import streamlit as st
from streamlit.delta_generator import DeltaGenerator as Place

from tokviz.algorithms import ALGORITHMS
from tokviz.examples import OWN
from tokviz.pretokenize import PRETOKENIZERS
from tokviz.state.form import MAX_LINK_CHARS
from tokviz.text_keys import example_key, preset_about_key, preset_limit_details_key, preset_limit_key, split_key
from tokviz.views.shared.catalog import Catalog
from tokviz.views.start import example_length
from tokviz.web.address import url
from tokviz.web.shared import cells, messages
from tokviz.web.streamlit_workarounds import popovers, widget_values

_FIELDS = "typed_fields"
PILLS = 120
"""The most numbered things that are offered at a time."""


def example(
    names: Sequence[str],
    prefix: str,
    place: Place,
    say: Catalog,
    choose: Callable[[str], Any],
    *,
    own: str,
    called: Callable[[str], str] | None = None,
) -> str:
    """Draw the choice of what is learned from, a panel that opens from its place, and return what is chosen.

    prefix: what the keys begin with; the choice is `<prefix>_example` in the session, and belongs to no widget. choose:
    takes another one, in a callback. own: what the visitor's own corpus is called; if there is one, it is listed first.
    called: what a name is called, where that is not what all examples are.
    """
    chosen: str = st.session_state[f"{prefix}_example"]
    label = called or (lambda name: say.choice(example_key, name))
    has_own = own != say("example.own")
    listed = (OWN, *names[:-1]) if has_own else (*names[:-1], OWN)
    faces = {name: label(name) for name in listed} | ({OWN: own} if has_own else {})
    face = own if chosen == OWN else label(chosen)
    with panel(
        place, f":gray[{say('control.corpus')}] **{messages.escape(face)}**", f"{prefix}_example_panel"
    ) as is_open:
        if is_open:
            st.markdown(f"**{say('control.corpus')}**", help=cells.about("control.corpus", say))
            for side, column in enumerate(st.columns(2, gap="small")):
                with column, st.container(key=f"{prefix}_example_list_{side}", gap=None):
                    for name in listed[side::2]:
                        option(
                            f"{messages.escape(faces[name])} :gray[{example_length(name, say)}]",
                            f"{prefix}_example_{name}",
                            f"{prefix}_example_panel",
                            partial(choose, name),
                            is_chosen=name == chosen,
                        )
    return chosen


@contextmanager
def panel(place: Place, label: str, key: str, *, icon: str | None = None, help: str | None = None) -> Iterator[bool]:
    """Draw a panel that opens from a button in its place; yield whether it is open, and so to be drawn."""
    with place:
        opened = popovers.popover(label, key, icon=icon, wrap=False, help=help)
    with opened if opened.open else nullcontext():
        yield bool(opened.open)


def option(label: str, key: str, panel: str, choose: Callable[[], Any], *, is_chosen: bool, help: str = "") -> None:
    """Draw one of the choices of a panel, which closes with it. panel: its key."""

    def take() -> None:
        choose()
        widget_values.put(panel, False)

    kind: Literal["secondary", "tertiary"] = "secondary" if is_chosen else "tertiary"
    st.button(label, key=key, type=kind, width="stretch", on_click=take, help=help or None)


def split(key: str, say: Catalog, help: str) -> str:
    """Draw the choice of a pre-tokenizer."""
    return st.selectbox(
        say("control.split"),
        tuple(PRETOKENIZERS),
        format_func=lambda name: say.choice(split_key, name),
        key=key,
        help=help,
    )


def show_limit(algorithm: str, preset: str, say: Catalog) -> None:
    """Say whose rules a preset is, and what it leaves out of what its source does, a line for each below its choice;
    nothing of one that does all that its source does, and needs no word."""
    if (about := preset_about_key(algorithm, preset)) in say:
        st.caption(say(about))
    if preset in ALGORITHMS[algorithm].limited:
        st.caption(say(preset_limit_key(algorithm, preset)))
    if (details := preset_limit_details_key(algorithm, preset)) in say:
        messages.details(say(details), say)


@dataclass(frozen=True)
class Sentences:
    """The labels of the choice of a text. sample: the choice; name: of a sample; text, help: the field."""

    sample: str
    name: Callable[[str], str]
    text: str
    help: str


def text(
    page: str,
    samples: Mapping[str, str],
    sentences: Sentences,
    say: Catalog,
    *,
    most: int,
    on_sample: Callable[[str], Any] = lambda name: None,
) -> tuple[str, str]:
    """Draw prepared texts and, beside them, the field; who edits it has a text of their own. Returns the name of the
    sample, and the text if it is one's own.

    most: the longest text that the page takes. on_sample: called with the name of a prepared text when it is chosen,
    before the run that shows it.
    """
    sample = st.selectbox(
        sentences.sample,
        (*samples, OWN),
        format_func=sentences.name,
        key=f"{page}_sample",
        on_change=_sample_changed,
        args=(page, samples, on_sample),
        label_visibility="collapsed",
        width=180,
    )
    typed = line(sentences.text, f"{page}_text", sentences.help, on_change=lambda: _text_changed(page))
    apply(f"{page}_text", say)
    if sample == OWN and len(typed) <= most:
        messages.note_length(say, typed)
    return sample or OWN, typed if sample == OWN else ""


def line(
    name: str,
    key: str,
    help: str,
    *,
    most: int | None = None,
    on_change: Callable[[], Any] | None = None,
    is_noted: bool = True,
) -> str:
    """Draw a field for a text that in the row below the title is as high as a line until it has the focus.

    is_noted: whether a text of this field that is longer than a link outlasts a reload.
    """
    if is_noted:
        st.session_state[_FIELDS] = st.session_state.get(_FIELDS, frozenset()) | {key}
    return st.text_area(
        name,
        key=key,
        height=68,
        max_chars=most,
        placeholder=f"{name}: {help}",
        on_change=on_change,
        label_visibility="collapsed",
    )


def fields() -> frozenset[str]:
    """Return the keys of the fields for texts that this session has drawn, but for those of a corpus."""
    keys: frozenset[str] = st.session_state.get(_FIELDS, frozenset())
    return keys


def typed() -> dict[str, str]:
    """Return the texts of fields that are too long for a link, by the field's key."""
    texts = {key: st.session_state.get(key) or "" for key in fields()}
    return {key: text for key, text in texts.items() if len(text) > MAX_LINK_CHARS}


def apply(key: str, say: Catalog) -> None:
    """Draw the button beside a field that takes what is typed, as leaving the field does. key: of the field."""
    st.button(say("own.apply"), key=f"{key}_apply", help=say("own.or-key"))


def numbered(
    page: str,
    name: str,
    labels: Sequence[str],
    chosen: int,
    title: str,
    say: Catalog,
    on_change: Callable[[], Any] | None = None,
) -> None:
    """Draw chips numbered from 1, so that no two are alike, one of which is chosen; of many, the part that holds it.

    Its key holds the number.
    """
    key = f"{page}_{name}"
    parts = (len(labels) + PILLS - 1) // PILLS
    part = (chosen - 1) // PILLS
    if parts > 1:
        widget_values.put(f"{key}_part", part + 1)
        st.number_input(
            say("pick.part", parts=parts),
            min_value=1,
            max_value=parts,
            key=f"{key}_part",
            on_change=lambda: widget_values.put(key, (st.session_state[f"{key}_part"] - 1) * PILLS + 1),
        )
        st.caption(say("shown-of", shown=min(PILLS, len(labels) - part * PILLS), total=len(labels)))
    widget_values.put(key, chosen)
    st.pills(
        title,
        range(part * PILLS + 1, min((part + 1) * PILLS, len(labels)) + 1),
        format_func=lambda number: f":small[:gray[{number}]] {messages.escape(labels[number - 1])}",
        key=key,
        required=True,
        on_change=on_change,
    )


def _sample_changed(page: str, samples: Mapping[str, str], on_sample: Callable[[str], Any]) -> None:
    name: str = st.session_state[f"{page}_sample"]
    if name in samples and not url.is_stale(f"{page}_sample"):
        widget_values.put(f"{page}_text", samples[name])
        on_sample(name)


def _text_changed(page: str) -> None:
    if not url.is_stale(f"{page}_text"):
        widget_values.put(f"{page}_sample", OWN)
