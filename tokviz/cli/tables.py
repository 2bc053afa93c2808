"""Frames as text: headings in the reader's language, tokens made visible."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from tokviz.cli.text import table
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import shorten, visible

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["frame", "tokens"]

_LENGTH = 400  # characters of a cell: sentences fit, and tokens of thousands of characters do not


def frame(shown: pd.DataFrame, say: Catalog, headings: Mapping[str, str] | None = None) -> str:
    """A frame as an aligned table. headings: column -> key of its heading, where that is not ``column.<name>``."""
    known = headings or {}
    titles = []
    for name in map(str, shown.columns):
        key = known.get(name, f"column.{name}")
        titles.append(say(key) if key in say else name)
    return table(titles, ([_cell(cell, say) for cell in row] for row in shown.itertuples(index=False, name=None)), say)


def tokens(symbols: Sequence[str]) -> str:
    """Tokens with spaces between, each visible.

    >>> tokens(["hug", " s"])
    'hug ␣s'
    """
    return " ".join(visible(symbol) or "∅" for symbol in symbols)


def _cell(cell: object, say: Catalog) -> object:
    if isinstance(cell, tuple):
        return shorten(tokens(cell), _LENGTH)
    if isinstance(cell, bool):
        return say("cli.yes") if cell else ""
    if isinstance(cell, str):
        return shorten(" ".join(map(visible, cell.split(" "))), _LENGTH) if cell else ""
    return cell
