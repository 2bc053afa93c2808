"""Where trainings and tokenizers come from on pages without a server: each is made once and kept for all pages.

What is asked for is what the forms of addresses read; the server's memory gives the same to the pages of the app.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from tokviz import bpe, examples
from tokviz.algorithms import ALGORITHMS
from tokviz.compare.comparison import ComparedCorpus, Engine, LocalMemory
from tokviz.compare.three_vocabularies import RULES, RUNNER, TrainTest, Vocabularies, hold_out
from tokviz.corpus import Corpus, parse
from tokviz.examples import OWN
from tokviz.files.by_name import on_this_machine
from tokviz.files.pipeline import Pipeline
from tokviz.model import Model
from tokviz.state.bytes import MAX_MERGES as MAX_BYTE_MERGES
from tokviz.state.bytes import BytesState
from tokviz.state.compare import CompareState
from tokviz.state.training import MAX_MERGES, TrainState
from tokviz.state.why import MAX_MERGES as MAX_WHY_MERGES
from tokviz.state.why import WhyState
from tokviz.trace import Trace
from tokviz.web.pages.bytes import training

__all__ = ["ALONE", "Alone", "byte_model", "model_of", "split_of"]


class Alone:
    """The sources (:class:`tokviz.web.guides.card_content.Sources`) of who has no server."""

    def trace(self, state: TrainState) -> Trace:
        """Return the training that a state of a page describes."""
        return _trained(replace(state, preset="", step=0, versus="", view=""))

    def engine(self, state: CompareState) -> Engine:
        """Return what compares on the corpus of a state."""
        return _engine(state.example, state.split, state.corpus)

    def pipeline(self, name: str) -> Pipeline:
        """Return the tokenizer of that name that comes with tokviz."""
        return _opened(name)

    def learned(self, state: WhyState) -> Vocabularies | None:
        """Return what is learned from an example's text."""
        return None if state.example == OWN else _learned(state.example)


ALONE = Alone()


def model_of(state: TrainState, at: int) -> Model:
    """Return the tokenizer after `at` steps of a training; 0 for all. Raises TokvizError."""
    trace = ALONE.trace(state)
    return trace.model(at or len(trace), pretokenizer=state.split)


@cache
def byte_model(state: BytesState) -> bpe.Model:
    """Return the tokenizer of `/bytes`. Raises TokvizError."""
    text, split, rules = training.training_of(state)
    return training.model_of(bpe.train(Corpus.from_text(text, split), merges=MAX_BYTE_MERGES, rules=rules), state)


@cache
def split_of(example: str) -> TrainTest:
    """Return the text of `/why` in its two parts."""
    return RUNNER if example == "runner" else hold_out(examples.load(example).corpus_for("bpe"))


@cache
def _trained(state: TrainState) -> Trace:
    algorithm = ALGORITHMS[state.algorithm]
    if state.example == OWN:
        corpus = parse(state.text, state.split).corpus
    else:
        corpus = examples.load(state.example).cut(state.split)
    merges = state.amount if state.stop == "merges" else MAX_MERGES
    vocab_size = state.amount if state.stop == "vocab" else None
    return algorithm.train(corpus, algorithm.own(state.rules), merges=merges, vocab_size=vocab_size)


@cache
def _engine(example: str, split: str, corpus: str) -> Engine:
    if example == OWN:
        source = ComparedCorpus.of_text(lambda name: parse(corpus, name), split, ("text", corpus))
    else:
        source = ComparedCorpus.of_example(example, split)
    return Engine(source, LocalMemory())


@cache
def _opened(name: str) -> Pipeline:
    return on_this_machine()[name].open()


@cache
def _learned(example: str) -> Vocabularies:
    return Vocabularies(bpe.train(split_of(example).train, merges=MAX_WHY_MERGES, rules=RULES))
