"""Fetching on the pages that offer tokenizers: the field, and known models on that of real tokenizers."""

from __future__ import annotations

from tokviz.features.hub.web import field
from tokviz.views.shared.catalog import Catalog
from tokviz.web import hooks

__all__ = ["register"]


def register() -> None:
    """Add them; known models are loaded on the page that has their buttons."""
    hooks.more_tokenizers.add(field.ask_for_name)
    hooks.below_rows.add(show_known)


def show_known(say: Catalog) -> None:
    """Draw the buttons of known models."""
    from tokviz.features.hub.web import known

    known.show(say)
