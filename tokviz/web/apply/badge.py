"""Whether our model and the library of a file agree on a text, on every page that applies one."""

from __future__ import annotations

import streamlit as st

from tokviz.pipeline import Check
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import shorten
from tokviz.web.shared import cells, messages

__all__ = ["show"]


def show(check: Check, say: Catalog, of: str = "") -> None:
    """Draw the badge, or where the two differ first. of: the tokenizer's name, where there are several."""
    name = f"**{messages.escape(of)}**: " if of else ""
    if check.library is None:
        st.warning(name + say("tokenizers.unchecked"), icon=":material/help:")
    elif check.difference is None:
        tokens = say.count("bytes.count.tokens", check.tokens)
        st.caption(f":material/verified: {name}{say('tokenizers.equal', library=check.library, tokens=tokens)}")
    else:
        ours, theirs = (
            cells.code(cells.token(shorten(" ".join(one), 60)))
            for one in (check.difference.ours, check.difference.theirs)
        )
        at = check.difference.index + 1
        differs = say("tokenizers.differs", library=check.library, at=at, ours=ours, theirs=theirs)
        st.error(name + differs, icon=":material/error:")
