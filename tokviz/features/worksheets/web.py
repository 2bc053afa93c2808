"""The buttons for worksheets and their solutions, on each page that has a picture to work out by hand."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import streamlit as st

from tokviz import bpe
from tokviz.compare.comparison import Comparison
from tokviz.features.worksheets import applied, training_page
from tokviz.sandbox import ask
from tokviz.state.training import TrainState
from tokviz.trace import Trace
from tokviz.views.byte_level import Pieces
from tokviz.views.shared.catalog import Catalog
from tokviz.web import hooks
from tokviz.web.hooks import Column, ShownWord
from tokviz.web.shared.downloads import save

__all__ = ["register"]

_SHEETS = {
    "blank": "files.sheet.blank",
    "filled": "files.sheet.filled",
}

_WORKSHEETS = {
    "blank": "files.worksheet.blank",
    "filled": "files.worksheet.filled",
}


def register() -> None:
    """Add a worksheet to the files of trainings, words and comparisons, and below a text and its bytes."""
    hooks.training_files.add(sheet_of_training)
    hooks.word_files.add(sheets_of_words)
    hooks.below_comparison_files.add(sheets_of_comparison)
    hooks.below_bytes.add(sheets_of_bytes)


# -- a training --------------------------------------------------------------------------------------------------------


def sheet_of_training(trace: Trace, state: TrainState, _: int, say: Catalog) -> Column | None:
    """Return the column that asks for the steps of the worksheet; None for an algorithm that has no worksheet."""
    return Column(3, partial(_draw_training, trace, state, say)) if training_page.has_worksheet(trace) else None


def _draw_training(trace: Trace, state: TrainState, say: Catalog) -> None:
    """Ask for the steps, and draw the buttons of the sheet with blanks and of its solution."""
    st.markdown(say("files.worksheet.title"))
    number = len(training_page.by_hand(trace))
    if not number:
        st.caption(say("files.worksheet.none"))
        return
    columns = st.columns([1, 1, 2, 2], vertical_alignment="bottom")
    key = f"{state.algorithm}_sheet_{number}"
    with columns[0]:
        first = st.number_input(say("files.worksheet.first"), 1, number, 1, key=f"{key}_first")
    with columns[1]:
        last = st.number_input(
            say("files.worksheet.last"), 1, number, min(number, training_page.FIRST_STEPS), key=f"{key}_last"
        )
    first, last = training_page.steps(trace, first, max(first, last))
    make = partial(training_page.page, trace, first, last, say, example=state.example, split=state.split)
    for column, kind, filled in ((columns[2], "blank", False), (columns[3], "filled", True)):
        with column:
            label, file = say(_WORKSHEETS[kind]), f"tokviz-{state.algorithm}-{state.example}-{kind}.html"
            save(label, partial(make, filled=filled), file, "text/html", key=f"file_worksheet_{kind}", width="stretch")
    st.caption(say("sheet.range", first=first, last=last, most=training_page.MAX_STEPS))


# -- words, texts, comparisons -----------------------------------------------------------------------------------------


def sheets_of_words(shown: ShownWord, say: Catalog) -> None:
    """Draw the buttons for the worksheet on words and its solution; nothing where no word is short enough."""
    model, words = shown.model, (shown.word, *shown.words)
    if applied.has_sheet(model) and applied.for_paper(words):
        _draw_sheets(
            lambda filled: ask(applied.words_page, model, words, say, filled=filled, common=shown.denominator),
            f"tokviz-{model.algorithm}-words",
            say,
        )


def sheets_of_bytes(pieces: Pieces, model: bpe.Model, pattern: str, say: Catalog) -> None:
    """Draw the downloads of the worksheet on the text, or on its beginning."""
    if applied.first_pretokens(pieces):
        with st.container(horizontal=True):
            _draw_sheets(
                lambda filled: applied.bytes_page(pieces, model, pattern, say, filled=filled), "tokviz-bytes", say
            )


def sheets_of_comparison(comparison: Comparison, say: Catalog) -> None:
    """Draw the downloads of the worksheet on words that are split differently."""
    if applied.differing_words(comparison):
        with st.container(horizontal=True):
            _draw_sheets(
                lambda filled: applied.comparison_page(comparison, say, filled=filled), "tokviz-comparison", say
            )


def _draw_sheets(make: Callable[[bool], str], name: str, say: Catalog) -> None:
    """Draw two buttons: a sheet with blanks and its solution, as `make` makes them of whether it is filled."""
    for kind, filled in (("blank", False), ("filled", True)):
        save(
            say(_SHEETS[kind]),
            partial(make, filled),
            f"{name}-{kind}.html",
            "text/html",
            key=f"file_sheet_{kind}",
            type="tertiary",
            help=say("files.sheet.help"),
        )
