"""What `/unigram?do=lattice` does in its own way: a model from the middle of a training, and the lattice of a word."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, cast

import streamlit as st

from tokviz.algorithms import UNIGRAM
from tokviz.unigram import EncodeTrace, Trace
from tokviz.views.encoding.questions import next_arc
from tokviz.views.lattice import chart as lattice
from tokviz.views.lattice import viterbi
from tokviz.views.lattice.numbers import cost
from tokviz.views.lattice.viterbi import moment
from tokviz.views.shared.catalog import Catalog
from tokviz.views.stage.questions import Question
from tokviz.views.unigram import numbers as unigram_numbers
from tokviz.web.address import held
from tokviz.web.apply.lattice_state import LatticeState
from tokviz.web.apply.page import PageContext, Place
from tokviz.web.apply.tokenizer import LoadedTokenizer, Training, explained
from tokviz.web.server.cache import TraceKey
from tokviz.web.shared import cells, messages, parts
from tokviz.web.train import training

__all__ = ["MAX_DENOMINATOR", "around", "denominator", "frames", "load"]

MAX_DENOMINATOR = 9_999
"""Probabilities are written as fractions with a denominator of up to this."""

_AT = "lat_at"


def load(
    given: LoadedTokenizer | None, asked: LatticeState, linked: LatticeState | None, place: Place, say: Catalog
) -> tuple[LoadedTokenizer, LatticeState]:
    """The tokenizer: one of a file, or after a step of the training, which is asked for. Raises TokvizError."""
    if given is None:
        return _trained(asked, place, say)
    if given.file:
        with place:
            st.caption(say("lattice.upload.in-use", name=messages.escape(cells.token(given.file))))
    if given.unused:
        st.caption(say("lattice.upload.unused", names=cells.code_list(given.unused, say)))
    return given, asked


def _trained(asked: LatticeState, place: Place, say: Catalog) -> tuple[LoadedTokenizer, LatticeState]:
    corpus, corpus_key, _ = training.corpus_of(asked.train)
    with st.spinner(say("bpe.training", words=say.count("count.words", len(corpus)))):
        trace, key = training.trace_of(UNIGRAM, corpus, corpus_key, asked.train, say)
    if not 0 <= asked.at <= len(trace):
        total = say.count("count.steps", len(trace))
        messages.warn_of(say("lattice.at.beyond", asked=asked.at, total=total))
    if not 0 <= asked.at < len(trace):
        held.put(_AT, 0)
    with place:
        at = st.selectbox(
            say("lattice.at"),
            range(len(trace)),
            format_func=lambda k: _step_name(trace, k, say),
            key=_AT,
            help=say("lattice.at.help"),
        )
    k, split = at or len(trace), asked.train.split
    key = (*key, k, split)
    tokenizer = LoadedTokenizer(_model(key, k, split, trace), key, Training(trace, k, corpus_key))
    return tokenizer, replace(asked, at=at)


@st.cache_resource(max_entries=32, show_spinner=False)
def _model(key: TraceKey, k: int, split: str, _trace: Trace) -> Any:
    return _trace.model(k, pretokenizer=split)


def _step_name(trace: Trace, k: int, say: Catalog) -> str:
    number = k or len(trace)
    kind = say(f"lattice.kind.{trace[number - 1].kind}")
    pieces = say.count("count.pieces", trace.pieces_left[number])
    return say("lattice.at.step" if k else "lattice.at.end", number=number, kind=kind, pieces=pieces)


@st.cache_resource(max_entries=32, show_spinner=False)
def _denominator(key: TraceKey, _tokenizer: LoadedTokenizer) -> int | None:
    assert _tokenizer.training is not None
    trace = cast(Trace, _tokenizer.training.trace)
    exact = unigram_numbers.fractions(trace, _tokenizer.training.steps)
    model = _tokenizer.model
    is_exact = exact.keys() >= model.probabilities.keys() - model.reserved
    common = max((total for _, total in exact.values()), default=0) if is_exact else 0
    return common if 0 < common <= MAX_DENOMINATOR else None


def denominator(tokenizer: LoadedTokenizer) -> int | None:
    """That of the probabilities, if they are counts divided by a sum that is easy to read."""
    return None if tokenizer.training is None else _denominator(tokenizer.key, tokenizer)


def frames(
    tokenizer: LoadedTokenizer, word: str, say: Catalog
) -> tuple[list[dict[str, Any]], Callable[[int], Question | None]]:
    """The positions of a word; the best arc to the one that comes next is asked."""
    trace = explained(tokenizer.key, word, tokenizer)
    return viterbi.word_parts(trace, say), lambda k: next_arc(trace, k, say)


def around(context: PageContext, word: str, play: Callable[[], int], say: Catalog) -> int:
    """The lattice at the step of the stage, and the stage."""
    above = parts.part("now")  # the graph keeps its height, the stage does not
    with parts.part("stage"):
        step = play()
    with above:
        _graph(context.tokenizer, explained(context.tokenizer.key, word, context.tokenizer), step, say)
    return step


def _graph(tokenizer: LoadedTokenizer, trace: EncodeTrace, step: int, say: Catalog) -> None:
    """The lattice at this step; said is how much of it is shown."""
    found, now, common = trace.lattice, moment(trace, step), denominator(tokenizer)
    chart = lattice.graph(found, now, common, say, cells.ink())
    st.vega_lite_chart(chart, alt=lattice.as_text(found, now, common, say))
    part = lattice.shown(found, now)
    number = say.count("lattice.paths", found.number_of_paths)
    if part.is_part:
        number += say(
            "lattice.part",
            shown=len(part.arcs),
            total=part.total,
            first=part.first,
            last=part.last,
        )
    st.caption(say("lattice.legend", number=number))
    if any(not arc.known for arc in found.arcs):
        characters = dict.fromkeys(arc.piece for arc in found.arcs if not arc.known)
        names = cells.code_list(list(characters), say, 12)
        st.caption(say("lattice.unknown", characters=names, cost=cost(tokenizer.model.unknown_score, say)))
