"""The head of a page: its title, the switch for predicting, its terms, and the panel that makes a link."""

from __future__ import annotations

import streamlit as st

from tokviz.views.shared import glossary
from tokviz.views.shared.catalog import Catalog
from tokviz.web import presenting
from tokviz.web.address.site_map import info, page
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
        leading.switch(say)
        _terms(title.removeprefix("page."), say)
        with st.popover(say("share.title"), icon=":material/link:", help=say("share.help")):
            share({name: parts.selector(name) for name in parts.PARTS}, say)


def _terms(url: str, say: Catalog) -> None:
    """The terms of the page at `url`, with their definitions, behind a button; nothing where no term stands.

    A button, because it works by keyboard, by touch and for screen readers; the headings of tables, which show the same
    definitions under the pointer, are painted and can have no focus.
    """
    terms = glossary.of_page(url)
    if not terms:
        return
    with st.popover(say("glossary.button"), icon=":material/menu_book:", help=say("glossary.button.help")):
        st.markdown("\n".join(f"- **{term.called(say.language)}**: {term.plain(say.language)}" for term in terms))
        st.page_link(page(info("glossary"), say), label=say("glossary.all"), query_params={"lang": say.language})
