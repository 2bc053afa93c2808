"""``tokviz compare``: rows, words that differ with the reason, and measures, as text, CSV, JSON or HTML."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable
from typing import Any

from tokviz.cli import files, tables
from tokviz.cli.compared import compare
from tokviz.cli.options import choose, format_of
from tokviz.cli.text import sheet, table
from tokviz.compare.comparison import Comparison
from tokviz.compare.engine import Compared
from tokviz.compare.notation import neutral
from tokviz.views.compare import charts
from tokviz.views.compare import charts as compare_charts
from tokviz.views.compare.sentences import other_sizes
from tokviz.views.compare.tables import MAX_EXPORTED, explained_table
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.messages import note_text
from tokviz.views.takeaway import report
from tokviz.views.takeaway.export import table_csv
from tokviz.views.worksheets import applied

__all__ = ["FORMATS", "PARTS", "run"]

FORMATS = ("table", "csv", "json", "html", "worksheet", "solution")
PARTS = ("rows", "words", "measures")
"""What can be printed alone; a CSV file holds one of the last two."""
_MOST_WORDS = 20  # on the screen


def run(asked: Namespace, say: Catalog) -> int:
    """Compare, and write what was asked for."""
    kind = format_of(asked.format, asked.output, FORMATS, "table")
    part = asked.part and choose("--part", asked.part, PARTS[1:] if kind == "csv" else PARTS)
    is_neutral = asked.neutral
    found, size = compare(asked, say)
    for code, details in found.engine.source.notes:
        files.write_error(note_text(code, details, say))
    source = found.engine.source
    if source.of is not None:
        files.write_error(say("compare.beginning", shown=source.text.length, total=source.of))
    for one in found.tokenizers:
        for note in one.notes:
            files.write_error(f"{one.label}: {note.sentence(say.templates)}")
    match kind:
        case "csv" if part == "measures":
            made = report.measures_csv(found.readings)
        case "csv":
            made = table_csv(explained_table(found, MAX_EXPORTED, say, is_neutral=is_neutral))
        case "json":
            made = tables.as_json(_record(found, size, say, is_neutral=is_neutral))
        case "html":
            lines = charts.measures_over_sizes(found)
            made = report.report_page(
                report.contents_of(found, asked.example or "", lines, say, is_neutral=is_neutral), say
            )
        case "worksheet" | "solution":
            made = sheet(applied.comparison_page(found, say, filled=kind == "solution"))
        case _:
            made = _text(found, part, say, is_neutral=is_neutral)
    files.write(made, asked.output)
    return 0


# -- text --------------------------------------------------------------------------------------------------------------


def _text(found: Comparison, part: str | None, say: Catalog, *, is_neutral: bool) -> str:
    sections: dict[str, Callable[[], str]] = {
        "rows": lambda: _rows(found, say, is_neutral=is_neutral),
        "words": lambda: _differ(found, say, is_neutral=is_neutral),
        "measures": lambda: _measures(found, say),
    }
    return "\n".join(make() for name, make in sections.items() if part in (None, name))


def _rows(found: Comparison, say: Catalog, *, is_neutral: bool) -> str:
    """Each tokenizer with its size and the tokens of the text."""
    titles = [say("compare.column.tokenizer"), say("cli.column.entries"), say("cli.column.tokens")]
    rows = []
    for number, name in enumerate(found.names):
        size = found.tokenizers[number].tokenizer.entries
        rows.append(
            [name, say.integer(size) if size else "–", tables.tokens(_tokens(found, number, is_neutral=is_neutral))]
        )
    notes = "".join(f"{note}\n" for note in other_sizes(found.tokenizers, say))
    return f"{say('cli.rows')}\n{table(titles, rows, say)}{notes}"


def _tokens(found: Comparison, number: int, *, is_neutral: bool) -> list[str]:
    model = found.tokenizers[number].model
    tokens = [token.text for token in found.segmentations[number].tokens]
    return [neutral(token, model).text for token in tokens] if is_neutral else tokens


def _differ(found: Comparison, say: Catalog, *, is_neutral: bool) -> str:
    total = len(found.differing)
    heading = say("cli.differ", words=total, all=found.words.number)
    if not total:
        return f"{heading}\n"
    shown = explained_table(found, _MOST_WORDS, say, is_neutral=is_neutral)
    return f"{heading}\n{tables.frame(shown, say, {'reason': 'compare.column.reason'}, total=total)}"


def _measures(found: Comparison, say: Catalog) -> str:
    shown = compare_charts.beside(compare_charts.measures_table(found.readings), say)
    headings = {"measure": "compare.column.measure", "text": "compare.column.text"}
    written = f"{say('cli.measures')}\n{tables.frame(shown, say, headings)}"
    if not found.engine.source.text.is_running:
        written += f"{say('compare.listed')}\n"
    text = list(found.readings)[-1]
    each_two = compare_charts.pairs(found.readings[text])
    for what in ("agreement", "overlap"):
        square = compare_charts.square(each_two, what, say).rename(columns={"name": say(f"compare.pair.{what}")})
        written += f"\n{tables.frame(square, say)}"
    return written


# -- JSON -----------------------------------------------------------------------------------------------


def _record(found: Comparison, size: int, say: Catalog, *, is_neutral: bool) -> dict[str, Any]:
    words = explained_table(found, MAX_EXPORTED, say, is_neutral=is_neutral)
    measures = compare_charts.measures_table(found.readings)
    return {
        "tokenizers": [_tokenizer(one) for one in found.tokenizers],
        "size": size or None,
        "text": found.text,
        "rows": [
            {
                "tokenizer": name,
                "tokens": [
                    {"text": text, "start": token.start, "end": token.end}
                    for text, token in zip(
                        _tokens(found, number, is_neutral=is_neutral), found.segmentations[number].tokens, strict=True
                    )
                ],
            }
            for number, name in enumerate(found.names)
        ],
        "words": [
            {
                "word": one.word,
                "occurrences": one.count,
                "tokens": {name: split.tokens for name, split in zip(found.names, one.splits, strict=True)},
                "reason": why,
            }
            for one, why in zip(found.differing[:MAX_EXPORTED], words["reason"], strict=True)
        ],
        "measures": tables.records(measures),
        "pairs": {text: tables.records(compare_charts.pairs(every)) for text, every in found.readings.items()},
    }


def _tokenizer(one: Compared) -> dict[str, Any]:
    return {
        "name": one.label,
        "algorithm": one.model.algorithm,
        "rules": one.slot.preset if one.slot.is_trained else None,
        "files": [file.key for file in one.slot.files],
        "size": one.tokenizer.entries,
    }
