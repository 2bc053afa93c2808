"""Frames as text, with headings in the reader's language and tokens made visible; and as data for programs."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from tokviz.cli.text import table
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import shorten, visible

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["as_json", "frame", "records", "tokens"]

_LENGTH = 400  # characters of a cell: sentences fit, and tokens of thousands of characters do not


def frame(
    shown: pd.DataFrame, say: Catalog, headings: Mapping[str, str] | None = None, *, total: int | None = None
) -> str:
    """A frame as an aligned table. headings: column -> key of its heading, where that is not ``column.<name>``. total:
    how many rows there are; a line says so where these are not all."""
    known = headings or {}
    keys = {name: known.get(name, f"column.{name}") for name in map(str, shown.columns)}
    titles = [say(key) if key in say else name for name, key in keys.items()]
    cells = ([_cell(cell, say) for cell in row] for row in shown.itertuples(index=False, name=None))
    rest = "" if total is None or len(shown) >= total else f"{say('shown-of', shown=len(shown), total=total)}\n"
    return table(titles, cells, say) + rest


def records(frame: pd.DataFrame) -> Any:
    """The rows of a frame, each by its columns, as JSON has them."""
    return json.loads(frame.to_json(orient="records", force_ascii=False, double_precision=15))


def as_json(value: object) -> str:
    """What programs read.

    >>> print(as_json({"token": "茶"}), end="")
    {
      "token": "茶"
    }
    """
    return json.dumps(value, ensure_ascii=False, indent=2) + "\n"


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
