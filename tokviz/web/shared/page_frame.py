"""The frame of a page: its title with three quiet controls (predict first, present, share), and the side bar's ends.

Presenting is for a projector: larger type and nothing beside the page. It is in every page's link as `present`; the key
F turns it on and off, Escape off.
"""

from __future__ import annotations

import streamlit as st

from tokviz.frontend import FOLDER
from tokviz.state.pages import Page, page_at
from tokviz.views.shared import glossary
from tokviz.views.shared.catalog import Catalog
from tokviz.web import hooks
from tokviz.web.address import url
from tokviz.web.address.site_map import page, title_of
from tokviz.web.components.page_parts import page_keys, share
from tokviz.web.shared import i18n, parts, stepping

_PRESENT_HELP = {
    "on": "present.on.help",
    "off": "present.off.help",
}

_PRESENT_LABELS = {
    "on": "present.on",
    "off": "present.off",
}

_PRESENT = "present"
_PRESENT_STYLE = FOLDER / "page" / "presenting.css"


def heading(address: str, say: Catalog) -> None:
    """Draw the head of the page at an address."""
    record = page_at(address)
    with st.container(key="heading", horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
        st.title(title_of(record, _open_half(record), say), anchor=False)
        if record.asks:
            stepping.switch(say)
        _switch_presenting(say)
        # Another key closes it: once a room is open, its dialog is what is above the page.
        key = "share_in_class" if any(hooks.is_leading()) else "share_of_page"
        with st.popover(say("share.title"), icon=":material/link:", type="tertiary", key=key):
            st.caption(say("share.help"))
            share({name: parts.selector(name) for name in parts.PARTS}, say)
            hooks.in_share(say)


def half_key(page: str) -> str:
    """Return the key of the widget that turns a page from one half to the other."""
    return f"{page}_do"


def _open_half(record: Page) -> str:
    """Return the half that this run shows: the one that is chosen, or after a link the one that it names."""
    chosen = st.session_state.get(half_key(record.address)) if url.is_known(record.address) else None
    return url.current().get("do", "") if chosen is None else str(chosen)


# -- the side bar ------------------------------------------------------------------------------------------------------


def show_side_frame(say: Catalog) -> None:
    """Draw what is in view whatever of the side bar is scrolled to: the name at its top, the language at its foot."""
    with st.sidebar:
        with st.container(key="side_name"):
            st.markdown(f"**{say('app.name')}**")
        with st.container(key="side_foot"):
            i18n.chooser(say)


def show_side_end(where: str, say: Catalog) -> None:
    """Draw the end of the side bar: the terms of the page. where: the URL of the page."""
    with st.sidebar, st.container(key="side_end"):
        _terms(where, say)
        _hear_keys()


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


# -- presenting --------------------------------------------------------------------------------------------------------


def _is_presenting() -> bool:
    return st.query_params.get(_PRESENT) == "1"


def show_presenting() -> None:
    """Make the page look as on a projector, if that is asked for."""
    if _is_presenting():
        st.html(_PRESENT_STYLE)


def leave_presenting(say: Catalog) -> None:
    """Draw the button that ends presenting on a page without a heading of its own, while it presents."""
    if _is_presenting():
        _switch_presenting(say)


def _switch_presenting(say: Catalog) -> None:
    """Draw the button that turns presenting on and off, which keys press as well."""
    name = "off" if _is_presenting() else "on"
    icon = ":material/fullscreen_exit:" if _is_presenting() else ":material/fullscreen:"
    help_text = say(_PRESENT_HELP[name])
    st.button(say(_PRESENT_LABELS[name]), icon=icon, key=_PRESENT, on_click=_turn, type="tertiary", help=help_text)


def _hear_keys() -> None:
    """Have the page hear the keys that press the button; drawn outside of the row that has it, where it takes room."""
    page_keys(f".st-key-{_PRESENT} button")


def _turn() -> None:
    url.ask(_PRESENT, None if _is_presenting() else "1")
