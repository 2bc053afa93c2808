"""The start page: what tokviz is, the guided lessons, the pages with a line each, the worked examples as cards."""

from __future__ import annotations

import streamlit as st

from tokviz import examples
from tokviz.examples import OWN
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import visible
from tokviz.web.address.site_map import PAGES, page
from tokviz.web.guides import frame as guide_frame
from tokviz.web.shared import cells
from tokviz.web.shared.cards import cards

__all__ = ["render"]

_SHOWN_WORDS = 5


def render(say: Catalog) -> None:
    """Draw the page."""
    st.title(say("app.name"), anchor=False)
    st.markdown(f"#### {say('app.tagline')}")
    st.markdown(say("start.what"))

    guide_frame.show_all(say)

    st.subheader(say("start.pages"), anchor=False)
    for info in cards([info for info in PAGES if info.url]):
        st.page_link(page(info, say), label=f"**{say(info.title)}**", query_params={"lang": say.language})
        st.caption(say(f"{info.title}.line"))

    st.subheader(say("start.examples"), anchor=False)
    lesson = page(next(info for info in PAGES if info.url == "bpe"), say)
    for name in cards((*examples.NAMES, OWN)):
        _card(name, lesson, say)


def _card(name: str, lesson: st.Page, say: Catalog) -> None:
    st.page_link(
        lesson,
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
