"""Values that we put into widgets, kept until the browser knows them.

A browser sends the values of all its widgets with every click. A click that comes before the browser has heard of a
value that we put into a widget sends that widget's old value, and Streamlit believes it: a word that was picked, or
what a chosen preset brought along, would be taken back by the next click. So we remember which value we put where, and
which was there before; a run that comes too early gets our values again. :mod:`late_addresses
<tokviz.web.streamlit_workarounds.late_addresses>` knows which run is too early.

Streamlit also forgets the value of a widget in a run that does not draw it, which `keep` prevents.

Without it: tests/web/streamlit_workarounds/test_widget_values.py::test_the_text_that_a_choice_brings_along
Tried with: Streamlit 1.67
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import streamlit as st

_KEPT = "held"
_EXPECTED = "expected_texts"


@dataclass(frozen=True)
class _PutValue:
    """A value that we put into a widget.

    before: what the browser may still send instead. is_drawn: whether a page was drawn to its end with our value, so
    that a browser that knows this page's address knows the value too.
    """

    value: Any
    before: tuple[Any, ...]
    is_drawn: bool = False


def put(key: str, value: Any) -> None:
    """Put a value into a widget; in a callback, or before the widget is drawn."""
    if key in st.session_state and st.session_state[key] != value:
        known, now = _all().get(key, _PutValue(value, ())), st.session_state[key]
        st.session_state[_KEPT] = {**_all(), key: _PutValue(value, (*known.before, now))}
    st.session_state[key] = value


def fill(prefix: str, state: object, names: Iterable[str]) -> None:
    """Put attributes of a state into the widgets whose keys are a prefix and the attribute's name."""
    for name in names:
        put(f"{prefix}{name}", getattr(state, name))


def put_typed(key: str, text: str) -> None:
    """Put a text that visitors type into its field, before it is drawn; but no empty text where a session begins.

    The field is empty then anyway; or the browser of a visitor whose server has died sends what was typed, which is
    nowhere else if it is longer than a link. In place of `text` comes what :func:`expect` has for the field.
    """
    expected = {**st.session_state.get(_EXPECTED, {})}
    text = expected.pop(key, text)
    st.session_state[_EXPECTED] = expected
    if text or key in st.session_state:
        put(key, text)


def expect(key: str, text: str) -> None:
    """Have a text for a field, in place of the one for which its page opens when it reads its address again."""
    st.session_state[_EXPECTED] = {**st.session_state.get(_EXPECTED, {}), key: text}


def keep(key: str, usual: Any = "") -> Any:
    """Return the last value of a widget, written again: Streamlit forgets it in a run that does not draw the widget."""
    value = st.session_state.get(key, usual)
    st.session_state[key] = value
    return value


def is_stale(key: str, *, is_late: bool) -> bool:
    """Tell if a widget has the value again that it had before we put one.

    is_late: whether the run is.
    """
    put_value = _all().get(key)
    return put_value is not None and (is_late or not put_value.is_drawn) and st.session_state[key] in put_value.before


def is_put(key: str) -> bool:
    """Tell if a widget has our value, and no page was drawn to its end with it."""
    put_value = _all().get(key)
    return put_value is not None and not put_value.is_drawn


def begin_run(*, is_late: bool) -> None:
    """Put our values again where the browser could not know them, and forget the others; at the start of a run."""
    values = {}
    for key, put_value in _all().items():
        if key in st.session_state and (is_late or not put_value.is_drawn):
            if is_stale(key, is_late=is_late):
                st.session_state[key] = put_value.value
            if st.session_state[key] == put_value.value:
                values[key] = put_value
    if values != _all():
        st.session_state[_KEPT] = values


def end_run() -> None:
    """Note that the page is drawn with our values; at the end of a run."""
    if not all(put_value.is_drawn for put_value in _all().values()):
        st.session_state[_KEPT] = {key: replace(put_value, is_drawn=True) for key, put_value in _all().items()}


def _all() -> Mapping[str, _PutValue]:
    values: Mapping[str, _PutValue] = st.session_state.get(_KEPT, {})
    return values
