"""The upper half of the start page: merges to watch, a sentence to split while it is typed, a field for one's own text.

This module registers the component (``hero.js`` and ``hero.css`` beside it, with the modules that these import). The
payload is described in ``hero.js``; :mod:`tokviz.views.start` makes it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from tokviz.web.components.registration import register

__all__ = ["KEY", "hero", "text_in"]

KEY = "hero"
_mount = register(Path(__file__).parent)


def hero(payload: str, on_text: Callable[[], None]) -> None:
    """Mount the component, or update the mounted one. payload: JSON text. on_text: called before the run that follows a
    text that is too long for a link."""
    _mount(key=KEY, data={"payload": payload}, on_own_change=on_text)


def text_in(state: object) -> str:
    """Return the text that the browser handed over, whatever else it reported; empty for none.

    >>> text_in({"own": "low lower"}), text_in({"own": 3}), text_in(None)
    ('low lower', '', '')
    """
    text = state.get("own") if isinstance(state, Mapping) else None
    return text if isinstance(text, str) else ""
