"""What is chosen on several pages in one way: a corpus, a text to work on, and one of many things that have a number;
and what is said of a preset where one is chosen.

The page decides the keys; those of a text are ``<page>_sample`` and ``<page>_text``, those of things ``<page>_<name>``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import streamlit as st

from tokviz.algorithms import ALGORITHMS
from tokviz.examples import OWN
from tokviz.pretokenize import PRETOKENIZERS
from tokviz.views.shared.catalog import Catalog
from tokviz.web.address import held, url
from tokviz.web.shared import cells, messages

__all__ = ["PILLS", "Sentences", "example", "line", "numbered", "show_limit", "split", "text"]

PILLS = 120
"""How many numbered things are offered at a time."""


def example(
    names: Sequence[str],
    key: str,
    say: Catalog,
    on_change: Callable[[], Any],
    called: Callable[[str], str] | None = None,
) -> str:
    """Draw the choice of what is learned from, below its heading in the side bar. called: what a name is called, where
    that is not what all examples are."""
    st.subheader(say("control.corpus"), help=cells.about("control.corpus", say))
    return st.selectbox(
        say("control.example"),
        names,
        format_func=called or (lambda name: say.choice("example", name)),
        key=key,
        on_change=on_change,
    )


def split(key: str, say: Catalog, help: str) -> str:
    """Draw the choice of a pre-tokenizer."""
    return st.selectbox(
        say("control.split"),
        tuple(PRETOKENIZERS),
        format_func=lambda name: say.choice("split", name),
        key=key,
        help=help,
    )


def show_limit(algorithm: str, preset: str, say: Catalog) -> None:
    """Say whose rules a preset is, and what it leaves out of what its source does, a line for each below its choice;
    nothing of one that does all that its source does, and needs no word."""
    if (about := f"preset.about.{algorithm}.{preset}") in say:
        st.caption(say(about))
    if preset in ALGORITHMS[algorithm].limited:
        st.caption(say(f"preset.limit.{algorithm}.{preset}"))


@dataclass(frozen=True)
class Sentences:
    """What the choice of a text is called. sample: the choice; name: of a sample; text, help: the field."""

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
    if sample == OWN and len(typed) <= most:
        messages.note_length(say, typed)
    return sample or OWN, typed if sample == OWN else ""


def line(name: str, key: str, help: str, *, most: int | None = None, on_change: Callable[[], Any] | None = None) -> str:
    """Draw a field for a text that in the row below the title is as high as a line until it has the focus."""
    return st.text_area(
        name,
        key=key,
        height=68,
        max_chars=most,
        placeholder=f"{name}: {help}",
        on_change=on_change,
        label_visibility="collapsed",
    )


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
        held.put(f"{key}_part", part + 1)
        st.number_input(
            say("pick.part", parts=parts),
            min_value=1,
            max_value=parts,
            key=f"{key}_part",
            on_change=lambda: held.put(key, (st.session_state[f"{key}_part"] - 1) * PILLS + 1),
        )
        st.caption(say("shown-of", shown=min(PILLS, len(labels) - part * PILLS), total=len(labels)))
    held.put(key, chosen)
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
        held.put(f"{page}_text", samples[name])
        on_sample(name)


def _text_changed(page: str) -> None:
    if not url.is_stale(f"{page}_text"):
        held.put(f"{page}_sample", OWN)
