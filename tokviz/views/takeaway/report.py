"""A whole comparison to take away: one HTML page that opens from disk without a network, and tables as CSV.

The page needs no script; its HTML is ``templates/report.html``. It is written in one language.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import get_args

import pandas as pd

from tokviz.compare.alignment import Segmentation
from tokviz.compare.comparison import Comparison
from tokviz.compare.measures import MEASURES
from tokviz.compare.reading import Reading
from tokviz.compare.spans import Model
from tokviz.views.compare import charts as compare_charts
from tokviz.views.compare.charts import Pairwise
from tokviz.views.compare.rows import MOST_DRAWN, rows_payload
from tokviz.views.compare.sizes import other_sizes
from tokviz.views.compare.words import explained
from tokviz.views.shared import standalone
from tokviz.views.shared.catalog import Catalog
from tokviz.views.takeaway import report_figures, report_rows
from tokviz.views.takeaway.export import table_csv
from tokviz.views.takeaway.report_figures import Bar, Plot

__all__ = ["MOST_WORDS", "Contents", "contents_of", "html", "measures_csv"]

MOST_WORDS = 1_000
"""How many words that differ the page lists; the CSV has all."""


@dataclass(frozen=True, eq=False)
class Contents:
    """What a report is about.

    names: of the tokenizers, all different. settings: what was chosen, each with its name, in the reader's language.
    text: that is split in rows; segmentations: one a tokenizer. readings: "train" or "corpus", and if there is one
    "held" -> name -> reading. differing: as :func:`tokviz.views.compare.words.table` makes it; None: left out. lines:
    size, tokenizer, measure, value, if they were computed. models: those of the tokenizers, to write tokens without
    marks; None: as they are.
    """

    names: tuple[str, ...]
    settings: tuple[tuple[str, str], ...]
    text: str
    segmentations: tuple[Segmentation, ...]
    readings: Mapping[str, Mapping[str, Reading]]
    differing: pd.DataFrame | None = None
    lines: pd.DataFrame | None = None
    models: tuple[Model, ...] | None = field(default=None, repr=False)


def contents_of(
    found: Comparison, example: str, lines: pd.DataFrame | None, say: Catalog, *, is_neutral: bool
) -> Contents:
    """What a report tells of a comparison. example: the name of the one that it is on, empty for a text of one's own.
    lines: as :func:`tokviz.views.compare.curves.lines` makes them. Raises TokvizError."""
    source = found.engine.source
    settings = [(say("control.corpus"), say.choice("example", example or "own"))]
    if source.corpus is not None and (not example or source.split != "whitespace"):
        settings.append((say("control.split"), say.choice("split", source.split)))
    for one in found.tokenizers:
        size = one.tokenizer.entries
        settings.append((one.label, say.count("count.entries", size) if size else say("compare.range.unknown")))
    settings += [(say("compare.size"), note) for note in other_sizes(found.tokenizers, say)]
    return Contents(
        names=found.names,
        settings=tuple(settings),
        text=found.text,
        segmentations=found.segmentations,
        readings=found.readings,
        differing=explained(found, MOST_WORDS, say, is_neutral=is_neutral),
        lines=lines,
        models=found.models if is_neutral else None,
    )


def html(contents: Contents, say: Catalog) -> str:
    """The page, complete.

    >>> from tokviz import wordpiece
    >>> from tokviz.compare.alignment import segment
    >>> from tokviz.compare.reading import read
    >>> from tokviz.corpus.passages import Text
    >>> from tokviz.views.shared.catalog import load
    >>> model = wordpiece.Model(["<b>"], pretokenizer="whitespace")
    >>> readings = {"train": {"one": read(model, Text.running("<b>"))}}
    >>> page = html(Contents(("one",), (), "<b>", (segment("<b>", model),), readings), load("en"))
    >>> page.startswith("<!DOCTYPE html>"), "<b>" in page, "&lt;b&gt;" in page
    (True, False, True)
    """
    segmentations, text = contents.segmentations, contents.text
    payload = rows_payload(text, segmentations, contents.names, say, contents.models)
    rows, is_whole = report_rows.rows(payload, MOST_DRAWN)
    return standalone.page(
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


def measures_csv(readings: Mapping[str, Mapping[str, Reading]]) -> str:
    """All measures as CSV: measure, text, tokenizer, value; then those of two tokenizers, with the other one as well.

    Names of measures and texts are those of the program, the same in every language; shares are from 0 to 1.
    """
    found = compare_charts.table(readings).assign(other="")
    both = [
        compare_charts.pairs(every)
        .melt(["left", "right"], var_name="measure")
        .rename(columns={"left": "tokenizer", "right": "other"})
        .assign(text=text)
        for text, every in readings.items()
    ]
    table = pd.concat([found, *both], ignore_index=True)[["measure", "text", "tokenizer", "other", "value"]]
    return table_csv(table)


# -- sections ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Table:
    """A table, written. kinds: of its columns, classes of the style sheet; note: what stands below it."""

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


def _words(differing: pd.DataFrame | None, say: Catalog) -> _Table | None:
    if differing is None:
        return None
    titles = {
        "word": "compare.column.word",
        "occurrences": "compare.column.occurrences",
        "reason": "compare.column.reason",
    }
    kinds = {"word": "word", "occurrences": "number", "reason": ""}
    shown = differing.head(MOST_WORDS)
    is_cut = len(differing) > len(shown)
    return _Table(
        [say(titles[name]) if name in titles else str(name) for name in differing.columns],
        [kinds.get(str(name), "tokens") for name in differing.columns],
        [
            [say.integer(cell) if isinstance(cell, int) else cell for cell in row]
            for row in shown.itertuples(index=False, name=None)
        ],
        say("compare.report.words.more", shown=len(shown), total=len(differing)) if is_cut else "",
    )


def _measures(readings: Mapping[str, Mapping[str, Reading]], say: Catalog) -> tuple[_Table, list[_Figure]]:
    found = compare_charts.table(readings)
    table = _numbers(compare_charts.beside(found, say), say("compare.column.measure"), say("compare.column.text"))
    corpus = next(iter(next(iter(readings.values())).values())).text
    if not corpus.is_running:
        table = replace(table, note=say("compare.listed"))
    figures = [
        _Figure(say(f"compare.measure.{measure}"), report_figures.bars(found, measure, say), _defined(measure, say))
        for measure in MEASURES
    ]
    return table, figures


def _pairs(readings: Mapping[str, Mapping[str, Reading]], say: Catalog) -> tuple[str, list[_Figure]]:
    text = list(readings)[-1]
    found = compare_charts.pairs(readings[text])
    figures = [
        _Figure(say(f"compare.pair.{what}"), _numbers(compare_charts.square(found, what, say), ""), _defined(what, say))
        for what in get_args(Pairwise)
    ]
    return say("compare.pairs", text=say(f"compare.text.{text}")), figures


def _numbers(frame: pd.DataFrame, *labels: str) -> _Table:
    """Numbers that are written. labels: the headings of the columns before them, which say what they are of."""
    names = [str(name) for name in frame.columns[len(labels) :]]
    kinds = [""] * len(labels) + ["number"] * len(names)
    return _Table([*labels, *names], kinds, list(frame.itertuples(index=False, name=None)))


def _defined(what: str, say: Catalog) -> str:
    return f"{say(f'compare.define.{what}')} {say(f'compare.source.{what}').strip()}"


def _plots(contents: Contents, say: Catalog) -> list[_Figure]:
    found = contents.lines
    if found is None or found.empty:
        return []
    return [
        _Figure(
            say(f"compare.measure.{measure}"),
            report_figures.lines(found[found["measure"] == measure], measure, contents.names, say),
        )
        for measure in MEASURES
        if measure != "vocabulary"
    ]
