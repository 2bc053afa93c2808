"""Values that we put into widgets, held until the browser knows them.

A browser sends what all its widgets say with every click. One that comes before the browser has heard of a value that
we put into another widget sends that widget's value of before, and Streamlit would believe it: a word that was picked,
or what a chosen preset brought along, would be taken back by the next click. So we remember what we put where, and what
stood there; a run that comes too early gets our values again. Which run is too early, :mod:`tokviz.web.address.url`
knows.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import streamlit as st

__all__ = ["fill", "is_stale", "kept", "put", "put_typed", "restore", "told"]

_HELD = "held"


@dataclass(frozen=True)
class _Held:
    """value: ours. before: what the browser may still send instead. is_told: whether a page was drawn to its end with
    our value, so that a browser that knows this page's address knows the value too."""

    value: Any
    before: tuple[Any, ...]
    is_told: bool = False


def put(key: str, value: Any) -> None:
    """Put a value into a widget; in a callback, or before the widget is drawn."""
    if key in st.session_state and st.session_state[key] != value:
        known, now = _all().get(key, _Held(value, ())), st.session_state[key]
        st.session_state[_HELD] = {**_all(), key: _Held(value, (*known.before, now))}
    st.session_state[key] = value


def fill(prefix: str, state: object, names: Iterable[str]) -> None:
    """Put attributes of a state into the widgets whose keys are their names behind a prefix."""
    for name in names:
        put(f"{prefix}{name}", getattr(state, name))


def put_typed(key: str, text: str) -> None:
    """Put a text that visitors type into its field, before it is drawn; but no empty one where a session begins.

    The field is empty then anyway; or the browser of a visitor whose server has died says what was typed, which stands
    nowhere else if it is longer than a link.
    """
    if text or key in st.session_state:
        put(key, text)


def kept(key: str, usual: Any = "") -> Any:
    """What a widget said last, written anew: Streamlit forgets it in a run that does not draw it."""
    said = st.session_state.get(key, usual)
    st.session_state[key] = said
    return said


def is_stale(key: str, *, is_late: bool) -> bool:
    """Whether a widget says again what it said before we put a value into it. is_late: whether the run is."""
    held = _all().get(key)
    return held is not None and (is_late or not held.is_told) and st.session_state[key] in held.before


def restore(*, is_late: bool) -> None:
    """Begin a run: our values again where the browser could not know them; the others need no holding any more."""
    kept = {}
    for key, held in _all().items():
        if key in st.session_state and (is_late or not held.is_told):
            if is_stale(key, is_late=is_late):
                st.session_state[key] = held.value
            if st.session_state[key] == held.value:
                kept[key] = held
    if kept != _all():
        st.session_state[_HELD] = kept


def told() -> None:
    """End a run: the page is drawn with our values."""
    if not all(held.is_told for held in _all().values()):
        st.session_state[_HELD] = {key: replace(held, is_told=True) for key, held in _all().items()}


def _all() -> Mapping[str, _Held]:
    held: Mapping[str, _Held] = st.session_state.get(_HELD, {})
    return held
