"""How long a word may be that is explained step by step, whichever model explains it."""

from __future__ import annotations

from tokviz.checks import check_limit

__all__ = ["MAX_EXPLAINED", "check_explained"]

MAX_EXPLAINED = 2_000
"""The longest word that a model's `explain` takes, in symbols: its trace grows with the square of the length."""


def check_explained(symbols: int) -> None:
    """Raise LimitError for a word of more than :data:`MAX_EXPLAINED` symbols."""
    check_limit("MAX_EXPLAINED", MAX_EXPLAINED, met=symbols)
