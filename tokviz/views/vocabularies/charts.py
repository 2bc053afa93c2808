"""Charts of vocabularies as records: bars of one tokenizer, and of several as a table with a column of bars for each.

The rows of a table are in the order of the first column; a row that a column has not is a dash in it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from tokviz.views.shared.bars import Bars, NamedBar
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.chips import Bar, Cell, DataTable, Heading, Row
from tokviz.views.shared.lines import DASHES, Ink, Line, Lines
from tokviz.views.shared.palette import HUES
from tokviz.views.vocabularies.keys import KIND_HUES, KIND_KEYS
from tokviz.vocabularies import KINDS

LONGEST = 24
"""The length with which longer entries are counted, in characters."""

_GRAYS: Mapping[str, Ink] = {"punctuation": "muted", "space": "ink", "byte": "edge"}

Series = Mapping[str, Mapping[str, NamedBar]]
"""Name of a column, such as a tokenizer -> its bars by the names of the rows."""


def compared(alt: str, heading: str, title: str, series: Series, *, is_share: bool = False) -> Bars | DataTable:
    """Return bars of one tokenizer as a chart, those of several side by side in a table. heading: of the names of the
    rows; title: of the axis."""
    if len(series) > 1:
        hued = {
            name: {row: _in_hue(bar, HUES[place % len(HUES)]) for row, bar in bars.items()}
            for place, (name, bars) in enumerate(series.items())
        }
        return beside(alt, heading, hued)
    (bars,) = series.values()
    return Bars(alt, tuple(map(_grayed, bars.values())), is_share=is_share, title=title)


def _grayed(bar: NamedBar) -> NamedBar:
    """Return a bar, which is gray where it is pale."""
    return replace(bar, look="bar", is_pale=False) if bar.is_pale else bar


def _in_hue(bar: NamedBar, hue: int) -> NamedBar:
    """Return a bar in the color of its column; a pale one is gray."""
    return replace(bar, hue=None if bar.is_pale else hue)


def beside(name: str, heading: str, series: Series, whole: float = 0) -> DataTable:
    """Return a table with a row for each name and a column of bars for each series. whole: what the longest bar would
    be, 0 for the longest of all."""
    rows = list(dict.fromkeys(row for bars in series.values() for row in bars))
    longest = whole or max((bar.value for bars in series.values() for bar in bars.values()), default=0) or 1

    def cell(bar: NamedBar | None) -> Cell:
        if bar is None:
            return "–"
        return Bar(bar.text, bar.value / longest, bar.hue) if bar.value else bar.text

    heads = Heading(heading), *map(Heading, series)
    cells = (Row((row, *(cell(bars.get(row)) for bars in series.values()))) for row in rows)
    return DataTable(name, heads, tuple(cells))


def by_length(counts: Mapping[tuple[int, str], int], say: Catalog) -> Lines:
    """Return a line for each kind: how many entries have so many characters. counts: of (characters, kind)."""
    lines = []
    for place, kind in enumerate(KINDS):
        points: dict[int, int] = {}
        for (length, of), count in counts.items():
            if of == kind:
                points[min(length, LONGEST)] = points.get(min(length, LONGEST), 0) + count
        if points:
            every = tuple((length, points.get(length, 0)) for length in range(min(points), max(points) + 1))
            look: Ink = _GRAYS.get(kind, "accent")
            dash = DASHES[place % len(DASHES)]
            lines.append(Line(say(KIND_KEYS[kind]), every, look, dash, KIND_HUES.get(kind)))
    return Lines(
        say("vocabulary.lengths.chart"),
        say("column.number_of_characters"),
        tuple(lines),
        is_dotted=True,
        y=say("vocabulary.entries"),
    )
