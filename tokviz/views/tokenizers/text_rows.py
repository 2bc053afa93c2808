"""Payload of the text rows of `/tokenizers`: all stages of a text on one axis, whose columns are its characters.

The first row is the text, character by character; below it is what each stage made of it. A character of the original
text has as many columns as parts of one stage share it, and what was put in (a special token) has one of its own.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, chain, count, pairwise
from operator import itemgetter

from tokviz.files.engine import Part, Stage
from tokviz.state.tokenizers import MAX_DRAWN
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import shorten, shown
from tokviz.views.shared.text_rows import (
    LINE,
    MOST_DRAWN,
    SPACE,
    RowPart,
    TextBlock,
    TextCharacter,
    TextRow,
    TextRows,
    make_blocks,
    split_long,
)
from tokviz.views.tokenizers.alternatives import described
from tokviz.views.tokenizers.options import STAGE_KEYS

_LABEL = 24  # the most characters of a label
_NOTE = 40  # the same, of a pattern
_LONG = 13  # columns of a block: a line on a phone
_FEW = 4  # the same, where labels are wide: they are more letters than a line on a phone has
_LETTERS = 34
_WORD = re.compile(r"\s*\S+|\s+")
_KINDS = {"normalizer": "text", "added": "text", "pretokenizer": "pretoken", "model": "token"}


def drawn_stages(stages: Sequence[Stage]) -> tuple[Stage, ...]:
    """Return the stages that have a row of their own: those that change, cut or add something, and the model."""
    drawn: list[Stage] = []
    before: tuple[tuple[str, int, int], ...] = ()
    for stage in stages:
        parts = tuple((part.text, *part.span) for part in stage.parts)
        if stage.kind == "model" or (stage.kind != "original" and _says(stage) and parts != before):
            drawn.append(stage)
        before = parts
    return tuple(drawn)


def stage_title(stage: Stage, say: Catalog) -> str:
    """Say what a stage is called in a sentence or a table: its kind, and the library's name of the element."""
    kind = _plain(stage, say)
    return f"{kind} {stage.name}" if stage.name else kind


def _plain(stage: Stage, say: Catalog) -> str:
    """Return the kind of a stage in plain words: what a row is called, above the library's name."""
    return say(STAGE_KEYS["own" if stage.own else stage.kind])


def stages_payload(
    text: str, stages: Sequence[Stage], say: Catalog, unknown: tuple[int, str] | None = None
) -> TextRows:
    """Return a text on its way to ids. stages: those that are drawn, of the whole text. unknown: the id of what the
    vocabulary does not have, and its token.

    Kinds of parts beside that of their row: ``changed`` by the stage, ``shared`` (it has a character in common with its
    neighbors), ``unknown`` (the vocabulary does not have it), ``added`` (an added token), ``put`` (it stands for no
    text) and ``dropped``, which has no number. Notes say by which alternative of a pattern pre-tokens were cut, and
    what is unknown or dropped.
    """
    end = min(len(text), MAX_DRAWN)
    text = text[:end]
    numbered_rows = [[(number, part) for number, part in _fine(stage, text) if part.end <= end] for stage in stages]
    laid = make_axis(end, [[part for _, part in row] for row in numbered_rows])
    missing = None if unknown is None else unknown[0]
    kinds = _kinds(stages)
    each = zip(stages, numbered_rows, kinds, _notes(stages, numbered_rows, unknown, say), strict=True)
    rows: list[TextRow] = [
        {
            "name": _plain(stage, say),
            "kind": kind,
            "parts": _cells(row, stage, laid, kind, missing, notes),
            "detail": stage.name,
        }
        for stage, row, kind, notes in each
    ]
    rows.append(
        {
            "name": say("tokenizers.stage.ids"),
            "kind": "number",
            "parts": _ids(numbered_rows[-1] if numbered_rows else (), laid),
        }
    )
    characters, blocks, rows = lay_out(text, laid, rows)
    return {
        "drawn": "boxes",
        "top": say("tokenizers.stage.original"),
        "characters": characters,
        "rows": rows,
        "blocks": blocks,
        "picks": ["pretoken", "token"],
        "most": MOST_DRAWN,
        "labels": say.within("tokenizers.rows.label."),
        "lang": say.language,
    }


def lay_out(
    text: str, laid: StagesAxis, rows: Sequence[TextRow]
) -> tuple[list[TextCharacter], list[TextBlock], list[TextRow]]:
    """Return the characters of a text, its blocks, at whose edges lines may end, and its rows with their parts within
    these."""
    characters: list[TextCharacter] = []
    for place, character in enumerate(text):
        left, right = laid.span(place, place + 1)
        characters.append({"text": shown(character, _LABEL), "start": left, "end": right})
    parts = [row["parts"] for row in rows]
    blocks = _blocks(text, laid)
    rooms = [_LONG if _letters(parts, block["start"], block["end"]) <= _LETTERS else _FEW for block in blocks]
    blocks, parts = split_long(blocks, characters, parts, rooms)
    return characters, blocks, [{**row, "parts": each} for row, each in zip(rows, parts, strict=True)]


def cell(placement: Placed, number: int, kind: str, row_kind: str, note: str = "") -> RowPart:
    """Return a part of a row. number: its place in the row, 0 if it has none. kind: its own; row_kind: that of its
    row."""
    row_part: RowPart = {"text": shown(placement.part.text, _LABEL), "start": placement.left, "end": placement.right}
    if kind != row_kind:
        row_part["kind"] = kind
    if number:
        row_part["number"] = number
    if note:
        row_part["note"] = note
    return row_part


def _notes(
    stages: Sequence[Stage],
    rows: Sequence[Sequence[tuple[int, Part]]],
    unknown: tuple[int, str] | None,
    say: Catalog,
) -> Iterator[dict[int, str]]:
    """Return for each row: place in it -> what matched a pre-token, in words or, where there are none, as the pattern
    has it, which is said once, in the row of the stage that cut; and that a token is unknown."""
    seen: set[tuple[int, int, str]] = set()
    for stage, row in zip(stages, rows, strict=True):
        notes = {}
        for number, part in row:
            if unknown is not None and _is_unknown(part, unknown[0]):
                notes[number] = say("tokenizers.unknown", token=unknown[1])
            if part.role == "dropped":
                notes[number] = say("tokenizers.dropped")
            if stage.kind != "pretokenizer" or part.alternative is None:
                continue
            if (key := (*part.span, part.alternative)) not in seen:
                seen.add(key)
                notes[number] = described(part.alternative, say) or shorten(part.alternative, _NOTE)
        yield notes


def _kinds(stages: Sequence[Stage]) -> list[str]:
    """Return the kinds of the rows; of several that cut pre-tokens the last has those that the model takes."""
    kinds = [_KINDS.get(stage.kind, "behind") for stage in stages]
    cuts = [place for place, kind in enumerate(kinds) if kind == "pretoken"]
    return ["cut" if place in cuts[:-1] else kind for place, kind in enumerate(kinds)]


def _says(stage: Stage) -> bool:
    return stage.kind != "added" or any(part.role == "added" for part in stage.parts)


def _fine(stage: Stage, text: str) -> Iterator[tuple[int, Part]]:
    """Yield the parts that are drawn, numbered from 1, what is dropped as 0: text that is not cut yet is letter
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


def _cells(
    row: Sequence[tuple[int, Part]],
    stage: Stage,
    laid: StagesAxis,
    kind: str,
    unknown: int | None,
    notes: Mapping[int, str],
) -> list[RowPart]:
    """Return the parts of a stage's row. kind: that of the row."""
    numbers = {id(part): number for number, part in row}
    placed = [(placement, numbers[id(placement.part)]) for placement in laid.place([part for _, part in row])]
    return [
        cell(placement, number, _kind(placement, stage, unknown), kind, notes.get(number, ""))
        for placement, number in placed
    ]


def _ids(row: Sequence[tuple[int, Part]], laid: StagesAxis) -> list[RowPart]:
    """Return the numbers of the tokens of the last row."""
    numbered = [(number, part._replace(text=str(part.id))) for number, part in row if part.id is not None]
    numbers = {id(part): number for number, part in numbered}
    placed = laid.place([part for _, part in numbered])
    return [cell(placement, numbers[id(placement.part)], "number", "number") for placement in placed]


def _kind(placement: Placed, stage: Stage, unknown: int | None) -> str:
    part = placement.part
    if part.role in ("put", "added", "dropped"):
        return part.role
    if stage.kind == "normalizer":
        return "changed" if part.changed else "text"
    if _is_unknown(part, unknown):
        return "unknown"
    return "shared" if placement.shared else _KINDS.get(stage.kind, "token")


def _is_unknown(part: Part, unknown: int | None) -> bool:
    return part.role == "token" and part.id is not None and part.id == unknown


def _letters(rows: Sequence[Sequence[RowPart]], left: int, right: int) -> int:
    """Return the width of the columns from `left` to `right`, in letters.

    The labels of all rows fit.
    """
    wide = dict.fromkeys(range(left, right), 2)
    at_start = itemgetter("start")
    within = (slice(*(bisect_left(row, column, key=at_start) for column in (left, right))) for row in rows)
    parts = (part for row, inside in zip(rows, within, strict=True) for part in row[inside])
    for part in sorted(parts, key=lambda part: part["end"] - part["start"]):
        last = min(part["end"], right) - 1  # a token of several words goes on in the next block
        room = sum(wide[column] for column in range(part["start"], last + 1))
        wide[last] += max(0, len(part["text"]) + 1 - room)
    return sum(wide.values())


def _blocks(text: str, laid: StagesAxis) -> list[TextBlock]:
    """Return words with the space before them, so that lines break there; what is put in goes with its neighbor."""
    spans = [match.span() for match in _WORD.finditer(text)] or [(0, 0)]
    before = [LINE if start == 0 or "\n" in text[start:end] else SPACE for start, end in spans]
    edges = [0, *(laid.span(end - 1, end)[1] for _, end in spans[:-1]), laid.size]
    blocks = make_blocks(text, list(pairwise(edges)), spans, before)
    return [block for block in blocks if block["start"] < block["end"]]


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
    """columns: how many each character of the text has. puts: how many are before each of them for what was put in
    there, and behind the last."""

    columns: tuple[int, ...]
    puts: tuple[int, ...]

    @cached_property
    def _edges(self) -> tuple[int, ...]:
        """Return the edges of the columns.

        They are where what is put in before each character begins, where the character begins, and so on; then the end.
        """
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
        placements = []
        for place, group in _groups(parts):
            if place is not None:
                left = self._edges[2 * place]
                placements += [Placed(part, left + i, left + i + 1) for i, part in enumerate(group)]
                continue
            left, right = self.span(*_reach(group))
            edges = [left + (right - left) * i // len(group) for i in range(len(group) + 1)]
            placements += [Placed(part, edges[i], edges[i + 1], len(group) > 1) for i, part in enumerate(group)]
        return [placement for placement in placements if placement.left < placement.right]


def make_axis(size: int, stages: Sequence[Sequence[Part]]) -> StagesAxis:
    """Return the axis on which all stages of a text of `size` characters have room.

    >>> axis = make_axis(2, [[Part("[A]", 0, 0), Part("b", 0, 1), Part("c", 0, 1), Part("d", 1, 2)]])
    >>> axis.columns, axis.puts
    ((2, 1), (1, 0, 0))
    >>> placements = axis.place([Part("b", 0, 1), Part("d", 1, 2)])
    >>> [(placement.part.text, placement.left, placement.right) for placement in placements]
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
