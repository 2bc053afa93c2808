"""How many words and characters are typed, counted while they are: Streamlit's form says nothing before it is sent.

This module registers the component (``word_count.js`` and ``word_count.css`` beside it). It also gives the field the
focus when its panel opens.
"""

from __future__ import annotations

from pathlib import Path

from tokviz.views.shared.catalog import Catalog
from tokviz.web.components.registration import register

__all__ = ["word_count"]

_mount = register(Path(__file__).parent)


def word_count(say: Catalog, *, key: str) -> None:
    """Draw the count of the field below it in the same form."""
    _mount(key=key, data={"labels": say.within("own.count."), "lang": say.language})
