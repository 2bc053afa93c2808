"""Where the focus goes when a task is answered, and when the next one stands there: so that keys alone are enough.

Streamlit takes a field off the page together with the focus in it, and who works by keyboard would begin at the top of
the page again, after every answer.
"""

from __future__ import annotations

from pathlib import Path

from tokviz.web.components.registration import register

__all__ = ["move"]

_mount = register(Path(__file__).parent)


def move(place: str, selector: str, *, key: str) -> None:
    """Give the focus to the first element of a CSS selector when `place` is another than in the run before; a page that
    was just opened leaves the focus where it is."""
    _mount(key=key, data={"place": place, "selector": selector})
