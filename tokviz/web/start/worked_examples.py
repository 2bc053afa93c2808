"""The worked examples on the start page, a line each: the name, and how many words there are to train on."""

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
            before, behind = (":material/edit_note: ", "") if name == OWN else ("", f" :small[{_words(name, say)}]")
            st.page_link(
                page(info("bpe"), say),
                label=f"{before}{say(f'example.{name}')}{behind}",
                query_params={"example": name, "lang": say.language},
                help=say(f"example.{name}.about"),
                width="stretch",
            )


def _words(name: str, say: Catalog) -> str:
    return say.count("count.words", len(examples.load(name).corpus_for("bpe")))
