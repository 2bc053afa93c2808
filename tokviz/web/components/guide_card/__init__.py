"""The card of a guided lesson: a browser component beside the page, with its buttons, its list and its keys.

This module registers the component (``guide_card.js`` and ``guide_card.css`` beside it) and gives it a typed face. What
it gets is described in ``guide_card.js``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from tokviz.web.components.registration import register

__all__ = ["KEY", "asked_in", "card"]

KEY = "guide_card"
_mount = register(Path(__file__).parent)


def asked_in(state: object) -> int | None:
    """The card that the visitor asks for, in what the browser reported, whatever that holds; 0 is to leave.

    >>> asked_in({"go": 3}), asked_in({"go": "3"}), asked_in({"go": True}), asked_in(None)
    (3, None, None, None)
    """
    number = state.get("go") if isinstance(state, Mapping) else None
    return number if type(number) is int and number >= 0 else None


def card(data: Mapping[str, Any], on_go: Callable[[], None]) -> None:
    """Mount the card, or update the one that is mounted. on_go: called before the run that follows a request."""
    _mount(key=KEY, data=dict(data), on_go_change=on_go)
