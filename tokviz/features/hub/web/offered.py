"""Fetching on the pages that offer tokenizers: the field, and known models on that of real tokenizers."""

from __future__ import annotations

from tokviz.views.shared.catalog import Catalog
from tokviz.web import hooks


def register() -> None:
    """Add them; both are loaded on the pages that have them."""
    hooks.more_tokenizers.add(ask_for_name)
    hooks.below_rows.add(show_known)


def ask_for_name(page: str, say: Catalog) -> str | None:
    """Draw the field. Returns the name that was entered just now, once the tokenizer is on this machine."""
    from tokviz.features.hub.web import field

    return field.ask_for_name(page, say)


def show_known(say: Catalog) -> None:
    """Draw the buttons of known models."""
    from tokviz.features.hub.web import known

    known.show(say)
