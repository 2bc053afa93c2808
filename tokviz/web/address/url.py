"""The address bar: notices when it changed without us (first visit, link, Back) and writes what the page shows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol, TypeVar

import streamlit as st

__all__ = ["KEPT", "Form", "current", "forget", "has_changed", "kept", "publish"]

State = TypeVar("State")


class Form(Protocol[State]):
    """How a page's state is written as a query string: a module with these two functions."""

    def read(self, query: Mapping[str, str], /) -> tuple[State, tuple[str, ...]]:
        """The state that a query string describes, and the parameters that had to be put right."""

    def write(self, state: State, /) -> dict[str, str]:
        """The query string of a state."""


_LAST = "url_last"
KEPT = ("lang", "predict", "guide", "card", "hide")
"""Parameters that belong to no page."""


def current() -> dict[str, str]:
    """The query string without what belongs to no page."""
    return {name: value for name, value in st.query_params.to_dict().items() if name not in KEPT}


def kept() -> dict[str, str]:
    """What of the query string belongs to no page."""
    return {name: value for name, value in st.query_params.to_dict().items() if name in KEPT}


def forget() -> None:
    """Have the page read its address anew, whether or not it has changed."""
    st.session_state.pop(_LAST, None)


def has_changed(page: str) -> bool:
    """Whether the query string is another than this page last wrote or read."""
    now = (page, current())
    if st.session_state.get(_LAST) == now:
        return False
    st.session_state[_LAST] = now
    return True


def publish(page: str, form: Form[State], state: State) -> None:
    """Make the address bar say what the page shows.

    A query string that already says so stays as it is, in its own words: each change is an entry in the browser's
    history, and one made by the visit itself could not be left by going back.
    """
    query, now = form.write(state), current()
    meant, wrong = form.read(now)
    if query != now and (wrong or query != form.write(meant)):
        st.query_params.from_dict(query | kept())
        now = query
    st.session_state[_LAST] = (page, now)
