"""From what the side bar says to a corpus and a trace, for every page that trains by merging."""

from __future__ import annotations

from hashlib import sha256
from typing import cast

import streamlit as st

from tokviz import examples, unigram
from tokviz.algorithms import ALGORITHMS, UNIGRAM, Rules
from tokviz.corpus import Corpus, Note
from tokviz.examples import OWN
from tokviz.merging.merge_trace import MergeTrace
from tokviz.merging.steps import Step
from tokviz.views.shared.catalog import Catalog
from tokviz.web.address import train_state
from tokviz.web.address.form import MAX_LINK_CHARS
from tokviz.web.address.train_state import TrainState
from tokviz.web.server import cache
from tokviz.web.shared import messages
from tokviz.web.train import controls
from tokviz.web.train_unigram import progress as pruned

__all__ = ["corpus_of", "introduce", "is_empty", "trace_of", "unigram_of"]


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
        parsed = cache.corpus_of_file(file, chosen.split)
        return parsed.corpus, ("file", file.id, chosen.split), parsed.notes
    example = examples.load(chosen.example)
    return example.cut(chosen.split), ("example", chosen.example, chosen.split), ()


def trace_of(
    corpus: Corpus, corpus_key: cache.TraceKey, chosen: TrainState, rules: Rules
) -> tuple[MergeTrace[Step], cache.TraceKey]:
    """The trace of a corpus under `rules`, stopped where the side bar says, and what names it in the cache."""
    merges = chosen.amount if chosen.stop == "merges" else train_state.MAX_MERGES
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
    rules = cast("unigram.Rules", UNIGRAM.own(chosen.rules))
    try:
        return pruned.trace_of(key, corpus, rules, chosen.amount, say), key
    except pruned.Cancelled as cancelled:
        pruned.offer_again(cancelled, say)
        st.stop()


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
        source = examples.load(chosen.example).recipe(chosen.algorithm).source
        st.caption(say("bpe.about", about=say(f"example.{chosen.example}.about"), source=source))
