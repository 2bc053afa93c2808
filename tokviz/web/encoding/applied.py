"""The tokenizers of the visit that pages apply in place of a training.

A file that was opened on any page can be applied on the page of its algorithm, until the visitor ends that or opens
another address: a link includes no file.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import suppress

import streamlit as st

from tokviz.web.address import url
from tokviz.web.server import restoring
from tokviz.web.streamlit_workarounds import widget_values

_APPLIED = "applied_files"  # page -> the name of a tokenizer of the visit, by its files
_NEXT = "applied_files_next"  # the same, with special tokens, for when the page reads its next address


def use(page: str, name: str) -> None:
    """Apply a tokenizer of the visit on a page in place of a training; empty for none."""
    st.session_state[_APPLIED] = {**st.session_state.get(_APPLIED, {}), page: name}


def name_of(page: str) -> str:
    """Return the name of the tokenizer that a page applies; empty where it trains one."""
    name: str = st.session_state.get(_APPLIED, {}).get(page, "")
    return name


def hand_over(page: str, name: str, specials: Sequence[str] = ()) -> None:
    """Have a page apply a tokenizer of the visit as it opens. specials: as :func:`tokviz.web.server.uploads.specials`
    returns them."""
    st.session_state[_NEXT] = {**st.session_state.get(_NEXT, {}), page: (name, " ".join(specials))}


def read(page: str, specials: str) -> None:
    """Apply what the page was handed, when it reads an address: a link includes no file, and so ends the use of one.
    specials: the key of the field for special tokens."""
    handed = st.session_state.get(_NEXT, {})
    name, named = handed.get(page, ("", ""))
    use(page, name)
    if named:
        widget_values.put(specials, named)
    if not restoring.is_waiting():  # the page reads its address again once files are back
        handed.pop(page, None)


def names() -> str:
    """Return the tokenizers of the visit that pages apply, for the tab to keep; empty for none."""
    applied = {page: name for page, name in st.session_state.get(_APPLIED, {}).items() if name}
    return json.dumps(applied) if applied else ""


def put_back(text: str) -> None:
    """Take what :func:`names` has returned before, once a page reads its address again."""
    with suppress(ValueError, AttributeError):
        for page, name in json.loads(text).items():
            hand_over(str(page), str(name))
        url.forget()
