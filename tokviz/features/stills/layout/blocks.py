"""Blocks that all layouts are made of: headings, rows of chips, bars and sentences that break into lines."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any
from unicodedata import east_asian_width

from tokviz.features.stills.figure import Anchor, Box, Key, Line, Run, Shape, Text, moved, text_width, width_of
from tokviz.views.shared.catalog import load
from tokviz.views.shared.palette import Palette
from tokviz.views.shared.sentences import Part, part_text

WIDTH = 960
"""The width of a still inside of its margins."""
GAP = 24
"""The space between two columns, and between two blocks."""
CHIP = 26
"""The height of a chip."""
PARTS = ("turns", "chart", "words", "moves", "candidates", "segmentations", "vocabulary", "sentences")
"""The parts of pictures. Of a lattice, `words` is the graph, and `candidates` what ends at the position."""

_SIZE, _SMALL = 15, 12.5  # of letters: sentences, and everything beside them
_LETTER = 14  # of a chip
_PAD = 7  # inside of a chip
_FILLED, _INSIDE, _EDGE = 24, 11, 5  # the height of a bar with words, the size of these, and the space beside them
_NEW = 3  # from a new chip to the middle of its frame
_BETWEEN = 7  # chips, so that there is room for a frame
_BAR = 7.0  # more than that, around a border between words
_LEADING = 1.5  # lines of a sentence
_NO_BEGIN = frozenset("，。；：、！？）》”’.,;:!?)]")  # a line does not begin with these


@dataclass(frozen=True)
class Block:
    """Shapes from a corner of their own on, and how high they are together. part: of a picture, one of `PARTS`; empty
    for a piece of one. columns: the blocks side by side that it consists of, if it does."""

    shapes: tuple[Shape, ...]
    height: float
    part: str = ""
    columns: tuple[Block, ...] = ()


@dataclass(frozen=True)
class Chip:
    """A symbol in a box. marks: the parts of its text that are written smaller, at its ends. is_quiet: whether it is no
    longer in use."""

    text: str
    fill: str
    edge: str = ""
    is_new: bool = False
    marks: tuple[str, ...] = ()
    is_quiet: bool = False


class Pen:
    """A block that is being drawn, in the colors of a palette."""

    def __init__(self, palette: Palette) -> None:
        self.palette = palette
        self._shapes: list[Shape] = []

    def block(self, height: float) -> Block:
        """Return the block with all that was drawn so far."""
        return Block(tuple(self._shapes), height)

    def add(self, *shapes: Shape) -> None:
        """Draw shapes over those before."""
        self._shapes += shapes

    @contextmanager
    def of(self, key: Key) -> Iterator[None]:
        """Say of all that is drawn in this block what it is part of."""
        first = len(self._shapes)
        yield
        drawn = [replace(shape, key=(*key, number)) for number, shape in enumerate(self._shapes[first:])]
        self._shapes[first:] = drawn

    def place(self, block: Block, x: float, y: float) -> None:
        """Draw a block at a place."""
        self._shapes += moved(block.shapes, x, y)

    def text(
        self,
        x: float,
        y: float,
        text: str,
        *,
        color: str = "",
        size: float = _SMALL,
        anchor: Anchor = "start",
        is_mono: bool = False,
        is_bold: bool = False,
    ) -> None:
        """Draw a line of text; in the color of quiet text, if none is named."""
        run = Run(text, color or self.palette.muted, is_mono, is_bold)
        self.add(Text(x, y, (run,), size, anchor))

    def chip(self, chip: Chip, x: float, y: float, width: float | None = None) -> float:
        """Draw a chip and return its width. width: that of a chip that stands for a stretch."""
        wide = chip_width(chip) if width is None else width
        self.add(Box(x, y, wide, CHIP, chip.fill, chip.edge))
        text = chip.text if width is None else cut_text(chip.text, width - 6, _LETTER, is_mono=True)
        runs = _chip_runs(text, chip.marks, self.palette.muted if chip.is_quiet else self.palette.ink, self.palette)
        self.add(Text(x + wide / 2, y + CHIP * 0.69, runs, _LETTER, "middle"))
        if chip.is_new:  # as on the page: a dark frame around it, with a gap
            self.add(Box(x - _NEW, y - _NEW, wide + 2 * _NEW, CHIP + 2 * _NEW, "", self.palette.ink, 2, 7))
        return wide

    def ring(self, x: float, y: float, width: float, color: str, *, is_dashed: bool = False) -> None:
        """Frame what is merged next."""
        self.add(Box(x - 4, y - 4, width + 8, CHIP + 8, "", color, 2, 7, is_dashed))

    def rule(self, y: float, width: float) -> None:
        """Draw a hairline."""
        self.add(Line(0, y, width, y, self.palette.line))

    def filled_bar(
        self, x: float, y: float, width: float, parts: Sequence[tuple[float, Sequence[str]]], fill: str, edge: str
    ) -> None:
        """Draw a bar as high as a row: a block for each part, and in it the first of its texts that has room. parts:
        how long each is, as a share of the width, and its texts; edge: of blocks that are chosen, else empty."""
        for share, texts in parts:
            wide = max(2.0, width * share)
            self.add(Box(x, y, wide - 1.5, _FILLED, fill, edge, 1.5, 3))
            text = next((text for text in texts if width_of(text, _INSIDE) + 2 * _EDGE <= wide), "")
            if text:
                self.text(x + _EDGE, y + _FILLED * 0.68, text, color=self.palette.ink, size=_INSIDE)
            elif len(texts) == 1 and width_of(texts[0], _INSIDE) + _EDGE <= width - wide:  # how a score is worked out
                self.text(x + wide + _EDGE, y + _FILLED * 0.68, texts[0], size=_INSIDE)
            x += wide

    def bar(self, x: float, y: float, width: float, share: float, color: str) -> None:
        """Draw a bar that is filled as far as its share, 0 to 1."""
        self.add(Box(x, y, width, 10, self.palette.letter, "", radius=2))
        if share > 0:
            self.add(Box(x, y, max(2.0, width * min(1.0, share)), 10, color, "", radius=2))


def _chip_runs(text: str, marks: Sequence[str], ink: str, palette: Palette) -> tuple[Run, ...]:
    """Return a chip's text, its marks smaller: they are no letters."""
    ends = [mark for mark in marks if mark and text != mark]
    before = next((mark for mark in ends if text.startswith(mark)), "")
    inner = text.removeprefix(before)
    after = next((mark for mark in ends if inner.endswith(mark) and inner != mark), "")
    inner = inner.removesuffix(after)
    parts = ((before, palette.muted, 0.75), (inner, ink, 1.0), (after, palette.muted, 0.75))
    return tuple(Run(part, color, is_mono=True, scale=scale) for part, color, scale in parts if part) or (
        Run("∅", palette.muted, is_mono=True),
    )


def chip_width(chip: Chip) -> float:
    """Return the width of a chip."""
    return max(CHIP * 0.9, width_of(chip.text or "∅", _LETTER, is_mono=True) + 2 * _PAD)


def numbered(template: str, number: int, payload: Mapping[str, Any]) -> str:
    """Return a template with {number}, filled in as the language of the payload writes numbers."""
    return template.replace("{number}", load(payload["lang"]).integer(number))


def others(rest: int, payload: Mapping[str, Any]) -> str:
    """Return the number of rows that are left out, as the page says it; empty for none."""
    return numbered(payload["picture"]["labels"]["more"], rest, payload) if rest > 0 else ""


def flowed(
    chips: Sequence[Chip],
    others: Callable[[int], str],
    palette: Palette,
    most: float,
    lines: int,
    keys: Sequence[Key] = (),
) -> Block:
    """Return chips in at most so many lines, and how many more there are. others: says how many. keys: as for
    :func:`chip_row`."""
    pen = Pen(palette)
    x = y = 0.0
    room = most - 90  # of the last line, beside the number of the others
    for place, chip in enumerate(chips):
        width = min(chip_width(chip), most)
        is_last = y >= (lines - 1) * (CHIP + 6)
        if x and x + width > (room if is_last and place + 1 < len(chips) else most):
            if is_last:
                pen.text(x + 6, y + CHIP * 0.69, others(len(chips) - place))
                break
            x, y = 0.0, y + CHIP + 6
        with pen.of(keys[place]) if place < len(keys) else nullcontext():
            pen.chip(chip, x, y, width if width == most else None)
        x += width + _BETWEEN
    return pen.block(y + CHIP)


@dataclass(frozen=True)
class Mark:
    """Chips of a row that are framed, from the first on. color: of the frame."""

    start: int
    length: int
    color: str
    is_dashed: bool = False


def chip_row(
    chips: Sequence[Chip],
    marks: Sequence[Mark],
    palette: Palette,
    most: float,
    *,
    bars: Collection[int] = (),
    falling: Collection[int] = (),
    keys: Sequence[Key] = (),
) -> Block:
    """Return chips side by side, in lines of at most so much width; a frame is around those of its line.

    bars: the chips with a border before them. falling: those whose border falls later, which is dashed. keys: of the
    chips, as far as they have some.
    """
    pen = Pen(palette)
    x = y = 0.0
    places: list[tuple[float, float, float]] = []
    for place, chip in enumerate(chips):
        width = min(chip_width(chip), most)
        if place in bars and x:
            x += _BAR
        if x and x + width > most:
            x, y = 0.0, y + CHIP + 12
        if place in bars:
            at = max(0.0, x - (_BAR + _BETWEEN) / 2)
            pen.add(Line(at, y - 3, at, y + CHIP + 3, palette.ink, 2, place in falling))
        with pen.of(keys[place]) if place < len(keys) else nullcontext():
            pen.chip(chip, x, y, width if width == most else None)
        places.append((x, y, width))
        x += width + _BETWEEN
    for mark in marks:
        framed = places[mark.start : mark.start + mark.length]
        for line, group in groupby(framed, key=lambda place: place[1]):
            there = list(group)
            right = there[-1][0] + there[-1][2]
            pen.ring(there[0][0], line, right - there[0][0], mark.color, is_dashed=mark.is_dashed)
    return pen.block(y + CHIP)


def heading(title: str, detail: str, palette: Palette, most: float) -> Block:
    """Return the heading of a column: its name, and what it is about, in quiet letters."""
    runs = [Run(title, palette.ink, is_bold=True)]
    if detail:
        runs.append(Run(f" · {detail}", palette.muted))
    lines = broken(runs, 13.5, most)
    shapes = tuple(Text(0, 14 + 19 * number, line, 13.5) for number, line in enumerate(lines))
    return Block(shapes, 19 * len(lines) + 9)


def cut_text(text: str, most: float, size: float, *, is_mono: bool = False) -> str:
    """Return a text, cut at its end so that it is about as wide as `most` at most.

    >>> cut_text("tokenization", 60, 10, is_mono=True), cut_text("low", 60, 10, is_mono=True)
    ('tokeniza…', 'low')
    """
    if width_of(text, size, is_mono=is_mono) <= most:
        return text
    while text and width_of(text, size, is_mono=is_mono) + size > most:
        text = text[:-1]
    return f"{text}…"


# -- sentences ---------------------------------------------------------------------------------------------------------


def sentences(said: Iterable[Mapping[str, Any]], palette: Palette, most: float) -> Block:
    """Return the sentences of a frame, one below the other; the one on what comes next has a dashed line."""
    pen = Pen(palette)
    y = 0.0
    for sentence in said:
        lines = broken(runs_of(sentence["text"], palette), _SIZE, most - 16)
        height = len(lines) * _SIZE * _LEADING
        pen.add(Line(1.5, y + 4, 1.5, y + height - 1, palette.ink, 3, sentence["kind"] == "next"))
        for number, line in enumerate(lines):
            pen.add(Text(16, y + _SIZE * (1.1 + _LEADING * number), line, _SIZE))
        y += height + 10
    return replace(pen.block(max(0.0, y - 10)), part="sentences")


def inline(sentence: Sequence[Part], palette: Palette, most: float) -> Block:
    """Return a sentence in small letters."""
    lines = broken(runs_of(sentence, palette), _SMALL, most)
    shapes = tuple(Text(0, 13 + 18 * number, line, _SMALL) for number, line in enumerate(lines))
    return Block(shapes, 18 * len(lines))


def runs_of(sentence: Sequence[Part], palette: Palette) -> list[Run]:
    """Return the parts of a sentence as runs."""
    return [_run(part, palette) for part in sentence]


def _run(part: Part, palette: Palette) -> Run:
    if isinstance(part, str):
        return Run(part, palette.ink)
    is_word = "word" in part
    return Run(part_text(part), palette.ink, is_mono=not is_word, is_bold=not is_word)


def broken(runs: Iterable[Run], size: float, most: float) -> list[tuple[Run, ...]]:
    """Return runs in lines of at most so much width. A token is broken only where it has a line of its own, and Chinese
    between any two characters but before a punctuation mark.

    >>> lines = broken([Run("one two ", "#000000"), Run("a b", "#000000", is_mono=True)], 10, 50)
    >>> [[run.text for run in line] for line in lines]
    [['one two'], ['a b']]
    """
    lines: list[tuple[Run, ...]] = []
    line: list[Run] = []
    used = 0.0
    for run in runs:
        for piece in _pieces(run):
            is_held = piece.text[:1] in _NO_BEGIN
            if line and not is_held and used + text_width([_stripped(piece)], size) > most:
                lines.append(_joined(line))
                line, used = [], 0.0
            if not line and not piece.text.strip():
                continue
            for part in _fitting(piece, size, most):
                if line and used and part is not piece:
                    lines.append(_joined(line))
                    line, used = [], 0.0
                line.append(part)
                used += text_width([part], size)
    if line:
        lines.append(_joined(line))
    return lines


def _fitting(piece: Run, size: float, most: float) -> list[Run]:
    """Return a piece as it is, or in parts, if no line has room for it."""
    if text_width([_stripped(piece)], size) <= most:
        return [piece]
    parts, text = [], piece.text
    while text:
        end = len(text)
        while end > 1 and text_width([_with(piece, text[:end])], size) > most:
            end -= 1
        parts.append(_with(piece, text[:end]))
        text = text[end:]
    return parts


def _pieces(run: Run) -> Iterator[Run]:
    """Yield the parts of a run between which a line can break."""
    if run.is_mono:
        yield run
        return
    text = ""
    for letter in run.text:
        if text and (text.endswith(" ") or _is_wide(letter) or _is_wide(text[-1])) and letter not in _NO_BEGIN | {" "}:
            yield _with(run, text)
            text = ""
        text += letter
    if text:
        yield _with(run, text)


def _is_wide(letter: str) -> bool:
    return east_asian_width(letter) in "WF"


def _with(run: Run, text: str) -> Run:
    return Run(text, run.color, run.is_mono, run.is_bold, run.scale)


def _stripped(run: Run) -> Run:
    return _with(run, run.text.rstrip(" "))


def _joined(line: Sequence[Run]) -> tuple[Run, ...]:
    """Return a line with as few runs as possible, without the space at its end."""
    joined: list[Run] = []
    for run in line:
        if joined and _with(joined[-1], "") == _with(run, ""):
            joined[-1] = _with(run, joined[-1].text + run.text)
        else:
            joined.append(run)
    joined[-1] = _stripped(joined[-1])
    return tuple(run for run in joined if run.text)


# -- blocks together ---------------------------------------------------------------------------------------------------


def stacked(blocks: Iterable[Block], gap: float = 0) -> Block:
    """Return blocks below each other."""
    shapes: list[Shape] = []
    y = 0.0
    for block in blocks:
        shapes += moved(block.shapes, 0, y)
        y += block.height + gap
    return Block(tuple(shapes), max(0.0, y - gap))


def listed(head: Block, rows: Iterable[Block], palette: Palette, more: str = "", *, gap: float = 4) -> Block:
    """Return rows below their heading, and below them what is said of others. A row is as high as its step to the next
    one."""
    pen = Pen(palette)
    if more:
        pen.text(0, 10, more)
    return stacked([head, Block((), gap), *rows, pen.block(20 if more else 0)])


def beside(left: Block, right: Block, x: float) -> Block:
    """Return two blocks as columns. x: where the second one begins."""
    return Block(left.shapes + moved(right.shapes, x, 0), max(left.height, right.height), columns=(left, right))


def named(part: str, *blocks: Block, gap: float = 0) -> Block:
    """Return blocks below each other, as a part of a picture."""
    return replace(stacked(blocks, gap), part=part)
