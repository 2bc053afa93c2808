"""Cells of files that a spreadsheet opens: nobody's text is to be computed there."""

from __future__ import annotations

__all__ = ["as_text"]

_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def as_text(cell: str) -> str:
    """The cell, behind an apostrophe where a spreadsheet would take it for a formula.

    >>> as_text("=1+1"), as_text("low")
    ("'=1+1", 'low')
    """
    return f"'{cell}" if cell.startswith(_FORMULA) else cell
