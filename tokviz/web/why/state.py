"""The state of the page `/why` as a query string, both ways. Pure: no Streamlit here.

A link restores the example or the own text, the size of the vocabularies, and the word to look at. What cannot be read
falls back to its default, and a notice says so. An uploaded file is in no link.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tokviz.web.address.train_state import MAX_LINK_CHARS, OWN

__all__ = ["MAX_SIZE", "MAX_WORD", "NAMES", "WhyState", "read", "write"]

NAMES = ("runner", "tea", "lighthouse", "kitchen", "zug", OWN)
"""The texts, in the order in which they are offered: ours for this page, then prose, then the visitor's own."""
MAX_SIZE = 1_000_000
"""No vocabulary here can be larger; how large one may be is up to its text."""
MAX_WORD = 60
"""The longest word of one's own to look at, in characters."""


@dataclass(frozen=True)
class WhyState:
    """What the page shows: a text, the size of the vocabularies (0: the size that its text opens with), and a word of
    the visitor's (empty: none) without spaces around it."""

    example: str = NAMES[0]
    text: str = ""
    size: int = 0
    word: str = ""


def read(query: Mapping[str, str]) -> tuple[WhyState, tuple[str, ...]]:
    """Return the state that a query string describes, and the names of the parameters that had to be put right.

    >>> read({"example": "tea", "size": "many"})
    (WhyState(example='tea', text='', size=0, word=''), ('size',))
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
    word = query.get("word", "").strip()
    if len(word) > MAX_WORD:
        wrong.append("word")
        word = ""
    return WhyState(example, text if example == OWN else "", size, word), tuple(wrong)


def write(state: WhyState) -> dict[str, str]:
    """Return the query string of a state: only what differs from how its text opens.

    >>> write(WhyState("tea", size=200, word="绿茶"))
    {'example': 'tea', 'size': '200', 'word': '绿茶'}
    """
    query = {"example": state.example}
    if state.example == OWN and 0 < len(state.text) <= MAX_LINK_CHARS:
        query["corpus"] = state.text
    if state.size:
        query["size"] = str(state.size)
    if state.word:
        query["word"] = state.word
    return query


def _size(text: str) -> int:
    """A size of 1 to :data:`MAX_SIZE`; 0 for anything else."""
    try:
        size = int(text)
    except ValueError:
        return 0
    return size if 1 <= size <= MAX_SIZE else 0
