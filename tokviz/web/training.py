"""From what the side bar says to a corpus and a trace, for every page that trains by merging."""

from __future__ import annotations

from hashlib import sha256
from time import monotonic
from typing import Any

import streamlit as st

from tokviz import examples, unigram
from tokviz.bpe import Rules
from tokviz.bpe.history import History
from tokviz.corpus import Corpus
from tokviz.ingest import Note
from tokviz.views.catalog import Catalog
from tokviz.web import cache, controls, messages, state
from tokviz.web.algorithms import ALGORITHMS
from tokviz.web.state import MAX_LINK_CHARS, OWN, TrainState

__all__ = ["corpus_of", "introduce", "is_empty", "trace_of", "unigram_of"]

_CANCELLED = "unigram_cancelled"  # the key of the training that the visitor cancelled last
_PATIENCE = 0.7  # seconds: what is done sooner needs no progress


def is_empty(chosen: TrainState) -> bool:
    """Whether the visitor has chosen a corpus of their own and not given one yet."""
    return chosen.example == OWN and not chosen.text.strip() and controls.uploaded(ALGORITHMS[chosen.algorithm]) is None


def corpus_of(chosen: TrainState) -> tuple[Corpus, cache.TraceKey, tuple[Note, ...]]:
    """The chosen corpus, what names it in the cache, and what its reader wants to say. Raises TokvizError."""
    if chosen.example == OWN:
        file = controls.uploaded(ALGORITHMS[chosen.algorithm])
        if file is None:
            parsed = cache.corpus_of_text(chosen.text, chosen.split)
            digest = sha256(chosen.text.encode()).hexdigest()
            return parsed.corpus, ("text", digest, chosen.split), parsed.notes
        parsed = cache.corpus_of_file(file.file_id, file.name, chosen.split, file.getvalue())
        return parsed.corpus, ("file", file.file_id, chosen.split), parsed.notes
    example = examples.load(chosen.example)
    if example.text is None or chosen.split == example.pretokenizer or not example.is_prose:
        return example.corpus, ("example", chosen.example), ()
    parsed = cache.corpus_of_text(example.text, chosen.split)
    return parsed.corpus, ("example", chosen.example, chosen.split), ()


def trace_of(
    corpus: Corpus, corpus_key: cache.TraceKey, chosen: TrainState, rules: Rules
) -> tuple[History[Any], cache.TraceKey]:
    """The trace of a corpus under `rules`, stopped where the side bar says, and what names it in the cache."""
    merges = chosen.amount if chosen.stop == "merges" else state.MAX_MERGES
    vocab_size = chosen.amount if chosen.stop == "vocab" else None
    key = (chosen.algorithm, *corpus_key, cache.rules_key(rules), merges, vocab_size)
    return cache.trained(key, merges, vocab_size, corpus, rules, ALGORITHMS[chosen.algorithm]), key


def unigram_of(
    corpus: Corpus, corpus_key: cache.TraceKey, chosen: TrainState, say: Catalog
) -> tuple[unigram.Trace, cache.TraceKey]:
    """The unigram trace of a corpus, and what names it. A training that takes long shows how far it is.

    The visitor can cancel it; then this ends the run with a way back. Raises TokvizError.
    """
    key: cache.TraceKey = (chosen.algorithm, *corpus_key, cache.rules_key(chosen.rules), chosen.amount)
    trace = cache.unigram_shelf().get(key)
    if trace is not None:
        return trace, key
    if st.session_state.get(_CANCELLED) == key:
        st.info(say("unigram.cancelled"), icon=":material/cancel:")
        st.button(say("unigram.resume"), on_click=_cancel, args=(None,), key="unigram_resume")
        st.stop()
    place = st.empty()
    began = monotonic()
    shown: list[Any] = []

    def progress(so_far: unigram.Progress) -> None:
        if monotonic() - began < _PATIENCE:
            return
        if not shown:
            with place.container():
                shown.append(st.empty())
                st.button(say("unigram.cancel"), on_click=_cancel, args=(key,), key="unigram_cancel")
        first = max(so_far.pieces, 1)
        share = min(1.0, so_far.vocab_size / first)
        shown[0].progress(
            share,
            say(
                "unigram.progress",
                steps=say.count("count.steps", so_far.steps),
                pieces=say.count("count.pieces", so_far.pieces),
                size=f"{so_far.vocab_size:,}",
            ),
        )

    assert isinstance(chosen.rules, unigram.Rules)
    with st.spinner(say("bpe.training", words=say.count("count.words", len(corpus)))):
        trace = unigram.train(corpus, vocab_size=chosen.amount, rules=chosen.rules, progress=progress)
    place.empty()
    cache.unigram_shelf().put(key, trace)
    return trace, key


def _cancel(key: cache.TraceKey | None) -> None:
    st.session_state[_CANCELLED] = key


def introduce(chosen: TrainState, wrong: tuple[str, ...], say: Catalog, *, has_about: bool = True) -> None:
    """What of the link could not be shown; what this corpus is and where it comes from, if the page has room for it."""
    if wrong:
        st.warning(messages.escape(say("notice.link", names=", ".join(wrong))), icon=":material/link_off:")
    if not has_about:
        return
    if chosen.example == OWN:
        st.caption(say("bpe.own"))
        if len(chosen.text) > MAX_LINK_CHARS:
            st.caption(say("notice.long-text", limit=f"{MAX_LINK_CHARS:,}"))
    else:
        source = examples.load(chosen.example).lesson(chosen.algorithm).source
        st.caption(say("bpe.about", about=say(f"example.{chosen.example}.about"), source=source))
