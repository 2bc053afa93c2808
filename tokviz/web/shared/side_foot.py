"""The foot of the side bar, below the settings of the page: terms of the page, making a lesson, the language."""

from __future__ import annotations

import streamlit as st

from tokviz.views.shared import glossary
from tokviz.views.shared.catalog import Catalog
from tokviz.web import presenting
from tokviz.web.address.site_map import info, page
from tokviz.web.shared import i18n

__all__ = ["show"]


def show(where: str, say: Catalog) -> None:
    """Draw it. where: the URL of the page."""
    with st.sidebar, st.container(key="side_foot"):
        _terms(where, say)
        i18n.chooser(say)
        presenting.hear_keys()


def _terms(where: str, say: Catalog) -> None:
    """The terms of the page with their definitions, behind a button; nothing where the page has none.

    A button, because it works by keyboard, by touch and for screen readers; the headings of tables, which show the same
    definitions under the pointer, are painted and can have no focus.
    """
    terms = glossary.of_page(where)
    if not terms:
        return
    with st.popover(say("glossary.button"), icon=":material/menu_book:", type="tertiary"):
        st.markdown("\n".join(f"- **{term.called(say.language)}**: {term.plain(say.language)}" for term in terms))
        st.page_link(page(info("glossary"), say), label=say("glossary.all"), query_params={"lang": say.language})
