"""Lessons: the card beside a page, and the list of lessons.

Two browser components, each with a typed face. What they get is described in their scripts: ``guide_card.js`` and
``lessons.js``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tokviz.web.components.registration import register

__all__ = ["CARD", "LIST", "answered_in", "asked_in", "card", "lesson_list", "over_in"]

CARD = "guide_card"
LIST = "lessons"
_mount_card = register("lessons/guide_card")
_mount_list = register("lessons/lessons")


# -- the card ----------------------------------------------------------------------------------------------------------


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
    _mount_card(key=CARD, data=dict(data), on_go_change=on_go, on_answer_change=on_answer)


# -- the list ----------------------------------------------------------------------------------------------------------


def over_in(state: object) -> str | None:
    """Return the lesson that starts over, in what the browser reported, whatever that holds.

    >>> over_in({"over": "bpe"}), over_in({"over": 3}), over_in(None)
    ('bpe', None, None)
    """
    name = state.get("over") if isinstance(state, Mapping) else None
    return name if isinstance(name, str) else None


def lesson_list(payload: str, on_over: Callable[[], None]) -> None:
    """Mount the cards, or update the mounted ones. payload: JSON text; on_over: called before the run that follows when
    the visitor starts a lesson over."""
    _mount_list(key=LIST, data={"payload": payload}, on_over_change=on_over)
