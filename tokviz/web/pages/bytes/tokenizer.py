"""The tokenizer of `/bytes`, and the text in its pre-tokens and tokens."""

from __future__ import annotations

from dataclasses import dataclass, replace

import streamlit as st

from tokviz.bpe import Model
from tokviz.corpus import Corpus
from tokviz.errors import TokvizError
from tokviz.pretokenize import with_alternatives
from tokviz.state.bytes import MAX_CHARS, MAX_MERGES, PAGE, BytesState
from tokviz.views import byte_level
from tokviz.views.byte_level import ByteToken, Pieces
from tokviz.views.shared.catalog import Catalog
from tokviz.web.computing import cache
from tokviz.web.pages.bytes.learning import model_of, training_of
from tokviz.web.shared import messages, stepping

__all__ = ["SHOWN", "CutText", "cut", "settled"]

SHOWN = "bytes_shown"
"""Where the text with its pattern, the model and the pre-token of the last run are kept: what stage and choices belong
to."""


@dataclass(frozen=True, eq=False)
class CutText:
    """A text as a tokenizer cuts it. key: names the training in caches."""

    model: Model
    key: cache.TraceKey
    pieces: Pieces
    tokens: tuple[ByteToken, ...]


def cut(chosen: BytesState, say: Catalog) -> CutText | None:
    """Train and cut the text; None where the visitor was told why there is nothing to show."""
    if not chosen.shown:
        st.info(say("bytes.empty"), icon=":material/edit_note:")
        return None
    if len(chosen.shown) > MAX_CHARS:
        st.error(say("bytes.too-long", met=len(chosen.shown), limit=MAX_CHARS), icon=":material/error:")
        return None
    try:
        with st.spinner(say("bytes.training")):
            model, key = _model(chosen)
            pieces = with_alternatives(chosen.shown, chosen.pattern)
            name = (*key, len(model.merges), cache.digest(chosen.shown))
            return CutText(model, key, pieces, _tokens(name, pieces, model))
    except TokvizError as error:
        messages.show_error(error, say)
        return None


def settled(chosen: BytesState, found: CutText, say: Catalog) -> BytesState:
    """Keep pre-token, token and step where they belong: at the start for another text, within what there is for all."""
    text, model = (cache.digest(chosen.shown), chosen.pattern), (found.key, chosen.merges)
    word, token = chosen.word, chosen.token
    last_text, last_model, last_word = st.session_state.get(SHOWN, (text, model, word))
    if text != last_text:
        word = token = 1
    elif model != last_model:
        token = 1
    within = replace(chosen, word=min(word, len(found.pieces)), token=min(token, len(found.tokens)))
    beyond = [name for name in ("word", "token") if getattr(within, name) < {"word": word, "token": token}[name]]
    messages.warn_of_link(beyond, say)
    if (text, model, within.word) != (last_text, last_model, last_word) and not beyond:
        stepping.send(PAGE, 0)
    st.session_state[SHOWN] = (text, model, within.word)
    return within


def _model(chosen: BytesState) -> tuple[Model, cache.TraceKey]:
    """The tokenizer that the side bar describes, and what names the training. Raises TokvizError."""
    text, split, rules = training_of(chosen)
    key: cache.TraceKey = (PAGE, cache.digest(text), split, cache.rules_key(rules))
    trace = cache.bpe_trace(key, MAX_MERGES, None, Corpus.from_text(text, split), rules)
    return model_of(trace, chosen), key


@st.cache_resource(max_entries=32, show_spinner=False)
def _tokens(key: cache.TraceKey, _pieces: Pieces, _model: Model) -> tuple[ByteToken, ...]:
    """The tokens of the text; `key` names model and text."""
    return byte_level.tokens(_pieces, _model)
