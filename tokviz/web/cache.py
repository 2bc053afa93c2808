"""What is computed once and shared: corpora, traces, payloads of the stage. Keyed by primitives, bounded in number.

Arguments that begin with an underscore are not part of a key; the arguments beside them name them.
"""

from __future__ import annotations

import json
from dataclasses import astuple

import streamlit as st

from tokviz import bpe
from tokviz.bpe import Rules, Trace
from tokviz.corpus import Corpus
from tokviz.ingest import Parsed, parse, parse_upload
from tokviz.views import stage
from tokviz.views.catalog import load

__all__ = ["TraceKey", "bpe_trace", "colours", "corpus_of_file", "corpus_of_text", "part", "rules_key"]

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
def bpe_trace(key: TraceKey, merges: int | None, vocab_size: int | None, _corpus: Corpus, _rules: Rules) -> Trace:
    """The trace named by `key`."""
    trace = bpe.train(_corpus, merges=merges, vocab_size=vocab_size, rules=_rules)
    trace.tie_sizes  # noqa: B018  (computed now, while the spinner turns, and not by the first step)
    return trace


@st.cache_resource(max_entries=48, show_spinner=False)
def colours(key: TraceKey, _trace: Trace) -> dict[str, int]:
    """The colours of the tokens of a trace."""
    return stage.token_colours(_trace)


@st.cache_resource(max_entries=64, show_spinner=False)
def part(key: TraceKey, start: int, stop: int, language: str, query: str, _trace: Trace) -> str:
    """The payload of the stage for the steps of one part, as JSON."""
    built = stage.payload(_trace, range(start, stop), load(language), colours(key, _trace), query)
    return json.dumps(built, ensure_ascii=False, separators=(",", ":"))
