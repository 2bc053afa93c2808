"""The sentences about a library's tokens on pages that apply a tokenizer."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

import streamlit as st

from tokviz.errors import TokvizError
from tokviz.model import Encoder
from tokviz.models.around import Check, Difference
from tokviz.sandbox import ask
from tokviz.views.encoding.applying import other_tokens
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import shorten
from tokviz.web.shared import cells, messages


def show_check(check: Check, say: Catalog, of: str = "") -> None:
    """Draw the badge, or where the two differ first. of: the tokenizer's name, where there are several."""
    name = f"**{messages.escape(of)}**: " if of else ""
    if check.library is None:
        st.warning(name + say("tokenizers.unchecked"), icon=":material/help:")
    elif check.difference is None:
        tokens = say.count("bytes.count.tokens", check.tokens)
        key = "tokenizers.equal.guessed" if check.is_guessed else "tokenizers.equal"
        icon = "help" if check.is_guessed else "verified"
        st.caption(f":material/{icon}: {name}{say(key, library=check.library, tokens=tokens)}")
    else:
        st.error(name + _differs(check.library, check.difference, say), icon=":material/error:")


def show_other_tokens(model: Encoder, text: str, word: str, say: Catalog) -> None:
    """Say where the library's tokens of a word are not those that its steps lead to."""
    with suppress(TokvizError):  # it was said where the text is encoded
        if tokens := ask(other_tokens, model, text, word):
            in_text, alone = map(_tokens, tokens)
            st.info(say("encode.other-tokens", tokens=in_text, modeled=alone), icon=":material/info:")


def _differs(library: str, difference: Difference, say: Catalog) -> str:
    """Return from where on the tokens are others; of one token that has another id, both ids."""
    at = difference.index + 1
    if difference.is_of_ids:
        ids = {"ours": difference.our_id, "theirs": difference.their_id}
        return say("tokenizers.differs.id", library=library, at=at, token=_tokens(difference.ours[:1]), **ids)
    told = say(
        "tokenizers.differs", library=library, at=at, ours=_tokens(difference.ours), theirs=_tokens(difference.theirs)
    )
    return told + (say("tokenizers.differs.tied") if difference.is_tied else "")


def _tokens(tokens: Sequence[str]) -> str:
    return cells.code(cells.token(shorten(" ".join(tokens), 60)))
