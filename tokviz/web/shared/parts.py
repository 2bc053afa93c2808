"""The parts of a page: named areas that a link can hide and a guided lesson can point at.

A part is a container of Streamlit's with a CSS class; who hides or outlines one needs nothing but its name.
"""

from __future__ import annotations

from collections.abc import Iterable

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

__all__ = ["PARTS", "part", "selector", "style_without", "text_row", "top_row"]

PARTS = (
    *("controls", "about", "rows", "word", "picture", "now", "printed", "merges", "views", "onward"),
    *("characters", "pretokens", "tokens", "twins", "patches"),  # of /bytes
    *("healing", "roundtrip"),  # of /tokenizers
    *("words", "models", "units"),  # of /why
    *("sizes", "figures", "agreement"),  # of /compare, and the first two of /why
    "clock",  # of /compare
)
"""The names; no page has all of them. `controls` is the side bar, `about` all above what a page is about: a text field,
what the corpus is; `word` the choice of a word; `now` the figures of a step; `merges` those so far; `views` the tabs;
`figures` a table in one, `agreement` how far each two agree."""


def part(name: str, *, is_row: bool = False) -> DeltaGenerator:
    """Return the container of a part, to draw in; at most one of a name on a page.

    is_row: what is in it is in a row.
    """
    return st.container(key=f"part_{name}", horizontal=is_row)


def top_row() -> DeltaGenerator:
    """Return the row below the title: which half of a page is open, the corpus, and the convention."""
    return st.container(key="top_row", horizontal=True, vertical_alignment="center", gap="small")


def text_row() -> DeltaGenerator:
    """Return the part below that row with the text or the word that a page works on."""
    with st.container(key="text_row"):
        return part("about", is_row=True)


def selector(name: str) -> str:
    """Return the CSS selector of a part.

    >>> selector("picture"), selector("controls")
    ('.st-key-part_picture', '[data-testid="stSidebar"]')
    """
    return '[data-testid="stSidebar"]' if name == "controls" else f".st-key-part_{name}"


def style_without(names: Iterable[str]) -> str:
    """Return the style that takes parts off the page. Names that are no parts' are left out.

    >>> style_without(["now", "moon"])
    '<style>.st-key-part_now { display: none !important; }</style>'
    """
    rules = [f"{selector(name)} {{ display: none !important; }}" for name in PARTS if name in set(names)]
    return f"<style>{' '.join(rules)}</style>"
