"""A table of which one row is selected, at first the first."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from tokviz.views.shared.catalog import Catalog
from tokviz.web.shared import cells

__all__ = ["HEIGHT", "selected_row"]

HEIGHT = 330
"""Tables are at most this high, in pixels; longer ones scroll."""


def selected_row(table: pd.DataFrame, key: str, alt: str, say: Catalog) -> int:
    """Draw `table` and return the number of the row that is selected."""
    event = st.dataframe(
        table,
        hide_index=True,
        height=min(HEIGHT, 35 * (len(table) + 1) + 3),
        on_select="rerun",
        selection_mode="single-row-required",
        selection_default={"selection": {"rows": [0]}},
        key=key,
        column_config=cells.columns(table, say),
        alt=alt,
    )
    rows = event.selection.rows
    return rows[0] if rows and rows[0] < len(table) else 0
