"""Training as pages do it: from what the side bar says to a corpus and a trace, which is remembered.

A training that takes long shows its progress on the page, with a button that ends it.
"""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import TypeVar

import streamlit as st

from tokviz import examples
from tokviz.algorithms import ALGORITHMS, AlgorithmEntry, Progress, Rules
from tokviz.checkpoint import watched
from tokviz.corpus import Corpus, Note
from tokviz.examples import OWN
from tokviz.state.training import MAX_MERGES, TrainState
from tokviz.text_keys import example_about_key
from tokviz.trace import Trace
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.messages import progress_text
from tokviz.web.computing import cache
from tokviz.web.computing.cache import TraceKey
from tokviz.web.shared import messages
from tokviz.web.training import controls, own_corpus

__all__ = ["Cancelled", "corpus_of", "introduce", "is_empty", "offer_again", "trace_of", "trace_with_progress"]

TraceT = TypeVar("TraceT", bound=Trace)


def is_empty(chosen: TrainState) -> bool:
    """Return whether the visitor has chosen a corpus of their own and not given one yet."""
    return chosen.example == OWN and controls.own_corpus(ALGORITHMS[chosen.algorithm]).is_missing(chosen.text)


def corpus_of(chosen: TrainState) -> tuple[Corpus, cache.TraceKey, tuple[Note, ...]]:
    """Return the chosen corpus, what names it in the cache, and what its reader wants to say. Raises TokvizError."""
    if chosen.example == OWN:
        file = controls.own_corpus(ALGORITHMS[chosen.algorithm]).uploaded()
        key, read = own_corpus.source(chosen.text, file, getattr(chosen.rules, "split_at", ()))
        parsed = read(chosen.split)
        return parsed.corpus, (*key, chosen.split), parsed.notes
    example = examples.load(chosen.example)
    return example.cut(chosen.split), ("example", chosen.example, chosen.split), ()


def trace_of(
    algorithm: AlgorithmEntry[Rules, TraceT],
    corpus: Corpus,
    corpus_key: cache.TraceKey,
    chosen: TrainState,
    say: Catalog,
    rules: Rules | None = None,
) -> tuple[TraceT, cache.TraceKey]:
    """Return the trace of a corpus, stopped where the side bar says, and what names it in the cache.

    rules: in place of those of the side bar.

    The visitor can cancel a training that takes long; then this ends the run with a way back. Raises TokvizError.
    """
    rules = chosen.rules if rules is None else rules
    merges = chosen.amount if chosen.stop == "merges" else MAX_MERGES
    vocab_size = chosen.amount if chosen.stop == "vocab" else None
    key = (algorithm.name, *corpus_key, cache.rules_key(rules), merges, vocab_size)
    try:
        trace = trace_with_progress(algorithm, key, corpus, rules, say, merges=merges, vocab_size=vocab_size)
    except Cancelled as cancelled:
        offer_again(cancelled, say)
        st.stop()
    return trace, key


def introduce(chosen: TrainState, say: Catalog) -> None:
    """Say what this corpus is and where it comes from."""
    if chosen.lesson is None:
        messages.caption_with_terms("train.own", say)
        messages.note_length(say, chosen.text)
    else:
        st.caption(say("train.about", about=say(example_about_key(chosen.example)), source=chosen.lesson.source))


# -- progress ----------------------------------------------------------------------------------------------------------


_CANCELLED = "unigram_cancelled"  # the keys of the trainings that the visitor cancelled
_PATIENCE = 0.7  # seconds: what is done sooner needs no progress
_PAUSE = 0.2  # seconds between two messages: thousands of merges are done in one


class Cancelled(Exception):  # noqa: N818  (it is no error)
    """The visitor cancelled this training. key: what names its trace."""

    def __init__(self, key: TraceKey) -> None:
        super().__init__()
        self.key = key


def trace_with_progress(
    algorithm: AlgorithmEntry[Rules, TraceT],
    key: TraceKey,
    corpus: Corpus,
    rules: Rules,
    say: Catalog,
    *,
    merges: int | None = None,
    vocab_size: int | None = None,
    is_enough: Callable[[TraceT], bool] = lambda _: True,
) -> TraceT:
    """Return the trace named by `key`, if a remembered one is enough; a training that takes long shows how far it is.

    Raises TokvizError, Cancelled.
    """
    trace = cache.remembered(key, is_enough)
    if trace is not None:
        return trace
    if key in _cancelled():
        raise Cancelled(key)
    drawn: float | None = None  # when the bar was drawn last, or the training began
    place = bar = told = None

    def progress(so_far: Progress) -> None:
        nonlocal told
        told = so_far
        draw()

    def draw() -> None:
        nonlocal place, bar, drawn
        now = monotonic()
        drawn = now if drawn is None else drawn
        if now - drawn < (_PATIENCE if bar is None else _PAUSE):
            return
        drawn = now
        if bar is None:
            place = st.empty()  # not before it is needed: an empty place takes a gap of its own
            with place.container():
                bar = st.empty()
                st.button(
                    say("train.cancel"), on_click=_cancelled().add, args=(key,), key=f"unigram_cancel_{_short(key)}"
                )
        bar.progress(told.share if told else 0.0, progress_text(told, say) if told else say("train.progress.begin"))

    with watched(draw):  # a step can take long, and so can what comes before the first one
        trace = cache.trained(
            algorithm, key, corpus, rules, merges=merges, vocab_size=vocab_size, progress=progress, is_enough=is_enough
        )
    if place is not None:
        place.empty()
    return trace


def offer_again(cancelled: Cancelled, say: Catalog, name: str = "") -> None:
    """Say that a training was cancelled, and of which tokenizer if there are several; a button begins it again."""
    st.info(f"{name}: {say('train.cancelled')}" if name else say("train.cancelled"), icon=":material/cancel:")
    key = f"unigram_resume_{_short(cancelled.key)}"
    st.button(say("unigram.resume"), on_click=_cancelled().discard, args=(cancelled.key,), key=key)


def _cancelled() -> set[TraceKey]:
    found: set[TraceKey] = st.session_state.setdefault(_CANCELLED, set())
    return found


def _short(key: TraceKey) -> str:
    return cache.digest(repr(key))[:12]
