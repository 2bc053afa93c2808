"""Trainings and models behind the pages of the site, each computed once for all of them."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from tokviz import examples
from tokviz.algorithms import ALGORITHMS
from tokviz.corpus import Corpus, parse
from tokviz.examples import OWN
from tokviz.model import Model
from tokviz.trace import Trace
from tokviz.web.address.train_state import MAX_MERGES, TrainState

__all__ = ["corpus_of", "model_of", "trace_of"]


@cache
def corpus_of(example: str, text: str, split: str) -> Corpus:
    """The corpus of an example, or one's own out of a text. Raises TokvizError."""
    return parse(text, split).corpus if example == OWN else examples.load(example).cut(split)


def trace_of(state: TrainState, preset: str = "") -> Trace:
    """The training that a state of a page describes. preset: whose rules, in place of its own. Raises TokvizError."""
    rules = ALGORITHMS[state.algorithm].presets[preset] if preset else state.rules
    return _trained(replace(state, rules=rules, preset="", step=0, versus="", view=""))


@cache
def _trained(state: TrainState) -> Trace:
    algorithm = ALGORITHMS[state.algorithm]
    corpus = corpus_of(state.example, state.text, state.split)
    merges = state.amount if state.stop == "merges" else MAX_MERGES
    vocab_size = state.amount if state.stop == "vocab" else None
    return algorithm.train(corpus, algorithm.own(state.rules), merges=merges, vocab_size=vocab_size)


def model_of(state: TrainState, at: int = 0) -> Model:
    """The tokenizer after `at` steps of that training; 0 for all. Raises TokvizError."""
    trace = trace_of(state)
    return trace.model(at or len(trace), pretokenizer=state.split)
