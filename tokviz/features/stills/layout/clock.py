"""Trainings on one clock: a line for each over the size of the vocabulary, and the words as each splits them there."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import log
from typing import Any

from tokviz.features.stills.figure import WORD, Anchor, Box, Line, Run, Text, width_of
from tokviz.features.stills.layout.blocks import WIDTH, Block, Pen, broken, cut_text, named, runs_of
from tokviz.views.shared.catalog import load
from tokviz.views.shared.palette import HUES, Palette, oklch
from tokviz.views.shared.sentences import without_marks

_SMALL, _TOLD = 12.5, 15  # of letters: everything beside the sentences, and these
_BADGE = 20
_TOP, _HEIGHT, _UNDER = 34, 150, 44  # of the chart: the values, the lines, and the sizes below them
_AXIS = 44  # the room of the numbers before the lines
_APART = 3.5  # between equal lines, so that all are seen
_LEAST_STEP = 1.5  # pixels from one step of a line to the next
_WRITTEN = 34  # and from one size that is written to the next
_DOT = 11
_VALUE = 46  # how wide a value is at least
_NAMES, _NARROW = 150, 34  # the room of names before the words, and of letters alone
_CELL, _SMALL_CELL, _LEAST_CELL = 40, 26, 15.5  # of a letter: the largest, where words wrap, and the least in one line
_BETWEEN = 0.8  # words, in cells
_LETTER = 0.62  # of a cell

Payload = Mapping[str, Any]
Cuts = Sequence[float] | None
"""The cuts of a word, in characters; None for a word that is unknown."""


@dataclass(frozen=True)
class _State:
    """A training at the size that is shown. cuts: of each word; before: those of the vocabulary that it came from, if
    it came to this size."""

    number: int
    place: str
    tokens: int | None
    cuts: Sequence[Cuts]
    before: Sequence[Cuts] | None


def clock(payload: Payload, frame: Payload, step: int, palette: Palette) -> list[Block]:
    """Return the blocks of trainings on one clock: lines, words and a sentence for each training."""
    picture = payload["picture"]
    states = [_state(hand, there) for hand, there in zip(picture["hands"], frame["hands"], strict=True)]
    hues = [HUES[number % len(HUES)] for number in range(len(states))]
    legend = _legend(picture, hues, palette)
    chart = _Chart(payload, hues, palette).drawn(step, states)
    told = [
        _told(hand, there, hue, palette)
        for hand, there, hue in zip(picture["hands"], frame["hands"], hues, strict=True)
    ]
    return [
        named("chart", legend, chart, gap=8),
        replace(_Words(payload, hues, palette).drawn(states), part="words"),
        named("moves", *told, gap=8),
    ]


def described(payload: Payload, frame: Payload) -> list[str]:
    """Return the lines on the trainings, and on the words as they split them."""
    lines, comma = [], load(payload["lang"])("list.comma")
    for hand, there in zip(payload["picture"]["hands"], frame["hands"], strict=True):
        cuts = _state(hand, there).cuts
        words = (_split(word["text"], cut) for word, cut in zip(payload["picture"]["words"], cuts, strict=True))
        lines += [without_marks(_move(hand, there)), f"{hand['name']}: {comma.join(words)}."]
    return lines


def _split(word: str, cuts: Cuts) -> str:
    pieces = (word[int(start) : int(end)] for start, end in _boxes(cuts, len(word)))
    return " ".join(pieces) if cuts is not None else f"{word} [UNK]"


def _move(hand: Payload, there: Payload) -> Sequence[Any]:
    """Return the sentence on what led a training to a size: its way is to the right or to the left."""
    sentence: Sequence[Any] = there["right" if hand["grows"] else "left"]
    return sentence


def _state(hand: Payload, there: Payload) -> _State:
    number, place = there["number"], there["place"]
    came_from = number - 1 if hand["grows"] else number + 1
    has_come = place == "here" and 0 <= came_from < len(hand["sizes"])
    return _State(
        number,
        place,
        None if place == "before" else hand["tokens"][number],
        _cuts_at(hand, number),
        _cuts_at(hand, came_from) if has_come else None,
    )


def _cuts_at(hand: Payload, number: int) -> list[Cuts]:
    """Return the cuts of each word in a vocabulary, from the recorded changes."""
    cuts: dict[int, Cuts] = {}
    for vocabulary, word, changed in hand["cuts"]:
        if vocabulary > number:
            break
        cuts[word] = changed
    words = max((word for _, word, _ in hand["cuts"]), default=-1) + 1
    return [cuts.get(word, ()) for word in range(words)]


def _boxes(cuts: Cuts, letters: int) -> list[tuple[float, float]]:
    return [] if cuts is None else [*pairwise((0, *cuts, letters))]


# -- names -------------------------------------------------------------------------------------------------------------


def _badge(pen: Pen, letter: str, hue: int, x: float, y: float) -> None:
    """Draw the letter of a training in a box of its hue."""
    palette = pen.palette
    pen.add(Box(x, y, _BADGE, _BADGE, oklch(*palette.fill, hue), oklch(palette.depth, 0.14, hue), 2))
    pen.text(x + _BADGE / 2, y + _BADGE * 0.71, letter, color=palette.ink, size=13, anchor="middle", is_bold=True)


def _legend(picture: Payload, hues: Sequence[int], palette: Palette) -> Block:
    """Return the legend: the measure of each training, and the way that it goes."""
    pen = Pen(palette)
    x = y = 0.0
    for hand, hue in zip(picture["hands"], hues, strict=True):
        way = "→" if hand["grows"] else "←"
        runs = (Run(hand["name"], palette.ink, is_bold=True), Run(f" {hand['idea']} {way}", palette.ink))
        width = _BADGE + 8 + sum(width_of(run.text, _SMALL, is_bold=run.is_bold) for run in runs)
        if x and x + width > WIDTH:
            x, y = 0.0, y + _BADGE + 8
        _badge(pen, hand["letter"], hue, x, y)
        pen.add(Text(x + _BADGE + 8, y + _BADGE * 0.71, runs, _SMALL))
        x += width + 24
    return pen.block(y + _BADGE)


def _told(hand: Payload, there: Payload, hue: int, palette: Palette) -> Block:
    pen = Pen(palette)
    _badge(pen, hand["letter"], hue, 0, 0)
    lines = broken(runs_of(_move(hand, there), palette), _TOLD, WIDTH - _BADGE - 10)
    pen.add(*(Text(_BADGE + 10, 15 + 22 * number, line, _TOLD) for number, line in enumerate(lines)))
    return pen.block(max(_BADGE, 22.0 * len(lines)))


# -- lines -------------------------------------------------------------------------------------------------------------


class _Chart:
    """The lines of the tokens that are needed, over the logarithm of the size."""

    def __init__(self, payload: Payload, hues: Sequence[int], palette: Palette) -> None:
        self._picture, self._hues, self._pen = payload["picture"], hues, Pen(palette)
        self._integer = load(payload["lang"]).integer
        self._smallest: int = self._picture["smallest"]
        self._largest: int = self._smallest + payload["total"]
        every = [needed for hand in self._picture["hands"] for needed in hand["tokens"]]
        letters, whole = self._picture["letters"], self._picture["whole"]
        self._most: int = max(*every, letters if letters <= 1.3 * max(every) else 0)
        self._fewest: int = min(*every, whole if whole >= 0.5 * min(every) else max(every))

    def drawn(self, step: int, states: Sequence[_State]) -> Block:
        """Return the lines, with a cursor at a step."""
        self._axes()
        size = self._smallest + step
        for number, hand in enumerate(self._picture["hands"]):
            self._line(number, hand, size, is_done=False)
        for number, hand in enumerate(self._picture["hands"]):
            self._line(number, hand, size, is_done=True)
        self._cursor(size, states)
        return self._pen.block(_TOP + _HEIGHT + _UNDER)

    def _x(self, size: int) -> float:
        span = log(max(self._largest, self._smallest + 1) / self._smallest)
        return _AXIS + 10 + (WIDTH - _AXIS - 40) * log(size / self._smallest) / span

    def _y(self, tokens: float, number: float) -> float:
        share: float = (tokens - self._fewest) / ((self._most - self._fewest) or 1)
        return _TOP + 12 + (_HEIGHT - 24) * (1 - share) + (number - (len(self._hues) - 1) / 2) * _APART

    def _axes(self) -> None:
        pen, picture, middle = self._pen, self._picture, (len(self._hues) - 1) / 2
        references: tuple[tuple[int, str, float, Anchor], ...] = (
            (picture["letters"], "letters", WIDTH, "end"),
            (picture["whole"], "whole", _AXIS + 18, "start"),
        )
        for value in (self._fewest, self._most):
            y = self._y(value, middle)
            pen.add(Line(_AXIS, y, WIDTH, y, pen.palette.line))
            pen.text(_AXIS - 8, y + 4, self._integer(value), anchor="end")
        for value, name, x, anchor in references:
            if self._fewest <= value <= self._most:
                told = picture["labels"][name].replace("{n}", self._integer(value))
                pen.text(x, self._y(value, middle) - 7, told, size=11.5, anchor=anchor)
        for size in self._written():
            pen.text(self._x(size), _TOP + _HEIGHT + 15, str(size), anchor="middle")
        pen.text((_AXIS + WIDTH) / 2, _TOP + _HEIGHT + 38, picture["labels"]["axis"], anchor="middle")

    def _written(self) -> Iterator[int]:
        """Yield the sizes that are written: the smallest, and round ones that have room."""
        every = next((every for most, every in ((60, 1), (300, 10)) if self._largest <= most), 50)
        last = float("-inf")
        for size in range(self._smallest, self._largest + 1):
            if (size == self._smallest or size % every == 0) and self._x(size) - last >= _WRITTEN:
                yield size
                last = self._x(size)

    def _line(self, number: int, hand: Payload, size: int, *, is_done: bool) -> None:
        """Draw the line of a training in steps: bold as far as it came, else thin."""
        color = oklch(self._pen.palette.depth, 0.14, self._hues[number])
        thickness, is_dashed = (3.5 if is_done else 0.8), number % 2 == 1
        first, last = hand["sizes"][0], min(max(hand["sizes"][-1], self._smallest), self._largest)
        if is_done:
            first, last = (first, min(last, size)) if hand["grows"] else (max(first, size), last)
        points = [*self._points(hand, first, last)]
        for (x, tokens), (until, then) in pairwise(points):
            y, next_y = self._y(tokens, number), self._y(then, number)
            self._pen.add(Line(x, y, until, y, color, thickness, is_dashed))
            if y != next_y:
                self._pen.add(Line(until, min(y, next_y), until, max(y, next_y), color, thickness))

    def _points(self, hand: Payload, first: int, last: int) -> Iterator[tuple[float, int]]:
        """Yield the places where a line steps, and its ends, as far as they are apart."""
        sizes, needed = hand["sizes"], hand["tokens"]
        before = float("-inf")
        for size in (first, *(size for size in sizes if first < size < last), last):
            if first <= last and (size == last or self._x(size) - before >= _LEAST_STEP):
                yield self._x(size), needed[bisect_right(sizes, size) - 1]
                before = self._x(size)

    def _cursor(self, size: int, states: Sequence[_State]) -> None:
        pen, x = self._pen, self._x(size)
        ink, ground = pen.palette.ink, pen.palette.ground
        with pen.of(("cursor",)):
            pen.add(Line(x, _TOP - 4, x, _TOP + _HEIGHT, ink, 2))
        for number, state in enumerate(states):
            if state.tokens is not None:
                y, color = self._y(state.tokens, number), oklch(pen.palette.depth, 0.14, self._hues[number])
                with pen.of(("dot", number)):
                    pen.add(Box(x - _DOT / 2, y - _DOT / 2, _DOT, _DOT, ground, color, 2.5, _DOT / 2))
        told = self._picture["labels"]["size"].replace("{n}", self._integer(size))
        half = width_of(told, 13, is_bold=True) / 2 + 10
        at = min(max(x, half), WIDTH - half)
        with pen.of(("size",)):
            pen.add(Box(at - half, _TOP + _HEIGHT - 2, 2 * half, 24, ink, radius=12))
            pen.text(at, _TOP + _HEIGHT + 15, told, color=ground, size=13, anchor="middle", is_bold=True)
        self._values(x, states)

    def _values(self, x: float, states: Sequence[_State]) -> None:
        """Write the tokens of each above the cursor, the fewest framed, and beside them what they count."""
        pen, palette, counts = self._pen, self._pen.palette, self._picture["counts"]
        told = [
            f"{hand['letter']} {'–' if state.tokens is None else self._integer(state.tokens)}"
            for hand, state in zip(self._picture["hands"], states, strict=True)
        ]
        known = {state.tokens for state in states if state.tokens is not None}
        width = max(_VALUE, 14 + max(width_of(text, 13, is_bold=True) for text in told))
        total = len(told) * (width + 5)
        at = min(max(x - total / 2, 0), WIDTH - total)
        for number, (text, state) in enumerate(zip(told, states, strict=True)):
            left, is_least = at + number * (width + 5), len(known) > 1 and state.tokens == min(known)
            edge = palette.ink if is_least else oklch(palette.depth, 0.14, self._hues[number])
            with pen.of(("value", number)):
                pen.add(Box(left, 2, width, 24, oklch(*palette.fill, self._hues[number]), edge, 2.5 if is_least else 1))
                pen.text(left + width / 2, 18.5, text, color=palette.ink, size=13, anchor="middle", is_bold=True)
        is_left = _AXIS + width_of(counts, _SMALL) + 10 <= at
        with pen.of(("counts", int(is_left))):
            pen.text(_AXIS if is_left else at + total + 10, 18.5, counts)


# -- words -------------------------------------------------------------------------------------------------------------


class _Words:
    """The words in lanes, one for each training, all on one grid of letters."""

    def __init__(self, payload: Payload, hues: Sequence[int], palette: Palette) -> None:
        self._picture, self._hues, self._pen = payload["picture"], hues, Pen(palette)
        self._count = load(payload["lang"]).count
        letters = [len(word["text"]) for word in self._picture["words"]]
        units = sum(letters) + _BETWEEN * (len(letters) - 1)
        self._names, self._cell = _NAMES, min(_CELL, (WIDTH - _NAMES - 8) / max(1, units))
        if self._cell < _LEAST_CELL:
            self._names, self._cell = _NARROW, min(_SMALL_CELL, (WIDTH - _NARROW - 8) / max(letters))
        self._lane = max(28.0, self._cell)
        self._lines = self._broken(letters)

    def _broken(self, letters: Sequence[int]) -> list[list[tuple[int, float]]]:
        """Return the words of each line, and where each begins."""
        lines: list[list[tuple[int, float]]] = [[]]
        x = 0.0
        for word, number in enumerate(letters):
            if x and x + number * self._cell > WIDTH - self._names:
                lines.append([])
                x = 0.0
            lines[-1].append((word, self._names + x))
            x += (number + _BETWEEN) * self._cell
        return lines

    def drawn(self, states: Sequence[_State]) -> Block:
        """Return the words as the trainings split them."""
        height = len(states) * (self._lane + 6) + 24
        for place, line in enumerate(self._lines):
            y = place * (height + 6)
            for number, state in enumerate(states):
                self._name(number, state, y + number * (self._lane + 6))
            for word, x in line:
                for number, state in enumerate(states):
                    self._split(word, number, state, x, y + number * (self._lane + 6))
                self._agreement(word, states, x, y)
        return self._pen.block(len(self._lines) * (height + 6) - 6)

    def _name(self, number: int, state: _State, y: float) -> None:
        hand, pen = self._picture["hands"][number], self._pen
        _badge(pen, hand["letter"], self._hues[number], 0, y + (self._lane - _BADGE) / 2)
        if self._names == _NARROW:
            return
        name = cut_text(hand["name"], _NAMES - _BADGE - 20, 13)
        pen.text(_BADGE + 8, y + self._lane / 2 - 3, name, color=pen.palette.ink, size=13, is_bold=True)
        said = "–" if state.tokens is None else self._count("clock.label.tokens", state.tokens)
        pen.text(_BADGE + 8, y + self._lane / 2 + 13, said)

    def _split(self, word: int, number: int, state: _State, x: float, y: float) -> None:
        """Draw a word as a training splits it."""
        text, cuts = self._picture["words"][word]["text"], state.cuts[word]
        pen, palette, cell = self._pen, self._pen.palette, self._cell
        is_unknown, is_before = cuts is None, state.place == "before"
        news = () if state.before is None else self._news(word, state)
        for start, end in () if is_before else _boxes(cuts, len(text)):
            is_letter, hue = end - start <= 1, self._hues[number]
            fill = palette.letter if is_letter else oklch(*palette.fill, hue)
            edge = palette.edge if is_letter else oklch(palette.depth, 0.14, hue)
            left, width = x + start * cell + 2, (end - start) * cell - 4
            with pen.of((WORD, f"{number} {word}", round(1_000 * start), round(1_000 * end))):
                pen.add(Box(left, y, width, self._lane, fill, edge, 1 if is_letter else 1.5, 5))
                if (start, end) in news:  # as on the page: a dark frame around it, with a gap
                    pen.add(Box(left - 3, y - 3, width + 6, self._lane + 6, "", palette.ink, 2, 7))
        if is_unknown:
            width = len(text) * cell - 4
            pen.add(Box(x + 2, y, width, self._lane, "", palette.bad, 1.5, 5, is_dashed=True))
            pen.text(x + 2 + width / 2, y + 11, "[UNK]", color=palette.bad, size=10.5, anchor="middle", is_bold=True)
        size = (0.8 if is_unknown else 1) * min(22, _LETTER * cell)
        middle = y + self._lane * (0.66 if is_unknown else 0.5) + 0.34 * size
        color = palette.muted if is_unknown or is_before else palette.ink
        for place, letter in enumerate(text):
            pen.text(x + (place + 0.5) * cell, middle, letter, color=color, size=size, anchor="middle", is_mono=True)

    def _news(self, word: int, state: _State) -> set[tuple[float, float]]:
        """Return the boxes that the vocabulary before did not have."""
        assert state.before is not None
        letters = len(self._picture["words"][word]["text"])
        return {*_boxes(state.cuts[word], letters)} - {*_boxes(state.before[word], letters)}

    def _agreement(self, word: int, states: Sequence[_State], x: float, y: float) -> None:
        """Draw the cuts that all have, and say below a word how often it is there and who splits it like whom."""
        text, note = (self._picture["words"][word][name] for name in ("text", "note"))
        live = [number for number, state in enumerate(states) if state.place != "before"]
        cuts = [states[number].cuts[word] for number in live]
        pen, bottom = self._pen, y + len(states) * (self._lane + 6) - 4
        known = [set(cut) for cut in cuts if cut is not None]
        if len(known) == len(cuts) > 1:
            for place in sorted(set.intersection(*known)):
                at = x + place * self._cell
                pen.add(Line(at, y, at, bottom - 2, pen.palette.muted, is_dashed=True))
        width = len(text) * self._cell
        pen.add(Line(x + 2, bottom, x + width - 2, bottom, pen.palette.edge, 1.5))
        relation = self._relation(live, cuts)
        told = (" · ".join(filter(None, (note, relation))), relation)
        room = width + (_BETWEEN - 0.2) * self._cell
        said = next((said for said in told if width_of(said, 11.5) <= room), "")
        at = min(x + width / 2, WIDTH - width_of(said, 11.5) / 2)
        pen.text(at, bottom + 15, said, size=11.5, anchor="middle")

    def _relation(self, live: Sequence[int], cuts: Sequence[Cuts]) -> str:
        """Say which trainings split a word the same way."""
        letters = [self._picture["hands"][number]["letter"] for number in live]
        groups: dict[tuple[float, ...] | None, list[str]] = {}
        for letter, cut in zip(letters, cuts, strict=True):
            groups.setdefault(None if cut is None else tuple(cut), []).append(letter)
        if len(groups) == len(live):
            differ: str = self._picture["labels"]["differ"]
            return differ if len(live) > 2 else " ≠ ".join(letters)
        return ", ".join(" = ".join(group) for group in groups.values() if len(group) > 1)
