"""Things side by side as cards of one height, three in a row."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

import streamlit as st

__all__ = ["cards"]

_COLUMNS = 3

Thing = TypeVar("Thing")


def cards(things: Sequence[Thing]) -> Iterator[Thing]:
    """Each thing in turn, while what is drawn goes into its card."""
    for start in range(0, len(things), _COLUMNS):
        row = things[start : start + _COLUMNS]
        for column, thing in zip(st.columns(_COLUMNS), row, strict=False):
            with column, st.container(border=True, height="stretch"):
                yield thing
