"""The views of a whole text on pages that apply a tokenizer: its tokens, the text read back, the library's tokens."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from itertools import chain

import pandas as pd
import streamlit as st

from tokviz.errors import TokvizError
from tokviz.model import Encoder, Model
from tokviz.models.around import Check, Difference
from tokviz.sandbox import ask
from tokviz.views.encoding import merging as encoding
from tokviz.views.encoding.applying import numbers_of, other_tokens
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import shorten, visible
from tokviz.web.encoding.tokenizer import LoadedTokenizer, encoded, walk
from tokviz.web.shared import cells, messages, stepping, tables

__all__ = ["Encoded", "show_check", "show_decoded", "show_other_tokens", "show_tokens"]

_MEASURES = {
    "tokens": "encode.measure.tokens",
    "words": "encode.measure.words",
    "looked-up": "encode.measure.looked-up",
    "characters": "encode.measure.characters",
    "used": "encode.measure.used",
}

_MEASURE_HELP = {
    "tokens": "encode.measure.tokens.help",
    "words": "encode.measure.words.help",
    "looked-up": "encode.measure.looked-up.help",
    "characters": "encode.measure.characters.help",
    "used": "encode.measure.used.help",
}

Encoded = Sequence[tuple[str, Sequence[str]]]
"""Each word of a text with its tokens, in order."""

_MAX_ROWS = 500
_MAX_SHOWN = 150


def show_tokens(
    text: str,
    words: Encoded,
    ids: Mapping[str, int],
    say: Catalog,
    *,
    key: str,
    note: str = "",
) -> None:
    """Draw the tokens of a text. ids: the vocabulary; note: below the numbers."""
    tokens = list(chain.from_iterable(word_tokens for _, word_tokens in words))
    used = Counter(tokens)
    different = len({word for word, _ in words})
    characters = sum(not character.isspace() for character in text)
    numbered = ask(numbers_of, ids, tuple(used))
    numbers = (
        ("tokens", say.integer(len(tokens))),
        ("words", say.integer(len(words))),
        ("looked-up", say.integer(len(words) - different)),
        ("characters", say.decimal(characters / len(tokens), 2) if tokens else "–"),
        ("used", f"{say.integer(len(numbered))} / {say.integer(len(ids))}" if ids else "–"),
    )
    for column, (name, value) in zip(st.columns(len(numbers)), numbers, strict=True):
        column.metric(say(_MEASURES[name]), value, help=say(_MEASURE_HELP[name]))
    if note:
        st.caption(note)
    picture = encoding.merging_picture([encoding.Row("", "", tokens[:_MAX_SHOWN])], say)
    stepping.still_picture(picture, key=key)
    tables.cut_short(_MAX_SHOWN, len(tokens), say)
    ranked = used.most_common(_MAX_ROWS)
    table = pd.DataFrame(
        {
            "id": pd.array([numbered.get(token) for token, _ in ranked], dtype="Int64"),
            "token": [cells.token(token) for token, _ in ranked],
            "occurrences": [count for _, count in ranked],
        }
    )
    # What is not in the vocabulary has no id; Streamlit would write None, in English.
    tables.show(table, say, alt=say("tab.tokens"), placeholder="–", total=len(used))


# -- read back ---------------------------------------------------------------------------------------------------------

_MAX_DECODED = 400


def show_decoded(
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

    prefix: of the picture's key. tokens, decoded, lost: the sentences about them. why: the sentences about what was
    lost on the way, for the text that came back; without it white space and the rest are told apart.
    """
    stepping.token_walk(walk(tokenizer.key, text, say.language, tokenizer), key=f"{prefix}_walk")
    all_tokens = list(chain.from_iterable(word_tokens for _, word_tokens in encoded(tokenizer.key, text, tokenizer)))
    back = tokenizer.encoder.decode(all_tokens)
    listed, joined = " ".join(map(visible, all_tokens)), visible("".join(all_tokens))
    st.markdown(
        say(tokens, tokens=cells.code(shorten(listed, _MAX_DECODED)), joined=cells.code(shorten(joined, _MAX_DECODED)))
    )
    st.markdown(say(decoded, text=cells.code(shorten(visible(back), _MAX_DECODED))))
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


# -- the library's tokens ----------------------------------------------------------------------------------------------


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
