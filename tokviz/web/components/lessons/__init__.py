"""The cards of the lessons on the start page: each is one link, and shows how far the visitor got in this browser.

This module registers the component (``lessons.js`` and ``lessons.css`` beside it). The payload is described in
``lessons.js``; :mod:`tokviz.web.pages.lessons.panels` makes it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from tokviz.web.components.registration import register

__all__ = ["KEY", "cards", "over_in"]

KEY = "lessons"
_mount = register(Path(__file__).parent)


def over_in(state: object) -> str | None:
    """Return the lesson that starts over, in what the browser reported, whatever that holds.

    >>> over_in({"over": "bpe"}), over_in({"over": 3}), over_in(None)
    ('bpe', None, None)
    """
    name = state.get("over") if isinstance(state, Mapping) else None
    return name if isinstance(name, str) else None


def cards(payload: str, on_over: Callable[[], None]) -> None:
    """Mount the cards, or update the mounted ones. payload: JSON text; on_over: called before the run that follows when
    the visitor starts a lesson over."""
    _mount(key=KEY, data={"payload": payload}, on_over_change=on_over)
