"""Report of a comparison to keep: one HTML page that opens from disk without a network.

The page needs no script; its HTML is ``templates/report.html``. It is written in one language. Figures are measured out
here; each has its numbers beside it or in its title, and lines differ by dashes and by the shapes of their points as
well as by color. The text in rows is the payload of :mod:`tokviz.views.compare.rows`, broken into lines here: how wide
a block will be is estimated from its letters, and a line that turns out too long scrolls by itself.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import log
from typing import get_args

import pandas as pd

from tokviz.compare.alignment import Segmentation
from tokviz.compare.comparison import Comparison
from tokviz.compare.measures import MEASURES
from tokviz.compare.reading import Reading
from tokviz.compare.spans import Model
from tokviz.text_keys import example_key, split_key
from tokviz.views.compare import charts as compare_charts
from tokviz.views.compare.charts import Pairwise
from tokviz.views.compare.keys import DEFINITION_KEYS, MEASURE_KEYS, SOURCE_KEYS, TEXT_KEYS
from tokviz.views.compare.rows import rows_payload
from tokviz.views.compare.sentences import other_sizes
from tokviz.views.compare.tables import SHARES, explained_table, measures_beside, written_value
from tokviz.views.picture.payload import COLORS, colors_of
from tokviz.views.shared import rendering
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.tables import FilledTable
from tokviz.views.shared.text_rows import INSIDE, LINE, MOST_DRAWN, RowPart, TextBlock, TextRows

__all__ = [
    "MOST_WORDS",
    "Bar",
    "Block",
    "Contents",
    "Plot",
    "PlotLine",
    "RowCell",
    "RowsLine",
    "Run",
    "contents_of",
    "measure_bars",
    "report_page",
    "size_lines",
    "static_rows",
    "token_colors",
]

MOST_WORDS = 1_000
"""The maximum number of differing words that the page lists; the CSV has all."""


@dataclass(frozen=True, eq=False)
class Contents:
    """The content of a report.

    names: of the tokenizers, all different. settings: what was chosen, each with its name, in the reader's language.
    text: that is split in rows; segmentations: one a tokenizer. readings: "train" or "corpus", and if there is one
    "held" -> name -> reading. differing: as :func:`tokviz.views.compare.tables.differing_table` makes it; None: left
    out. lines: size, tokenizer, measure, value, if they were computed. models: those of the tokenizers, to write tokens
    without marks; None: as they are.
    """

    names: tuple[str, ...]
    settings: tuple[tuple[str, str], ...]
    text: str
    segmentations: tuple[Segmentation, ...]
    readings: Mapping[str, Mapping[str, Reading]]
    differing: FilledTable | None = None
    lines: pd.DataFrame | None = None
    models: tuple[Model, ...] | None = field(default=None, repr=False)


def contents_of(
    comparison: Comparison, example: str, lines: pd.DataFrame | None, say: Catalog, *, is_neutral: bool
) -> Contents:
    """Return what a report tells of a comparison. example: the name of the one that it is on, empty for a text of one's
    own. lines: as :func:`tokviz.views.compare.charts.measures_over_sizes` makes them. Raises TokvizError."""
    source = comparison.engine.source
    settings = [(say("control.corpus"), say.choice(example_key, example or "own"))]
    if source.corpus is not None and (not example or source.split != "whitespace"):
        settings.append((say("control.split"), say.choice(split_key, source.split)))
    for tokenizer in comparison.tokenizers:
        size = tokenizer.tokenizer.entries
        settings.append((tokenizer.label, say.count("count.entries", size) if size else say("compare.range.unknown")))
    settings += [(say("compare.size"), note) for note in other_sizes(comparison.tokenizers, say)]
    return Contents(
        names=comparison.names,
        settings=tuple(settings),
        text=comparison.text,
        segmentations=comparison.segmentations,
        readings=comparison.readings,
        differing=explained_table(comparison, MOST_WORDS, say, is_neutral=is_neutral),
        lines=lines,
        models=comparison.models if is_neutral else None,
    )


def report_page(contents: Contents, say: Catalog) -> str:
    """Return the page, complete.

    >>> from tokviz import wordpiece
    >>> from tokviz.compare.alignment import segment
    >>> from tokviz.compare.reading import read
    >>> from tokviz.corpus.passages import Text
    >>> from tokviz.views.shared.catalog import load
    >>> model = wordpiece.Model(["<b>"], pretokenizer="whitespace")
    >>> readings = {"train": {"one": read(model, Text.running("<b>"))}}
    >>> page = report_page(Contents(("one",), (), "<b>", (segment("<b>", model),), readings), load("en"))
    >>> page.startswith("<!DOCTYPE html>"), "<b>" in page, "&lt;b&gt;" in page
    (True, False, True)
    """
    segmentations, text = contents.segmentations, contents.text
    payload = rows_payload(text, segmentations, contents.names, say, contents.models)
    rows, is_whole = static_rows(payload, MOST_DRAWN)
    return rendering.standalone_page(
        "report",
        say("compare.report.title", names=say.listed(list(contents.names))),
        say,
        told=contents.settings,
        names=contents.names,
        rows=rows,
        beginning="" if is_whole else say("compare.report.beginning", most=MOST_DRAWN),
        words=_words(contents.differing, say),
        measures=_measures(contents.readings, say),
        pairs=_pairs(contents.readings, say),
        plots=_plots(contents, say),
    )


# -- sections ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Table:
    """A table, written. kinds: of its columns, classes of the style sheet; note: what is below it."""

    titles: Sequence[str]
    kinds: Sequence[str]
    rows: Sequence[Sequence[object]]
    note: str = ""


@dataclass(frozen=True)
class _Figure:
    """Bars or lines, or a table of two by two, under its title."""

    title: str
    drawn: Sequence[Bar] | Plot | _Table | None
    note: str = ""


def _table(table: FilledTable, say: Catalog, most: int | None = None) -> _Table:
    """Return a table, written. most: how many rows, the first, with a note where there are more."""
    kinds = {
        column.name: "number" if column.is_number else "tokens" if column.has_tokens else "" for column in table.columns
    }
    rows = [[say.integer(cell) if isinstance(cell, int) else cell for cell in row] for row in table.rows(say)]
    is_cut = most is not None and len(rows) > most
    note = say("compare.report.words.more", shown=most, total=len(rows)) if is_cut else ""
    return _Table(table.titles(say), list(kinds.values()), rows[:most], note)


def _words(differing: FilledTable | None, say: Catalog) -> _Table | None:
    if differing is None:
        return None
    titled = differing.titled(word="compare.column.word", occurrences="compare.column.occurrences")
    written = _table(titled, say, MOST_WORDS)
    return replace(written, kinds=["word", *written.kinds[1:]])


def _measures(readings: Mapping[str, Mapping[str, Reading]], say: Catalog) -> tuple[_Table, list[_Figure]]:
    measures = compare_charts.measures_table(readings)
    table = _table(measures_beside(readings, say), say)
    corpus = next(iter(next(iter(readings.values())).values())).text
    if not corpus.is_running:
        table = replace(table, note=say("compare.listed"))
    figures = [
        _Figure(say(MEASURE_KEYS[measure]), measure_bars(measures, measure, say), _defined(measure, say))
        for measure in MEASURES
    ]
    return table, figures


def _pairs(readings: Mapping[str, Mapping[str, Reading]], say: Catalog) -> tuple[str, list[_Figure]]:
    text = list(readings)[-1]
    pair_table = compare_charts.pairs(readings[text])
    figures = []
    for measure in get_args(Pairwise):
        table = _table(compare_charts.square(pair_table, measure, say), say)
        title, *names = table.titles  # the figure's own
        figures.append(_Figure(title, replace(table, titles=["", *names]), _defined(measure, say)))
    return say("compare.pairs", text=say(TEXT_KEYS[text])), figures


def _defined(measure: str, say: Catalog) -> str:
    return f"{say(DEFINITION_KEYS[measure])} {say(SOURCE_KEYS[measure]).strip()}"


def _plots(contents: Contents, say: Catalog) -> list[_Figure]:
    lines = contents.lines
    if lines is None or lines.empty:
        return []
    return [
        _Figure(
            say(MEASURE_KEYS[measure]),
            size_lines(lines[lines["measure"] == measure], measure, contents.names, say),
        )
        for measure in MEASURES
        if measure != "vocabulary"
    ]


# -- figures -----------------------------------------------------------------------------------------------------------


_WIDTH, _HEIGHT = 420, 220  # of a picture of lines, in units of its own
_LEFT, _RIGHT, _TOP, _BOTTOM = 52, 12, 12, 30


@dataclass(frozen=True)
class Bar:
    """A bar. text: "train" or "held"; share: of the width there is, in per cent; value: as it is written."""

    name: str
    text: str
    share: float
    value: str


@dataclass(frozen=True)
class PlotLine:
    """A tokenizer's line. number: its place among the tokenizers, which says how it is drawn."""

    number: int
    points: tuple[tuple[float, float], ...]


@dataclass(frozen=True)
class Plot:
    """A picture of lines. title: what it shows, in words; most, smallest, largest: what is at the ends of its axes.
    left, right, top and bottom are the places of the axes."""

    title: str
    lines: tuple[PlotLine, ...]
    most: str
    smallest: str
    largest: str
    width: int = _WIDTH
    height: int = _HEIGHT
    left: int = _LEFT
    right: int = _WIDTH - _RIGHT
    top: int = _TOP
    bottom: int = _HEIGHT - _BOTTOM


def measure_bars(measures: pd.DataFrame, measure: str, say: Catalog) -> list[Bar]:
    """Return a measure as bars, a bar a tokenizer and text (:func:`tokviz.views.compare.charts.measures_table`)."""
    part = measures[measures["measure"] == measure]
    if measure == "vocabulary":
        part = part.drop_duplicates("tokenizer")
    most = 1.0 if measure in SHARES else max(float(part["value"].max()), 1e-9)
    is_double = part["text"].nunique() > 1
    bars = []
    for name in dict.fromkeys(part["tokenizer"]):
        for text, value in part.loc[part["tokenizer"] == name, ["text", "value"]].itertuples(index=False, name=None):
            label = f"{name} · {say(TEXT_KEYS[text])}" if is_double else name
            share = 0.0 if pd.isna(value) else 100 * float(value) / most
            bars.append(Bar(label, text, share, written_value(measure, float(value), say)))
    return bars


def size_lines(measures: pd.DataFrame, measure: str, names: Sequence[str], say: Catalog) -> Plot | None:
    """Return a measure over the sizes of the vocabulary: columns size, tokenizer, value. Sizes are on a scale of
    ratios.

    None where there is no value.
    """
    part = measures[measures["value"].notna()]
    if part.empty:
        return None
    low, high = float(part["size"].min()), float(part["size"].max())
    top = 1.0 if measure in SHARES else max(float(part["value"].max()) * 1.05, 1e-9)
    width, height = _WIDTH - _LEFT - _RIGHT, _HEIGHT - _TOP - _BOTTOM

    def at(size: float, value: float) -> tuple[float, float]:
        share = log(size / low) / log(high / low) if high > low else 0.5
        return _LEFT + width * share, _TOP + height * (1 - value / top)

    drawn = []
    listed = []
    for number, name in enumerate(names):
        mine = part[part["tokenizer"] == name].sort_values("size")
        values = [(float(size), float(value)) for size, value in zip(mine["size"], mine["value"], strict=True)]
        if values:
            drawn.append(PlotLine(number, tuple(at(*value) for value in values)))
            listed.append(
                say(
                    "compare.lines.end",
                    name=name,
                    first=written_value(measure, values[0][1], say),
                    small=round(values[0][0]),
                    last=written_value(measure, values[-1][1], say),
                    large=round(values[-1][0]),
                )
            )
    title = say("compare.lines.alt", measure=say(MEASURE_KEYS[measure]), values=say.listed(listed))
    return Plot(title, tuple(drawn), _short(measure, top, say), say.integer(round(low)), say.integer(round(high)))


def _short(measure: str, value: float, say: Catalog) -> str:
    """Return a number for an axis."""
    if measure in SHARES:
        return say.percent(value, 0)
    if value >= 10_000:
        return f"{say.decimal(value / 1000, 0)}k"
    return say.decimal(value, 0 if value >= 100 else 1)


# -- the text in rows, without a script --------------------------------------------------------------------------------


_WIDE = 84  # letters in a line


@dataclass(frozen=True)
class RowCell:
    """A token or a character. place: its area in the grid of its block, as CSS has it."""

    text: str
    classes: str
    place: str = ""
    about: str = ""


@dataclass(frozen=True)
class Block:
    """Columns that stay together. spaced: white space is before it."""

    spaced: bool
    columns: int
    cells: tuple[RowCell, ...]


@dataclass(frozen=True)
class Run:
    """Blocks that are read in one direction."""

    direction: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True)
class RowsLine:
    """A line of the text, with a row for it and one a tokenizer."""

    direction: str
    runs: tuple[Run, ...]


def static_rows(payload: TextRows, most: int) -> tuple[list[RowsLine], bool]:
    """Return the lines, up to about `most` tokens; whether that is all of them."""
    blocks = payload["blocks"]
    inside: list[list[tuple[int, RowCell]]] = [[] for _ in blocks]  # of each block: the row of a cell, 0 for characters
    ends = [block["end"] for block in blocks]
    for row, cells in enumerate(_cells(payload)):
        for start, end, cell in cells:
            number = bisect_right(ends, start)
            at = start - blocks[number]["start"] + 1
            place = f"{row + 1}/{at}/{row + 2}/{at + end - start}"
            inside[number].append((row, replace(cell, place=place)))
    shown = count = 0
    for parts in inside:
        count += sum(row > 0 for row, _ in parts)
        if shown and count > most:
            break
        shown += 1
    widths = [_width(parts) for parts in inside]
    lines = [
        _rows_line([(blocks[number], inside[number]) for number in line]) for line in _broken(blocks[:shown], widths)
    ]
    return lines, shown == len(blocks)


def token_colors(rows: Sequence[Sequence[str]]) -> list[list[int]]:
    """Return a color for each token: the same text has the same in all rows, and different neighbors always differ.

    >>> token_colors([["hu", "gs"], ["hu", "g", "s"]])
    [[0, 3], [0, 6, 9]]
    """
    known = colors_of(dict.fromkeys(token for row in rows for token in row), [tuple(row) for row in rows])
    color_rows = []
    for row in rows:
        hues = [known[token] for token in row]
        for i in range(1, len(row)):
            if row[i] != row[i - 1] and hues[i] == hues[i - 1]:  # ten colors were not enough
                used_hues = {hues[i - 1], known[row[i + 1]] if i + 1 < len(row) else -1}
                hues[i] = next(hue for hue in range(COLORS) if hue not in used_hues)
        color_rows.append(hues)
    return color_rows


def _cells(payload: TextRows) -> Iterator[list[tuple[int, int, RowCell]]]:
    """Yield for the characters, and for each row, its cells with their first column and the one after their last."""
    yield [
        (character["start"], character["end"], RowCell(character["text"], "cluster"))
        for character in payload["characters"]
    ]
    whole = [[part["text"] for part in row["parts"] if not part.get("from_before")] for row in payload["rows"]]
    for row, colors in zip(payload["rows"], token_colors(whole), strict=True):
        left = iter(colors)
        color = 0
        cells = []
        for part in row["parts"]:
            if not part.get("from_before"):
                color = next(left)
            cells.append((part["start"], part["end"], _token_cell(part, row["kind"], color, payload["labels"])))
        yield cells


def _token_cell(part: RowPart, row_kind: str, color: int, labels: Mapping[str, str]) -> RowCell:
    kind = part.get("kind", row_kind)
    sides = {
        "cut-before": part.get("cut_start"),
        "cut-behind": part.get("cut_end"),
        "from-before": part.get("from_before"),
        "goes-on": part.get("goes_on"),
    }
    classes = ["token", kind, *(["even"] if color % 2 else []), *(name for name, is_so in sides.items() if is_so)]
    is_cut = part.get("cut_start") or part.get("cut_end")
    about = [*([labels[kind]] if kind in labels else []), *([labels["through"]] if is_cut else [])]
    return RowCell(part["text"], " ".join(classes), about=" ".join(about))


def _broken(blocks: Sequence[TextBlock], widths: Sequence[int]) -> list[list[int]]:
    """Return the numbers of the blocks of each line."""
    lines: list[list[int]] = []
    used = 0
    for number, (block, width) in enumerate(zip(blocks, widths, strict=False)):
        begins_word = block["before"] != INSIDE
        ahead = width  # of the word that begins here
        if begins_word:
            for other in range(number + 1, len(blocks)):
                if blocks[other]["before"] != INSIDE:
                    break
                ahead += widths[other]
        is_full = used + width > _WIDE or (begins_word and used + ahead > _WIDE)
        if not lines or block["before"] == LINE or is_full:
            lines.append([])
            used = 0
        lines[-1].append(number)
        used += width + begins_word
    return lines


def _width(parts: Sequence[tuple[int, RowCell]]) -> int:
    """Estimate how many letters wide a block is: as its widest row."""
    widths: dict[int, int] = {}
    for row, cell in parts:
        widths[row] = widths.get(row, 0) + max(len(cell.text), 1) + (1 if row else 0)
    return max(widths.values(), default=0)


def _rows_line(line: Sequence[tuple[TextBlock, Sequence[tuple[int, RowCell]]]]) -> RowsLine:
    """Return a line of blocks with the cells of each."""
    runs: list[tuple[str, list[Block]]] = []  # direction, blocks
    for block, cells in line:
        if not runs or block["direction"] != runs[-1][0]:
            runs.append((block["direction"], []))
        columns = block["end"] - block["start"]
        runs[-1][1].append(Block(block["before"] != INSIDE, columns, tuple(cell for _, cell in cells)))
    first, _ = line[0]
    return RowsLine(first["line"], tuple(Run(direction, tuple(blocks)) for direction, blocks in runs))
