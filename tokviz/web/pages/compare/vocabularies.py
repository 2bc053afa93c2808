"""The vocabularies beside each other: shared and own tokens, how long they are, which occur most."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from tokviz.compare.comparison import Comparison
from tokviz.compare.engine import Key
from tokviz.compare.reading import Reading
from tokviz.views.compare import vocabularies as compare_vocabularies
from tokviz.views.shared.catalog import Catalog
from tokviz.views.takeaway.export import table_csv
from tokviz.web.shared import cells, messages, tables
from tokviz.web.shared.downloads import save
from tokviz.web.streamlit_workarounds import altair_charts

__all__ = ["MAX_ROWS", "show"]

MAX_ROWS = 5_000
"""How many tokens the table shows; the file has all."""


def show(found: Comparison, say: Catalog) -> None:
    """Draw them."""
    names = found.names
    st.markdown(say("compare.vocabularies.about"))
    left, right = st.columns([3, 2], gap="medium")
    with left:
        pairs = compare_vocabularies.overlaps(found.train, names)
        jaccard = st.column_config.NumberColumn(**cells.heading("compare.column.jaccard", say), format="%.3f")
        tables.show(pairs, say, alt=say("compare.vocabularies.pairs"), columns={"jaccard": jaccard}, most=None)
        for one, reading in zip(found.tokenizers, found.train, strict=True):
            if reading.vocabulary is None:
                st.caption(messages.escape(say("compare.vocabularies.none", name=one.label)))
    with right:
        lengths = compare_vocabularies.lengths(found.train, names)
        titles = {"length": say("compare.column.length"), "tokens": say("compare.column.tokens")}
        altair_charts.draw(
            compare_vocabularies.lengths_chart,
            lengths,
            titles,
            cells.palette(),
            describe=say("compare.vocabularies.lengths"),
        )
    _tokens(_table(found.key, found.train, names), names, say)


def _tokens(table: pd.DataFrame, names: Sequence[str], say: Catalog) -> None:
    """Which tokens: all, those of every tokenizer, those of one alone."""
    which = st.selectbox(
        say("compare.vocabularies.which"),
        ("every", "shared", *range(len(names))),
        format_func=lambda one: (
            say(f"compare.which.{one}") if isinstance(one, str) else say("compare.vocabularies.own", name=names[one])
        ),
        key="compare_which",
    )
    found = table
    if which == "shared":
        found = table[table["vocabularies"] == len(names)]
    elif isinstance(which, int) and which < len(names):
        found = table[(table["vocabularies"] == 1) & table[names[which]].notna()]
    if found.empty:
        st.info(say("compare.vocabularies.nothing"))
        return
    shown = compare_vocabularies.shown(found.head(MAX_ROWS)).drop(columns="vocabularies")
    config: dict[str, object] = {
        "length": st.column_config.NumberColumn(**cells.heading("compare.column.length", say)),
        "occurrences": st.column_config.NumberColumn(say("compare.column.all"), format="localized"),
        **{name: st.column_config.NumberColumn(name, format="localized") for name in names},
    }
    tables.show(shown, say, alt=say("compare.tab.vocabularies"), columns=config)
    total = say.count("count.tokens", len(found))
    st.caption(say("compare.vocabularies.count", tokens=total, shown=len(shown)))
    save(say("compare.vocabularies.csv"), table_csv(found), "tokviz-vocabularies.csv", "text/csv")


@st.cache_resource(max_entries=12, show_spinner=False)
def _table(key: Key, _readings: Sequence[Reading], _names: Sequence[str]) -> pd.DataFrame:
    return compare_vocabularies.vocabularies(_readings, _names)
