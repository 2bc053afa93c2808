"""The card of a guided lesson: a browser component beside the page, with its buttons, its list and its keys.

This module registers the component (``guide_card.js`` and ``guide_card.css`` beside it) and gives it a typed face. What
it gets is described in ``guide_card.js``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from tokviz.web.components.registration import register

__all__ = ["KEY", "answered_in", "asked_in", "card"]

KEY = "guide_card"
_mount = register(Path(__file__).parent)


def asked_in(state: object) -> int | None:
    """Return the card that the visitor asks for, in what the browser reported, whatever that holds; 0 is to leave.

    >>> asked_in({"go": 3}), asked_in({"go": "3"}), asked_in({"go": True}), asked_in(None)
    (3, None, None, None)
    """
    number = state.get("go") if isinstance(state, Mapping) else None
    return number if type(number) is int and number >= 0 else None


def answered_in(state: object) -> object:
    """Return what the visitor answered to a question, in what the browser reported; None for nothing.

    >>> answered_in({"answer": {"card": 1, "ask": 0, "text": "e s"}})["text"], answered_in(None)
    ('e s', None)
    """
    return state.get("answer") if isinstance(state, Mapping) else None


def card(data: Mapping[str, Any], on_go: Callable[[], None], on_answer: Callable[[], None]) -> None:
    """Mount the card, or update the one that is mounted. on_go, on_answer: called before the run that follows a request
    for a card, or an answer."""
    _mount(key=KEY, data=dict(data), on_go_change=on_go, on_answer_change=on_answer)
