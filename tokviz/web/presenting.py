"""The presenter view: larger type and nothing beside the page, for a projector. It travels in every page's link as
`present`; the key F turns it on and off, Escape off.
"""

from __future__ import annotations

import streamlit as st

from tokviz.frontend import FOLDER
from tokviz.views.shared.catalog import Catalog
from tokviz.web.address import url
from tokviz.web.components.page_parts import page_keys

__all__ = ["hear_keys", "show_style", "switch"]

_HELP = {
    "on": "present.on.help",
    "off": "present.off.help",
}

_LABELS = {
    "on": "present.on",
    "off": "present.off",
}

_PRESENT = "present"
_STYLE = FOLDER / "page" / "presenting.css"


def is_on() -> bool:
    """Return whether the page is shown for a projector."""
    return st.query_params.get(_PRESENT) == "1"


def show_style() -> None:
    """Make the page look like it, if it is on."""
    if is_on():
        st.html(_STYLE)


def switch(say: Catalog) -> None:
    """Draw the button that turns it on and off, which keys press as well."""
    name = "off" if is_on() else "on"
    icon = ":material/fullscreen_exit:" if is_on() else ":material/fullscreen:"
    told = say(_HELP[name])
    st.button(say(_LABELS[name]), icon=icon, key=_PRESENT, on_click=_turn, type="tertiary", help=told)


def hear_keys() -> None:
    """Have the page hear the keys that press the button; drawn outside of the row that has it, where it takes room."""
    page_keys(f".st-key-{_PRESENT} button")


def _turn() -> None:
    url.ask(_PRESENT, None if is_on() else "1")
