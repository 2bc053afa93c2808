"""A lesson of the visitor's own, kept for the visit: made out of views of the pages, or opened from a file.

It stands in the address as `guide=own`, for this visit only: a link to it means nothing to others, its file does.
"""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from tokviz import guides
from tokviz.guides import Card, Guide, written
from tokviz.texts import LANGUAGES

__all__ = ["NAME", "add", "keep", "lesson", "move", "opened", "remove"]

NAME = "own"
"""What the lesson is called in the address."""
_LESSON = "guide_own"


def lesson() -> Guide | None:
    """The visitor's lesson, with a card at least, if there is one."""
    found = st.session_state.get(_LESSON)
    return found if isinstance(found, Guide) else None


def keep(guide: Guide | None) -> None:
    """Put it in place of the one that there was."""
    if guide is None or not guide.cards:
        st.session_state.pop(_LESSON, None)
    else:
        st.session_state[_LESSON] = replace(guide, name=NAME)


def opened(file: str, data: bytes) -> None:
    """Read it out of a file. Raises FormatError, which says where to look and what to do."""
    keep(guides.read(NAME, data, file))


def add(card: Card, title: str) -> None:
    """Put a card behind the others. title: of the lesson. Raises FormatError for one that does not fit into a file."""
    now = lesson()
    cards = (*now.cards, card) if now else (card,)
    names = dict.fromkeys(LANGUAGES, title)
    made = replace(now, title=names, cards=cards) if now else Guide(NAME, names, names, cards)
    keep(guides.parse(NAME, written(made), f"{NAME}.toml"))


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
