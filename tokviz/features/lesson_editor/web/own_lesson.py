"""A lesson of the visitor's own, kept for the visit: made out of views of the pages, or opened from a file.

It is `guide=own` in the address, for this visit only: a link to it means nothing to others, its file does.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

import streamlit as st

from tokviz import guides
from tokviz.errors import FormatError
from tokviz.guides import Card, Guide, Texts, write_guide
from tokviz.web.guides.state import OWN

__all__ = ["add", "change", "keep", "kept_text", "lesson", "move", "open_file", "put_back", "remove"]

_LESSON = "guide_own"


def lesson() -> Guide | None:
    """Return the visitor's lesson, with a card at least, if there is one."""
    stored = st.session_state.get(_LESSON)
    return stored if isinstance(stored, Guide) else None


def keep(guide: Guide | None) -> None:
    """Put it in place of the one that there was."""
    if guide is None or not guide.cards:
        st.session_state.pop(_LESSON, None)
    else:
        st.session_state[_LESSON] = replace(guide, name=OWN)


def kept_text() -> str:
    """Return the lesson as its file, empty for none, for the tab to keep."""
    now = lesson()
    return write_guide(now) if now else ""


def put_back(text: str) -> None:
    """Take the lesson that the tab has kept, where this session has none."""
    if lesson() is None:
        with suppress(FormatError):
            keep(guides.parse(OWN, text, f"{OWN}.toml"))


def open_file(file: str, data: bytes) -> None:
    """Read it out of a file. Raises FormatError, which says where to look and what to do."""
    keep(guides.read(OWN, data, file))


def add(card: Card, title: Texts) -> None:
    """Put a card behind the others. title: of the lesson. Raises FormatError for one that does not fit into a file."""
    now = lesson()
    _check(replace(now, title=title, cards=(*now.cards, card)) if now else Guide(OWN, title, title, (card,)))


def change(number: int, card: Card, title: Texts) -> None:
    """Put a card in place of another; number: from 1. Raises FormatError as :func:`add` does."""
    now = lesson()
    if now is not None:
        _check(replace(now, title=title, cards=(*now.cards[: number - 1], card, *now.cards[number:])))


def _check(guide: Guide) -> None:
    """Keep a lesson that can be read back from its file."""
    keep(guides.parse(OWN, write_guide(guide), f"{OWN}.toml"))


def move(number: int, by: int) -> None:
    """Put a card one place forward or back; number: from 1."""
    now = lesson()
    if now is None or not 1 <= number + by <= len(now.cards):
        return
    cards = list(now.cards)
    cards.insert(number - 1 + by, cards.pop(number - 1))
    keep(replace(now, cards=tuple(cards)))


def remove(number: int) -> None:
    """Take a card out; with the last one the lesson goes."""
    now = lesson()
    if now is not None:
        keep(replace(now, cards=(*now.cards[: number - 1], *now.cards[number:])))
