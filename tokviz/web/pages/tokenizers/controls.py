"""What the visitor of `/tokenizers` says: the address, the text, and which tokenizer."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from tokviz.state.tokenizers import FORM, PAGE, TokenizersState
from tokviz.views.shared.catalog import Catalog
from tokviz.web.address import url
from tokviz.web.pages.tokenizers import choice
from tokviz.web.pages.tokenizers.shelf import Offered
from tokviz.web.shared import stepping
from tokviz.web.streamlit_workarounds import widget_values

__all__ = ["read_address", "show"]

_SHOWN = f"{PAGE}_shown"  # the text and the tokenizer of the last run: what word, token and step belong to


def read_address() -> tuple[str, ...]:
    """Fill the widgets when the address changed or they are new; return the parameters that had to be put right."""
    if not url.has_changed(PAGE) and f"{PAGE}_sample" in st.session_state:
        return ()
    asked, wrong = FORM.read(url.current())
    widget_values.fill(f"{PAGE}_", asked, ("sample", "tokenizer", "word", "token"))
    widget_values.put(f"{PAGE}_text", asked.shown)
    stepping.send(PAGE, asked.step)
    st.session_state.pop(_SHOWN, None)
    return wrong


def show(say: Catalog) -> tuple[TokenizersState, Mapping[str, Offered], tuple[str, ...]]:
    """Draw the text and the side bar. Returns what is chosen, what is offered, and what of the link is not there."""
    sample, text = choice.text(PAGE, say)
    tokenizer, found, wrong = choice.offer(PAGE, say)
    word, token = (st.session_state.get(f"{PAGE}_{name}") or 1 for name in ("word", "token"))
    return _settled(TokenizersState(sample, text, tokenizer, word=word, token=token)), found, wrong


def _settled(asked: TokenizersState) -> TokenizersState:
    """With another text or tokenizer the first word and token are chosen."""
    shown = (asked.shown, asked.tokenizer)
    if st.session_state.setdefault(_SHOWN, shown) == shown:
        return asked
    st.session_state[_SHOWN] = shown
    stepping.send(PAGE, 0)
    first = TokenizersState(asked.sample, asked.text, asked.tokenizer)
    widget_values.fill(f"{PAGE}_", first, ("word", "token"))
    return first
