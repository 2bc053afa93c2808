"""What the visitor of `/bytes` says: the address, the text, the side bar."""

from __future__ import annotations

from typing import Any

import streamlit as st

from tokviz.examples import OWN
from tokviz.views.shared.catalog import Catalog
from tokviz.web.address import held, url
from tokviz.web.address.form import MAX_LINK_CHARS
from tokviz.web.bytes.state import (
    FORM,
    MAX_CHARS,
    MAX_MERGES,
    PAGE,
    PATTERNS,
    RULES,
    SAMPLES,
    TRAIN_ON,
    ByteState,
    fitting,
)
from tokviz.web.bytes.tokenizer import SHOWN
from tokviz.web.shared import cells, stepping

__all__ = ["read_address", "show"]


def read_address() -> tuple[str, ...]:
    """Fill the widgets when the address changed or they are new; return the parameters that had to be put right."""
    if not url.has_changed(PAGE) and f"{PAGE}_sample" in st.session_state:
        return ()
    asked, wrong = FORM.read(url.current())
    for name in ("sample", "pattern", "corpus", "rules", "merges", "word", "token"):
        _set(name, getattr(asked, name))
    _set("text", asked.shown)
    stepping.send(PAGE, asked.step)
    st.session_state.pop(SHOWN, None)
    return wrong


def show(say: Catalog) -> ByteState:
    """Draw the text and the side bar and return what they say, with the choices made further down."""
    sample = st.pills(
        say("bytes.sample"),
        (*SAMPLES, OWN),
        format_func=lambda name: say.choice("bytes.sample", name),
        key=f"{PAGE}_sample",
        on_change=_sample_changed,
        required=True,
    )
    text = st.text_area(
        say("bytes.text"), key=f"{PAGE}_text", height=110, on_change=_text_changed, help=say("bytes.text.help")
    )
    if sample == OWN and MAX_LINK_CHARS < len(text) <= MAX_CHARS:
        st.caption(say("notice.long-text", limit=MAX_LINK_CHARS))
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
            key=f"{PAGE}_corpus",
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
    return ByteState(
        sample=sample or OWN,
        text=text if sample == OWN else "",
        pattern=pattern,
        corpus=corpus,
        rules=rules,
        merges=merges,
        word=_get("word") or 1,
        token=_get("token") or 1,
    )


def _sample_changed() -> None:
    if _get("sample") in SAMPLES and not url.is_stale(f"{PAGE}_sample"):
        _set("text", SAMPLES[_get("sample")])
        _set("corpus", fitting(_get("sample")))


def _text_changed() -> None:
    if not url.is_stale(f"{PAGE}_text"):
        _set("sample", OWN)


def _get(name: str) -> Any:
    return st.session_state.get(f"{PAGE}_{name}")


def _set(name: str, value: Any) -> None:
    held.put(f"{PAGE}_{name}", value)
