"""The lattice half of `/unigram`."""

from __future__ import annotations

from tokviz.views.catalog import Catalog

__all__ = ["body"]


def body(say: Catalog, *, is_new: bool) -> None:
    """All below the choice of the mode."""
