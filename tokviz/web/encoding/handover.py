"""A tokenizer that one page hands to another: what was uploaded on `/compare` is taken apart on its algorithm's page.

It stays until the visitor puts it away or uploads one there. Like an upload, it does not travel in a link.
"""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from tokviz.files.reading import Note
from tokviz.model import Encoder
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import shorten
from tokviz.web.computing.cache import TraceKey
from tokviz.web.shared import messages

__all__ = ["Handed", "give", "show", "taken"]


@dataclass(frozen=True, eq=False)
class Handed:
    """A tokenizer. name: of its file; key: names it in caches; model: of the receiving page's algorithm; notes: of the
    file's reader."""

    name: str
    key: TraceKey
    model: Encoder
    notes: tuple[Note, ...] = ()


def give(page: str, handed: Handed) -> None:
    """Hand a tokenizer to a page."""
    st.session_state[_key(page)] = handed


def taken(page: str) -> Handed | None:
    """The tokenizer that a page was handed; None if there is none."""
    found: Handed | None = st.session_state.get(_key(page))
    return found


def show(page: str, say: Catalog, *, has_upload: bool) -> None:
    """Say in the side bar that a tokenizer was handed over, with a button to put it away. An upload does that too."""
    if has_upload:
        _put_away(page)
    found = taken(page)
    if found is None:
        return
    with st.sidebar:
        st.caption(say("handed.in-use", name=messages.escape(shorten(found.name))))
        st.button(
            say("handed.away"),
            icon=":material/close:",
            key=f"{page}_handed_away",
            on_click=_put_away,
            args=(page,),
        )


def _put_away(page: str) -> None:
    st.session_state.pop(_key(page), None)


def _key(page: str) -> str:
    return f"{page}_handed"
