"""The state of the page `/why` as a query string, both ways. Pure: no Streamlit here.

A link restores the example or the own text, and the size of the vocabularies. What cannot be read falls back to its
default, and a notice says so.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tokviz.web.state import MAX_LINK_CHARS, OWN

__all__ = ["MAX_SIZE", "NAMES", "WhyState", "read", "write"]

NAMES = ("runner", "tea", "lighthouse", "kitchen", "zug", OWN)
"""The texts, in the order in which they are offered: ours for this page, then prose, then the visitor's own."""
MAX_SIZE = 1_000_000
"""No vocabulary here can be larger; how large one may be is up to its text."""


@dataclass(frozen=True)
class WhyState:
    """What the page shows: a text, and the size of the vocabularies (0: the size that its text opens with)."""

    example: str = NAMES[0]
    text: str = ""
    size: int = 0


def read(query: Mapping[str, str]) -> tuple[WhyState, tuple[str, ...]]:
    """Return the state that a query string describes, and the names of the parameters that had to be put right.

    >>> read({"example": "tea", "size": "many"})
    (WhyState(example='tea', text='', size=0), ('size',))
    """
    wrong = []
    text = query.get("corpus", "")
    if len(text) > MAX_LINK_CHARS:
        wrong.append("corpus")
        text = ""
    example = query.get("example", OWN if text else NAMES[0])
    if example not in NAMES:
        wrong.append("example")
        example = NAMES[0]
    size = 0
    if "size" in query:
        size = _size(query["size"])
        if not size:
            wrong.append("size")
    return WhyState(example, text if example == OWN else "", size), tuple(wrong)


def write(state: WhyState) -> dict[str, str]:
    """Return the query string of a state: only what differs from how its text opens.

    >>> write(WhyState("tea", size=200))
    {'example': 'tea', 'size': '200'}
    """
    query = {"example": state.example}
    if state.example == OWN and 0 < len(state.text) <= MAX_LINK_CHARS:
        query["corpus"] = state.text
    if state.size:
        query["size"] = str(state.size)
    return query


def _size(text: str) -> int:
    """A size of 1 to :data:`MAX_SIZE`; 0 for anything else."""
    try:
        size = int(text)
    except ValueError:
        return 0
    return size if 1 <= size <= MAX_SIZE else 0
