"""The frame of a page: its title with three quiet controls (predict first, present, share), and the side bar's foot."""

from __future__ import annotations

import streamlit as st

from tokviz.state.pages import page_at
from tokviz.views.shared import glossary
from tokviz.views.shared.catalog import Catalog
from tokviz.web import hooks, presenting
from tokviz.web.address.site_map import page
from tokviz.web.components.page_parts import share
from tokviz.web.shared import i18n, parts, stepping

__all__ = ["heading", "show_side_foot"]


def heading(address: str, say: Catalog) -> None:
    """Draw the head of the page at an address."""
    record = page_at(address)
    with st.container(key="heading", horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
        st.title(say(record.title), anchor=False)
        if record.asks:
            stepping.switch(say)
        presenting.switch(say)
        # Another key closes it: once a room is open, its dialog is what stands above the page.
        key = "share_in_class" if any(hooks.is_leading()) else "share_of_page"
        with st.popover(say("share.title"), icon=":material/link:", type="tertiary", key=key):
            st.caption(say("share.help"))
            share({name: parts.selector(name) for name in parts.PARTS}, say)
            hooks.in_share(say)


# -- the foot of the side bar ------------------------------------------------------------------------------------------


def show_side_foot(where: str, say: Catalog) -> None:
    """Draw the foot of the side bar: terms of the page and the language. where: the URL of the page."""
    with st.sidebar, st.container(key="side_foot"):
        _terms(where, say)
        i18n.chooser(say)
        presenting.hear_keys()


def _terms(where: str, say: Catalog) -> None:
    """Draw the terms of the page with their definitions, behind a button; nothing where the page has none.

    A button, because it works by keyboard, by touch and for screen readers; the headings of tables, which show the same
    definitions under the pointer, are painted and can have no focus.
    """
    terms = glossary.of_page(where)
    if not terms:
        return
    with st.popover(say("glossary.button"), icon=":material/menu_book:", type="tertiary"):
        st.markdown("\n".join(f"- **{term.called(say.language)}**: {term.plain(say.language)}" for term in terms))
        st.page_link(page(page_at("glossary"), say), label=say("glossary.all"), query_params={"lang": say.language})
