"""From the text that was chosen on `/why` to its two parts and the three vocabularies."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from tokviz import bpe, examples
from tokviz.algorithms import BPE
from tokviz.compare.three_vocabularies import RULES, RUNNER, TrainTest, Vocabularies, hold_out
from tokviz.corpus import Note
from tokviz.errors import TokvizError
from tokviz.examples import OWN
from tokviz.state.why import MAX_MERGES, WhyState
from tokviz.views.shared.catalog import Catalog
from tokviz.web.computing import cache
from tokviz.web.shared import messages
from tokviz.web.training import own_corpus, training
from tokviz.web.training.own_corpus import OwnCorpus
from tokviz.web.training.training import Cancelled

__all__ = ["OWN_CORPUS", "Learned", "learned"]

OWN_CORPUS = OwnCorpus("why", "why_text")

_SPLIT = "words"


@dataclass(frozen=True, eq=False)
class Learned:
    """A text in its two parts and what was learned from it. key: names the text in caches; english: an English text to
    set beside a Chinese one."""

    split: TrainTest
    three: Vocabularies
    key: cache.TraceKey
    english: tuple[TrainTest, Vocabularies] | None = None


def learned(chosen: WhyState, say: Catalog) -> Learned | None:
    """All that is learned from the chosen text; None where the visitor was told why there is nothing to show."""
    if chosen.example == OWN and OWN_CORPUS.is_missing(chosen.text):
        st.info(say("why.empty"), icon=":material/edit_note:")
        return None
    try:
        split, key, notes = _split(chosen)
        messages.show_notes(notes, say)
        with st.spinner(say("train.running", words=say.count("count.words", len(split.train)))):
            three = _learn(split, key, say)
            english = _english(say) if chosen.example == "tea" else None
    except Cancelled as cancelled:
        training.offer_again(cancelled, say)
        return None
    except TokvizError as error:
        messages.show_error(error, say)
        return None
    if chosen.size > three.most:  # a link asked for more than this text has
        st.warning(say("why.too-large", asked=chosen.size, most=three.most))
    return Learned(split, three, key, english)


def _split(chosen: WhyState) -> tuple[TrainTest, cache.TraceKey, tuple[Note, ...]]:
    """The chosen text in its two parts, what names it in the cache, and what its reader says. Raises TokvizError."""
    if chosen.example == "runner":
        return RUNNER, ("why", "runner"), ()
    if chosen.example == OWN:
        key, read = own_corpus.source(chosen.text, OWN_CORPUS.uploaded())
        parsed = read(_SPLIT)
        return hold_out(parsed.corpus), ("why", *key), parsed.notes
    return hold_out(examples.load(chosen.example).corpus_for("bpe")), ("why", chosen.example), ()


def _learn(split: TrainTest, key: cache.TraceKey, say: Catalog) -> Vocabularies:
    trace = training.trace_with_progress(BPE, (BPE.name, *key, MAX_MERGES), split.train, RULES, say, merges=MAX_MERGES)
    return _vocabularies(key, trace)


def _english(say: Catalog) -> tuple[TrainTest, Vocabularies]:
    split, key, _ = _split(WhyState("lighthouse"))
    return split, _learn(split, key, say)


@st.cache_resource(max_entries=48, show_spinner=False)
def _vocabularies(key: cache.TraceKey, _trace: bpe.Trace) -> Vocabularies:
    return Vocabularies(_trace)
