"""A whole comparison to take away: one HTML page that opens from disk without a network, and tables as CSV.

The page has its style inside, needs no script and may fetch nothing, which it says to the browser as well. All text is
escaped. It is written in one language.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import get_args

import pandas as pd

from tokviz.compare.alignment import Segmentation, columns
from tokviz.compare.measures import MEASURES
from tokviz.compare.reading import Reading
from tokviz.compare.sources import Model
from tokviz.views.compare import charts as compare_charts
from tokviz.views.compare.charts import Pairwise
from tokviz.views.compare.rows import MOST_DRAWN, rows_payload
from tokviz.views.shared.catalog import Catalog
from tokviz.views.takeaway import report_figures, report_rows
from tokviz.views.takeaway.export import table_csv

__all__ = ["MOST_WORDS", "Comparison", "html", "measures_csv", "words_csv"]

MOST_WORDS = 1_000
"""How many words that differ the page lists; the CSV has all."""

_STYLE = Path(__file__).with_name("report.css")
_POLICY = "default-src 'none'; style-src 'unsafe-inline'"


@dataclass(frozen=True, eq=False)
class Comparison:
    """What a report is about.

    names: of the tokenizers, all different. settings: what was chosen, each with its name, in the reader's language.
    text: that is cut in rows; segmentations: one a tokenizer. readings: "train" and if there is one "held" -> name ->
    reading. differing: as :func:`tokviz.views.compare.words.table` makes it; None: left out. lines: size, tokenizer,
    measure, value, if they were computed. models: those of the tokenizers, to write tokens without marks; None: as they
    are.
    """

    names: tuple[str, ...]
    settings: tuple[tuple[str, str], ...]
    text: str
    segmentations: tuple[Segmentation, ...]
    readings: Mapping[str, Mapping[str, Reading]]
    differing: pd.DataFrame | None = None
    lines: pd.DataFrame | None = None
    models: tuple[Model, ...] | None = field(default=None, repr=False)


def html(comparison: Comparison, say: Catalog) -> str:
    """The page, complete. Half characters (surrogates) in settings become question marks, so that it can be written as
    UTF-8.

    >>> from tokviz import wordpiece
    >>> from tokviz.compare.alignment import segment
    >>> from tokviz.compare.reading import read
    >>> from tokviz.views.shared.catalog import load
    >>> model = wordpiece.Model(["<b>"], pretokenizer="whitespace")
    >>> readings = {"train": {"one": read(model, ["<b>"])}}
    >>> page = html(Comparison(("one",), (), "<b>", (segment("<b>", model),), readings), load("en"))
    >>> page.startswith("<!DOCTYPE html>"), "<b>" in page, "&lt;b&gt;" in page
    (True, False, True)
    """
    title = escape(say("cv.report.title", names=say.listed(list(comparison.names))))
    sections = [
        f"<h1>{title}</h1>",
        _settings(comparison.settings),
        _rows(comparison, say),
        _words(comparison.differing, say),
        _measures(comparison.readings, say),
        _pairs(comparison.readings, say),
        _lines(comparison, say),
        f"<footer><p>{escape(say('cv.report.footer'))}</p></footer>",
    ]
    head = (
        f'<meta charset="utf-8">\n<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title}</title>\n<style>\n{_STYLE.read_text(encoding='utf-8')}</style>"
    )
    body = "\n".join(section for section in sections if section)
    page = f'<!DOCTYPE html>\n<html lang="{say.language}">\n<head>\n{head}\n</head>\n<body>\n{body}\n</body>\n</html>\n'
    return page.encode("utf-8", "replace").decode("utf-8")


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


def words_csv(differing: pd.DataFrame) -> str:
    """The words that differ as CSV."""
    return table_csv(differing)


# -- sections ----------------------------------------------------------------------------------------------------------


def _settings(settings: Sequence[tuple[str, str]]) -> str:
    items = "".join(f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>" for name, value in settings)
    return f'<dl class="settings">{items}</dl>' if items else ""


def _rows(comparison: Comparison, say: Catalog) -> str:
    segmentations, text = comparison.segmentations, comparison.text
    payload = rows_payload(text, columns(text, segmentations), segmentations, comparison.names, say, comparison.models)
    found, is_whole = report_rows.rows(payload, MOST_DRAWN)
    notes = [say("cv.rows.legend_through"), say("cv.rows.legend_strange")]
    if not is_whole:
        notes.append(say("cv.report.beginning", most=f"{MOST_DRAWN:,}"))
    about = "".join(f'<p class="note">{escape(note)}</p>' for note in notes)
    return f'<h2>{escape(say("cv.report.rows"))}</h2>\n<div class="wide rows">\n{found}\n</div>\n{about}'


def _words(differing: pd.DataFrame | None, say: Catalog) -> str:
    if differing is None:
        return ""
    heading = f"<h2>{escape(say('cv.report.words'))}</h2>"
    if differing.empty:
        return f"{heading}\n<p>{escape(say('cv.report.words.none'))}</p>"
    known = {"word": "cv.column.word", "occurrences": "cv.column.occurrences", "reason": "cv.column.reason"}
    titles = [say(known[name]) if name in known else str(name) for name in differing.columns]
    classes = {"word": "word", "occurrences": "number", "reason": ""}
    kinds = [classes.get(str(name), "tokens") for name in differing.columns]
    shown = differing.head(MOST_WORDS)
    table = _table(titles, shown.itertuples(index=False, name=None), kinds)
    note = ""
    if len(differing) > len(shown):
        sentence = say("cv.report.words.more", shown=f"{len(shown):,}", total=f"{len(differing):,}")
        note = f'<p class="note">{escape(sentence)}</p>'
    return f"{heading}\n{table}\n{note}"


def _measures(readings: Mapping[str, Mapping[str, Reading]], say: Catalog) -> str:
    found = compare_charts.table(readings)
    shown = compare_charts.beside(found, say)
    titles = [say("cv.column.measure"), say("cv.column.text"), *map(str, shown.columns[2:])]
    kinds = ["", "", *["number"] * (len(titles) - 2)]
    table = _table(titles, shown.itertuples(index=False, name=None), kinds)
    figures = []
    for measure in MEASURES:
        source = say(f"cv.source.{measure}").strip()
        figures.append(
            f"<figure>\n<h3>{escape(say(f'cv.measure.{measure}'))}</h3>\n"
            f"{report_figures.bars(found, measure, say)}\n"
            f'<p class="note">{escape(say(f"cv.define.{measure}"))} {escape(source)}</p>\n</figure>'
        )
    return (
        f"<h2>{escape(say('cv.report.measures'))}</h2>\n{table}\n"
        f'<div class="side-by-side figures">\n{"".join(figures)}\n</div>'
    )


def _pairs(readings: Mapping[str, Mapping[str, Reading]], say: Catalog) -> str:
    text = "held" if "held" in readings else "train"
    found = compare_charts.pairs(readings[text])
    parts = []
    for what in get_args(Pairwise):
        square = compare_charts.square(found, what)
        table = _table(
            ["", *map(str, square.columns[1:])],
            square.itertuples(index=False, name=None),
            ["", *["number"] * (square.shape[1] - 1)],
        )
        about = f"{say(f'cv.define.{what}')} {say(f'cv.source.{what}').strip()}"
        parts.append(
            f'<div>\n<h3>{escape(say(f"cv.pair.{what}"))}</h3>\n{table}\n<p class="note">{escape(about)}</p>\n</div>'
        )
    heading = escape(say("cv.pairs", text=say(f"cv.text.{text}")))
    return f'<h2>{heading}</h2>\n<div class="side-by-side">\n{"".join(parts)}\n</div>'


def _lines(comparison: Comparison, say: Catalog) -> str:
    found = comparison.lines
    if found is None or found.empty:
        return ""
    figures = "".join(
        f"<figure>\n<h3>{escape(say(f'cv.measure.{measure}'))}</h3>\n"
        f"{report_figures.lines(found[found['measure'] == measure], measure, comparison.names, say)}\n</figure>"
        for measure in MEASURES
        if measure != "vocabulary"
    )
    return (
        f"<h2>{escape(say('cv.report.lines'))}</h2>\n{report_figures.legend(comparison.names)}\n"
        f'<div class="side-by-side figures">\n{figures}\n</div>'
    )


def _table(titles: Sequence[str], rows: object, kinds: Sequence[str]) -> str:
    head = "".join(f'<th scope="col">{escape(title)}</th>' for title in titles)
    body = []
    for row in rows:  # type: ignore[attr-defined]
        cells = "".join(
            f'<td class="{kind}">{escape(f"{cell:,}" if isinstance(cell, int) else str(cell))}</td>'
            if kind
            else f"<td>{escape(str(cell))}</td>"
            for cell, kind in zip(row, kinds, strict=True)
        )
        body.append(f"<tr>{cells}</tr>")
    rows_of = "\n".join(body)
    return f'<div class="wide"><table>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{rows_of}\n</tbody>\n</table></div>'
