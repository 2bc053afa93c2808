"""Running text of a page, with the terms of the glossary explained where they are first mentioned.

A term can be hovered over, have the focus, or be tapped; then its definition stands below its paragraph until Escape
takes it away (``terms.js``). Only sentences of the catalog may be shown so, with whole numbers for values, because they
are shown as HTML: what a visitor has typed never goes through here.
"""

from __future__ import annotations

from numbers import Integral

import streamlit as st

from tokviz.views.shared import glossary
from tokviz.views.shared.catalog import Catalog

__all__ = ["caption", "html", "text"]


def caption(key: str, say: Catalog, **numbers: int) -> None:
    """A caption out of the catalog."""
    st.caption(html(key, say, **numbers), unsafe_allow_html=True)


def text(key: str, say: Catalog, **numbers: int) -> None:
    """A paragraph out of the catalog."""
    st.markdown(html(key, say, **numbers), unsafe_allow_html=True)


def html(key: str, say: Catalog, **numbers: int) -> str:
    """The sentence `key` with its terms explained, filled in with whole numbers. Raises TypeError for another value."""
    for name, number in numbers.items():
        if not isinstance(number, Integral):
            raise TypeError(f"{key}: {name} is no whole number.")
    marked = glossary.mark_terms(say.templates[key], say.language)
    return glossary.marked_html(Catalog(say.language, {**say.templates, key: marked})(key, **numbers), say)
