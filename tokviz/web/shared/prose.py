"""Running text of a page, with the terms of the glossary explained where they are first mentioned.

A term can be hovered over, have the focus, or be tapped; then its definition stands below its paragraph. Only sentences
of the catalog without values may be shown so, because they are shown as HTML.
"""

from __future__ import annotations

import streamlit as st

from tokviz.views.shared import mentions
from tokviz.views.shared.catalog import Catalog

__all__ = ["caption"]


def caption(key: str, say: Catalog) -> None:
    """A caption out of the catalog; `key` names a sentence without places."""
    text = say.templates[key]
    if "{" in text:
        raise ValueError(f"{key} has places.")
    st.caption(mentions.html(mentions.marked(say(key), say.language), say), unsafe_allow_html=True)
