"""The view of a text read back from its tokens, for every page that applies a tokenizer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain

import streamlit as st

from tokviz.model import Model
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import shorten, visible
from tokviz.web.encoding.tokenizer import LoadedTokenizer, encoded, walk
from tokviz.web.shared import cells, pictures

__all__ = ["show"]

_SHOWN = 400


def show(
    tokenizer: LoadedTokenizer[Model],
    text: str,
    say: Catalog,
    prefix: str,
    *,
    tokens: str,
    decoded: str = "encode.decode.text",
    lost: str = "encode.decode.lost",
    why: Callable[[str], Sequence[str]] | None = None,
) -> None:
    """Draw the walk through the tokens, the tokens, what they read as, and whether that is the text.

    prefix: of the stage's key. tokens, decoded, lost: the sentences about them. why: the sentences about what was lost
    on the way, for the text that came back; without it white space and the rest are told apart.
    """
    pictures.walk(walk(tokenizer.key, text, say.language, tokenizer), key=f"{prefix}_walk")
    found = list(chain.from_iterable(one for _, one in encoded(tokenizer.key, text, tokenizer)))
    back = tokenizer.encoder.decode(found)
    listed, joined = " ".join(map(visible, found)), visible("".join(found))
    st.markdown(say(tokens, tokens=cells.code(shorten(listed, _SHOWN)), joined=cells.code(shorten(joined, _SHOWN))))
    st.markdown(say(decoded, text=cells.code(shorten(visible(back), _SHOWN))))
    if back == text:
        st.success(say("encode.decode.same"), icon=":material/check:")
    elif why is not None:
        st.warning("\n".join([say(lost), *(f"- {line}" for line in why(back))]), icon=":material/info:")
    elif tokenizer.model.normalizer is not None or tokenizer.around is not None:
        st.info(say("encode.decode.normalized"), icon=":material/info:")
    elif back.split() == text.split():
        st.info(say("encode.decode.spaces"), icon=":material/info:")
    else:
        st.warning(say(lost), icon=":material/info:")
