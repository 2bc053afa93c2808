"""The address bar: notices when it changed without us (first visit, link, Back) and writes what the page shows."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

__all__ = ["incoming", "publish", "set_param"]

_LAST = "url_last"
_KEPT = ("lang",)  # parameters that belong to no page


def _current() -> dict[str, str]:
    return {name: value for name, value in st.query_params.to_dict().items() if name not in _KEPT}


def incoming(page: str) -> dict[str, str] | None:
    """The query string, if it is not what this page last wrote or read; None if it is."""
    current = _current()
    if st.session_state.get(_LAST) == (page, current):
        return None
    st.session_state[_LAST] = (page, current)
    return current


def publish(page: str, query: Mapping[str, str]) -> None:
    """Make the address bar say what the page shows. Each change is an entry in the browser's history."""
    query = dict(query)
    if query != _current():
        kept = {name: value for name, value in st.query_params.to_dict().items() if name in _KEPT}
        st.query_params.from_dict(query | kept)
    st.session_state[_LAST] = (page, query)


def set_param(page: str, name: str, value: str) -> None:
    """Change one parameter; an empty value takes it away."""
    query = _current()
    query.pop(name, None)
    publish(page, query | ({name: value} if value else {}))
