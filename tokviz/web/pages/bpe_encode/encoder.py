"""The tokenizer of `/bpe-encode`: how merges are applied, unknown characters, and the options of subword-nmt."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

import streamlit as st

from tokviz.algorithms import BPE
from tokviz.bpe import ENCODINGS, Applier, Model
from tokviz.bpe.encoding import Loop
from tokviz.corpus import Corpus
from tokviz.errors import RulesError
from tokviz.files.detect import load_bpe
from tokviz.files.pipeline import around_codes
from tokviz.files.subword_nmt import read_vocabulary
from tokviz.memory import digest
from tokviz.sandbox import ask
from tokviz.state.bpe_encode import LOOPS, MAX_SEPARATOR, MAX_THRESHOLD, BpeEncodeState
from tokviz.state.form import MAX_LINK_CHARS
from tokviz.views.encoding.applying import applied_word, applier_of, frequent, merged_word, repeated
from tokviz.views.encoding.loaded import BpeTokenizer
from tokviz.views.picture.questions import DrawWord
from tokviz.views.shared.catalog import Catalog
from tokviz.web.computing import cache
from tokviz.web.computing.cache import TraceKey
from tokviz.web.encoding.page import PageContext, Place
from tokviz.web.encoding.tokenizer import Given, trained
from tokviz.web.server import uploads
from tokviz.web.shared import cells, messages
from tokviz.web.training import training

_LOOPS = {
    "one-at-a-time": "encode.loop.one-at-a-time",
    "all-occurrences": "encode.loop.all-occurrences",
    "rule-by-rule": "encode.loop.rule-by-rule",
}

_UNKNOWN = {
    "bytes": "encode.unknown.bytes",
    "unk": "encode.unknown.unk",
    "keep": "encode.unknown.keep",
}

_PREFIX = "bpe_encode_"
_VOCABULARY_FILE = "bpe_encode_vocabulary_file"
_APPLY_FIELDS = ("separator", "glossaries", "vocabulary", "threshold")


def show_controls(say: Catalog) -> None:
    """Draw the side bar's choice of how merges are applied."""
    st.selectbox(
        say("encode.loop"),
        ("", *LOOPS),
        format_func=lambda name: say(_LOOPS[name]) if name else say("encode.loop.library"),
        key="bpe_encode_loop",
        help=say("encode.loop.help"),
    )


def load_tokenizer(
    given: Given, state: BpeEncodeState, linked: BpeEncodeState | None, place: Place, say: Catalog
) -> tuple[BpeTokenizer, BpeEncodeState]:
    """Return the tokenizer with everything around it that the side bar asks for. Raises TokvizError."""
    loaded = given.tokenizer(load_bpe) or trained(BPE, state.train, say)
    tokenizer = BpeTokenizer(loaded.model, loaded.key, loaded.training, loaded.file, loaded.notes, loaded.original)
    if state.loop:
        key = (*tokenizer.key, state.loop)
        tokenizer = replace(
            tokenizer, key=key, model=cache.model_with_loop(key, tokenizer.model, cast(Loop, state.loop))
        )
    again = ask(repeated, tokenizer.model.merges)
    if again:
        last = tokenizer.model.encoding.last_duplicate
        message = say.count("encode.twice.last", again) if last else say.count("encode.twice.first", again)
        st.info(message, icon=":material/content_copy:")
    if _fits(tokenizer.model):
        _show_apply_controls(say)
    elif state.apply:
        if linked and linked.apply:
            messages.warn_of_link(["apply"], say)
        state = replace(state, apply=False)
    if not state.apply:
        return tokenizer, _without_applier(state)
    return _with_applier(tokenizer, state, say), state


def draw_word(tokenizer: BpeTokenizer) -> DrawWord:
    """Return the function that draws the iterations of a word, or all that subword-nmt does with it."""
    return merged_word if tokenizer.applier is None else applied_word


def show_unknown(context: PageContext[BpeEncodeState, BpeTokenizer], word: str, picture: Place, say: Catalog) -> None:
    """Say which characters of a word the vocabulary lacks, and what becomes of them."""
    model = context.tokenizer.model
    encoding, unknown = model.encoding, model.unknown(word)
    if unknown and not model.dropped(word):  # the picture shows these
        handling = "bytes" if encoding.byte_fallback else encoding.unknown
        unk, names = cells.code(cells.token(encoding.unk_token or "")), cells.code_list(unknown, say)
        with picture:
            st.caption(say(_UNKNOWN[handling], characters=names, unk=unk))


# -- what subword-nmt does around the merges ---------------------------------------------------------------------------


def _fits(model: Model) -> bool:
    """Tell if subword-nmt could apply these merges.

    A codes file must contain them, applied as it applies them.
    """
    if model.encoding != ENCODINGS["subword-nmt"] or model.pretokenizer != "whitespace":
        return False
    try:
        ask(Applier.from_model, model)
    except RulesError:
        return False
    return True


def _without_applier(state: BpeEncodeState) -> BpeEncodeState:
    """Return the state of a tokenizer that is applied by its merges alone."""
    usual = BpeEncodeState(state.train)
    return replace(state, apply=False, **{name: getattr(usual, name) for name in _APPLY_FIELDS})


def _show_apply_controls(say: Catalog) -> None:
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
        uploads.ask(say("encode.apply.file"), _VOCABULARY_FILE, say, help=say("encode.apply.file.help"))
        st.number_input(
            say("encode.apply.threshold"),
            min_value=1,
            max_value=MAX_THRESHOLD,
            step=1,
            key=f"{_PREFIX}threshold",
            help=say("encode.apply.threshold.help"),
        )


def _with_applier(tokenizer: BpeTokenizer, state: BpeEncodeState, say: Catalog) -> BpeTokenizer:
    """Return the tokenizer with separator, glossaries and vocabulary around it. Raises TokvizError."""
    applier = ask(applier_of, tokenizer.model, state.separator, state.glossaries)
    key = (*tokenizer.key, "apply", digest(repr((state.separator, state.glossaries.split()))))
    counts, source = _load_counts(applier, key, state, say)
    if source:
        counts = frequent(all_counts := counts, state.threshold)
        with st.sidebar:
            known = {"known": say.integer(len(counts)), "total": say.integer(len(all_counts))}
            st.caption(say("encode.apply.known", **known) if counts else say("encode.apply.known.none"))
        applier = ask(replace, applier, vocabulary=frozenset(counts))
        key = (*key, *source, state.threshold)
    return replace(tokenizer, key=key, applier=applier, applier_around=ask(around_codes, applier), counts=counts)


def _load_counts(
    applier: Applier, key: TraceKey, state: BpeEncodeState, say: Catalog
) -> tuple[dict[str, int], TraceKey]:
    """Return the vocabulary with its counts, and its key for caches; empty if none is asked for."""
    file = uploads.one(_VOCABULARY_FILE)
    if file is not None:
        return _read_file(file.id, file.data), ("file", file.id)
    if not state.vocabulary:
        return {}, ()
    if training.is_empty(state.train):
        st.sidebar.caption(say("encode.apply.no-corpus"))
        return {}, ()
    source = training.corpus_of(state.train)
    return _count_tokens((*key, *source.key), applier, source.corpus), ("corpus", *source.key)


@cache.kept(16)
def _count_tokens(key: TraceKey, _applier: Applier, _corpus: Corpus) -> dict[str, int]:
    return _applier.count_tokens(_corpus)


@st.cache_resource(max_entries=8, show_spinner=False)
def _read_file(file_id: str, _data: bytes) -> dict[str, int]:
    """Read the vocabulary in an uploaded file. Raises TokvizError."""
    return read_vocabulary(_data)
