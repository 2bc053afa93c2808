"""The page `/wordpiece`: training by score, and the walk through a word that a vocabulary makes."""

from __future__ import annotations

from tokviz.views.catalog import Catalog
from tokviz.web import learn_page
from tokviz.web.algorithms import WORDPIECE

__all__ = ["render"]


def render(say: Catalog) -> None:
    """Draw the page."""
    learn_page.render(WORDPIECE, say)
