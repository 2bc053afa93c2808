"""The presenter view: larger type and nothing beside the page, for a projector. It travels in every page's link as
`present`; on a page with a stage the key F turns it on and off.
"""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from tokviz.views.shared.catalog import Catalog
from tokviz.web.address import url

__all__ = ["show_style", "switch"]

_PRESENT = "present"
_STYLE = Path(__file__).with_name("presenting.css")


def is_on() -> bool:
    """Whether the page is shown for a projector."""
    return st.query_params.get(_PRESENT) == "1"


def show_style() -> None:
    """Make the page look like it, if it is on."""
    if is_on():
        st.html(_STYLE)


def switch(say: Catalog) -> None:
    """The button that turns it on and off; the stage presses it when F is pressed."""
    name = "off" if is_on() else "on"
    icon = ":material/fullscreen_exit:" if is_on() else ":material/fullscreen:"
    st.button(say(f"present.{name}"), icon=icon, key=_PRESENT, on_click=_turn, help=say(f"present.{name}.help"))


def _turn() -> None:
    url.ask(_PRESENT, None if is_on() else "1")
