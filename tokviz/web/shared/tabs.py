"""The views below a picture, as tabs: one is open at a time, and only that one is computed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

import streamlit as st

from tokviz.errors import TokvizError
from tokviz.state.views import View
from tokviz.views.shared.catalog import Catalog
from tokviz.web.shared import messages, parts, stepping

Result = TypeVar("Result")


def link(page: str, view: str) -> None:
    """Begin with the view that a link names, empty for the first; each link opens its own."""
    st.session_state[_key(page)] = (view, opened(page)[1] + 1)


def opened(page: str) -> tuple[str, int]:
    """Return the view that was open last, and how many links there were."""
    view, visit = st.session_state.get(_key(page), ("", 0))
    return view, visit


def open_view(
    page: str, views: Iterable[View], draw: Mapping[str, Callable[[], Result]], say: Catalog
) -> tuple[str, Result | None]:
    """Draw the tabs and the open view; return its name and what drawing it returned, None where it failed.

    views: those of the page, in order; what `draw` does not have is left out. The view of the last link is open at
    first; once the tabs are there, they know which of them is open.
    """
    linked, visit = opened(page)
    there = [view for view in views if view.name in draw]
    shown = [say(view.title) for view in there]
    # Other tabs or another language are other tabs: under one key Streamlit would keep the label that was open.
    key = f"{page}_tabs_{visit}_{shown}"
    if key not in st.session_state:
        # With another default they would be other tabs, too, and a click that is under way would be lost.
        st.session_state[f"{page}_tabs_first"] = next(
            (title for view, title in zip(there, shown, strict=True) if view.name == linked), shown[0]
        )
    with parts.part("views"):
        tabs = st.tabs(shown, default=st.session_state[f"{page}_tabs_first"], key=key, on_change="rerun")
        for view, tab in zip(there, tabs, strict=True):
            if tab.open:
                st.session_state[_key(page)] = (view.name, visit)
                with tab:
                    if view.spoils_answer and stepping.hides(say):
                        return view.name, None
                    try:
                        return view.name, draw[view.name]()
                    except TokvizError as error:
                        messages.show_error(error, say)
                        return view.name, None
    return linked, None


def _key(page: str) -> str:
    return f"{page}_view"
