"""The files that a visitor can take away: steps, trace, merges in the formats of the field."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import streamlit as st

from tokviz.algorithms import ALGORITHMS
from tokviz.errors import TokvizError
from tokviz.features.takeaway import replay
from tokviz.features.worksheets import training_page
from tokviz.state.training import TrainState
from tokviz.trace import Trace
from tokviz.views.algorithms import steps_csv, trace_json, views_of
from tokviz.views.shared import rendering
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import visible
from tokviz.web.shared import messages

__all__ = ["download", "download_if", "save", "sheets", "show", "word_replay"]

_FILES = {
    "merges": "files.merges",
    "json": "files.json",
    "replay": "files.replay",
    "codes": "files.codes",
    "zip": "files.zip",
    "vocab": "files.vocab",
    "tokenizer": "files.tokenizer",
    "steps": "files.steps",
    "spm-vocab": "files.spm-vocab",
}

_FILE_HELP = {
    "merges": "files.merges.help",
    "json": "files.json.help",
    "replay": "files.replay.help",
    "codes": "files.codes.help",
    "zip": "files.zip.help",
    "vocab": "files.vocab.help",
    "tokenizer": "files.tokenizer.help",
    "steps": "files.steps.help",
    "spm-vocab": "files.spm-vocab.help",
}

_SHEETS = {
    "blank": "files.sheet.blank",
    "filled": "files.sheet.filled",
}

_WORKSHEETS = {
    "blank": "files.worksheet.blank",
    "filled": "files.worksheet.filled",
}

_SHEET_STEPS = 4  # of a worksheet, at first


def show(trace: Trace, state: TrainState, step: int, say: Catalog) -> None:
    """Draw the buttons, and what makes a worksheet."""
    name = f"tokviz-{state.algorithm}-{state.example}"
    _tables(trace, state, name, say)
    left, right = st.columns([1, 3])
    with left:
        st.markdown(say("files.replay.title"))
        about = rendering.about_training(trace, say, state.example, state.split)
        download(
            "replay",
            lambda: replay.replay_page(replay.training_replay(trace, say), about, say, start=step),
            f"{name}-replay.html",
            "text/html",
            say,
        )
    with right:
        st.markdown(say("files.worksheet.title"))
        _worksheet(trace, state, name, say)


def save(label: str, content: str | bytes | Callable[[], str | bytes], name: str, mime: str, **looks: Any) -> None:
    """Draw a button that saves a file, and has nothing run anew. looks: more of Streamlit's button."""
    st.download_button(label, content, name, mime, on_click="ignore", icon=":material/download:", **looks)


def word_replay(word: str, parts: Sequence[str], step: int, say: Catalog) -> None:
    """Draw a button that saves the stage of a word. parts: its payloads, as JSON."""
    shown = visible(word)
    about = rendering.about(shown, [], say)
    save(
        say("files.replay.word"),
        lambda: replay.replay_page(map(json.loads, parts), about, say, start=step),
        "tokviz-word-replay.html",
        "text/html",
        key="file_word_replay",
        type="tertiary",
        help=say("files.replay.help"),
    )


def sheets(make: Callable[[bool], str], name: str, say: Catalog) -> None:
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


def _worksheet(trace: Trace, state: TrainState, name: str, say: Catalog) -> None:
    """Ask for the steps, and draw the buttons of the sheet with blanks and of its solution."""
    number = len(training_page.by_hand(trace))
    if not number:
        st.caption(say("files.worksheet.none"))
        return
    columns = st.columns([1, 1, 2, 2], vertical_alignment="bottom")
    key = f"{state.algorithm}_sheet_{number}"
    with columns[0]:
        first = st.number_input(say("files.worksheet.first"), 1, number, 1, key=f"{key}_first")
    with columns[1]:
        last = st.number_input(say("files.worksheet.last"), 1, number, min(number, _SHEET_STEPS), key=f"{key}_last")
    first, last = training_page.steps(trace, first, max(first, last))
    make = partial(training_page.page, trace, first, last, say, example=state.example, split=state.split)
    for column, kind, filled in ((columns[2], "blank", False), (columns[3], "filled", True)):
        with column:
            label, file = say(_WORKSHEETS[kind]), f"{name}-{kind}.html"
            save(label, partial(make, filled=filled), file, "text/html", key=f"file_worksheet_{kind}", width="stretch")
    st.caption(say("sheet.range", first=first, last=last, most=training_page.MAX_STEPS))


def _tables(trace: Trace, state: TrainState, name: str, say: Catalog) -> None:
    messages.caption_with_terms("files.caption", say)
    columns = st.columns(4)
    with columns[0]:
        download(views_of(trace).steps, lambda: steps_csv(trace), f"{name}.csv", "text/csv", say)
    with columns[1]:
        download("json", lambda: trace_json(trace), f"{name}.json", "application/json", say)
    formats = [one for one in ALGORITHMS[state.algorithm].formats.values() if one.label]
    for column, one in zip(columns[2:], formats, strict=True):
        with column:
            make = partial(one.write, trace, state.split)
            download_if(one.label, make, f"{name}.{one.suffix}", one.media_type, say)
            for note in one.notes(trace, state.split):
                st.caption(messages.escape(note.sentence(say.templates)))


def download(
    kind: str,
    make: Callable[[], str | bytes],
    name: str,
    mime: str,
    say: Catalog,
    *,
    title: str = "",
    about: str = "",
    key: str = "file",
) -> None:
    """Draw the button for a file and what it is for. title, about: what to say of it; key: how the button's begins."""
    save(title or say(_FILES[kind]), make, name, mime, key=f"{key}_{kind}", width="stretch")
    st.caption(about or say(_FILE_HELP[kind]))


def download_if(kind: str, make: Callable[[], str | bytes], name: str, mime: str, say: Catalog) -> None:
    """Draw a download whose format cannot hold every trace: where it cannot, the reason stands in its place."""
    try:
        made = make()
    except TokvizError as error:
        st.button(say(_FILES[kind]), disabled=True, key=f"file_{kind}", width="stretch")
        st.caption(messages.escape(messages.error_text(error, say)))
    else:
        download(kind, lambda: made, name, mime, say)
