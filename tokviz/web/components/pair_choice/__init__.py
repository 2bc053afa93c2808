"""Words in symbols, of which two neighbors are chosen: a browser component for tasks that ask for a pair.

What it gets is described in ``pair_choice.js``. It reports the place of the pair, never a text.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import streamlit as st

from tokviz.web.components.registration import register

__all__ = ["Place", "choose"]

Place = tuple[int, int]
"""The number of a word, and of the first symbol of a pair in it."""
_mount = register(Path(__file__).parent)


def choose(data: Mapping[str, Any], words: Sequence[Sequence[str]], key: str, on_pair: Callable[[Place], None]) -> None:
    """Mount the choice. words: the symbols of each, as `data` shows them. on_pair: called when a pair was chosen."""

    def report() -> None:
        place = _read(st.session_state.get(key), words)
        if place is not None:
            on_pair(place)

    _mount(key=key, data=dict(data), on_pair_change=report)


def _read(state: object, words: Sequence[Sequence[str]]) -> Place | None:
    """Return the reported place, if there is a pair; a report comes from outside.

    >>> _read({"pair": [0, 1]}, [("l", "o", "w")]), _read({"pair": [0, 2]}, [("l", "o", "w")])
    ((0, 1), None)
    """
    found = state.get("pair") if isinstance(state, Mapping) else None
    if not (isinstance(found, Sequence) and len(found) == 2 and all(type(one) is int and one >= 0 for one in found)):
        return None
    word, place = found
    return (word, place) if word < len(words) and place + 1 < len(words[word]) else None
