"""What the tables of `/unigram` have in common: how many rows they show, and how their text alternatives are listed."""

from __future__ import annotations

from collections.abc import Iterable

from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.charts import MAX_BARS
from tokviz.web.shared import cells

__all__ = ["MAX_ROWS", "listed"]

MAX_ROWS = 300
"""Tables of a step show at most this many rows."""


def listed(pieces: Iterable[str], counts: Iterable[float], say: Catalog) -> str:
    """The first pieces with their counts, for a text alternative."""
    parts = [f"{cells.token(piece)} {say.amount(float(count))}" for piece, count in zip(pieces, counts, strict=False)]
    return say("list.comma").join(parts[:MAX_BARS])
