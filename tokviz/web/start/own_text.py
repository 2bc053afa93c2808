"""The visitor's own text on its way from the start page to `/bpe`: in the link, or kept for the visit."""

from __future__ import annotations

import streamlit as st

from tokviz.algorithms import BPE
from tokviz.corpus import MAX_TEXT_CHARS
from tokviz.views.shared.catalog import Catalog
from tokviz.web.address.form import MAX_LINK_CHARS
from tokviz.web.address.states.train import FORMS
from tokviz.web.components.hero import KEY, text_in
from tokviz.web.start import openings
from tokviz.web.train import controls

__all__ = ["take", "told"]

_TAKEN = "start_texts_taken"  # how many texts were taken on this visit


def told(say: Catalog) -> dict[str, object]:
    """Return what the component needs to know to send a text on its way."""
    return {
        "query": openings.own(say),
        "name": FORMS[BPE.name].own,
        "fits": MAX_LINK_CHARS,
        "longest": MAX_TEXT_CHARS,
        "taken": st.session_state.get(_TAKEN, 0),
    }


def take() -> None:
    """Keep a text that the browser hands over, for the page that trains on it; in a callback."""
    text = text_in(st.session_state.get(KEY))[:MAX_TEXT_CHARS]
    if text.strip():
        controls.own_corpus(BPE).keep(text)
        st.session_state[_TAKEN] = st.session_state.get(_TAKEN, 0) + 1
