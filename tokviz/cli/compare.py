"""``tokviz compare``: rows, words that differ with the reason, and measures, as text, CSV, JSON or HTML."""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tokviz.cli import files, tables
from tokviz.cli.compared import Compared, compare
from tokviz.cli.options import choose, format_of
from tokviz.cli.text import table
from tokviz.compare.notation import neutral
from tokviz.compare.reasons import reason
from tokviz.errors import TokvizError
from tokviz.views.compare import charts as compare_charts
from tokviz.views.compare import curves as compare_curves
from tokviz.views.compare import words as compare_words
from tokviz.views.compare.reasons import sentence
from tokviz.views.compare.words import Differing
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.messages import error_text, note_text
from tokviz.views.takeaway import report

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["FORMATS", "PARTS", "run"]

FORMATS = ("table", "csv", "json", "html")
PARTS = ("rows", "words", "measures")
"""What can be printed alone; a CSV file holds one of the last two."""
_MOST_WORDS = 20  # on the screen
_MOST_EXPORTED = 5_000  # to explain a word takes time


def run(asked: Namespace, say: Catalog) -> int:
    """Compare, and write what was asked for."""
    kind = format_of(asked.format, asked.output, FORMATS, "table")
    part = asked.part and choose("--part", asked.part, PARTS[1:] if kind == "csv" else PARTS)
    found = compare(asked, say)
    for code, details in found.given.notes:
        files.write_error(note_text(code, details, say))
    is_neutral = asked.neutral
    match kind:
        case "csv" if part == "measures":
            made = report.measures_csv(found.readings)
        case "csv":
            made = report.words_csv(_words(found, _MOST_EXPORTED, say, is_neutral=is_neutral))
        case "json":
            made = json.dumps(_record(found, say, is_neutral=is_neutral), ensure_ascii=False, indent=2) + "\n"
        case "html":
            made = report.html(_comparison(found, say, is_neutral=is_neutral), say)
        case _:
            made = _text(found, part, say, is_neutral=is_neutral)
    files.write(made, asked.output)
    return 0


# -- text --------------------------------------------------------------------------------------------------------------


def _text(found: Compared, part: str | None, say: Catalog, *, is_neutral: bool) -> str:
    sections: dict[str, Callable[[], str]] = {
        "rows": lambda: _rows(found, say, is_neutral=is_neutral),
        "words": lambda: _differ(found, say, is_neutral=is_neutral),
        "measures": lambda: _measures(found, say),
    }
    return "\n".join(make() for name, make in sections.items() if part in (None, name))


def _rows(found: Compared, say: Catalog, *, is_neutral: bool) -> str:
    """Each tokenizer with its size and the tokens of the text."""
    titles = [say("cv.column.tokenizer"), say("cli.column.size"), say("cli.column.tokens")]
    rows = []
    for number, name in enumerate(found.names):
        size = found.tokenizers[number].size
        rows.append([name, f"{size:,}" if size else "–", tables.tokens(_tokens(found, number, is_neutral=is_neutral))])
    return f"{say('cli.rows')}\n{table(titles, rows)}"


def _tokens(found: Compared, number: int, *, is_neutral: bool) -> list[str]:
    model = found.tokenizers[number].model
    tokens = [token.text for token in found.segmentations[number].tokens]
    return [neutral(token, model).text for token in tokens] if is_neutral else tokens


def _differ(found: Compared, say: Catalog, *, is_neutral: bool) -> str:
    total = len(found.differing)
    heading = say("cli.differ", words=f"{total:,}", all=f"{len(found.words):,}")
    if not total:
        return f"{heading}\n"
    shown = _words(found, _MOST_WORDS, say, is_neutral=is_neutral)
    written = tables.frame(shown, say, {"reason": "cv.column.reason"})
    if len(shown) < total:
        written += f"{say('shown-of', shown=f'{len(shown):,}', total=f'{total:,}')}\n"
    return f"{heading}\n{written}"


def _measures(found: Compared, say: Catalog) -> str:
    shown = compare_charts.beside(compare_charts.table(found.readings), say)
    headings = {"measure": "cv.column.measure", "text": "cv.column.text"}
    written = f"{say('cli.measures')}\n{tables.frame(shown, say, headings)}"
    text = "held" if "held" in found.readings else "train"
    each_two = compare_charts.pairs(found.readings[text])
    for what in ("agreement", "overlap"):
        square = compare_charts.square(each_two, what).rename(columns={"name": say(f"cv.pair.{what}")})
        written += f"\n{tables.frame(square, say)}"
    return written


# -- words, and why ----------------------------------------------------------------------------------------------------


def _words(found: Compared, most: int, say: Catalog, *, is_neutral: bool) -> pd.DataFrame:
    """The most frequent words that differ, as the page lists them."""

    def why(one: Differing) -> str:
        left, right = compare_words.first_pair(one.splits)
        try:
            known = reason(one.word, found.tokenizers[left], found.tokenizers[right])
        except TokvizError as error:
            return error_text(error, say)
        return sentence(known, found.names[left], found.names[right], say) if known else ""

    models = [one.model for one in found.tokenizers] if is_neutral else None
    return compare_words.table(found.differing[:most], found.names, why, models)


# -- JSON and the report -----------------------------------------------------------------------------------------------


def _record(found: Compared, say: Catalog, *, is_neutral: bool) -> dict[str, Any]:
    words = _words(found, _MOST_EXPORTED, say, is_neutral=is_neutral)
    measures = compare_charts.table(found.readings)
    return {
        "tokenizers": [
            {"name": name, "algorithm": one.algorithm, "rules": slot.preset, "files": slot.files, "size": one.size}
            for name, slot, one in zip(found.names, found.slots, found.tokenizers, strict=True)
        ],
        "size": found.size or None,
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
            for one, why in zip(found.differing[:_MOST_EXPORTED], words["reason"], strict=True)
        ],
        "measures": _records(measures),
        "pairs": {text: _records(compare_charts.pairs(every)) for text, every in found.readings.items()},
    }


def _records(frame: pd.DataFrame) -> Any:
    return json.loads(frame.to_json(orient="records", force_ascii=False, double_precision=15))


def _comparison(found: Compared, say: Catalog, *, is_neutral: bool) -> report.Comparison:
    """What the page's report tells."""
    given = found.given
    settings = [(say("control.corpus"), say.choice("example", given.example or "own"))]
    if not given.example or given.split != "whitespace":
        settings.append((say("control.split"), say.choice("split", given.split)))
    for name, one in zip(found.names, found.tokenizers, strict=True):
        size = one.size
        settings.append((name, say.count("count.tokens", size) if size else say("cmp.range.unknown")))
    return report.Comparison(
        names=found.names,
        settings=tuple(settings),
        text=found.text,
        segmentations=found.segmentations,
        readings=found.readings,
        differing=_words(found, report.MOST_WORDS, say, is_neutral=is_neutral),
        lines=_lines(found),
        models=tuple(one.model for one in found.tokenizers) if is_neutral else None,
    )


def _lines(found: Compared) -> pd.DataFrame | None:
    """The measures over sizes of those that were trained, where that takes no time; None else."""
    import pandas as pd

    text = found.words if found.held is None else found.held
    if not compare_curves.is_quick(found.words, text):
        return None
    rows = []
    for name, one, possible in zip(found.names, found.tokenizers, found.ranges, strict=True):
        if one.trace is None or possible is None:
            continue
        size = min(max(found.size, possible.smallest), possible.largest)
        sizes = compare_curves.points(one.trace, possible, size, quick=True)
        line = compare_curves.measured(one.trace, found.given.split, text, sizes, found.given.corpus)
        rows.append(line.assign(tokenizer=name))
    return pd.concat(rows, ignore_index=True) if rows else None
