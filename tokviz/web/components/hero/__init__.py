"""The living picture of the start page: a component that cuts in the browser what is typed, without asking the server.

This module registers the component (``hero.js``, ``cutting.js`` and ``hero.css`` beside it). The payload is described
in ``hero.js``; :mod:`tokviz.views.start.hero` makes it.
"""

from __future__ import annotations

from pathlib import Path

from tokviz.web.components.registration import register

__all__ = ["hero"]

_mount = register(Path(__file__).parent)


def hero(payload: str) -> None:
    """Mount the picture, or update the mounted one. payload: JSON text."""
    _mount(key="hero", data={"payload": payload})
