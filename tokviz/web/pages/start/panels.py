"""The parts of the start page: the links of its first panels, and the worked examples.

A text of the visitor's goes in the link, or is kept for the visit where it is too long for one.
"""

from __future__ import annotations

from urllib.parse import urlencode

import streamlit as st

from tokviz import examples
from tokviz.algorithms import BPE
from tokviz.corpus import MAX_TEXT_CHARS
from tokviz.examples import OWN
from tokviz.state import tokenizers
from tokviz.state.form import MAX_LINK_CHARS
from tokviz.state.pages import page_at
from tokviz.state.training import FORMS, defaults
from tokviz.text_keys import example_about_key, example_key
from tokviz.views.shared.catalog import Catalog
from tokviz.views.start import COMPARED, EXAMPLE, WATCHED, example_length, source_name
from tokviz.web.address.site_map import page
from tokviz.web.components.page_parts import START, text_in
from tokviz.web.training import controls

_BLANK = "\u00a0"
_TAKEN = "start_texts_taken"  # how many texts were taken on this visit


def first_merges_link(say: Catalog) -> str:
    """Return the address of the training that the primary button opens, where the first merges play."""
    query = {"example": EXAMPLE, "predict": "1", "watch": f"{WATCHED}", "lang": say.language}
    return f"{BPE.name}?{urlencode(query)}"


def compare_link(say: Catalog) -> str:
    """Return the address where three algorithms are side by side."""
    return f"compare?{urlencode({**COMPARED, 'lang': say.language})}"


def real_models_link(say: Catalog) -> str:
    """Return the address at which real models split a text, up to the text."""
    return f"{tokenizers.PAGE}?{urlencode({'lang': say.language, 'preset': OWN})}&text="


def own_text_payload(say: Catalog) -> dict[str, object]:
    """Return the data with which the component sends a text to `/bpe`."""
    return {
        "address": f"{BPE.name}?",
        "query": {**FORMS[BPE.name].write(defaults(BPE, OWN)), "lang": say.language},
        "name": FORMS[BPE.name].own,
        "kept": "",
        "fits": MAX_LINK_CHARS,
        "longest": MAX_TEXT_CHARS,
        "taken": st.session_state.get(_TAKEN, 0),
    }


def take_text() -> None:
    """Keep a text that the browser sends, for the page that trains on it; in a callback."""
    text = text_in(st.session_state.get(START))[:MAX_TEXT_CHARS]
    if text.strip():
        controls.own_corpus(BPE).keep(text)
        st.session_state[_TAKEN] = st.session_state.get(_TAKEN, 0) + 1


def show_worked_examples(say: Catalog) -> None:
    """Draw the examples, each with a link to `/bpe`; the last is for the visitor's own text."""
    with st.container(key="start_examples"):
        for name in (*examples.NAMES, OWN):
            length = example_length(name, say) or _BLANK
            st.page_link(
                page(page_at("bpe"), say),
                label=f"{say(example_key(name))} :gray[{source_name(name, say)}] :gray[{length}]",
                query_params={"example": name, "lang": say.language},
                help=say(example_about_key(name)),
                width="stretch",
            )
