"""The vocabularies in numbers: by length, kind and script; the longest entries, and those that are nearly alike."""

from __future__ import annotations

from functools import partial

import pandas as pd
import streamlit as st

from tokviz.cage import ask
from tokviz.views.shared.catalog import Catalog
from tokviz.views.vocabularies import charts
from tokviz.views.vocabularies.tables import duplicates_table, entries_table
from tokviz.vocabularies import (
    KINDS,
    Count,
    Vocabulary,
    by_length,
    counted,
    duplicates,
    ordered,
    search,
)
from tokviz.web.pages.vocabulary import store
from tokviz.web.pages.vocabulary.controls import Chosen
from tokviz.web.pages.vocabulary.shared import MOST_ROWS, csv, each, of_each, table
from tokviz.web.shared import cells, messages
from tokviz.web.streamlit_workarounds import altair_charts

__all__ = ["show"]

_SCRIPTS = 10  # with a bar


def show(chosen: Chosen, say: Catalog) -> None:
    """Draw bars by kind and script for all, and the rest for each tokenizer."""
    every = each(chosen, say)
    numbers = of_each(every, "counts", chosen, say, counted)
    if not numbers:
        return
    left, right = st.columns(2)
    with left:
        _bars("kind", {name: kinds for name, (kinds, _) in numbers.items()}, say)
    with right:
        _bars("script", {name: scripts for name, (_, scripts) in numbers.items()}, say)
    first = next(iter(every))
    for name, (place, vocabulary) in every.items():
        with st.expander(messages.escape(name), icon=":material/bar_chart:", expanded=name == first):
            _lengths(vocabulary, say)
            _longest(vocabulary, say)
            groups = store.computed("duplicates", chosen.tokenizers[place], (), say, duplicates, vocabulary)
            st.markdown(say.count("vocabulary.duplicates", len(groups)))
            if groups:
                table(ask(duplicates_table, vocabulary, groups[:MOST_ROWS]), "duplicates", say, rows=len(groups))
                csv(partial(ask, duplicates_table, vocabulary, groups), f"duplicates-{place}", say)


def _bars(what: str, counted: dict[str, tuple[Count, ...]], say: Catalog) -> None:
    """The share of each kind or script, those of all tokenizers side by side, and the same as a table."""
    is_kind = what == "kind"
    rows = [
        (
            say(f"vocabulary.kind.{one.name}") if is_kind else say(f"vocabulary.script.{one.name}"),
            one.name,
            name,
            one.number,
            one.number / sum(other.number for other in counts),
        )
        for name, counts in counted.items()
        for one in counts
    ]
    frame = pd.DataFrame(rows, columns=[what, "name", "tokenizer", "count", "share"])
    if is_kind:
        frame = frame.sort_values("name", key=lambda names: names.map(KINDS.index), kind="stable")
    frame = frame.drop(columns="name")
    most = frame.groupby(what)["share"].max().nlargest(_SCRIPTS).index
    st.subheader(say("vocabulary.by.kind" if is_kind else "vocabulary.by.script"), anchor=False)
    describe = say("vocabulary.by.kind.chart" if is_kind else "vocabulary.by.script.chart")
    altair_charts.draw(charts.grouped, frame[frame[what].isin(most)], what, say, describe=describe)
    with st.expander(
        say("vocabulary.table.kind" if is_kind else "vocabulary.table.script"), icon=":material/table_rows:"
    ):
        table(frame.assign(share=frame["share"].map(lambda one: say.percent(one, 1))), what, say)


def _lengths(vocabulary: Vocabulary, say: Catalog) -> None:
    kinds = [say(f"vocabulary.kind.{kind}") for kind in KINDS]
    rows = [
        (length, say(f"vocabulary.kind.{kind}"), count) for (length, kind), count in ask(by_length, vocabulary).items()
    ]
    frame = pd.DataFrame(rows, columns=["length", "kind", "count"])
    st.markdown(say("vocabulary.lengths", entries=len(vocabulary)))
    altair_charts.draw(charts.by_length, frame, kinds, say, cells.palette(), describe=say("vocabulary.lengths.chart"))


def _longest(vocabulary: Vocabulary, say: Catalog) -> None:
    places = ask(ordered, vocabulary, ask(search, vocabulary), "longest")[:MOST_ROWS]
    st.markdown(say("vocabulary.longest"))
    table(ask(entries_table, vocabulary, places, say), "longest", say, rows=len(vocabulary))
