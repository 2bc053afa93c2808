"""A table of a vocabulary as views show it: tokens as chips in the colors of their kinds, a page of rows at a time."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from dataclasses import replace

from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.chips import Bar, Cell, Chips, DataTable, Row
from tokviz.views.shared.tables import chip_cells, headings_of
from tokviz.views.shows import Ask, Show, cut_short, page_of
from tokviz.views.vocabularies.keys import KIND_HUES, KIND_KEYS
from tokviz.views.vocabularies.tables import Cells, filled, rows_of

MOST_ROWS = 500
"""So many rows of a long table are on the page; all of them are in its file."""


def listing(
    cells: Cells,
    name: str,
    key: str,
    ask: Ask,
    say: Catalog,
    *,
    total: int | None = None,
    bars: Container[str] = (),
    has_one_measure: bool = False,
    words: Sequence[str] = (),
) -> Iterator[Show]:
    """Yield a table, and how many rows there are if these are not all.

    name: what it shows, for screen readers. key: tells apart the choices of a page; empty for all rows. total: how many
    rows there are, where the table may have only the first of them. bars, has_one_measure: as :func:`chip_cells` has
    them. words: what a press on each row picks.
    """
    table, size = filled(cells, say), rows_of(cells)
    shown = page_of(size, f"{key}_page", ask) if key else range(size)
    hues = _hues(cells, say)
    written = chip_cells(table, Chips(), say, bars=bars, has_one_measure=has_one_measure, page=shown)
    rows = (
        Row(_in_hue(cells_of_row, hues[at]) if hues else cells_of_row, word=words[at] if words else "")
        for at, cells_of_row in zip(shown, written, strict=True)
    )
    yield DataTable(name, headings_of(table.columns, say, bars), tuple(rows))
    yield from cut_short(size, size if total is None else total, say)


def _hues(cells: Cells, say: Catalog) -> list[int | None]:
    """Return the hue of each entry by its kind, None for a gray one; none for a table of something else."""
    if "stands_for" not in cells or "kind" not in cells:
        return []
    hues = {say(KIND_KEYS[kind]): hue for kind, hue in KIND_HUES.items()}
    return [hues.get(kind) for kind in cells["kind"]]


def _in_hue(cells_of_row: tuple[Cell, ...], hue: int | None) -> tuple[Cell, ...]:
    return tuple(
        tuple(replace(chip, hue=hue) for chip in cell)
        if isinstance(cell, tuple)
        else (replace(cell, hue=hue) if isinstance(cell, Bar) else cell)
        for cell in cells_of_row
    )
