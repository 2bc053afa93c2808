"""The files that a visitor can take away: steps, trace, merges in the formats of the field."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import streamlit as st

from tokviz import bpe, unigram, wordpiece
from tokviz.bpe.history import History
from tokviz.errors import TokvizError
from tokviz.formats import sentencepiece, subword_nmt, unigram_json, vocab_txt, wordpiece_json
from tokviz.views import export
from tokviz.views.catalog import Catalog
from tokviz.web import messages
from tokviz.web.state import TrainState

__all__ = ["download", "download_if", "show"]


def show(trace: History[Any] | unigram.Trace, state: TrainState, say: Catalog) -> None:
    """Draw the buttons."""
    st.caption(say("files.caption"))
    name = f"tokviz-{state.algorithm}-{state.example}"
    columns = st.columns(4)
    with columns[0]:
        steps = "steps" if isinstance(trace, unigram.Trace) else "csv"
        download(steps, lambda: export.steps_csv(trace), f"{name}.csv", "text/csv", say)
    with columns[1]:
        download("json", lambda: export.trace_json(trace), f"{name}.json", "application/json", say)
    for column, (kind, make, suffix, mime) in zip(columns[2:], _models(trace, state), strict=True):
        with column:
            download_if(kind, make, f"{name}.{suffix}", mime, say)


def _models(trace: Any, state: TrainState) -> list[tuple[str, Callable[[], str | bytes], str, str]]:
    """The files that hold the tokenizer: kind, how to make it, suffix of its name, media type."""
    if isinstance(trace, unigram.Trace):
        pieces = trace.model(pretokenizer=state.split)
        return [
            ("tokenizer", lambda: unigram_json.write(pieces), "tokenizer.json", "application/json"),
            ("spm-vocab", lambda: sentencepiece.write_vocab(pieces), "vocab", "text/plain"),
        ]
    if isinstance(trace, wordpiece.Trace):
        model = trace.model(pretokenizer=state.split)
        return [
            ("vocab", lambda: vocab_txt.write(model), "vocab.txt", "text/plain"),
            ("tokenizer", lambda: wordpiece_json.write(model), "tokenizer.json", "application/json"),
        ]
    assert isinstance(trace, bpe.Trace)
    return [
        ("codes", lambda: subword_nmt.write_codes(trace), "codes", "text/plain"),
        ("zip", lambda: export.huggingface_zip(trace), "zip", "application/zip"),
    ]


def download(kind: str, make: Callable[[], str | bytes], name: str, mime: str, say: Catalog) -> None:
    st.download_button(
        say(f"files.{kind}"),
        make,
        name,
        mime,
        on_click="ignore",
        key=f"file_{kind}",
        width="stretch",
        icon=":material/download:",
    )
    st.caption(say(f"files.{kind}.help"))


def download_if(kind: str, make: Callable[[], str | bytes], name: str, mime: str, say: Catalog) -> None:
    """A download whose format cannot hold every trace: where it cannot, the reason stands in its place."""
    try:
        made = make()
    except TokvizError as error:
        st.button(say(f"files.{kind}"), disabled=True, key=f"file_{kind}", width="stretch")
        st.caption(messages.escape(messages.error_text(error, say)))
    else:
        download(kind, lambda: made, name, mime, say)
