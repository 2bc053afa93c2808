"""The words on which the tokenizers differ: how often, how each cuts them, and why."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

import streamlit as st

from tokviz.compare.comparison import Comparison
from tokviz.views.compare.picks import name_of
from tokviz.views.compare.words import explained
from tokviz.views.shared.catalog import Catalog
from tokviz.web.shared import cells
from tokviz.web.shared.tables import cut_short
from tokviz.web.streamlit_workarounds import widget_values

__all__ = ["MAX_ROWS", "show"]

MAX_ROWS = 200
"""How many words are listed, the most frequent."""
_ROW = 104  # pixels: the reason takes up to four lines; text wraps only in rows higher than 4 rem
_HEIGHT = 420


def show(found: Comparison, marks: str, say: Catalog) -> None:
    """Draw the table; a click on a row picks its word."""
    words = found.words
    if not found.differing:
        st.info(say("compare.words.none", words=say.count("count.words", words.number)))
        return
    st.markdown(
        say(
            "compare.words.about",
            words=say.count("count.words", len(found.differing)),
            all=words.number,
            share=say.percent(words.occurrences / words.total),
        )
    )
    shown = found.differing[:MAX_ROWS]
    frame = explained(found, MAX_ROWS, say, is_neutral=marks == "neutral")
    split = {name: frame[name].str.split() for name in found.names}
    tokens = dict.fromkeys(chain.from_iterable(chain.from_iterable(split.values())))
    chips = st.column_config.MultiselectColumn(options=tokens, color=cells.palette().letter)
    st.dataframe(
        frame.assign(**split),
        hide_index=True,
        height=min(_HEIGHT, _ROW * len(frame) + 38),
        row_height=_ROW,
        key="compare_words",
        selection_mode="single-row",
        on_select=lambda: _pick([name_of(one.word) for one in shown]),
        column_config=cells.columns(frame, say)
        | dict.fromkeys(found.names, chips)
        | {"reason": st.column_config.TextColumn(say("compare.column.reason"), width="large")},
        alt=say("compare.tab.words"),
    )
    cut_short(MAX_ROWS, len(found.differing), say)
    st.caption(say("compare.words.pick"))


def _pick(words: Sequence[str]) -> None:
    rows = st.session_state["compare_words"].selection.rows
    if rows and rows[0] < len(words):
        widget_values.put("compare_word", words[rows[0]])
