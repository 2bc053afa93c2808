"""The page `/wordpiece` in two halves: training by score, and the walk through a word that a vocabulary makes.

Which half is open travels in the link. Both have the same side bar, and turning from one to the other keeps what it
says, the step of the training and the text to encode.
"""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from tokviz.views.catalog import Catalog
from tokviz.web import learn_page, stepping, url, word_stage, wordpiece_encode
from tokviz.web.algorithms import WORDPIECE
from tokviz.web.state import MAX_MERGES
from tokviz.web.wordpiece_state import ENCODE, MODES, mode_of, training_only

__all__ = ["render"]

_PAGE = WORDPIECE.name
_MODE = f"{_PAGE}_do"
_VERSUS = f"{_PAGE}_versus"  # a widget of the training half only
_VIEW = f"{_PAGE}_view"  # kept by learn_page


def render(say: Catalog) -> None:
    """Draw the page."""
    st.title(say("page.wordpiece"), anchor=False)
    is_new = url.has_changed(_PAGE)
    query = url.current()
    asked, is_right = mode_of(query)
    if is_new or _MODE not in st.session_state:
        st.session_state[_MODE] = asked
    mode = st.segmented_control(
        say("wp.mode"),
        MODES,
        format_func=lambda name: say("wp.mode.encode" if name == ENCODE else "wp.mode.train"),
        key=_MODE,
        required=True,
        on_change=_keep_step,
        label_visibility="collapsed",
    )
    if mode == ENCODE:
        st.session_state[_VERSUS] = st.session_state.get(_VERSUS, "")
        wordpiece_encode.body(say, is_new=is_new)
        return
    if is_new and not is_right:
        word_stage.notice(say("notice.link", names="do"))
    st.session_state.setdefault(_VIEW, ("", 0))
    if "do" in query:
        step, _ = (0, 0) if is_new else stepping.order(_PAGE)
        view, _ = ("", 0) if is_new else st.session_state[_VIEW]
        _write(training_only(query, step, view))
    wordpiece_encode.keep()
    learn_page.body(WORDPIECE, say, is_new=is_new)


def _keep_step() -> None:
    """Order the stage of the training back to where it rests now, for when it is drawn again."""
    if st.session_state[_MODE] == ENCODE:
        stepping.send(_PAGE, stepping.at(_PAGE, stepping.before(_PAGE), MAX_MERGES))


def _write(query: Mapping[str, str]) -> None:
    """Change the address without a run that would read it."""
    kept = {name: value for name, value in st.query_params.to_dict().items() if name not in url.current()}
    st.query_params.from_dict({**query, **kept})
