"""Errors and notes of the core on a page: their sentences are those of :mod:`tokviz.views.shared.messages`."""

from __future__ import annotations

import string

import streamlit as st

from tokviz.errors import TokvizError
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.messages import error_text, note_text

__all__ = ["error_text", "note_text", "show_error"]


def show_error(error: TokvizError, say: Catalog) -> None:
    """Show an error as plain text: what a visitor typed may be in it, so it is never read as Markdown."""
    st.error(escape(error_text(error, say)), icon=":material/error:")


def escape(text: str) -> str:
    """`text` with everything that Markdown would read as more than text put out of its reach.

    >>> escape("a*b_<i>")
    'a\\\\*b\\\\_\\\\<i\\\\>'
    """
    for name in ("material", "streamlit"):  # Streamlit's own marks work behind a backslash too
        text = text.replace(f":{name}", f":\u2060{name}")
    return "".join(f"\\{character}" if character in _MARKDOWN else character for character in text)


_MARKDOWN = frozenset(string.punctuation)  # a backslash makes any of these plain
