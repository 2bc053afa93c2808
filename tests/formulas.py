"""Cells that a spreadsheet computes, and a tokenizer whose tokens are such."""

from __future__ import annotations

import json

__all__ = ["FORMULAS", "TOKENIZER", "harmful"]

FORMULAS = (
    '=HYPERLINK("http://evil","x")',
    "=1+1",
    "@SUM(A1)",
    "+cmd",
    "-1+1",
    "＝1",
    "＋1",
    "－1",
    "＠x",
    "\t=1",
    "\rx",
    "\nx",
    " =1",
    "\u00a0=1",
    "\ufeff=1",
    "'=1",
)

_VOCABULARY = {token: number for number, token in enumerate(("[UNK]", *FORMULAS))}
TOKENIZER = json.dumps(
    {
        "version": "1.0",
        "added_tokens": [],
        "pre_tokenizer": {"type": "WhitespaceSplit"},
        "model": {"type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##",
                  "max_input_chars_per_word": 100, "vocab": _VOCABULARY},
    }
)  # fmt: skip
"""A tokenizer.json."""


def harmful(cell: str) -> bool:
    """Tell if a spreadsheet would compute this cell, which is no number."""
    begins = cell.lstrip("\ufeff\u00a0 ").startswith(("=", "+", "-", "@", "＝", "＋", "－", "＠", "\t", "\r", "\n"))
    return begins and not _is_number(cell)


def _is_number(cell: str) -> bool:
    try:
        float(cell)
    except ValueError:
        return False
    return True
