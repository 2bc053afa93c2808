"""The cards of the lessons on the start page: each is one link, and shows how far the visitor got in this browser.

This module registers the component (``lessons.js`` and ``lessons.css`` beside it). The payload is described in
``lessons.js``; :mod:`tokviz.web.start.lessons` makes it.
"""

from __future__ import annotations

from pathlib import Path

from tokviz.web.components.registration import register

__all__ = ["cards"]

_mount = register(Path(__file__).parent)


def cards(payload: str) -> None:
    """Mount the cards, or update the mounted ones. payload: JSON text."""
    _mount(key="lessons", data={"payload": payload})
