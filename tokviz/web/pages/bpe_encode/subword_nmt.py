"""What subword-nmt does around the merges, in the side bar of `/bpe-encode`: separator, glossaries, vocabulary.

Shown only for merges that a codes file can hold and that are applied as subword-nmt applies them.
"""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from tokviz.bpe import ENCODINGS, Applier, Model
from tokviz.corpus import Corpus
from tokviz.errors import RulesError
from tokviz.files.subword_nmt import read_vocabulary
from tokviz.sandbox import ask
from tokviz.state.bpe_encode import MAX_SEPARATOR, MAX_THRESHOLD, BpeEncodeState
from tokviz.state.form import MAX_LINK_CHARS
from tokviz.views.shared.catalog import Catalog
from tokviz.web.computing import cache
from tokviz.web.computing.cache import TraceKey
from tokviz.web.pages.bpe_encode.tokenizer import BpeTokenizer
from tokviz.web.server import uploads
from tokviz.web.training import training

__all__ = ["applied", "fits", "show", "without"]

_PREFIX = "bpe_encode_"
_FILE = "bpe_encode_vocabulary_file"
_NAMES = ("separator", "glossaries", "vocabulary", "threshold")


def fits(model: Model) -> bool:
    """Whether subword-nmt could apply these merges."""
    if model.encoding != ENCODINGS["subword-nmt"] or model.pretokenizer != "whitespace":
        return False
    try:
        ask(Applier.from_model, model)
    except RulesError:
        return False
    return True


def without(asked: BpeEncodeState) -> BpeEncodeState:
    """The state of a tokenizer that is applied by its merges alone."""
    usual = BpeEncodeState(asked.train)
    return replace(asked, apply=False, **{name: getattr(usual, name) for name in _NAMES})


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


def applied(tokenizer: BpeTokenizer, asked: BpeEncodeState, say: Catalog) -> BpeTokenizer:
    """The tokenizer with all that is asked for around it. Raises TokvizError."""
    patterns = tuple(asked.glossaries.split())
    bare = ask(Applier.from_model, tokenizer.model)
    applier = ask(replace, bare, separator=asked.separator, glossaries=patterns)
    key = (*tokenizer.key, "apply", cache.digest(repr((asked.separator, patterns))))
    counts, source = _counts(applier, key, asked, say)
    if not source:
        return replace(tokenizer, key=key, applier=applier)
    frequent = {token: count for token, count in counts.items() if count >= asked.threshold}
    with st.sidebar:
        known = {"known": say.integer(len(frequent)), "total": say.integer(len(counts))}
        st.caption(say("encode.apply.known", **known) if frequent else say("encode.apply.known.none"))
    applier = ask(replace, applier, vocabulary=frozenset(frequent))
    return replace(tokenizer, key=(*key, *source, asked.threshold), applier=applier, counts=frequent)


def _counts(applier: Applier, key: TraceKey, asked: BpeEncodeState, say: Catalog) -> tuple[dict[str, int], TraceKey]:
    """The vocabulary with its counts, and what names it; nothing if none is asked for."""
    file = uploads.one(_FILE)
    if file is not None:
        return _read(file.id, file.data), ("file", file.id)
    if not asked.vocabulary:
        return {}, ()
    if training.is_empty(asked.train):
        st.sidebar.caption(say("encode.apply.no-corpus"))
        return {}, ()
    corpus, corpus_key, _ = training.corpus_of(asked.train)
    return _counted((*key, *corpus_key), applier, corpus), ("corpus", *corpus_key)


@cache.kept(16)
def _counted(key: TraceKey, _applier: Applier, _corpus: Corpus) -> dict[str, int]:
    return _applier.count_tokens(_corpus)


@st.cache_resource(max_entries=8, show_spinner=False)
def _read(file_id: str, _data: bytes) -> dict[str, int]:
    """The vocabulary in an uploaded file. Raises TokvizError."""
    return read_vocabulary(_data)
