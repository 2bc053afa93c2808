"""Whether our model and the library of a file agree on a text, on every page that applies one."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from tokviz.models.around import Check, Difference
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
        st.error(name + _differs(check.library, check.difference, say), icon=":material/error:")


def _differs(library: str, found: Difference, say: Catalog) -> str:
    """From where on the tokens are others; of one token that has another id, both ids."""
    at = found.index + 1
    if found.is_of_ids:
        ids = {"ours": found.our_id, "theirs": found.their_id}
        return say("tokenizers.differs.id", library=library, at=at, token=_tokens(found.ours[:1]), **ids)
    return say("tokenizers.differs", library=library, at=at, ours=_tokens(found.ours), theirs=_tokens(found.theirs))


def _tokens(tokens: Sequence[str]) -> str:
    return cells.code(cells.token(shorten(" ".join(tokens), 60)))
