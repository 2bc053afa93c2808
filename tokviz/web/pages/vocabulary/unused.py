"""What of the first tokenizer's vocabulary no text gives, and what a text does not use."""

from __future__ import annotations

import numpy as np
import streamlit as st

from tokviz.corpus.reading import decode_bytes
from tokviz.errors import TokvizError
from tokviz.sandbox import ask
from tokviz.state.vocabulary import PAGE
from tokviz.views.shared.catalog import Catalog
from tokviz.views.vocabularies.tables import entries_table, reach_table, used_table, ways_table
from tokviz.vocabularies import MAX_USED, Reach, Vocabulary, prose, reach, usage
from tokviz.web.computing import cache
from tokviz.web.pages.vocabulary import store
from tokviz.web.pages.vocabulary.controls import Chosen
from tokviz.web.pages.vocabulary.shared import MOST_ROWS, csv, first
from tokviz.web.server import uploads
from tokviz.web.shared import messages, tables

__all__ = ["show"]

_CORPORA = ("ours", "text", "file")
_KEY = f"{PAGE}_corpus"


def show(chosen: Chosen, say: Catalog) -> None:
    """Draw which entries can be reached, and which ones a text uses."""
    vocabulary = first(chosen, say)
    _reached(vocabulary, chosen, say)
    _used(vocabulary, chosen, say)


def _reached(vocabulary: Vocabulary, chosen: Chosen, say: Catalog) -> None:
    st.subheader(say("vocabulary.reach.title"), anchor=False)
    st.markdown(say("vocabulary.reach.about"))
    bar = store.bar(len(vocabulary), say)
    found = store.computed("reach", chosen.tokenizers[0], (), say, reach, vocabulary, bar)
    tables.show(ways_table(found, say), say, alt=say("vocabulary.table.reach"), most=None)
    for way in (Reach.NEVER, Reach.NOT_FOUND, Reach.WITHIN):
        places = found.places(way)
        if places:
            with st.expander(f"{say(f'vocabulary.reach.{way.value}')} ({say.integer(len(places))})"):
                some = ask(reach_table, vocabulary, found, places[:MOST_ROWS], say)
                tables.show(some, say, alt=say(f"vocabulary.reach.{way.value}"), total=len(places))
    unreached = np.array([*found.places(Reach.NEVER), *found.places(Reach.NOT_FOUND)], np.int64)
    if len(unreached):
        csv(lambda: ask(entries_table, vocabulary, unreached, say), "unreached", say)


def _used(vocabulary: Vocabulary, chosen: Chosen, say: Catalog) -> None:
    st.subheader(say("vocabulary.used.title"), anchor=False)
    corpus = st.segmented_control(
        say("vocabulary.used.corpus"),
        _CORPORA,
        format_func=lambda name: say(f"vocabulary.used.corpus.{name}"),
        key=_KEY,
        default=_CORPORA[0],
        required=True,
    )
    try:
        text = _text(corpus, chosen, say)
        if text is None:
            return
        name = cache.digest(text)
        found = store.computed("usage", chosen.tokenizers[0], (name,), say, usage, vocabulary, text)
    except TokvizError as error:
        messages.show_error(error, say)
        return
    unused = found.unused
    st.markdown(
        say(
            "vocabulary.used.result",
            tokens=found.tokens,
            used=len(vocabulary) - len(unused),
            unused=len(unused),
            share=say.percent(len(unused) / len(vocabulary)),
        )
    )
    if not found.is_whole:
        st.caption(say("vocabulary.used.lines"))
    left, right = st.columns(2)
    with left:
        st.markdown(say("vocabulary.used.most"))
        frame = ask(used_table, vocabulary, found, found.used[:MOST_ROWS])
        tables.show(frame, say, alt=say("vocabulary.used.most"), total=len(found.used))
    with right:
        st.markdown(say("vocabulary.used.never"))
        frame = ask(entries_table, vocabulary, unused[:MOST_ROWS], say)[["id", "stands_for", "kind"]]
        tables.show(frame, say, alt=say("vocabulary.used.never"), total=len(unused))
        csv(lambda: ask(entries_table, vocabulary, unused, say), "unused", say)


def _text(corpus: str, chosen: Chosen, say: Catalog) -> str | None:
    """What is looked through; None while there is no file. Raises CorpusError for one that is no text."""
    if corpus != "file":
        return chosen.state.shown if corpus == "text" else prose()
    help_ = say("vocabulary.used.file.help", most=MAX_USED)
    label, key = say("vocabulary.used.file"), f"{PAGE}_corpus_file"
    files = uploads.ask(label, key, say, help=help_, most=uploads.MAX_MB)
    return decode_bytes(files[0].data)[0] if files else None
