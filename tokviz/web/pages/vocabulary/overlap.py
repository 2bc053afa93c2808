"""What the first vocabulary shares with each of the others."""

from __future__ import annotations

from functools import partial

import numpy as np
import streamlit as st

from tokviz.cage import ask
from tokviz.views.shared.catalog import Catalog
from tokviz.views.vocabularies import charts
from tokviz.views.vocabularies.tables import entries_table
from tokviz.vocabularies import Overlap, Places, Vocabulary, overlap
from tokviz.web.pages.vocabulary import store
from tokviz.web.pages.vocabulary.controls import Chosen
from tokviz.web.pages.vocabulary.shared import MOST_ROWS, csv, each, offer_second
from tokviz.web.shared import cells, messages, tables
from tokviz.web.streamlit_workarounds import altair_charts

__all__ = ["show"]


def show(chosen: Chosen, say: Catalog) -> None:
    """Draw the shares by kind, and examples of what is common and what is not."""
    every = each(chosen, say)
    if len(every) < 2:
        offer_second("vocabulary.overlap.two", chosen, say)
        return
    (first, (place, ours)), *others = every.items()
    st.markdown(say("vocabulary.overlap.about"))
    for name, (at, theirs) in others:
        one = chosen.tokenizers[place]
        key = "/".join(map(str, chosen.tokenizers[at].key))
        found = store.computed("overlap", one, (key,), say, overlap, ours, theirs)
        _pair((first, ours), (name, theirs), found, f"{at}", say)


def _pair(one: tuple[str, Vocabulary], other: tuple[str, Vocabulary], found: Overlap, key: str, say: Catalog) -> None:
    first, second = one[0], other[0]
    st.subheader(
        say("vocabulary.overlap.pair", first=messages.escape(first), second=messages.escape(second)), anchor=False
    )
    names = (
        say("vocabulary.overlap.common"),
        say("vocabulary.overlap.only", name=first),
        say("vocabulary.overlap.only", name=second),
    )
    groups = ((one[1], found.common), (one[1], found.only), (other[1], found.only_other))
    totals = dict(zip(names, (len(places) for _, places in groups), strict=True))
    rows = {say(f"vocabulary.kind.{kind}"): dict(zip(names, row, strict=True)) for kind, row in found.kinds.items()}
    st.markdown(say("vocabulary.overlap.result", common=len(found.common), share=say.percent(found.share)))
    describe = say("vocabulary.overlap.chart")
    altair_charts.draw(charts.stacked, totals, rows, say, cells.palette(), describe=describe)
    for column, name, (vocabulary, places) in zip(st.columns(3), names, groups, strict=True):
        with column:
            st.markdown(f"**{messages.escape(name)}** ({say.integer(len(places))})")
            _examples(vocabulary, places, name, say)
            csv(partial(ask, entries_table, vocabulary, places, say), f"overlap-{key}-{names.index(name)}", say)


def _examples(vocabulary: Vocabulary, places: Places, name: str, say: Catalog) -> None:
    """The first ones by id."""
    frame = ask(entries_table, vocabulary, np.asarray(places[:MOST_ROWS]), say)[["id", "stands_for", "kind"]]
    tables.show(frame, say, alt=name, total=len(places))
