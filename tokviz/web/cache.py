"""What is computed once and shared: corpora, traces, payloads of the stage. Keyed by primitives, bounded in number.

Arguments that begin with an underscore are not part of a key; the arguments beside them name them.
"""

from __future__ import annotations

import json
from collections import OrderedDict
from dataclasses import astuple, replace
from threading import Lock
from typing import Any, cast

import streamlit as st

from tokviz import unigram
from tokviz.bpe import Model, Rules, Trace
from tokviz.bpe.encoding import Loop
from tokviz.bpe.history import History
from tokviz.corpus import Corpus
from tokviz.ingest import Parsed, parse, parse_upload
from tokviz.views import stage, unigram_stage
from tokviz.views.catalog import load
from tokviz.web.algorithms import BPE, Algorithm
from tokviz.web.uploads import read_model

__all__ = [
    "Shelf",
    "TraceKey",
    "bpe_trace",
    "colours",
    "corpus_of_file",
    "corpus_of_text",
    "model_with_loop",
    "part",
    "rules_key",
    "trained",
    "trained_model",
    "unigram_colours",
    "unigram_part",
    "unigram_shelf",
    "uploaded_model",
]

TraceKey = tuple[str | int | None, ...]
"""What names a trace: corpus, pre-tokenisation, rules, where it stops."""


def rules_key(rules: Rules) -> str:
    """The rules as a string to key a cache with."""
    return repr(astuple(rules))


@st.cache_resource(max_entries=64, show_spinner=False)
def corpus_of_text(text: str, split: str) -> Parsed:
    """The corpus in a pasted text."""
    return parse(text, split)


@st.cache_resource(max_entries=16, show_spinner=False)
def corpus_of_file(file_id: str, name: str, split: str, _data: bytes) -> Parsed:
    """The corpus in an uploaded file."""
    return parse_upload(name, _data, split)


@st.cache_resource(max_entries=48, show_spinner=False)
def trained(
    key: TraceKey,
    merges: int | None,
    vocab_size: int | None,
    _corpus: Corpus,
    _rules: Rules,
    _algorithm: Algorithm,
) -> History[Any]:
    """The trace named by `key`."""
    trace: History[Any] = _algorithm.train(_corpus, merges=merges, vocab_size=vocab_size, rules=_rules)
    trace.tie_sizes  # noqa: B018  (computed now, while the spinner turns, and not by the first step)
    return trace


def bpe_trace(key: TraceKey, merges: int | None, vocab_size: int | None, corpus: Corpus, rules: Rules) -> Trace:
    """The trace of byte-pair encoding named by `key`."""
    return cast(Trace, trained((BPE.name, *key), merges, vocab_size, corpus, rules, BPE))


@st.cache_resource(max_entries=48, show_spinner=False)
def colours(key: TraceKey, _trace: History[Any]) -> dict[str, int]:
    """The colours of the tokens of a trace."""
    return stage.token_colours(_trace)


@st.cache_resource(max_entries=64, show_spinner=False)
def part(key: TraceKey, start: int, stop: int, language: str, query: str, _trace: History[Any]) -> str:
    """The payload of the stage for the steps of one part, as JSON."""
    built = stage.payload(_trace, range(start, stop), load(language), colours(key, _trace), query)
    return json.dumps(built, ensure_ascii=False, separators=(",", ":"))


class Shelf:
    """The traces of trainings that draw their own progress, which a cached function may not do; the oldest go first."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._traces: OrderedDict[TraceKey, Any] = OrderedDict()
        self._lock = Lock()

    def get(self, key: TraceKey) -> Any:
        """The trace named by `key`, or None."""
        with self._lock:
            if key in self._traces:
                self._traces.move_to_end(key)
            return self._traces.get(key)

    def put(self, key: TraceKey, trace: Any) -> None:
        """Remember a trace."""
        with self._lock:
            self._traces[key] = trace
            while len(self._traces) > self._most:
                self._traces.popitem(last=False)


@st.cache_resource(show_spinner=False)
def unigram_shelf() -> Shelf:
    """The traces of unigram trainings, for all visitors."""
    return Shelf(24)


@st.cache_resource(max_entries=48, show_spinner=False)
def unigram_colours(key: TraceKey, _trace: unigram.Trace) -> dict[str, int]:
    """The colours of the pieces of a trace."""
    return unigram_stage.piece_colours(_trace)


@st.cache_resource(max_entries=64, show_spinner=False)
def unigram_part(key: TraceKey, start: int, stop: int, language: str, query: str, _trace: unigram.Trace) -> str:
    """The payload of the stage for the steps of one part, as JSON."""
    built = unigram_stage.payload(_trace, range(start, stop), load(language), unigram_colours(key, _trace), query)
    return json.dumps(built, ensure_ascii=False, separators=(",", ":"))


@st.cache_resource(max_entries=32, show_spinner=False)
def trained_model(key: TraceKey, split: str, _trace: History[Any]) -> Model:
    """The tokenizer that a trace ends in."""
    return cast(Trace, _trace).model(pretokenizer=split)


@st.cache_resource(max_entries=8, show_spinner=False)
def uploaded_model(key: TraceKey, _files: list[tuple[str, bytes]]) -> Model:
    """The tokenizer in uploaded files."""
    return read_model(_files)


@st.cache_resource(max_entries=32, show_spinner=False)
def model_with_loop(key: TraceKey, _model: Model, loop: Loop) -> Model:
    """A tokenizer that applies its merges in another way."""
    return replace(_model, encoding=replace(_model.encoding, loop=loop))
