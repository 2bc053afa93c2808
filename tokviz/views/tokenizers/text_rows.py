"""Payload of the text rows of `/tokenizers`: all stages of a text on one axis, whose columns are its characters.

The format is that of ``text_rows/ribbon.js``. The first row is the text, character by character; below it is what each
stage made of it. A character of the original text has as many columns as parts of one stage share it,
and what was put in (a special token) has one of its own.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, chain, count
from operator import itemgetter
from typing import Any

from tokviz.files.engine import Part, Stage
from tokviz.views.compare.rows import LINE, MOST_DRAWN, WORD, directions, split_long
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import shorten, shown
from tokviz.views.tokenizers.alternatives import described
from tokviz.views.tokenizers.options import STAGE_KEYS

__all__ = [
    "LABEL",
    "MAX_CHARACTERS",
    "Placed",
    "StagesAxis",
    "drawn_stages",
    "line_blocks",
    "make_axis",
    "stage_title",
    "stages_payload",
]

MAX_CHARACTERS = 2_000
"""A longer text is drawn up to here."""
LABEL = 24
"""The most characters of a label."""
_NOTE = 40  # the same, of a pattern
_LONG = 13  # columns of a block: a line on a phone
_FEW = 4  # the same, where labels are wide: they are more letters than a line on a phone has
_LETTERS = 34
_WORD = re.compile(r"\s*\S+|\s+")
_KINDS = {"normalizer": "text", "added": "text", "pretokenizer": "pretoken", "model": "token"}


def drawn_stages(stages: Sequence[Stage]) -> tuple[Stage, ...]:
    """Return the stages that have a row of their own: those that change, cut or add something, and the model."""
    found: list[Stage] = []
    before: tuple[tuple[str, int, int], ...] = ()
    for stage in stages:
        parts = tuple((part.text, *part.span) for part in stage.parts)
        if stage.kind == "model" or (stage.kind != "original" and _says(stage) and parts != before):
            found.append(stage)
        before = parts
    return tuple(found)


def stage_title(stage: Stage, say: Catalog) -> str:
    """Say what a stage is called in a sentence or a table: its kind, and the library's name of the element."""
    kind = _plain(stage, say)
    return f"{kind} {stage.name}" if stage.name else kind


def _plain(stage: Stage, say: Catalog) -> str:
    """Return the kind of a stage in plain words: what a row is called, above the library's name."""
    return say(STAGE_KEYS["own" if stage.own else stage.kind])


def stages_payload(
    text: str, stages: Sequence[Stage], say: Catalog, unknown: tuple[int, str] | None = None
) -> dict[str, Any]:
    """Return a text on its way to ids, ready for JSON. stages: those that are drawn, of the whole text. unknown: the id
    of what the vocabulary does not have, and its token.

    A part of a row is text, from column, to column, kind, 0 (no merge), its place in its row from 1, and the sides on
    which it goes on in another block. Kinds beside that of the row: ``changed`` by the stage, ``shared`` (it has a
    character in common with its neighbours), ``unknown`` (the vocabulary does not have it), ``added`` (an added token),
    ``put`` (it stands for no text) and ``dropped``, whose place is 0. Notes say by which alternative
    of a pattern pre-tokens were cut, and what is unknown or dropped.
    """
    end = min(len(text), MAX_CHARACTERS)
    text = text[:end]
    rows = [[(number, part) for number, part in _fine(stage, text) if part.end <= end] for stage in stages]
    laid = make_axis(end, [[part for _, part in row] for row in rows])
    clusters = [[shown(character, LABEL), *laid.span(i, i + 1), i + 1] for i, character in enumerate(text)]
    missing = None if unknown is None else unknown[0]
    cut = [_cells(row, stage, laid, missing) for stage, row in zip(stages, rows, strict=True)]
    if stages:
        ids = [(number, part._replace(text=str(part.id))) for number, part in rows[-1] if part.id is not None]
        cut.append([[*cell[:3], "number", *cell[4:]] for cell in _cells(ids, stages[-1], laid, missing)])
    blocks, pieces = line_blocks(text, laid, clusters, cut)
    return {
        "names": [
            say("tokenizers.stage.original"),
            *(_plain(stage, say) for stage in stages),
            say("tokenizers.stage.ids"),
        ],
        "details": ["", *(stage.name for stage in stages), ""],
        "kinds": ["character", *_kinds(stages), "number"],
        "picks": ["pretoken", "token"],
        "clusters": clusters,
        "rows": pieces,
        "blocks": blocks,
        "merges": 0,
        "most": MOST_DRAWN,
        "notes": [{}, *_notes(stages, rows, unknown, say), {}],
        "labels": say.within("tokenizers.ribbon."),
        "lang": say.language,
    }


def line_blocks(
    text: str, laid: StagesAxis, clusters: Sequence[Sequence[Any]], rows: Sequence[list[list[Any]]]
) -> tuple[list[list[int]], list[list[list[Any]]]]:
    """Return the blocks of a text, at whose edges lines may end, and the parts of its rows within these."""
    blocks = _blocks(text, laid)
    rooms = [_LONG if _letters(rows, left, right) <= _LETTERS else _FEW for left, right, *_ in blocks]
    return split_long(blocks, clusters, rows, rooms)


def _notes(
    stages: Sequence[Stage],
    rows: Sequence[Sequence[tuple[int, Part]]],
    unknown: tuple[int, str] | None,
    say: Catalog,
) -> Iterator[dict[int, str]]:
    """Return for each row: place in it -> what matched a pre-token, in words or, where there are none, as the pattern
    has it, which is said once, in the row of the stage that cut; and that a token is unknown."""
    said: set[tuple[int, int, str]] = set()
    for stage, row in zip(stages, rows, strict=True):
        found = {}
        for number, part in row:
            if unknown is not None and _is_unknown(part, unknown[0]):
                found[number] = say("tokenizers.unknown", token=unknown[1])
            if part.role == "dropped":
                found[number] = say("tokenizers.dropped")
            if stage.kind != "pretokenizer" or part.alternative is None:
                continue
            if (one := (*part.span, part.alternative)) not in said:
                said.add(one)
                found[number] = described(part.alternative, say) or shorten(part.alternative, _NOTE)
        yield found


def _kinds(stages: Sequence[Stage]) -> list[str]:
    """Return the kinds of the rows; of several that cut pre-tokens the last has those that the model takes."""
    found = [_KINDS.get(stage.kind, "behind") for stage in stages]
    cuts = [place for place, kind in enumerate(found) if kind == "pretoken"]
    return ["cut" if place in cuts[:-1] else kind for place, kind in enumerate(found)]


def _says(stage: Stage) -> bool:
    return stage.kind != "added" or any(part.role == "added" for part in stage.parts)


def _fine(stage: Stage, text: str) -> Iterator[tuple[int, Part]]:
    """Yield the parts that are drawn, numbered from 1, what is dropped as 0: text that is not cut yet stands letter
    below letter."""
    is_cut = stage.kind not in ("normalizer", "added")
    numbers = count(1)
    for part in stage.parts:
        number = 0 if part.role == "dropped" else next(numbers)
        if is_cut or part.role == "added" or part.text != text[part.start : part.end]:
            yield number, part
        else:
            for place in range(part.start, part.end):
                yield number, part._replace(text=text[place], start=place, end=place + 1)


def _cells(row: Sequence[tuple[int, Part]], stage: Stage, laid: StagesAxis, unknown: int | None) -> list[list[Any]]:
    """Return the parts of a row as the component takes them."""
    numbers = {id(part): number for number, part in row}
    return [
        [shown(one.part.text, LABEL), one.left, one.right, _kind(one, stage, unknown), 0, numbers[id(one.part)], 0]
        for one in laid.place([part for _, part in row])
    ]


def _kind(one: Placed, stage: Stage, unknown: int | None) -> str:
    part = one.part
    if part.role in ("put", "added", "dropped"):
        return part.role
    if stage.kind == "normalizer":
        return "changed" if part.changed else "text"
    if _is_unknown(part, unknown):
        return "unknown"
    return "shared" if one.shared else _KINDS.get(stage.kind, "token")


def _is_unknown(part: Part, unknown: int | None) -> bool:
    return part.role == "token" and part.id is not None and part.id == unknown


def _letters(rows: Sequence[list[list[Any]]], left: int, right: int) -> int:
    """Return how many letters wide the columns from `left` to `right` are, so that the labels of all rows fit."""
    wide = dict.fromkeys(range(left, right), 2)
    within = (slice(*(bisect_left(row, column, key=itemgetter(1)) for column in (left, right))) for row in rows)
    cells = (cell for row, part in zip(rows, within, strict=True) for cell in row[part])
    for label, begin, end, *_ in sorted(cells, key=lambda cell: cell[2] - cell[1]):
        last = min(end, right) - 1  # a token of several words goes on in the next block
        wide[last] += max(0, len(label) + 1 - sum(wide[column] for column in range(begin, last + 1)))
    return sum(wide.values())


def _blocks(text: str, laid: StagesAxis) -> list[list[int]]:
    """Return words with the space before them, so that lines break there; what is put in goes with its neighbour."""
    spans = [found.span() for found in _WORD.finditer(text)] or [(0, 0)]
    before = [LINE if start == 0 or "\n" in text[start:end] else WORD for start, end in spans]
    ways = directions(text, spans, before)
    edges = [0, *(laid.span(end - 1, end)[1] for _, end in spans[:-1]), laid.size]
    return [
        [left, right, room, *way]
        for left, right, room, way in zip(edges, edges[1:], before, ways, strict=False)
        if left < right
    ]


# -- the axis ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Placed:
    """A part with its first column and the one behind its last. shared: whether it shares a character with others."""

    part: Part
    left: int
    right: int
    shared: bool = False


@dataclass(frozen=True)
class StagesAxis:
    """columns: how many each character of the text has. puts: how many stand before each of them for what was put in
    there, and behind the last."""

    columns: tuple[int, ...]
    puts: tuple[int, ...]

    @cached_property
    def _edges(self) -> tuple[int, ...]:
        """Return where what is put in before each character begins, where the character begins, and so on; then the
        end."""
        widths = chain.from_iterable(zip(self.puts, (*self.columns, 0), strict=True))
        return tuple(accumulate(widths, initial=0))

    @property
    def size(self) -> int:
        """Return the number of columns."""
        return self._edges[-1]

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Return the columns of a stretch of the text that is not empty."""
        return self._edges[2 * start + 1], self._edges[2 * end]

    def place(self, parts: Sequence[Part]) -> list[Placed]:
        """Return the parts of one stage in their columns; one for which there is no room is left out."""
        found = []
        for place, group in _groups(parts):
            if place is not None:
                left = self._edges[2 * place]
                found += [Placed(part, left + i, left + i + 1) for i, part in enumerate(group)]
                continue
            left, right = self.span(*_reach(group))
            edges = [left + (right - left) * i // len(group) for i in range(len(group) + 1)]
            found += [Placed(part, edges[i], edges[i + 1], len(group) > 1) for i, part in enumerate(group)]
        return [one for one in found if one.left < one.right]


def make_axis(size: int, stages: Sequence[Sequence[Part]]) -> StagesAxis:
    """Return the axis on which all stages of a text of `size` characters have room.

    >>> found = make_axis(2, [[Part("[A]", 0, 0), Part("b", 0, 1), Part("c", 0, 1), Part("d", 1, 2)]])
    >>> found.columns, found.puts
    ((2, 1), (1, 0, 0))
    >>> [(one.part.text, one.left, one.right) for one in found.place([Part("b", 0, 1), Part("d", 1, 2)])]
    [('b', 1, 3), ('d', 3, 4)]
    """
    columns, puts = [1] * size, [0] * (size + 1)
    for parts in stages:
        for place, group in _groups(parts):
            if place is not None:
                puts[place] = max(puts[place], len(group))
            else:
                start, end = _reach(group)
                columns[start] += max(len(group) - sum(columns[start:end]), 0)
    return StagesAxis(tuple(columns), tuple(puts))


def _reach(group: Sequence[Part]) -> tuple[int, int]:
    return min(part.start for part in group if part.start < part.end), max(part.end for part in group)


def _groups(parts: Sequence[Part]) -> Iterator[tuple[int | None, list[Part]]]:
    """Yield parts that belong together: (place, what is put in there), or (None, one part or those that share
    characters). What is put in among these has no place of its own."""
    group: list[Part] = []
    put: list[Part] = []
    end = 0  # of what came so far
    for part in parts:
        if part.start >= part.end:
            put.append(part)
            continue
        if part.start >= end:
            if group:
                yield None, group
            if put:
                yield end, put
            group, put = [], []
        group += [*put, part]
        put = []
        end = max(end, part.end)
    if group:
        yield None, group
    if put:
        yield end, put
