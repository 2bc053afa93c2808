"""Trees of tokens for pages whose views are not data yet."""

from __future__ import annotations

from collections.abc import Container, Sequence

from tokviz.views.merges.tree import Node
from tokviz.views.pages import merges
from tokviz.views.shared.catalog import Catalog
from tokviz.web.shared import drawing

__all__ = ["show_trees"]


def show_trees(roots: Sequence[Node], total: int, say: Catalog, removed: Container[str] = (), space: str = "") -> None:
    """Draw the trees of tokens, and say the same in words. total: how many merges there are in all. removed, space: as
    :func:`tokviz.views.pages.merges.trees` has them."""
    drawing.draw([merges.trees(roots, total, say, removed, space)], "", say)
