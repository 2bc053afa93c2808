"""The terms of a page, with their definitions, behind a button in its head.

A button, because it works by keyboard, by touch and for screen readers; the headings of tables, which show the same
definitions under the pointer, are painted and can have no focus.
"""

from __future__ import annotations

import streamlit as st

from tokviz.views.shared import glossary
from tokviz.views.shared.catalog import Catalog
from tokviz.web.address.site_map import info, page

__all__ = ["show"]


def show(url: str, say: Catalog) -> None:
    """Draw the button of the page at `url`; nothing where no term stands."""
    terms = glossary.of_page(url)
    if not terms:
        return
    with st.popover(say("glossary.button"), icon=":material/menu_book:", help=say("glossary.button.help")):
        st.markdown("\n".join(f"- **{term.called(say.language)}**: {term.plain(say.language)}" for term in terms))
        st.page_link(page(info("glossary"), say), label=say("glossary.all"), query_params={"lang": say.language})
