"""The choice of a text and of a tokenizer, the same on all pages of real ones: what the shelf offers, files of the
visitor's own, and names that are fetched, where that is turned on.

The page decides the keys: ``<page>_tokenizer``, ``<page>_files``, and those of the text. Files stay with the visitor
who goes to another page.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import streamlit as st

from tokviz.state.tokenizers import MAX_CHARS, SAMPLES
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import shorten, visible
from tokviz.web.pages.tokenizers import by_name, shelf, uploaded
from tokviz.web.pages.tokenizers.shelf import Offered
from tokviz.web.pages.tokenizers.uploaded import Uploaded
from tokviz.web.server import uploads
from tokviz.web.server.uploads import Upload
from tokviz.web.shared import choosing
from tokviz.web.shared.choosing import Sentences
from tokviz.web.streamlit_workarounds import widget_values

__all__ = ["ask", "choose", "label", "offer", "text"]

_FIRST = shelf.SHIPPED[0]  # the tokenizer that a first visit opens
_BROUGHT = "tokenizer_files_brought"  # those that were there before the page was opened
_SEEN = "tokenizer_files_seen"  # those of the last run of any page


def text(page: str, say: Catalog) -> tuple[str, str]:
    """Draw the choice of a text. Returns what :func:`tokviz.web.shared.choosing.text` does."""
    sentences = Sentences(
        say("tokenizers.sample"),
        lambda name: say.choice("tokenizers.sample", name),
        say("tokenizers.text"),
        say("tokenizers.text.help"),
    )
    return choosing.text(page, SAMPLES, sentences, say, most=MAX_CHARS)


def ask(page: str, say: Catalog) -> tuple[str, Mapping[str, Offered], tuple[str, ...]]:
    """Draw the choice. Returns the name of what is chosen, all that is offered, and what of the link is not there."""
    _, found, wrong = offer(page, say)
    return choose(page, found, say), found, wrong


def offer(page: str, say: Catalog) -> tuple[str, Mapping[str, Offered], tuple[str, ...]]:
    """Draw the fields of the side bar alone; the choice is to follow. Returns the same. A file that was just uploaded
    is chosen."""
    key = f"{page}_tokenizer"
    own = uploaded.ask(page, _files(page, say), say)
    known = _notice(page, own)
    fresh = next((name for name, ids in _ids(own).items() if ids not in known.values()), None)
    if fresh is not None:
        widget_values.put(key, fresh)
    if by_name.is_on():
        with st.sidebar:
            fetched = by_name.ask(page, say)
        if fetched is not None:
            widget_values.put(key, fetched)
            shelf.remember(fetched)
    found = shelf.offered(own)
    asked = st.session_state.get(key)
    if asked not in found:
        widget_values.put(key, _FIRST)
    wrong = () if asked in found or asked in known else ("tokenizer",)  # a file that was taken away is no wrong link
    return st.session_state[key], found, wrong


def choose(page: str, found: Mapping[str, Offered], say: Catalog) -> str:
    """Draw the choice among what is offered. Returns its name."""
    chosen = st.selectbox(
        say("tokenizers.which"),
        tuple(found),
        format_func=lambda name: label(found[name], say),
        key=f"{page}_tokenizer",
        label_visibility="collapsed",
        width=200,
    )
    return chosen or _FIRST


def _notice(page: str, own: Sequence[Uploaded]) -> Mapping[str, tuple[str, ...]]:
    """Remember the visitor's own tokenizers; those that the page knew before, by name. When it is opened, that is all:
    its link says what is chosen, and files come along from other pages."""
    key = _own(page)
    known: Mapping[str, tuple[str, ...]] = st.session_state.get(key, _ids(own))
    st.session_state[key] = _ids(own)
    return known


def _own(page: str) -> str:
    """Where the visitor's own tokenizers of the page's last run are kept."""
    return f"{page}_own"


def _ids(own: Sequence[Uploaded]) -> dict[str, tuple[str, ...]]:
    """What names the content of the files of each, whatever is said of them besides."""
    return {one.name: tuple(file.id for file in one.files) for one in own}


def label(one: Offered, say: Catalog) -> str:
    """What a tokenizer is called, as plain text: what is read as Markdown needs :func:`messages.escape`."""
    return say(f"tokenizers.name.{one.name}") if one.is_shipped else shorten(visible(one.name), 40)


def _files(page: str, say: Catalog) -> tuple[Upload, ...]:
    """The files in the page's field, and those that were in another page's."""
    key = f"{page}_files"
    if key not in st.session_state:  # the page has just been opened
        st.session_state.pop(_own(page), None)
        st.session_state[_BROUGHT] = st.session_state.get(_SEEN, ())
    with st.sidebar:
        own = uploads.ask(say("tokenizers.upload"), key, say, help=say("tokenizers.upload.help"), has_many=True)
    brought: tuple[Upload, ...] = st.session_state[_BROUGHT]
    st.session_state[_SEEN] = (*brought, *own)
    return (*brought, *own)
