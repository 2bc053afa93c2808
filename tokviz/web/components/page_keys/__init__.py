"""The keys of every page: F begins and ends presenting, Escape ends it. A menu over the page closes after a choice."""

from __future__ import annotations

from pathlib import Path

from tokviz.web.components.registration import register

__all__ = ["page_keys"]

_mount = register(Path(__file__).parent)


def page_keys(button: str) -> None:
    """Let the keys press a button. button: the selector of the one that begins and ends presenting."""
    _mount(key="page_keys", data={"button": button})
