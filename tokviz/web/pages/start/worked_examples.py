"""The worked examples on the start page, a line each: the name, whose it is, and how many words it has."""

from __future__ import annotations

import streamlit as st

from tokviz import examples
from tokviz.examples import OWN
from tokviz.views.shared.catalog import Catalog
from tokviz.web.address.site_map import info, page

__all__ = ["worked_examples"]


def worked_examples(say: Catalog) -> None:
    """Draw them, each with a link to `/bpe`; the last is for a text of one's own."""
    with st.container(key="start_examples"):
        for name in (*examples.NAMES, OWN):
            st.page_link(
                page(info("bpe"), say),
                label=f"{say(f'example.{name}')} :gray[{_whose(name, say)}] :gray[{_words(name, say)}]",
                query_params={"example": name, "lang": say.language},
                help=say(f"example.{name}.about"),
                width="stretch",
            )


def _whose(name: str, say: Catalog) -> str:
    """Return whose example it is, in a few words; a space for prose of ours, whose name says enough."""
    key = f"start.from.{name}"
    return say(key) if key in say else "\u00a0"


def _words(name: str, say: Catalog) -> str:
    return "\u00a0" if name == OWN else say.count("count.words", len(examples.load(name).corpus_for("bpe")))
