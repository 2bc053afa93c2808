"""The text of `/compare` in rows, once for each tokenizer, and below them what there is to say of a word."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from tokviz.cage import ask
from tokviz.compare.comparison import Comparison
from tokviz.compare.engine import Key
from tokviz.compare.reading import splits_of
from tokviz.compare.reasons import differs
from tokviz.corpus.passages import Passage
from tokviz.state.compare import MARKS, MAX_WORD, CompareState
from tokviz.views.compare.picks import picks
from tokviz.views.compare.rows import rows_payload
from tokviz.views.compare.sizes import other_sizes
from tokviz.views.shared.catalog import Catalog, load
from tokviz.views.stage.sent import as_json
from tokviz.web.components import aligned
from tokviz.web.pages.compare.word import picked, told
from tokviz.web.shared import messages, stepping
from tokviz.web.streamlit_workarounds import widget_values

__all__ = ["choose_marks", "is_below_seen", "opening_word", "show"]

_ROWS = "compare_rows"
_LOOKED_AT = 40  # words of the text among which one that differs is looked for


def show(found: Comparison, asked: CompareState, say: Catalog) -> str:
    """Draw the rows; returns how tokens are written in them, which is chosen below."""
    marks: str = st.session_state["compare_marks"] or MARKS[0]
    word = picked(opening_word(found))
    words = tuple(_words(found.key, found.text, found))
    aligned.rows(
        _payload(found.key, found.text, say.language, marks, found),
        key=_ROWS,
        on_pick=_pick,
        word=word,
        told=told(found, replace(asked, marks=marks), word, words, say),
        below=stepping.BELOW,
    )
    for note in other_sizes(found.tokenizers, say):
        st.caption(messages.escape(note))
    return marks


def choose_marks(say: Catalog) -> None:
    """Draw the choice of how tokens are written."""
    st.segmented_control(
        say("compare.marks"),
        MARKS,
        format_func=lambda name: say(f"compare.notation.{name}"),
        key="compare_marks",
        required=True,
        help=say("compare.marks.help"),
        width="content",
    )


def is_below_seen() -> bool:
    """Whether what stands below has been in view."""
    return aligned.is_below_seen(st.session_state.get(_ROWS))


def _pick() -> None:
    """Look at the word that was picked in the rows."""
    picked = aligned.picked_in(st.session_state.get(_ROWS))
    if picked is not None:
        widget_values.put("compare_word", picked[:MAX_WORD])


@st.cache_resource(max_entries=16, show_spinner=False)
def _payload(key: Key, text: str, language: str, marks: str, _found: Comparison) -> str:
    built = rows_payload(
        text,
        _found.segmentations,
        _found.names,
        load(language),
        _found.models if marks == "neutral" else None,
    )
    return as_json(built)


@st.cache_data(max_entries=64, show_spinner=False)
def _words(key: Key, text: str, _found: Comparison) -> dict[str, Passage]:
    """The first words of the text, as they can be picked in the rows, by their names."""
    passages = picks(text, _found.segmentations).passages
    return dict(list(passages.items())[:_LOOKED_AT]) or {one: Passage.alone(one) for one in text.split()[:1]}


def opening_word(found: Comparison) -> str:
    """The word that is looked at while none is picked: the first of the text that is not cut alike by all."""
    return _opening_word(found.key, found.text, found)


@st.cache_data(max_entries=64, show_spinner=False)
def _opening_word(key: Key, text: str, _found: Comparison) -> str:
    words = _words(key, text, _found)
    in_order = sorted(words, key=lambda name: words[name].stretch)
    passages = [words[name] for name in in_order]
    each = zip(*(ask(splits_of, passages, one.model) for one in _found.tokenizers), strict=True)
    differing = {
        name
        for name, (first, *others) in zip(in_order, each, strict=True)
        if any(differs(first, one) for one in others)
    }
    return next((name for name in words if name in differing), next(iter(words)))
