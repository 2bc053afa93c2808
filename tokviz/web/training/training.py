"""From what the side bar says to a corpus and a trace, for every page that trains."""

from __future__ import annotations

from typing import TypeVar

import streamlit as st

from tokviz import examples
from tokviz.algorithms import ALGORITHMS, AlgorithmEntry, Rules
from tokviz.corpus import Corpus, Note
from tokviz.examples import OWN
from tokviz.state.training import MAX_MERGES, TrainState
from tokviz.trace import Trace
from tokviz.views.shared.catalog import Catalog
from tokviz.web.computing import cache
from tokviz.web.shared import messages, prose
from tokviz.web.training import controls, own_corpus, progress

__all__ = ["corpus_of", "introduce", "is_empty", "trace_of"]

TraceT = TypeVar("TraceT", bound=Trace)


def is_empty(chosen: TrainState) -> bool:
    """Whether the visitor has chosen a corpus of their own and not given one yet."""
    return chosen.example == OWN and controls.own_corpus(ALGORITHMS[chosen.algorithm]).is_missing(chosen.text)


def corpus_of(chosen: TrainState) -> tuple[Corpus, cache.TraceKey, tuple[Note, ...]]:
    """The chosen corpus, what names it in the cache, and what its reader wants to say. Raises TokvizError."""
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
    """The trace of a corpus, stopped where the side bar says, and what names it in the cache. rules: in place of those
    of the side bar.

    The visitor can cancel a training that takes long; then this ends the run with a way back. Raises TokvizError.
    """
    rules = chosen.rules if rules is None else rules
    merges = chosen.amount if chosen.stop == "merges" else MAX_MERGES
    vocab_size = chosen.amount if chosen.stop == "vocab" else None
    key = (algorithm.name, *corpus_key, cache.rules_key(rules), merges, vocab_size)
    try:
        trace = progress.trace_of(algorithm, key, corpus, rules, say, merges=merges, vocab_size=vocab_size)
    except progress.Cancelled as cancelled:
        progress.offer_again(cancelled, say)
        st.stop()
    return trace, key


def introduce(chosen: TrainState, say: Catalog) -> None:
    """Say what this corpus is and where it comes from."""
    if chosen.lesson is None:
        prose.caption("train.own", say)
        messages.note_length(say, chosen.text)
    else:
        st.caption(say("train.about", about=say(f"example.{chosen.example}.about"), source=chosen.lesson.source))
