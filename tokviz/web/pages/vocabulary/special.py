"""The added and special tokens of the chosen tokenizers, and what happens when somebody types one."""

from __future__ import annotations

import streamlit as st

from tokviz.views.shared.catalog import Catalog
from tokviz.views.vocabularies.tables import special_table
from tokviz.vocabularies import Typed, typed
from tokviz.vocabularies.samples import BEFORE, BEHIND
from tokviz.web.pages.vocabulary import store
from tokviz.web.pages.vocabulary.controls import Chosen
from tokviz.web.pages.vocabulary.shared import each, table
from tokviz.web.shared import cells

__all__ = ["show"]


def show(chosen: Chosen, say: Catalog) -> None:
    """Draw one row a token, and say how it was tried."""
    st.markdown(say("vocabulary.special.about", sample=cells.code(f"{BEFORE}…{BEHIND}")))
    found = _typed(chosen, say)
    if not any(found.values()):
        st.info(say("vocabulary.special.none"), icon=":material/info:")
        return
    table(special_table(found, say), "special", say)


def _typed(chosen: Chosen, say: Catalog) -> dict[str, tuple[Typed, ...]]:
    """What was found of each tokenizer."""
    every, tokenizers = each(chosen, say), chosen.tokenizers
    return {
        name: store.computed("special", tokenizers[place], (), say, typed, one.pipeline)
        for name, (place, one) in every.items()
    }
