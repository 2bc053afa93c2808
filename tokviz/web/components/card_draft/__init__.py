"""A card of a lesson while it is written: a browser component that shows it as it will look, with each letter.

What it gets is described in ``card_draft.js``. It reports nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tokviz.web.components.registration import register

__all__ = ["draft"]

_mount = register(Path(__file__).parent)


def draft(data: Mapping[str, Any]) -> None:
    """Mount the draft, or update the one that is mounted."""
    _mount(key="card_draft", data=dict(data))
