"""Training and encoding with BPE, which have a page each: the choice between them, as the other algorithms have it."""

from __future__ import annotations

import streamlit as st

from tokviz.views.shared.catalog import Catalog
from tokviz.web.address import url
from tokviz.web.address.site_map import info, page

__all__ = ["choose"]

_KEY = "bpe_half"
_IS_TURNED = "bpe_half_turned"  # the visitor chose the other half, whose page is to be opened
_HALVES = {"bpe": "wp.mode.train", "bpe-encode": "wp.mode.encode"}


def choose(here: str, say: Catalog) -> None:
    """Draw the choice on the page `here`, and open the other page when it is chosen: with the corpus of the visit."""
    if st.session_state.pop(_IS_TURNED, False):
        other = next(half for half in _HALVES if half != here)
        st.switch_page(page(info(other), say), query_params=url.kept())
    st.session_state[_KEY] = here
    st.segmented_control(
        say("wp.mode"),
        tuple(_HALVES),
        format_func=lambda half: say(_HALVES[half]),
        key=_KEY,
        required=True,
        on_change=_turn,
        label_visibility="collapsed",
    )


def _turn() -> None:
    st.session_state[_IS_TURNED] = True
