"""The page `/bytes`, from its address to the screen: a text as bytes, pre-tokens, merges and tokens, in this order."""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256
from typing import Any

import streamlit as st

from tokviz import examples
from tokviz.bpe import ENCODINGS, PRESETS, Model
from tokviz.corpus import Corpus
from tokviz.errors import TokvizError
from tokviz.examples import OWN
from tokviz.pretokenize import with_alternatives
from tokviz.pretokenize.byte_level import CHAR_TO_BYTE
from tokviz.views.encoding import byte_level
from tokviz.views.encoding.byte_level import ByteToken, Pieces
from tokviz.views.shared.catalog import Catalog
from tokviz.web.address import held, url
from tokviz.web.address.form import MAX_LINK_CHARS
from tokviz.web.bytes import panels as bytes_panels
from tokviz.web.bytes import state as bytes_state
from tokviz.web.bytes.state import MAX_CHARS, MAX_MERGES, PATTERNS, RULES, SAMPLES, TRAIN_ON, ByteState
from tokviz.web.server import cache
from tokviz.web.shared import messages, parts, stepping
from tokviz.web.shared.heading import heading

__all__ = ["render"]

_PAGE = "bytes"
_SHOWN = "bytes_shown"  # text and pattern, model, pre-token of the last run: what the stage and the choices belong to


def render(say: Catalog) -> None:
    """Draw the page."""
    heading("page.bytes", say)
    wrong = _read_address()
    chosen = _controls(say)
    if wrong:
        st.warning(messages.escape(say("notice.link", names=", ".join(wrong))), icon=":material/link_off:")
    if not chosen.shown:
        st.info(say("bytes.empty"), icon=":material/edit_note:")
        url.publish(_PAGE, bytes_state.FORM, chosen)
        return
    if len(chosen.shown) > MAX_CHARS:
        st.error(say("bytes.too-long", met=len(chosen.shown), limit=MAX_CHARS), icon=":material/error:")
        url.publish(_PAGE, bytes_state.FORM, chosen)
        return
    try:
        with st.spinner(say("bytes.training")):
            model, key = _model(chosen)
            pieces = with_alternatives(chosen.shown, chosen.pattern)
            tokens = _tokens((*key, len(model.merges), _digest(chosen.shown)), pieces, model)
    except TokvizError as error:
        messages.show_error(error, say)
        url.publish(_PAGE, bytes_state.FORM, chosen)
        return
    chosen = _settle(chosen, key, pieces, tokens, say)

    left, right = st.columns(2, gap="medium")
    with left, parts.part("characters"):
        bytes_panels.characters(chosen.shown, say)
    with right, parts.part("pretokens"):
        bytes_panels.pretokens(chosen, pieces, say)
    with parts.part("stage"):
        bytes_panels.merges(chosen, pieces, model, say)
    with parts.part("tokens"):
        bytes_panels.tokens(chosen, tokens, model, say)


# -- address and controls ----------------------------------------------------------------------------------------------


def _read_address() -> tuple[str, ...]:
    """Fill the widgets when the address changed or they are new; return the parameters that had to be put right."""
    if not url.has_changed(_PAGE) and f"{_PAGE}_sample" in st.session_state:
        return ()
    asked, wrong = bytes_state.FORM.read(url.current())
    for name in ("sample", "pattern", "corpus", "rules", "merges", "word", "token"):
        _set(name, getattr(asked, name))
    _set("text", asked.shown)
    stepping.send(_PAGE, asked.step)
    st.session_state.pop(_SHOWN, None)
    return wrong


def _controls(say: Catalog) -> ByteState:
    """Draw the text and the side bar and return what they say, with the choices made further down."""
    sample = st.pills(
        say("bytes.sample"),
        (*SAMPLES, OWN),
        format_func=lambda name: say.choice("bytes.sample", name),
        key=f"{_PAGE}_sample",
        on_change=_sample_changed,
        required=True,
    )
    text = st.text_area(
        say("bytes.text"), key=f"{_PAGE}_text", height=110, on_change=_text_changed, help=say("bytes.text.help")
    )
    if sample == OWN and MAX_LINK_CHARS < len(text) <= MAX_CHARS:
        st.caption(say("notice.long-text", limit=MAX_LINK_CHARS))
    with st.sidebar:
        st.subheader(say("bytes.pretokens"))
        pattern = st.selectbox(
            say("bytes.pattern"),
            PATTERNS,
            format_func=lambda name: say.choice("split", name),
            key=f"{_PAGE}_pattern",
            help=say("bytes.pattern.help"),
        )
        st.subheader(say("bytes.merges"))
        corpus = st.selectbox(
            say("bytes.corpus"),
            TRAIN_ON,
            format_func=lambda name: say("bytes.corpus.own") if name == OWN else say(f"example.{name}"),
            key=f"{_PAGE}_corpus",
            help=say("bytes.corpus.help"),
        )
        rules = st.selectbox(
            say("bytes.rules"),
            RULES,
            format_func=lambda name: say.choice("bytes.rules", name),
            key=f"{_PAGE}_rules",
            help=say("bytes.rules.help"),
        )
        merges = st.slider(say("bytes.amount"), 0, MAX_MERGES, key=f"{_PAGE}_merges", help=say("bytes.amount.help"))
    return ByteState(
        sample=sample or OWN,
        text=text if sample == OWN else "",
        pattern=pattern,
        corpus=corpus,
        rules=rules,
        merges=merges,
        word=_get("word") or 1,
        token=_get("token") or 1,
    )


def _sample_changed() -> None:
    if _get("sample") in SAMPLES and not url.is_stale(f"{_PAGE}_sample"):
        _set("text", SAMPLES[_get("sample")])
        _set("corpus", bytes_state.fitting(_get("sample")))


def _text_changed() -> None:
    if not url.is_stale(f"{_PAGE}_text"):
        _set("sample", OWN)


def _settle(
    chosen: ByteState, key: cache.TraceKey, pieces: Pieces, tokens: tuple[ByteToken, ...], say: Catalog
) -> ByteState:
    """Keep pre-token, token and step where they belong: at the start for another text, within what there is for all."""
    text, model, word, token = (_digest(chosen.shown), chosen.pattern), (key, chosen.merges), chosen.word, chosen.token
    last_text, last_model, last_word = st.session_state.get(_SHOWN, (text, model, word))
    if text != last_text:
        word = token = 1
    elif model != last_model:
        token = 1
    within = replace(chosen, word=min(word, len(pieces)), token=min(token, len(tokens)))
    beyond = [name for name in ("word", "token") if getattr(within, name) < {"word": word, "token": token}[name]]
    if beyond:
        st.warning(messages.escape(say("notice.link", names=", ".join(beyond))), icon=":material/link_off:")
    if (text, model, within.word) != (last_text, last_model, last_word) and not beyond:
        stepping.send(_PAGE, 0)
    st.session_state[_SHOWN] = (text, model, within.word)
    return within


# -- the model ---------------------------------------------------------------------------------------------------------


def _model(chosen: ByteState) -> tuple[Model, cache.TraceKey]:
    """The tokenizer that the side bar describes, and what names the training. Raises TokvizError."""
    split, rules = chosen.pattern, PRESETS["minbpe"]
    if chosen.rules == "huggingface":
        split, rules = f"{chosen.pattern}-bytes", replace(PRESETS["huggingface"], initial_alphabet=tuple(CHAR_TO_BYTE))
    text = chosen.shown if chosen.corpus == OWN else examples.load(chosen.corpus).text or ""
    key: cache.TraceKey = (_PAGE, _digest(text), split, cache.rules_key(rules))
    trace = cache.bpe_trace(key, MAX_MERGES, None, Corpus.from_text(text, split), rules)
    encoding = ENCODINGS["tokenizers" if chosen.rules == "huggingface" else "minbpe"]
    return trace.model(min(chosen.merges, len(trace)), pretokenizer=split, encoding=encoding), key


@st.cache_resource(max_entries=32, show_spinner=False)
def _tokens(key: cache.TraceKey, _pieces: Pieces, _model: Model) -> tuple[ByteToken, ...]:
    """The tokens of the text; `key` names model and text."""
    return byte_level.tokens(_pieces, _model)


def _digest(text: str) -> str:
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _get(name: str) -> Any:
    return st.session_state.get(f"{_PAGE}_{name}")


def _set(name: str, value: Any) -> None:
    held.put(f"{_PAGE}_{name}", value)
