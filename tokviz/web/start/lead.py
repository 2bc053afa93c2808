"""Links of the panels on the start page: to the first merges, and to `/bpe` with the visitor's own text.

A text goes in the link, or where it is too long for one is kept for the visit.
"""

from __future__ import annotations

from urllib.parse import urlencode

import streamlit as st

from tokviz.algorithms import BPE
from tokviz.corpus import MAX_TEXT_CHARS
from tokviz.examples import OWN
from tokviz.views.shared.catalog import Catalog
from tokviz.views.start.first_merges import EXAMPLE
from tokviz.web.address.form import MAX_LINK_CHARS
from tokviz.web.address.states.train import FORMS, defaults
from tokviz.web.components.hero import KEY, text_in
from tokviz.web.train import controls

__all__ = ["first_merges", "own_text", "take"]

_TAKEN = "start_texts_taken"  # how many texts were taken on this visit


def first_merges(say: Catalog) -> str:
    """Return the address of the training that the primary button opens, at its first step."""
    return f"{BPE.name}?{urlencode({'example': EXAMPLE, 'lang': say.language})}"


def own_text(say: Catalog) -> dict[str, object]:
    """Return what the component needs to know to send a text on its way."""
    return {
        "query": {**FORMS[BPE.name].write(defaults(BPE, OWN)), "lang": say.language},
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
