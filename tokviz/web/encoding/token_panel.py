"""The tokens of a whole text, as every page that encodes shows them: numbers, coloured chips, a table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import chain

import pandas as pd
import streamlit as st

from tokviz.sandbox import ask
from tokviz.views.encoding import merging as encoding
from tokviz.views.encoding.applying import numbers_of
from tokviz.views.shared.catalog import Catalog
from tokviz.web.shared import cells, pictures, tables

__all__ = ["Encoded", "show"]

Encoded = Sequence[tuple[str, Sequence[str]]]
"""Each word of a text with its tokens, in order."""

_MAX_ROWS = 500
_MAX_SHOWN = 150


def show(
    text: str, words: Encoded, ids: Mapping[str, int], say: Catalog, *, key: str, note: str = "", has_ids: bool = True
) -> None:
    """Draw them. ids: the vocabulary; has_ids: whether its numbers mean anything. note: stands below the numbers."""
    tokens = list(chain.from_iterable(found for _, found in words))
    used = Counter(tokens)
    different = len({word for word, _ in words})
    characters = sum(not character.isspace() for character in text)
    numbered = ask(numbers_of, ids, tuple(used))
    numbers = (
        ("tokens", say.integer(len(tokens))),
        ("words", say.integer(len(words))),
        ("looked-up", say.integer(len(words) - different)),
        ("characters", say.decimal(characters / len(tokens), 2) if tokens else "–"),
        ("used", f"{say.integer(len(numbered))} / {say.integer(len(ids))}" if ids else "–"),
    )
    for column, (name, value) in zip(st.columns(len(numbers)), numbers, strict=True):
        column.metric(say(f"encode.measure.{name}"), value, help=say(f"encode.measure.{name}.help"))
    if note:
        st.caption(note)
    picture = encoding.merging_picture([encoding.Row("", "", tokens[:_MAX_SHOWN])], say)
    pictures.still(picture, key=key)
    tables.cut_short(_MAX_SHOWN, len(tokens), say)
    ranked = used.most_common(_MAX_ROWS)
    table = pd.DataFrame(
        {
            "id": pd.array([numbered.get(token) for token, _ in ranked], dtype="Int64"),
            "token": [cells.token(token) for token, _ in ranked],
            "occurrences": [count for _, count in ranked],
        }
    )
    if not has_ids:
        table = table.drop(columns="id")
    # What is not in the vocabulary has no id; Streamlit would write None, in English.
    tables.show(table, say, alt=say("tab.tokens"), placeholder="–", total=len(used))
