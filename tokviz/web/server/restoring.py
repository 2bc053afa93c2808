"""The return of what a tab has kept of a visit whose session is gone: whether the tab was asked, and has answered.

A reload, or a server that takes the place of another, begins a new session, and what is in no address is not in it. A
page that misses something asks the tab. Until the tab has answered, nothing counts as missing, and the address stays as
it is. :mod:`tokviz.web.visit_store` does the asking.
"""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from tokviz.web.streamlit_workarounds import sessions

_ASKED = "restoring_asked"
_LOST = "restoring_lost"  # the names of what the tab could not keep; there once it has answered


def may_come() -> bool:
    """Ask the tab for what a page misses; return whether it has yet to answer. Where there is no tab, nothing is waited
    for."""
    if has_answered() or not sessions.has_tab():
        return False
    st.session_state[_ASKED] = True
    return True


def is_asked() -> bool:
    """Tell if a page of this session has missed something."""
    return bool(st.session_state.get(_ASKED))


def has_answered() -> bool:
    """Tell if the tab has told this session what it has."""
    return _LOST in st.session_state


def is_waiting() -> bool:
    """Tell if the answer of the tab may still change the page."""
    return is_asked() and not has_answered()


def finish(lost: Sequence[str]) -> None:
    """Note that all has come which the tab has. lost: the names of what it could not keep."""
    st.session_state[_LOST] = tuple(lost)


def lost() -> tuple[str, ...]:
    """Return the names of what the visit had and the tab could not keep."""
    names: tuple[str, ...] = st.session_state.get(_LOST, ())
    return names
