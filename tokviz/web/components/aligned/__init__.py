"""Aligned rows: a browser component that lays the tokens of several tokenizers under the characters of one text.

This module registers the component (``aligned.js`` and ``aligned.css`` beside it) and gives it a typed face. The
payload is described in ``aligned.js``; :func:`tokviz.views.compare.rows.rows_payload` makes it.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tokviz.web.components.registration import register

__all__ = ["picked_in", "rows"]

_mount = register(Path(__file__).parent)


def picked_in(state: Mapping[str, Any]) -> str | None:
    """The word in what the browser reported, whatever that holds.

    >>> picked_in({"pick": "hugs"}), picked_in({"pick": 3}), picked_in({})
    ('hugs', None, None)
    """
    word = state.get("pick")
    return word if isinstance(word, str) and word else None


def rows(payload: str, *, key: str, word: str = "") -> str | None:
    """Mount the rows, or update those mounted under `key`, and return the word that was picked just now.

    payload: JSON text, so that neither side reads it again while it stays the same. word: where the picture opens, and
    underlined in it; the one that is picked already.

    A pick reruns the script, or only the fragment in which the rows were mounted; in later runs it is None again. It
    comes from outside: it may be any text.
    """
    state = _mount(key=key, data={"payload": payload, "word": word}, on_pick_change=_ignore)
    return picked_in(state)


def _ignore() -> None:
    """Do nothing: without a callback Streamlit leaves the pick out of the result."""
