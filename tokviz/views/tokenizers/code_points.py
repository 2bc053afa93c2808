"""Changes of a normalizer that only code points show: the text looks the same before and after, as with NFC."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from itertools import groupby, pairwise

from tokviz.files.engine import Stage


def code_points(text: str) -> list[str]:
    """Return the code points of a text.

    >>> code_points("é")
    ['U+00E9']
    """
    return [f"U+{ord(char):04X}" for char in text]


def recoded(before: Stage, stage: Stage) -> tuple[tuple[str, str], ...]:
    """Return each different text that a normalizer wrote in other code points which look the same, and these.

    before: the stage before it. What looks the same is what Unicode calls canonically equivalent.
    """
    if stage.kind != "normalizer":
        return ()
    places = _places(before)
    now = [(start, "".join(text for _, text in group)) for start, group in groupby(_places(stage), lambda at: at[0])]
    changes: dict[tuple[str, str], None] = {}
    at = 0
    for (_, new), (end, _) in pairwise([*now, (None, "")]):
        old = ""
        while at < len(places) and (end is None or places[at][0] < end):
            old += places[at][1]
            at += 1
        if old != new and unicodedata.normalize("NFD", old) == unicodedata.normalize("NFD", new):
            changes[old, new] = None
    return tuple(changes)


def _places(stage: Stage) -> list[tuple[int, str]]:
    """Return the places in the original that the pieces of the text come from.

    A part that is as in the original is its characters.
    """
    return [place for part in stage.parts for place in _of_part(part.text, part.start, part.end)]


def _of_part(text: str, start: int, end: int) -> Iterator[tuple[int, str]]:
    if len(text) == end - start:
        yield from enumerate(text, start)
    else:
        yield start, text
