"""How the chosen tokenizers cut the numbers from 0 to 99,999; which runs of white space are tokens, and what
indentation costs in a piece of code."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from tokviz.cage import ask
from tokviz.state.vocabulary import PAGE
from tokviz.views.shared.catalog import Catalog
from tokviz.views.vocabularies import charts
from tokviz.views.vocabularies.tables import code_table, cuts_table, entries_table, runs_table
from tokviz.vocabularies import CODE, DIGITS, GROUPINGS, RUNS, Numbers, code_price, numbers, runs, search
from tokviz.web.pages.vocabulary.controls import Chosen
from tokviz.web.pages.vocabulary.shared import each, of_each, table
from tokviz.web.shared import cells, messages
from tokviz.web.streamlit_workarounds import altair_charts

__all__ = ["show_numbers", "show_spaces"]

_KEY = f"{PAGE}_run"


def show_numbers(chosen: Chosen, say: Catalog) -> None:
    """Draw how many tokens numbers are, and by which groups of digits."""
    st.markdown(say("vocabulary.numbers.about"))
    found = of_each(each(chosen, say), "numbers", chosen, say, numbers)
    if not found:
        return
    rows = [
        (name, digits, tokens, count, count / sum(c for (d, _), c in one.tokens.items() if d == digits))
        for name, one in found.items()
        for (digits, tokens), count in one.tokens.items()
    ]
    frame = pd.DataFrame(rows, columns=["tokenizer", "digits", "tokens", "count", "share"])
    altair_charts.draw(charts.numbers, frame, say, cells.palette(), describe=say("vocabulary.numbers.chart"))
    for name, one in found.items():
        st.markdown(f"**{messages.escape(name)}**: {_verdict(one, say)}")
    table(cuts_table({name: one.cuts for name, one in found.items()}, say), "numbers", say)


def _verdict(found: Numbers, say: Catalog) -> str:
    """How the longest numbers are grouped, for the most part and for the rest."""
    shares = sorted(((found.share(DIGITS, kind), kind) for kind in GROUPINGS), reverse=True)
    return say.listed(
        [
            say("vocabulary.numbers.share", share=say.percent(share, 0), grouping=say(f"vocabulary.grouping.{kind}"))
            for share, kind in shares
            if share >= 0.005
        ]
    )


def show_spaces(chosen: Chosen, say: Catalog) -> None:
    """Draw tokens by the length of a run, the price of a piece of code, and the white space in each vocabulary."""
    every = each(chosen, say)
    if not every:
        return
    found = of_each(every, "runs", chosen, say, runs)
    st.subheader(say("vocabulary.runs.title"), anchor=False)
    kind = st.segmented_control(
        say("vocabulary.runs.which"),
        tuple(RUNS),
        format_func=lambda name: say(f"vocabulary.run.{name}"),
        key=_KEY,
        default="space",
        required=True,
    )
    rows = [(name, run.length, len(run.tokens)) for name, each_ in found.items() for run in each_ if run.name == kind]
    frame = pd.DataFrame(rows, columns=["tokenizer", "length", "tokens"])
    st.caption(say("vocabulary.runs.about"))
    altair_charts.draw(charts.runs, frame, say, describe=say("vocabulary.runs.chart"))
    with st.expander(say("vocabulary.table.runs"), icon=":material/table_rows:"):
        table(runs_table(found, say), "runs", say)
    st.subheader(say("vocabulary.code.title"), anchor=False)
    table(code_table({name: ask(code_price, vocabulary, CODE) for name, (_, vocabulary) in every.items()}), "code", say)
    with st.expander(say("vocabulary.code.sample"), icon=":material/code:"):
        st.code(CODE, language="python")
    for name, (place, vocabulary) in every.items():
        places = ask(search, vocabulary, kind="space")
        title = say("vocabulary.spaces.of", name=messages.escape(name), n=len(places))
        with st.expander(title, icon=":material/space_bar:"):
            table(ask(entries_table, vocabulary, places, say), "spaces", say, key=f"-{place}")
