"""The views below the rows on `/compare`, one at a time: words, measures, vocabularies, marks, export."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import streamlit as st

from tokviz.compare.comparison import Comparison
from tokviz.compare.engine import held_out
from tokviz.state.compare import VIEWS, CompareState
from tokviz.views.compare import marks as compare_marks
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import shorten
from tokviz.web.pages.compare import export as compare_export
from tokviz.web.pages.compare import measures as compare_measures
from tokviz.web.pages.compare import vocabularies as compare_vocabularies
from tokviz.web.pages.compare import words as compare_words
from tokviz.web.shared import messages, tables, tabs

__all__ = ["MAX_HELD", "show"]

MAX_HELD = 200_000
"""The longest held-out text, in characters."""


def show(found: Comparison, asked: CompareState, say: Catalog) -> CompareState:
    """Draw the views; the state with what they say, and with the one that is open."""
    draw: dict[str, Callable[[], None]] = {
        "words": lambda: compare_words.show(found, asked.marks, say),
        "measures": lambda: _measures(found, asked, say),
        "vocabularies": lambda: compare_vocabularies.show(found, say),
        "marks": lambda: _marks(found, say),
        "export": lambda: compare_export.show(_with_held(found, asked), asked, say),
    }
    labels = {name: say(f"compare.tab.{name}") for name in VIEWS}
    opened, _ = tabs.open_view("compare", labels, draw, say)
    held, measure = st.session_state["compare_held"], st.session_state["compare_measure"]
    return replace(asked, view=opened, held=held, measure=measure)


def _with_held(found: Comparison, asked: CompareState) -> Comparison:
    """With the held-out text: the one that was given, else the text that is to be cut."""
    given: str = st.session_state["compare_held"]
    return replace(found, held=held_out(given if given.strip() else asked.text))


def _measures(found: Comparison, asked: CompareState, say: Catalog) -> None:
    """The measures of the corpus, and of a text that nothing was trained on."""
    st.text_area(
        say("compare.held"),
        key="compare_held",
        height=80,
        max_chars=MAX_HELD,
        placeholder=shorten(asked.text, 200),
        help=say("compare.held.help"),
    )
    compare_measures.show(_with_held(found, asked), say)


def _marks(found: Comparison, say: Catalog) -> None:
    """How each tokenizer marks words, on the words of the text."""
    messages.text_with_terms("compare.marks.about", say)
    table = compare_marks.table(found.names, found.models, found.segmentations, say)
    columns = {name: st.column_config.TextColumn(say(f"compare.column.{name}")) for name in table.columns}
    tables.show(table, say, alt=say("compare.tab.marks"), columns=columns, most=None)
