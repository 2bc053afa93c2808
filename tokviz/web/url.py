"""The address bar: notices when it changed without us (first visit, link, Back) and writes what the page shows."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

__all__ = ["current", "has_changed", "publish"]

_LAST = "url_last"
_KEPT = ("lang",)  # parameters that belong to no page


def current() -> dict[str, str]:
    """The query string without what belongs to no page."""
    return {name: value for name, value in st.query_params.to_dict().items() if name not in _KEPT}


def has_changed(page: str) -> bool:
    """Whether the query string is another than this page last wrote or read."""
    now = (page, current())
    if st.session_state.get(_LAST) == now:
        return False
    st.session_state[_LAST] = now
    return True


def publish(page: str, query: Mapping[str, str]) -> None:
    """Make the address bar say what the page shows. Each change is an entry in the browser's history."""
    query = dict(query)
    if query != current():
        kept = {name: value for name, value in st.query_params.to_dict().items() if name in _KEPT}
        st.query_params.from_dict(query | kept)
    st.session_state[_LAST] = (page, query)
