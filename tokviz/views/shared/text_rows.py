"""Payload of a text in rows: one text, split into tokens in one row or several, in columns that a browser lays out.

The rows are those of several tokenizers (:mod:`tokviz.views.compare.rows`, :mod:`tokviz.views.tokenizers.compared`), or
the stages of one (:mod:`tokviz.views.tokenizers.text_rows`, :mod:`tokviz.views.byte_level`). All rows have the same
columns, numbered from 0; each stands for a stretch of the text. Where lines end is decided by the browser, which knows
how wide letters are: it breaks them at the edges of blocks. ``python -m tools.payload_types`` writes the types for
JavaScript.
"""

from __future__ import annotations

import unicodedata
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise, repeat
from typing import Literal, NotRequired, TypedDict

from tokviz.views.shared.display import shorten
from tokviz.views.shared.sentences import Sentence

MOST_DRAWN = 1_500
"""The maximum number of parts, of all rows together, that the browser draws at once."""
_LONG = 10  # columns; longer blocks are split, tokens and all

Before = Literal["inside", "space", "line"]
"""The text before a block: the same word, a space, the end of a line."""
Direction = Literal["ltr", "rtl"]
INSIDE: Before = "inside"
SPACE: Before = "space"
LINE: Before = "line"


class TextCharacter(TypedDict):
    """A character of the text, in the columns from `start` up to `end`. word: the number of its word among those that
    can be picked."""

    text: str
    start: int
    end: int
    word: NotRequired[int]


class RowPart(TypedDict):
    """A part of a row, such as a token.

    kind: where it differs from that of the row. number: its place in the row from 1, if it has one. made: the number
    of the merge that made it. note: what to say of it. cut_start, cut_end: whether it begins, or ends, inside a
    character. from_before, goes_on: whether it is a part of a token that began in a block before, or goes on in the
    next. whole: all of that token, where `text` has the letters of this part alone. group: in a word that not all rows
    split in the same way, the number of the rows that split it as this one does, from 1; 0 if no other row does.
    parted: whether it begins where not all rows have a boundary.
    """

    text: str
    start: int
    end: int
    kind: NotRequired[str]
    number: NotRequired[int]
    made: NotRequired[int]
    note: NotRequired[str]
    cut_start: NotRequired[bool]
    cut_end: NotRequired[bool]
    from_before: NotRequired[bool]
    goes_on: NotRequired[bool]
    whole: NotRequired[str]
    group: NotRequired[int]
    parted: NotRequired[bool]


class TextRow(TypedDict):
    """A row below the characters: a tokenizer, or a stage. One of kind "heading" has a name alone.

    detail: what is written in small below the name, or below the number of tokens where boundaries are drawn. tokens,
    unknown: how many the whole text has. pick: the name of the row in a report, where its parts can be picked.
    """

    name: str
    kind: str
    parts: list[RowPart]
    detail: NotRequired[str]
    tokens: NotRequired[int]
    unknown: NotRequired[int]
    pick: NotRequired[str]


class TextBlock(TypedDict):
    """Columns that stay together in a line. before: what comes before them. direction: of the block; line: of its
    line."""

    start: int
    end: int
    before: Before
    direction: Direction
    line: Direction


class TextRows(TypedDict):
    """A text and its rows.

    drawn: "boundaries" repeats the letters in every row, with a line below each token and one between two; there a word
    is picked. "boxes" writes each part in a box of its own, below a row of the characters; there a part is picked. top:
    the name of the row of the characters. summary: a sentence above the rows. words: that can be picked. picks: the
    kinds of parts that can be picked. cut: a sentence, if only the beginning of the text is sent. merges: how many the
    tokenizer has, for the colors of its tokens. brief: whether only the part that is pointed at is told, not those of
    the other rows. most: how many parts are drawn at once.
    """

    drawn: Literal["boundaries", "boxes"]
    top: NotRequired[str]
    summary: NotRequired[str]
    characters: list[TextCharacter]
    rows: list[TextRow]
    blocks: list[TextBlock]
    words: NotRequired[list[str]]
    picks: NotRequired[list[str]]
    cut: NotRequired[str]
    merges: NotRequired[int]
    brief: NotRequired[bool]
    most: int
    labels: dict[str, str]
    lang: str


class WordLink(TypedDict):
    """A link in the line of a tokenizer. href: empty where no address can hold the way there. place: its number among
    the hidden links of the page, which is asked to follow that one."""

    label: str
    href: str
    place: int


class WordLine(TypedDict):
    """One tokenizer's tokens of a word, and the fact that decided."""

    tokens: list[str]
    fact: str
    links: list[WordLink]


class WordLines(TypedDict):
    """The sentences below the rows of a word: a line for each tokenizer. head: whether they split it differently."""

    head: Sentence
    lines: list[WordLine]


# -- blocks ------------------------------------------------------------------------------------------------------------


def make_blocks(
    text: str, columns: Sequence[tuple[int, int]], spans: Sequence[tuple[int, int]], before: Sequence[Before]
) -> list[TextBlock]:
    """Return blocks with their directions. For each block: its first column and the one after its last, the same of its
    characters in the text, and what comes before it."""
    ways = _directions(text, spans, before)
    return [
        {"start": start, "end": end, "before": preceding, "direction": direction, "line": line}
        for (start, end), preceding, (direction, line) in zip(columns, before, ways, strict=True)
    ]


def split_long(
    blocks: Sequence[TextBlock],
    characters: Sequence[TextCharacter],
    rows: Sequence[Sequence[RowPart]],
    most: Sequence[int] = (),
) -> tuple[list[TextBlock], list[list[RowPart]]]:
    """Return the blocks that would not fit into a line, such as a sentence without spaces that is one unknown token, in
    parts: at characters where few tokens go on. most: the columns that each block may have; a character may have more.
    A part reads its letters where each is in a column of its own; else the first has the name of the token, the others
    "…"."""
    over: Counter[int] = Counter()  # column -> how many tokens go on over its left edge
    for row in rows:
        for token in row:
            over.update(range(token["start"] + 1, token["end"]))
    starts = [character["start"] for character in characters]
    split_blocks: list[TextBlock] = []
    for block, room in zip(blocks, most or repeat(_LONG), strict=False):
        at, last = block["start"], block["end"]
        cuts = [at]
        while last - at > room:
            nearest, farthest = at + max(room // 3, 1), min(at + room, last - 1)
            places = starts[bisect_left(starts, nearest) : bisect_right(starts, farthest)]
            if not places:  # one character with more parts than that
                behind = bisect_right(starts, at)
                if behind == len(starts) or starts[behind] >= last:
                    break
                places = [starts[behind]]
            at = min(places, key=lambda column: (over[column], -column))
            cuts.append(at)
        for start, end in pairwise([*cuts, last]):
            before = block["before"] if start == block["start"] else INSIDE
            split_blocks.append({**block, "start": start, "end": end, "before": before})
    edges = [block["start"] for block in split_blocks]
    letters = {character["start"]: character["text"] for character in characters}
    return split_blocks, [[part for token in row for part in _split_token(token, edges, letters)] for row in rows]


def _split_token(token: RowPart, edges: Sequence[int], letters: Mapping[int, str]) -> list[RowPart]:
    """Return a token as the parts that it has in blocks that begin at `edges`. letters: the character of a column."""
    start, end = token["start"], token["end"]
    inside = edges[bisect_right(edges, start) : bisect_left(edges, end)]
    if not inside:
        return [token]
    text = token["text"]
    # The first may be written otherwise: a token has its own sign for a space.
    is_spelled = list(text)[1:] == [letters.get(column) for column in range(start + 1, end)]
    row_parts: list[RowPart] = []
    for left, right in pairwise([start, *inside, end]):
        part: RowPart = {**token, "text": "…", "start": left, "end": right}
        if is_spelled:
            part["text"], part["whole"] = text[left - start : right - start], text
        elif left == start:
            part["text"] = shorten(text, max(right - left, 6))
        if left > start:
            part["from_before"] = True
            part.pop("cut_start", None)
            part.pop("parted", None)
        if right < end:
            part["goes_on"] = True
            part.pop("cut_end", None)
        row_parts.append(part)
    return row_parts


# -- directions --------------------------------------------------------------------------------------------------------


_LEFT_TO_RIGHT: Direction = "ltr"
_RIGHT_TO_LEFT: Direction = "rtl"
_Strength = Literal["ltr", "rtl", "number"]


def _directions(
    text: str, spans: Sequence[tuple[int, int]], before: Sequence[Before]
) -> list[tuple[Direction, Direction]]:
    """Return for each block, given by its stretch of the text, its direction and that of its line.

    This is the bidirectional algorithm, by whole blocks: numbers run from left to right and count for their neighbors
    as what is before them; a block without a direction goes with both neighbors if they agree, else with the line.
    """
    directions: list[tuple[Direction, Direction]] = []
    first = 0
    while first < len(spans):
        last = first + 1
        while last < len(spans) and before[last] != LINE:
            last += 1
        kinds = [_strong(text[start:end]) for start, end in spans[first:last]]
        line = next((kind for kind in kinds if kind is not None and kind != "number"), _LEFT_TO_RIGHT)
        strengths: list[Direction | None] = [line]
        for kind in kinds:
            known = next(strength for strength in reversed(strengths) if strength is not None)
            strengths.append(known if kind == "number" else kind)
        strengths.append(line)
        latest = line
        for i, kind in enumerate(kinds, start=1):
            strength = strengths[i]
            if strength is None:
                behind = next(strength for strength in strengths[i:] if strength is not None)
                strength = latest if latest == behind else line
            else:
                latest = strength
            directions.append((_LEFT_TO_RIGHT if kind == "number" else strength, line))
        first = last
    return directions


def _strong(text: str) -> _Strength | None:
    """Return the direction of the first character that has one, "number" for a number, None if no character says."""
    numbers = False
    for character in text:
        kind = unicodedata.bidirectional(character)
        if kind in ("R", "AL"):
            return _RIGHT_TO_LEFT
        if kind == "L":
            return _LEFT_TO_RIGHT
        numbers = numbers or kind in ("EN", "AN")
    return "number" if numbers else None
