"""The cards of the start page: a page with a line about it, a worked example that opens at its first step."""

from __future__ import annotations

import streamlit as st

from tokviz import examples
from tokviz.examples import OWN
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import visible
from tokviz.web.address.site_map import PageInfo, info, page
from tokviz.web.shared import cells

__all__ = ["example_card", "page_card"]

_SHOWN_WORDS = 5


def page_card(shown: PageInfo, say: Catalog) -> None:
    """A link to a page, and what it is for."""
    st.page_link(page(shown, say), label=f"**{say(shown.title)}**", query_params={"lang": say.language})
    st.caption(say(f"{shown.title}.line"))


def example_card(name: str, say: Catalog) -> None:
    """A link to an example on `/bpe`, or to a text of one's own; what it is, and its first words."""
    st.page_link(
        page(info("bpe"), say),
        label=f"**{say(f'example.{name}')}**",
        icon=":material/edit_note:" if name == OWN else ":material/play_circle:",
        query_params={"example": name, "lang": say.language},
    )
    st.caption(say(f"example.{name}.about"))
    if name != OWN:
        st.markdown(cells.code(_words(name, say)))


def _words(name: str, say: Catalog) -> str:
    """The first words of an example with their counts."""
    corpus = examples.load(name).corpus_for("bpe")
    shown = ", ".join(f"{visible(word)} {say.integer(count)}" for word, count in list(corpus.items())[:_SHOWN_WORDS])
    return shown + (" …" if len(corpus) > _SHOWN_WORDS else "")
