"""The added and special tokens of the chosen tokenizers, and what happens when somebody types one."""

from __future__ import annotations

import streamlit as st

from tokviz.views.shared.catalog import Catalog
from tokviz.views.vocabularies.tables import special_table
from tokviz.vocabularies import typed
from tokviz.vocabularies.specials import BEFORE, BEHIND
from tokviz.web.shared import cells
from tokviz.web.vocabulary.controls import Chosen
from tokviz.web.vocabulary.shared import each, of_each, table

__all__ = ["show"]


def show(chosen: Chosen, say: Catalog) -> None:
    """Draw one row a token, and say how it was tried."""
    st.markdown(say("vocabulary.special.about", sample=cells.code(f"{BEFORE}…{BEHIND}")))
    found = of_each(each(chosen, say), "special", chosen, say, lambda one: typed(one.pipeline))
    if not any(found.values()):
        st.info(say("vocabulary.special.none"), icon=":material/info:")
        return
    table(special_table(found, say), "special", say)
