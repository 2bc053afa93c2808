"""Entries that the first vocabulary shares with each of the others."""

from __future__ import annotations

from functools import partial

import numpy as np
import streamlit as st

from tokviz.sandbox import ask
from tokviz.views.shared.catalog import Catalog
from tokviz.views.vocabularies import charts
from tokviz.views.vocabularies.keys import KIND_KEYS
from tokviz.views.vocabularies.listing import MOST_ROWS
from tokviz.views.vocabularies.tables import (
    entries_table,
    only,
)
from tokviz.vocabularies import Overlap, Places, Vocabulary, overlap
from tokviz.web.pages.vocabulary import shared
from tokviz.web.pages.vocabulary.controls import Chosen
from tokviz.web.pages.vocabulary.shared import load_each, offer_csv, offer_second, show_rows
from tokviz.web.shared import cells, messages
from tokviz.web.streamlit_workarounds import altair_charts

__all__ = ["show_overlap"]


# -- shared entries ----------------------------------------------------------------------------------------------------


def show_overlap(chosen: Chosen, say: Catalog) -> None:
    """Draw the shares by kind, and examples of shared entries and of those that only one has."""
    vocabularies = load_each(chosen, say)
    if len(vocabularies) < 2:
        offer_second("vocabulary.overlap.two", chosen, say)
        return
    (first, (place, ours)), *others = vocabularies.items()
    st.markdown(say("vocabulary.overlap.about"))
    for name, (at, theirs) in others:
        tokenizer = chosen.tokenizers[place]
        key = "/".join(map(str, chosen.tokenizers[at].key))
        result = shared.compute_once("overlap", tokenizer, (key,), say, overlap, ours, theirs)
        _overlap_of_two((first, ours), (name, theirs), result, f"{at}", say)


def _overlap_of_two(
    named: tuple[str, Vocabulary], other: tuple[str, Vocabulary], result: Overlap, key: str, say: Catalog
) -> None:
    first, second = named[0], other[0]
    st.subheader(
        say("vocabulary.overlap.pair", first=messages.escape(first), second=messages.escape(second)), anchor=False
    )
    names = (
        say("vocabulary.overlap.common"),
        say("vocabulary.overlap.only", name=first),
        say("vocabulary.overlap.only", name=second),
    )
    groups = ((named[1], result.common), (named[1], result.only), (other[1], result.only_other))
    totals = dict(zip(names, (len(places) for _, places in groups), strict=True))
    change_rows = {say(KIND_KEYS[kind]): dict(zip(names, row, strict=True)) for kind, row in result.kinds.items()}
    st.markdown(say("vocabulary.overlap.result", common=len(result.common), share=say.percent(result.share)))
    describe = say("vocabulary.overlap.chart")
    altair_charts.draw(charts.stacked, totals, change_rows, say, cells.palette(), describe=describe)
    for column, name, (vocabulary, places) in zip(st.columns(3), names, groups, strict=True):
        with column:
            st.markdown(f"**{messages.escape(name)}** ({say.integer(len(places))})")
            part = f"{key}-{names.index(name)}"
            _example_entries(vocabulary, places, name, part, say)
            offer_csv(partial(ask, entries_table, vocabulary, places, say), f"overlap-{part}", say)


def _example_entries(vocabulary: Vocabulary, places: Places, name: str, key: str, say: Catalog) -> None:
    """Draw the first entries by id."""
    frame = only(ask(entries_table, vocabulary, np.asarray(places[:MOST_ROWS]), say), "id", "stands_for", "kind")
    show_rows(frame, name, f"overlap-{key}", say, total=len(places))
