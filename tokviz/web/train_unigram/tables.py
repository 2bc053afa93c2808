"""What the tables of `/unigram` have in common: how many rows they show, how high they are, what stands below them."""

from __future__ import annotations

from collections.abc import Iterable

import pandas as pd
import streamlit as st

from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.charts import MAX_BARS
from tokviz.web.shared import cells
from tokviz.web.shared.selection import HEIGHT

__all__ = ["MAX_ROWS", "cut_short", "listed", "show"]

MAX_ROWS = 300
"""Tables of a step show at most this many rows."""


def show(table: pd.DataFrame, say: Catalog, *, alt: str, columns: dict[str, object] | None = None) -> None:
    """A table without a selection, with the headings of the catalog but for those given. alt: its name."""
    st.dataframe(
        table,
        hide_index=True,
        height=min(HEIGHT, 35 * (len(table) + 1) + 3),
        column_config=cells.columns(table, say) | (columns or {}),
        alt=alt,
    )


def cut_short(shown: int, total: int, say: Catalog) -> None:
    """Say how many of the rows are shown, if not all."""
    if shown < total:
        st.caption(say("shown-of", shown=shown, total=total))


def listed(pieces: Iterable[str], counts: Iterable[float], say: Catalog) -> str:
    """The first pieces with their counts, for a text alternative."""
    parts = [f"{cells.token(piece)} {say.amount(float(count))}" for piece, count in zip(pieces, counts, strict=False)]
    return say("list.comma").join(parts[:MAX_BARS])
