"""What subword-nmt does around the merges, in the side bar of `/bpe-encode`: separator, glossaries, vocabulary.

Shown only for merges that a codes file can hold and that are applied as subword-nmt applies them.
"""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256

import streamlit as st

from tokviz.bpe import ENCODINGS, Applier, Model
from tokviz.errors import RulesError
from tokviz.views.shared.catalog import Catalog
from tokviz.web.address.form import MAX_LINK_CHARS
from tokviz.web.apply.bpe_state import MAX_SEPARATOR, MAX_THRESHOLD, EncodeState
from tokviz.web.apply.bpe_tool import Tool, counted, vocabulary_of_file
from tokviz.web.server import cache, uploads
from tokviz.web.train import training

__all__ = ["fill", "fits", "kept", "show", "tool_of", "without"]

_PREFIX = "encode_"
_FILE = "encode_vocabulary_file"


def fits(model: Model) -> bool:
    """Whether subword-nmt could apply these merges."""
    if model.encoding != ENCODINGS["subword-nmt"] or model.pretokenizer != "whitespace":
        return False
    try:
        Applier.from_model(model)
    except RulesError:
        return False
    return True


def fill(asked: EncodeState) -> None:
    """Put a state into the widgets; only before they are drawn."""
    st.session_state[f"{_PREFIX}apply"] = bool(asked.apply)
    st.session_state[f"{_PREFIX}vocabulary"] = bool(asked.vocabulary)
    for name in ("separator", "glossaries", "threshold"):
        st.session_state[_PREFIX + name] = getattr(asked, name)


def kept(asked: EncodeState) -> EncodeState:
    """The state with what the widgets say, drawn or not: Streamlit forgets what is not written anew in each run."""
    said = {}
    for name in ("apply", "separator", "glossaries", "vocabulary", "threshold"):
        said[name] = st.session_state[_PREFIX + name] = st.session_state[_PREFIX + name]
    if not said["apply"]:
        return without(asked)
    said |= {"apply": "subword-nmt", "vocabulary": "corpus" if said["vocabulary"] else ""}
    return replace(asked, **said)


def without(asked: EncodeState) -> EncodeState:
    """The state of a tokenizer that is applied by its merges alone."""
    usual = EncodeState()
    names = ("apply", "separator", "glossaries", "vocabulary", "threshold")
    return replace(asked, **{name: getattr(usual, name) for name in names})


def show(say: Catalog) -> None:
    """Draw the section of the side bar."""
    with st.sidebar:
        if not st.toggle(say("encode.apply"), key=f"{_PREFIX}apply", help=say("encode.apply.help")):
            return
        st.text_input(
            say("encode.apply.separator"),
            key=f"{_PREFIX}separator",
            max_chars=MAX_SEPARATOR,
            help=say("encode.apply.separator.help"),
        )
        st.text_area(
            say("encode.apply.glossaries"),
            key=f"{_PREFIX}glossaries",
            height=68,
            max_chars=MAX_LINK_CHARS,
            help=say("encode.apply.glossaries.help"),
        )
        st.toggle(say("encode.apply.counted"), key=f"{_PREFIX}vocabulary", help=say("encode.apply.counted.help"))
        uploads.ask(say("encode.apply.file"), _FILE, say, help=say("encode.apply.file.help"))
        st.number_input(
            say("encode.apply.threshold"),
            min_value=1,
            max_value=MAX_THRESHOLD,
            step=1,
            key=f"{_PREFIX}threshold",
            help=say("encode.apply.threshold.help"),
        )


def tool_of(model: Model, key: cache.TraceKey, asked: EncodeState, say: Catalog) -> Tool:
    """The tokenizer with all that is asked for around it. Raises TokvizError."""
    if not asked.apply:
        return Tool(model, key)
    patterns = tuple(asked.glossaries.split())
    applier = replace(Applier.from_model(model), separator=asked.separator, glossaries=patterns)
    name = sha256(repr((asked.separator, patterns)).encode("utf-8", "surrogatepass")).hexdigest()
    key = (*key, "apply", name)
    counts, source = _counts(applier, key, asked, say)
    if not source:
        return Tool(model, key, applier)
    frequent = {token: count for token, count in counts.items() if count >= asked.threshold}
    with st.sidebar:
        known = {"known": f"{len(frequent):,}", "total": f"{len(counts):,}"}
        st.caption(say("encode.apply.known", **known) if frequent else say("encode.apply.known.none"))
    return Tool(model, (*key, *source, asked.threshold), replace(applier, vocabulary=frequent.keys()), frequent)


def _counts(
    applier: Applier, key: cache.TraceKey, asked: EncodeState, say: Catalog
) -> tuple[dict[str, int], cache.TraceKey]:
    """The vocabulary with its counts, and what names it; nothing if none is asked for."""
    file = uploads.one(_FILE)
    if file is not None:
        return vocabulary_of_file(file.id, file.data), ("file", file.id)
    if not asked.vocabulary:
        return {}, ()
    if training.is_empty(asked.train):
        st.sidebar.caption(say("encode.apply.no-corpus"))
        return {}, ()
    corpus, corpus_key, _ = training.corpus_of(asked.train)
    return counted((*key, *corpus_key), applier, corpus), ("corpus", *corpus_key)
