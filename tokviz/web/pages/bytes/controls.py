"""What the visitor of `/bytes` says: the address, the text, the side bar."""

from __future__ import annotations

import streamlit as st

from tokviz.examples import OWN
from tokviz.state.bytes import (
    FORM,
    MAX_CHARS,
    MAX_MERGES,
    PAGE,
    PATTERNS,
    RULES,
    SAMPLES,
    TRAIN_ON,
    BytesState,
    fitting,
)
from tokviz.views.shared.catalog import Catalog
from tokviz.web.address import url
from tokviz.web.pages.bytes.tokenizer import SHOWN
from tokviz.web.shared import cells, choosing, parts, stepping
from tokviz.web.shared.choosing import Sentences
from tokviz.web.streamlit_workarounds import widget_values

__all__ = ["read_address", "show"]

_CORPUS = f"{PAGE}_corpus"


def read_address() -> tuple[str, ...]:
    """Fill the widgets when the address changed or they are new; return the parameters that had to be put right."""
    if not url.has_changed(PAGE) and f"{PAGE}_sample" in st.session_state:
        return ()
    asked, wrong = FORM.read(url.current())
    widget_values.fill(f"{PAGE}_", asked, ("sample", "pattern", "corpus", "rules", "merges", "word", "token"))
    widget_values.put(f"{PAGE}_text", asked.shown)
    stepping.send(PAGE, asked.step)
    st.session_state.pop(SHOWN, None)
    return wrong


def show(say: Catalog) -> BytesState:
    """Draw the text and the side bar and return what they say, with the choices made further down."""
    sentences = Sentences(
        say("bytes.sample"),
        lambda name: say.choice("bytes.sample", name),
        say("bytes.text"),
        say("bytes.text.help"),
    )
    with parts.text_row():
        sample, text = choosing.text(
            PAGE,
            SAMPLES,
            sentences,
            say,
            most=MAX_CHARS,
            on_sample=lambda name: widget_values.put(_CORPUS, fitting(name)),
        )
    with st.sidebar:
        st.subheader(say("bytes.pretokens"), help=cells.about("bytes.pretokens", say))
        pattern = st.selectbox(
            say("bytes.pattern"),
            PATTERNS,
            format_func=lambda name: say.choice("split", name),
            key=f"{PAGE}_pattern",
            help=say("bytes.pattern.help"),
        )
        st.subheader(say("bytes.merges"))
        corpus = st.selectbox(
            say("bytes.corpus"),
            TRAIN_ON,
            format_func=lambda name: say("bytes.corpus.own") if name == OWN else say(f"example.{name}"),
            key=_CORPUS,
            help=say("bytes.corpus.help"),
        )
        rules = st.selectbox(
            say("bytes.rules"),
            RULES,
            format_func=lambda name: say.choice("bytes.rules", name),
            key=f"{PAGE}_rules",
            help=say("bytes.rules.help"),
        )
        merges = st.slider(say("bytes.amount"), 0, MAX_MERGES, key=f"{PAGE}_merges", help=say("bytes.amount.help"))
    return BytesState(
        sample=sample,
        text=text,
        pattern=pattern,
        corpus=corpus,
        rules=rules,
        merges=merges,
        word=st.session_state.get(f"{PAGE}_word") or 1,
        token=st.session_state.get(f"{PAGE}_token") or 1,
    )
