"""The payload of the aligned rows: a text as several tokenizers cut it, as columns that a browser can lay out.

Which columns there are is the business of :mod:`tokviz.views.compare.axis`; where lines end is that of the browser,
which knows its width. The format is described in ``tokviz/web/components/aligned``.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise, repeat
from typing import Any

import regex

from tokviz.compare.alignment import Column, Segmentation, Token, columns
from tokviz.compare.notation import neutral as without_marks
from tokviz.compare.spans import Model
from tokviz.views.compare.axis import Axis
from tokviz.views.compare.picks import picks
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import shorten, visible
from tokviz.views.stage.payload import COLOURS, colours_of

__all__ = ["MOST_DRAWN", "MOST_SENT", "colours", "label", "rows_payload", "split_long"]

MOST_DRAWN = 1_500
"""How many tokens, of all rows together, the browser draws at once."""
MOST_SENT = 30_000
"""How many tokens, of all rows together, are sent; a longer text is cut."""

_JOINS_NEXT = regex.compile(r"[\p{Joining_Type=D}\p{Joining_Type=L}\p{Joining_Type=C}]\p{M}*\Z")
_JOINS_LAST = regex.compile(r"[\p{Joining_Type=D}\p{Joining_Type=R}\p{Joining_Type=C}]")
_JOINER = "\u200d"
_LEFT, _RIGHT = 1, 2  # on which sides a cut goes through a character
_FROM_BEFORE, _GOES_ON = 4, 8  # a token that is drawn in parts
_LONG = 10  # columns; longer blocks are split, tokens and all


def rows_payload(
    text: str,
    segmentations: Sequence[Segmentation],
    names: Sequence[str],
    say: Catalog,
    neutral: Sequence[Model] | None = None,
) -> dict[str, Any]:
    """A text as each of several tokenizers cuts it, ready for JSON.

    names: of the tokenizers. neutral: their models, to write tokens without marks; None: as they are.
    """
    axis = Axis(columns(text), segmentations)
    passages, word_at = picks(text, segmentations)
    tokens = [_tokens(axis, number, neutral[number] if neutral else None) for number in range(len(segmentations))]
    hues = colours([[token[0] for token in row] for row in tokens])
    places = [column.start for column in axis.columns]
    clusters: list[list[Any]] = []
    for number, column in enumerate(axis.columns):
        if axis.is_shown(number):
            left, right = axis.base(Fraction(column.start)), axis.behind(Fraction(column.end))
            clusters.append([_shaped(axis.columns, number), left, right, word_at[column.start]])
    rows: list[list[list[Any]]] = []
    for shown, row_hues in zip(tokens, hues, strict=True):
        first = [max(bisect_right(places, token[-1]) - 1, 0) for token in shown]
        words_of = [word_at[places[number]] if places else -1 for number in first]
        rows.append(
            [[*token[:4], hue, word, token[4]] for token, hue, word in zip(shown, row_hues, words_of, strict=True)]
        )
    blocks, rows = split_long(axis.blocks(text), clusters, rows)
    last = _last_column(blocks, rows)
    kept = [cluster for cluster in clusters if cluster[1] < last]
    return {
        "names": list(names),
        "clusters": kept,
        "rows": [[token for token in row if token[1] < last] for row in rows],
        "blocks": [block for block in blocks if block[0] < last],
        "words": list(passages),
        "totals": [[len(one.tokens), sum(token.kind == "unknown" for token in one.tokens)] for one in segmentations],
        "cut": say("compare.rows.cut", shown=len(kept), total=len(clusters)) if blocks and last < blocks[-1][1] else "",
        "most": MOST_DRAWN,
        "labels": say.within("compare.rows.label."),
        "lang": say.language,
    }


def label(token: Token, text: str, model: Model | None = None) -> str:
    """A token as it is shown: as it is written, or without its marks if the model is given that wrote it.

    >>> from tokviz import wordpiece
    >>> token = Token("##gs", 2, 4, "piece", 0)
    >>> label(token, "hugs"), label(token, "hugs", wordpiece.Model(["hu", "##gs"]))
    ('##gs', 'gs')
    """
    shown = without_marks(token.text, model).text if model else token.text
    if not shown:  # nothing but a mark
        shown = text[token.start : token.end] or "∅"
    return shorten(visible(shown))


def colours(rows: Sequence[Sequence[str]]) -> list[list[int]]:
    """A colour for each token: the same text has the same in all rows, and different neighbours always differ.

    >>> colours([["hu", "gs"], ["hu", "g", "s"]])
    [[0, 3], [0, 6, 9]]
    """
    known = colours_of(dict.fromkeys(token for row in rows for token in row), [tuple(row) for row in rows])
    found = []
    for row in rows:
        hues = [known[token] for token in row]
        for i in range(1, len(row)):
            if row[i] != row[i - 1] and hues[i] == hues[i - 1]:  # ten colours were not enough
                taken = {hues[i - 1], known[row[i + 1]] if i + 1 < len(row) else -1}
                hues[i] = next(hue for hue in range(COLOURS) if hue not in taken)
        found.append(hues)
    return found


def _last_column(blocks: Sequence[Sequence[int]], rows: Sequence[Sequence[Sequence[Any]]]) -> int:
    """The column up to which whole blocks have at most as many tokens as are sent; the first block is always sent."""
    if sum(map(len, rows)) <= MOST_SENT:
        return blocks[-1][1] if blocks else 0
    latest = sorted(token[1] for row in rows for token in row)[MOST_SENT]
    return max((block[0] for block in blocks[1:] if block[0] <= latest), default=blocks[0][1])


# -- inside ------------------------------------------------------------------------------------------------------------


def split_long(
    blocks: Sequence[list[int]],
    clusters: Sequence[Sequence[Any]],
    rows: Sequence[Sequence[list[Any]]],
    most: Sequence[int] = (),
) -> tuple[list[list[int]], list[list[list[Any]]]]:
    """Blocks that would not fit into a line, such as a sentence without spaces that is one unknown token, in parts: at
    characters where few tokens go on. most: the columns that each block may have. A part of a token that is not its
    first reads "…"."""
    over: Counter[int] = Counter()  # column -> how many tokens go on over its left edge
    for row in rows:
        for token in row:
            over.update(range(token[1] + 1, token[2]))
    starts = [cluster[1] for cluster in clusters]
    found: list[list[int]] = []
    for (begin, end, before, *ways), room in zip(blocks, most or repeat(_LONG), strict=False):
        at = begin
        while end - at > room:
            places = starts[bisect_left(starts, at + room // 3) : bisect_right(starts, min(at + room, end - 1))]
            if not places:  # one character with more parts than that
                behind = bisect_right(starts, at)
                if behind == len(starts) or starts[behind] >= end:
                    break
                places = [starts[behind]]
            place = min(places, key=lambda column: (over[column], -column))
            found.append([at, place, before if at == begin else 0, *ways])
            at = place
        found.append([at, end, before if at == begin else 0, *ways])
    edges = [block[0] for block in found]
    return found, [[part for token in row for part in _parts(token, edges)] for row in rows]


def _parts(token: list[Any], edges: Sequence[int]) -> list[list[Any]]:
    """A token as the parts that it has in blocks that begin at `edges`."""
    name, begin, end, kind, hue, word, cut = token
    places = [begin, *edges[bisect_right(edges, begin) : bisect_left(edges, end)], end]
    found = []
    for left, right in pairwise(places):
        is_first, is_last = left == begin, right == end
        sides = (cut & _LEFT if is_first else _FROM_BEFORE) | (cut & _RIGHT if is_last else _GOES_ON)
        shown = (name if is_last else shorten(name, max(right - left, 6))) if is_first else "…"
        found.append([shown, left, right, kind, hue, word, sides])
    return found


def _tokens(axis: Axis, row: int, model: Model | None) -> list[tuple[str, int, int, str, int, int]]:
    """The tokens of a row and what it leaves out, from left to right: label, columns, kind, cut, place in the text."""
    segmentation = axis.segmentations[row]
    found: list[tuple[str, int, int, str, int, int]] = []
    edges = {column.start for column in axis.columns} | {len(segmentation.text)}
    for number, token in enumerate(segmentation.tokens):
        name = label(token, segmentation.text, model)
        if number in axis.marks[row]:
            place, is_end, order = axis.marks[row][number]
            left = axis.mark(place, is_end, order)
            at = int(place) - 1 if is_end and place else int(place)
            found.append((name, left, left + 1, "mark", 0, at))
            continue
        begin, end = token.begin_exact, token.end_exact
        cut = (0 if begin in edges else _LEFT) | (0 if end in edges else _RIGHT)
        found.append((name, axis.base(begin), axis.behind(end), token.kind, cut, token.start))
    dropped = set(segmentation.dropped)
    starts = [column.start for column in axis.columns]
    for first, last in segmentation.gaps:
        inside = axis.columns[max(bisect_right(starts, first) - 1, 0) : bisect_left(starts, last)]
        for start, stop in ((max(column.start, first), min(column.end, last)) for column in inside):
            if not segmentation.text[start:stop].isspace():  # nor what is left of a character, such as its accent
                kind = "dropped" if dropped.intersection(range(start, stop)) else "removed"
                found.append(("∅", axis.base(Fraction(start)), axis.behind(Fraction(stop)), kind, 0, start))
    return sorted(found, key=lambda one: one[1])


def _shaped(columns: Sequence[Column], number: int) -> str:
    """A character for its cell; letters of joined scripts keep the form that they have in the word."""
    text = columns[number].text
    shown = visible(text)
    if number and _JOINS_LAST.match(text) and _JOINS_NEXT.search(columns[number - 1].text):
        shown = _JOINER + shown
    if number + 1 < len(columns) and _JOINS_NEXT.search(text) and _JOINS_LAST.match(columns[number + 1].text):
        shown += _JOINER
    return shown
