"""What `/unigram?do=lattice` does in its own way: a model from the middle of a training, and the lattice of a word."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

import streamlit as st

from tokviz.algorithms import UNIGRAM
from tokviz.pipeline.detect import load_unigram
from tokviz.state.lattice import LatticeState
from tokviz.unigram import Model, Trace
from tokviz.views.lattice.numbers import cost
from tokviz.views.pipeline.explained import staged
from tokviz.views.shared.catalog import Catalog
from tokviz.views.stage.sent import DrawWord
from tokviz.views.unigram import numbers as unigram_numbers
from tokviz.web.computing import cache
from tokviz.web.computing.cache import TraceKey
from tokviz.web.encoding.page import PageContext, Place
from tokviz.web.encoding.tokenizer import Given, LoadedTokenizer, Training, explained
from tokviz.web.shared import cells, messages, parts
from tokviz.web.streamlit_workarounds import widget_values
from tokviz.web.training import training

__all__ = ["LatticeTokenizer", "beside", "frames", "load", "words"]

_AT = "lattice_at"


@dataclass(frozen=True, eq=False)
class LatticeTokenizer(LoadedTokenizer[Model]):
    """denominator: that of the probabilities, if they are counts divided by a sum that is easy to read."""

    denominator: int | None = None


def load(
    given: Given, asked: LatticeState, linked: LatticeState | None, place: Place, say: Catalog
) -> tuple[LatticeTokenizer, LatticeState]:
    """The tokenizer: one of a file, or after a step of the training, which is asked for. Raises TokvizError."""
    found = given.tokenizer(load_unigram)
    if found is None:
        return _trained(asked, place, say)
    if found.file:
        with place:
            st.caption(say("lattice.upload.in-use", name=messages.escape(cells.token(found.file))))
    return LatticeTokenizer(found.model, found.key, file=found.file, notes=found.notes, original=found.original), asked


def _trained(asked: LatticeState, place: Place, say: Catalog) -> tuple[LatticeTokenizer, LatticeState]:
    corpus, corpus_key, notes = training.corpus_of(asked.train)
    messages.show_notes(notes, say, f"{UNIGRAM.name}_split")
    with st.spinner(say("train.running", words=say.count("count.words", len(corpus)))):
        trace, key = training.trace_of(UNIGRAM, corpus, corpus_key, asked.train, say)
    if not 0 <= asked.at <= len(trace):
        total = say.count("count.steps", len(trace))
        messages.warn_of(say("lattice.at.beyond", asked=asked.at, total=total))
    if not 0 <= asked.at < len(trace):
        widget_values.put(_AT, 0)
    with place:
        at = st.selectbox(
            say("lattice.at"),
            range(len(trace)),
            format_func=lambda k: _step_name(trace, k, say),
            key=_AT,
            label_visibility="collapsed",
        )
    k, split = at or len(trace), asked.train.split
    key = (*key, k, split)
    model = cache.trained_model(key, k, split, trace)
    tokenizer = LatticeTokenizer(
        model, key, Training(trace, k, corpus_key), denominator=_denominator(key, k, trace, model)
    )
    return tokenizer, replace(asked, at=at)


def _step_name(trace: Trace, k: int, say: Catalog) -> str:
    number = k or len(trace)
    kind = say(f"lattice.kind.{trace[number - 1].kind}")
    pieces = say.count("count.pieces", trace.pieces_left[number])
    return say("lattice.at.step" if k else "lattice.at.end", number=number, kind=kind, pieces=pieces)


@st.cache_resource(max_entries=32, show_spinner=False)
def _denominator(key: TraceKey, k: int, _trace: Trace, _model: Model) -> int | None:
    return unigram_numbers.common_denominator(_trace, k, _model)


def words(tokenizer: LatticeTokenizer, asked: LatticeState) -> tuple[str, ...]:
    """The words of what was typed, without added tokens, which have no lattice."""
    added = {token.content for token in tokenizer.model.added}
    return tuple(word for word in tokenizer.model.words(asked.word) if word not in added)


def frames(tokenizer: LatticeTokenizer) -> DrawWord:
    """The positions of a word; the best arc to the one that comes next is asked."""
    return partial(staged, common=tokenizer.denominator)


def beside(context: PageContext[LatticeState, LatticeTokenizer], word: str, stage: Place, say: Catalog) -> None:
    """What to know of unknown characters."""
    tokenizer = context.tokenizer
    found = explained(tokenizer.key, word, tokenizer.model.explain).lattice
    unknown = dict.fromkeys(arc.piece for arc in found.arcs if not arc.known)
    if unknown:
        names = cells.code_list(list(unknown), say, 12)
        with parts.part("now"):
            st.caption(say("lattice.unknown", characters=names, cost=cost(tokenizer.model.unknown_score, say)))
