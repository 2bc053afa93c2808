"""The head of a page: its title, and three quiet controls: predict first, present, share."""

from __future__ import annotations

import streamlit as st

from tokviz.views.shared.catalog import Catalog
from tokviz.web import presenting
from tokviz.web.components.share import share
from tokviz.web.live import leading
from tokviz.web.shared import parts, stepping

__all__ = ["heading"]


def heading(title: str, say: Catalog, *, has_stage: bool = False) -> None:
    """Draw the head of a page. title: its key in the catalog; has_stage: whether there is something to predict."""
    with st.container(key="heading", horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
        st.title(say(title), anchor=False)
        if has_stage:
            stepping.switch(say)
        presenting.switch(say)
        # Another key closes it: once a room is open, its dialog is what stands above the page.
        key = "share_of_page" if leading.lead() is None else "share_in_class"
        with st.popover(say("share.title"), icon=":material/link:", type="tertiary", key=key):
            st.caption(say("share.help"))
            share({name: parts.selector(name) for name in parts.PARTS}, say)
            leading.offer(say)
