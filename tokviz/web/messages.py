"""Errors and notes of the core in the visitor's language."""

from __future__ import annotations

import string
from collections.abc import Mapping

import streamlit as st

from tokviz.errors import FormatError, TokvizError
from tokviz.views.catalog import Catalog
from tokviz.views.display import shorten, visible

__all__ = ["error_text", "note_text", "show_error"]


def error_text(error: TokvizError, say: Catalog) -> str:
    """The sentence of an error; its own English one where the catalog has none."""
    key = f"error.{error.code}"
    if key not in say:
        return str(error)
    sentence = say(key, **_shown(error.details))
    return say("error.at-line", line=f"{error.line:,}", what=sentence) if isinstance(error, FormatError) else sentence


def note_text(code: str, details: Mapping[str, object], say: Catalog) -> str:
    """The sentence of a note of :class:`tokviz.ingest.Parsed`."""
    return say(f"note.{code}", **_shown(details))


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


def _shown(details: Mapping[str, object]) -> dict[str, object]:
    return {
        name: f"{value:,}"
        if isinstance(value, int) and not isinstance(value, bool)
        else shorten(" ".join(map(visible, str(value).split(" "))), 200)
        for name, value in details.items()
    }
