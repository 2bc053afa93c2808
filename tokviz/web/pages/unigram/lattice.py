"""The lattice of a word, `/unigram?do=lattice`: its tokenizer, from a file or from a training, and its views."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import streamlit as st

from tokviz.algorithms import UNIGRAM
from tokviz.files.detect import load_unigram
from tokviz.state.lattice import LatticeState
from tokviz.unigram import Model, Trace
from tokviz.views.encoding.loaded import LatticeTokenizer
from tokviz.views.picture.questions import DrawWord
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.encoding_reasons import cost
from tokviz.views.tokenizers.work import pretoken_picture
from tokviz.views.unigram import numbers as unigram_numbers
from tokviz.web.computing import cache
from tokviz.web.computing.cache import TraceKey
from tokviz.web.encoding.page import PageContext, Place
from tokviz.web.encoding.tokenizer import Given, Training, explained
from tokviz.web.shared import cells, messages, parts
from tokviz.web.streamlit_workarounds import widget_values
from tokviz.web.training import training

_KINDS = {
    "seed": "lattice.kind.seed",
    "expect": "lattice.kind.expect",
    "maximize": "lattice.kind.maximize",
    "prune": "lattice.kind.prune",
}

_AT = "lattice_at"


def load_tokenizer(
    given: Given, state: LatticeState, linked: LatticeState | None, place: Place, say: Catalog
) -> tuple[LatticeTokenizer, LatticeState]:
    """Return the tokenizer of a file, or after a step of the training, whose choice is drawn. Raises TokvizError."""
    loaded = given.tokenizer(load_unigram)
    if loaded is None:
        return _train_tokenizer(state, place, say)
    if loaded.file:
        with place:
            st.caption(say("lattice.upload.in-use", name=messages.escape(cells.token(loaded.file))))
    return LatticeTokenizer(
        loaded.model, loaded.key, file=loaded.file, notes=loaded.notes, original=loaded.original
    ), state


def _train_tokenizer(state: LatticeState, place: Place, say: Catalog) -> tuple[LatticeTokenizer, LatticeState]:
    source = training.corpus_of(state.train)
    messages.show_notes(source.notes, say, f"{UNIGRAM.name}_split")
    with st.spinner(say("train.running", words=say.count("count.words", len(source.corpus)))):
        training_result = training.train(UNIGRAM, state.train, say)
        trace = training_result.trace
    if not 0 <= state.at <= len(trace):
        total = say.count("count.steps", len(trace))
        messages.warn_of(say("lattice.at.beyond", asked=state.at, total=total))
    if not 0 <= state.at < len(trace):
        widget_values.put(_AT, 0)
    with place:
        at = st.selectbox(
            say("lattice.at"),
            range(len(trace)),
            format_func=lambda k: _step_name(trace, k, say),
            key=_AT,
            label_visibility="collapsed",
        )
    k, split = at or len(trace), state.train.split
    key = (*training_result.key, k, split)
    model = cache.trained_model(key, k, split, trace)
    tokenizer = LatticeTokenizer(
        model, key, Training(trace, k, source.key), denominator=_denominator(key, k, trace, model)
    )
    return tokenizer, replace(state, at=at)


def _step_name(trace: Trace, k: int, say: Catalog) -> str:
    number = k or len(trace)
    kind = say(_KINDS[trace[number - 1].kind])
    pieces = say.count("count.pieces", trace.pieces_left[number])
    return say("lattice.at.step" if k else "lattice.at.end", number=number, kind=kind, pieces=pieces)


@st.cache_resource(max_entries=32, show_spinner=False)
def _denominator(key: TraceKey, k: int, _trace: Trace, _model: Model) -> int | None:
    return unigram_numbers.common_denominator(_trace, k, _model)


def words_of(tokenizer: LatticeTokenizer, state: LatticeState) -> tuple[str, ...]:
    """Return the words of what was typed, without added tokens, which have no lattice."""
    added = {token.content for token in tokenizer.model.added}
    return tuple(word for word in tokenizer.model.words(state.word) if word not in added)


def draw_word(tokenizer: LatticeTokenizer) -> DrawWord:
    """Return the function that draws the positions of a word; its question is the best arc to the next one."""
    return partial(pretoken_picture, common=tokenizer.denominator)


def show_unknown(context: PageContext[LatticeState, LatticeTokenizer], word: str, picture: Place, say: Catalog) -> None:
    """Say which characters are unknown, and what they cost."""
    tokenizer = context.tokenizer
    lattice = explained(tokenizer.key, word, tokenizer.model.explain).lattice
    unknown = dict.fromkeys(arc.piece for arc in lattice.arcs if not arc.known)
    if unknown:
        names = cells.code_list(list(unknown), say, 12)
        with parts.part("now"):
            st.caption(say("lattice.unknown", characters=names, cost=cost(tokenizer.model.unknown_score, say)))
