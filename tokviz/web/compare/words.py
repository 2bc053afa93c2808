"""The words on which the tokenizers differ: how often, how each cuts them, and why."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from tokviz.compare.reasons import reason
from tokviz.compare.sources import Model
from tokviz.errors import TokvizError
from tokviz.views.compare.reasons import sentence
from tokviz.views.compare.words import Differing, first_pair, table
from tokviz.views.shared.catalog import Catalog, load
from tokviz.web.compare.models import Compared, View
from tokviz.web.server.cache import TraceKey
from tokviz.web.shared import cells, messages

__all__ = ["MAX_EXPORTED", "MAX_ROWS", "all_words", "show"]

MAX_ROWS = 200
"""How many words are listed, the most frequent."""
MAX_EXPORTED = 5_000
"""How many words go into a file; to explain a word takes time."""
_ROW = 66  # pixels: the reason takes two lines; text wraps only in rows higher than 4 rem
_HEIGHT = 420


def show(view: View, say: Catalog) -> None:
    """Draw the table; a click on a row picks its word."""
    total = view.material.words.total
    differ = sum(one.count for one in view.words)
    if not view.words:
        st.info(say("cmp.words.none", words=say.count("count.words", len(view.material.words))))
        return
    st.markdown(
        say(
            "cmp.words.about",
            words=say.count("count.words", len(view.words)),
            all=f"{len(view.material.words):,}",
            share=f"{differ / total:.1%}",
        )
    )
    shown = view.words[:MAX_ROWS]
    frame = all_words(view, say, MAX_ROWS)
    st.dataframe(
        frame,
        hide_index=True,
        height=min(_HEIGHT, _ROW * len(frame) + 38),
        row_height=_ROW,
        key="cmp_words",
        selection_mode="single-row",
        on_select=lambda: _pick([one.word for one in shown]),
        column_config=cells.columns(frame, say)
        | {"reason": st.column_config.TextColumn(say("cmp.column.reason"), width="large")},
        alt=say("cmp.tab.words"),
    )
    if len(view.words) > MAX_ROWS:
        st.caption(say("shown-of", shown=f"{MAX_ROWS:,}", total=f"{len(view.words):,}"))
    st.caption(say("cmp.words.pick"))


def all_words(view: View, say: Catalog, most: int) -> pd.DataFrame:
    """The table of the first `most` words, with the marks that the visitor wants to see."""
    key = (*view.material.key, *view.key, view.state.marks)
    models = [one.model for one in view.tokenizers] if view.state.marks == "neutral" else None
    return _table(key, say.language, most, view.words[:most], view.tokenizers, models)


@st.cache_resource(max_entries=16, show_spinner=False)
def _table(
    key: TraceKey,
    language: str,
    most: int,
    _words: Sequence[Differing],
    _tokenizers: Sequence[Compared],
    _models: Sequence[Model] | None,
) -> pd.DataFrame:
    say = load(language)
    names = [one.label for one in _tokenizers]

    def why(one: Differing) -> str:
        left, right = first_pair(one.splits)
        try:
            found = reason(one.word, _tokenizers[left].tokenizer, _tokenizers[right].tokenizer)
        except TokvizError as error:
            return messages.error_text(error, say)
        return sentence(found, names[left], names[right], say) if found else ""

    return table(_words, names, why, _models)


def _pick(words: Sequence[str]) -> None:
    rows = st.session_state["cmp_words"].selection.rows
    if rows and rows[0] < len(words):
        st.session_state["cmp_word"] = words[rows[0]]
