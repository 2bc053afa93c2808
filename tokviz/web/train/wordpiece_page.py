"""The page `/wordpiece` in two halves: training by score, and the walk through a word that a vocabulary makes."""

from __future__ import annotations

import streamlit as st

from tokviz.algorithms import WORDPIECE
from tokviz.views.shared.catalog import Catalog
from tokviz.web.apply import wordpiece_page
from tokviz.web.apply.wordpiece_state import ENCODE, PARAMETERS
from tokviz.web.shared.heading import heading
from tokviz.web.train import page as learn_page
from tokviz.web.train.train_or_apply import Halves

__all__ = ["render"]

_HALVES = Halves(WORDPIECE, ENCODE, PARAMETERS)
_VERSUS = "wordpiece_versus"  # a widget of the training half only


def render(say: Catalog) -> None:
    """Draw the page."""
    heading("page.wordpiece", say, has_stage=True)
    encoding, is_new = _HALVES.choose(say("wp.mode"), (say("wp.mode.train"), say("wp.mode.encode")), say)
    if encoding:
        st.session_state[_VERSUS] = st.session_state.get(_VERSUS, "")
        wordpiece_page.body(say, is_new=is_new)
    else:
        wordpiece_page.keep()
        learn_page.body(WORDPIECE, learn_page.MERGING, say, is_new=is_new)
