"""Where a word adds to the counts of a selection, and what longer substring took each of these places."""

from __future__ import annotations

from typing import NamedTuple

from tokviz.wordpiece.top_down.substrings import Ints, Substrings

__all__ = ["Cast", "casts"]


class Cast(NamedTuple):
    """A place that is counted. at: in the word, in characters. taken_by: the longer token that took it, if one did."""

    at: int
    token: str
    taken_by: str | None


def casts(
    word: str, number: int, substrings: Substrings, starts: Ints, taken_by: Ints, length: int
) -> tuple[Cast, ...]:
    """The places of a word where substrings of this length are counted, from its beginning on.

    number: of the word. starts, taken_by: see :func:`tokviz.wordpiece.top_down.selection.takers`.
    """
    here, places = substrings.within(number, starts)

    def token(at: int, size: int) -> str:
        return (substrings.prefix if at else "") + word[at : at + size]

    return tuple(
        Cast(at, token(at, length), token(at, by) if by > length else None)
        for at, by in zip(places.tolist(), taken_by[here].tolist(), strict=True)
        if at + length <= len(word)
    )
