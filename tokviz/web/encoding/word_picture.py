"""A word of a text in the picture, for every page that encodes: which one, and its steps."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from tokviz.algorithms import Unit
from tokviz.text_keys import NUMBERS
from tokviz.views.encoding import merging as encoding
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import shorten, visible
from tokviz.web.shared import messages, stepping
from tokviz.web.streamlit_workarounds import widget_values

_MAX_WORDS = 500

_NAMES: dict[Unit, str] = {"word": "encode.word", "line": "superbpe.encode.line"}


def choose(words: Sequence[str], key: str, say: Catalog, unit: Unit = "word") -> str:
    """Ask for a word among the first of the text; one that a link named is always among them.

    words: the different ones of a text, at least one. key: of the widget.
    """
    shown = tuple(words[:_MAX_WORDS])
    named: str = st.session_state.get(key) or ""
    if named not in shown:
        if named in words:
            shown = (*shown, named)
        else:
            widget_values.put(key, shown[0])
    with st.container(key="word_row", horizontal=True, vertical_alignment="center"):
        word = st.selectbox(
            say(_NAMES[unit]),
            shown,
            format_func=lambda name: shorten(visible(name), 40),
            key=key,
            label_visibility="collapsed",
        )
        text_key = "encode.words" if len(words) > _MAX_WORDS else "encode.words.all"
        st.caption(say(text_key, words=say.count(NUMBERS[unit], len(words)), shown=_MAX_WORDS))
    return word


def play(page: str, last: int, parts: Sequence[str], say: Catalog) -> int:
    """Draw the picture of a page for a word whose last step is `last`, with the payload part that holds its step.

    Returns the step that it shows.
    """
    requested_step, _ = stepping.order(page)
    if requested_step > last:
        messages.warn_of(say("notice.word-step", asked=requested_step, total=last))
        stepping.send(page, last)
    step = stepping.at(page, stepping.before(page), last)
    return stepping.play(page, parts[encoding.part_at(step, len(parts))], last)
