"""Worksheets and their solutions as files below a picture that can be worked out by hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from tokviz.compare.comparison import Comparison
from tokviz.features.worksheets import applied, training_page
from tokviz.trace import Trace
from tokviz.views.added_files import FileColumn, ShownText, ShownWord
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shows import Ask, Columns, File, Number, Seen, Show, told

_SHEETS = {
    "blank": "files.sheet.blank",
    "filled": "files.sheet.filled",
}
_WORKSHEETS = {
    "blank": "files.worksheet.blank",
    "filled": "files.worksheet.filled",
}
_MEDIA_TYPE = "text/html"


def of_training(seen: Seen[Trace]) -> FileColumn | None:
    """Return the worksheet on some steps; None for an algorithm that has none."""
    return FileColumn("worksheets", 3, partial(_sheets, seen)) if training_page.has_worksheet(seen.trace) else None


def _sheets(seen: Seen[Trace], ask: Ask) -> Iterator[Show]:
    """Ask for the steps, and yield the sheet with blanks and its solution."""
    trace, state, say = seen.trace, seen.state, seen.say
    yield told(say, "files.worksheet.title", "strong")
    number = len(training_page.by_hand(trace))
    if not number:
        yield told(say, "files.worksheet.none", "caption")
        return
    opening = min(number, training_page.FIRST_STEPS)
    name = f"sheet_{number}"  # other steps begin with fields of their own
    first = int(ask(_step(f"{name}_first", say("files.worksheet.first"), 1, number)))
    last = int(ask(_step(f"{name}_last", say("files.worksheet.last"), opening, number)))
    first, last = training_page.steps(trace, first, max(first, last))
    make = partial(training_page.page, trace, first, last, say, example=state.example, split=state.split)
    files = (
        File(
            f"worksheet_{kind}",
            say(_WORKSHEETS[kind]),
            f"tokviz-{state.algorithm}-{state.example}-{kind}.html",
            _MEDIA_TYPE,
            partial(make, filled=kind == "filled"),
        )
        for kind in _WORKSHEETS
    )
    yield Columns(tuple((file,) for file in files))
    yield told(say, "sheet.range", "caption", first=first, last=last, most=training_page.MAX_STEPS)


def _step(name: str, label: str, opening: int, most: int) -> Number:
    return Number(name, label, f"{opening}", 1, most, is_typed=True, row="sheet_steps")


def of_word(shown: ShownWord, say: Catalog) -> Iterator[Show]:
    """Yield the worksheet on words and its solution; nothing where no word is short enough."""
    model, words = shown.model, (shown.word, *shown.words)
    if applied.has_sheet(model) and applied.for_paper(words):
        ask = shown.memory.ask
        yield from _both(
            lambda filled: ask(applied.words_page, model, words, say, filled=filled, common=shown.denominator),
            f"tokviz-{model.algorithm}-words",
            say,
        )


def of_bytes(shown: ShownText, say: Catalog) -> Iterator[Show]:
    """Yield the worksheet on a text, or on its beginning, and its solution."""
    if applied.first_pretokens(shown.pieces):
        yield from _both(
            lambda filled: applied.bytes_page(shown.pieces, shown.model, shown.pattern, say, filled=filled),
            "tokviz-bytes",
            say,
        )


def of_comparison(comparison: Comparison, say: Catalog) -> Iterator[Show]:
    """Yield the worksheet on words that are split differently, and its solution."""
    if applied.differing_words(comparison):
        yield from _both(
            lambda filled: applied.comparison_page(comparison, say, filled=filled), "tokviz-comparison", say
        )


def _both(make: Callable[[bool], str], name: str, say: Catalog) -> Iterator[File]:
    """Yield a sheet with blanks and its solution, as `make` makes them of whether it is filled."""
    for kind, filled in (("blank", False), ("filled", True)):
        yield File(
            f"sheet_{kind}",
            say(_SHEETS[kind]),
            f"{name}-{kind}.html",
            _MEDIA_TYPE,
            partial(make, filled),
            help=say("files.sheet.help"),
            is_small=True,
        )
