"""Tables on a page: as high as their rows and no higher than their place, with headings of the catalog; what is
selected in one, and how many of the rows it shows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any

import pandas as pd
import streamlit as st

from tokviz.text_keys import column_key
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.chips import Chip, Chips, DataTable, Heading, Row
from tokviz.views.shared.rendering import render
from tokviz.views.shared.tables import heading_of as heading
from tokviz.views.shared.tables import headings_of
from tokviz.views.shows import ROWS, Selection
from tokviz.web.shared import cells, stepping

__all__ = [
    "HEIGHT",
    "ROWS",
    "cut_short",
    "flow",
    "heading",
    "headings_of",
    "select",
    "selected_row",
    "show",
    "show_chips",
]

HEIGHT = 330
"""Tables are at most this high, in pixels; longer ones scroll."""

_TOKENS = ("piece", "token")  # the columns that hold one token, without those that say how they are drawn


def show_chips(name: str, columns: Sequence[Heading], rows: Sequence[Row], say: Catalog) -> None:
    """Draw a table of text and chips, in which nothing is sorted. name: what it shows, for screen readers."""
    st.html(render("data_table.html", say, table=DataTable(name, tuple(columns), tuple(rows))))


def flow(name: str, chips: Sequence[Chip], say: Catalog, most: int = 200) -> None:
    """Draw chips one after the other, the first `most` of them."""
    st.html(render("chip_flow.html", say, name=name, flow=chips[:most]))
    cut_short(most, len(chips), say)


def show(
    table: pd.DataFrame,
    say: Catalog,
    *,
    alt: str,
    columns: Mapping[str, object] | None = None,
    most: int | None = HEIGHT,
    placeholder: str | None = None,
    total: int | None = None,
) -> None:
    """Draw a table without a selection.

    alt: its name. columns: in place of the headings of the catalog. most: how high it may be, None for as high as it
    is. placeholder: what stands for a value that is not there. total: how many rows there are, where the table may have
    only the first of them.
    """
    _drawn(table, alt, say, columns, most, placeholder=placeholder)
    if total is not None:
        cut_short(len(table), total, say)


def selected_row(
    table: pd.DataFrame,
    total: int,
    key: str,
    alt: str,
    say: Catalog,
    lights: Sequence[tuple[str, ...]] = (),
    columns: Mapping[str, object] | None = None,
) -> int:
    """Draw a table of which one row is selected, at first the first; its number.

    total: how many rows there are, where the table may have only the first of them. lights: the pair or piece that each
    row is about, which the picture lights up when the row is selected. columns: as :func:`show` has them.
    """

    def select() -> None:
        row = _row_of(st.session_state[key], len(table))
        if lights:
            stepping.light(lights[row])

    first = {"selection": {"rows": [0]}}
    mode = "single-row-required"
    event = _drawn(table, alt, say, columns, on_select=select, selection_mode=mode, selection_default=first, key=key)
    cut_short(len(table), total, say)
    return _row_of(event, len(table))


def select(field: Selection, key: str, say: Catalog) -> str:
    """Draw the table of a view of which one row is selected; the number of that row, counted from 1."""
    frame = field.table.read(say)
    columns = {}
    for name, column in zip(frame.columns, field.table.columns, strict=True):
        if column.has_tokens:
            tokens = [(value,) if isinstance(value, str) else value for value in column.values(None)]
            frame[name] = pd.Series([list(map(cells.token, row)) for row in tokens], index=frame.index, dtype=object)
            columns[name] = cells.chips(column.title, chain.from_iterable(tokens), field.chips, say)
    return str(selected_row(frame, len(frame), key, field.label, say, field.lights, columns) + 1)


def _row_of(event: Any, rows: int) -> int:
    """Return the row that is selected; the first where none of the table is."""
    selected = event.selection.rows
    return selected[0] if selected and selected[0] < rows else 0


def cut_short(shown: int, total: int, say: Catalog) -> None:
    """Say how many are shown, if not all."""
    if shown < total:
        st.caption(say("shown-of", shown=shown, total=total))


def _drawn(
    table: pd.DataFrame,
    alt: str,
    say: Catalog,
    columns: Mapping[str, object] | None = None,
    most: int | None = HEIGHT,
    **more: Any,
) -> Any:
    """Draw a table as :func:`show` says, with chips for tokens.

    more: of Streamlit's table.
    """
    chips = {name: Chips() for name in _TOKENS if name in table and name not in (columns or {})}
    headings: dict[str, Any] = cells.columns(table, say) | dict(columns or {})
    headings |= {name: cells.chips(column_key(name), table[name], numbering, say) for name, numbering in chips.items()}
    for name in chips:
        table = table.assign(**{name: pd.Series([[token] for token in table[name]], index=table.index, dtype=object)})
    return st.dataframe(table, hide_index=True, height=_height(table, most), column_config=headings, alt=alt, **more)


def _height(table: pd.DataFrame, most: int | None = HEIGHT) -> int:
    whole = 35 * (len(table) + 1) + 3
    return whole if most is None else min(most, whole)
