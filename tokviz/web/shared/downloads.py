"""The files that a visitor can take away: steps, trace, merges in the formats of the field."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import streamlit as st

from tokviz.algorithms import ALGORITHMS
from tokviz.errors import TokvizError
from tokviz.state.training import TrainState
from tokviz.trace import Trace
from tokviz.views.algorithms import steps_csv, trace_json, views_of
from tokviz.views.shared.catalog import Catalog
from tokviz.web import hooks
from tokviz.web.hooks import Column
from tokviz.web.shared import i18n, messages
from tokviz.web.streamlit_workarounds import deferred_files

__all__ = ["download", "draw_columns", "save", "show"]

_FILES = {
    "merges": "files.merges",
    "json": "files.json",
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
    "codes": "files.codes.help",
    "zip": "files.zip.help",
    "vocab": "files.vocab.help",
    "tokenizer": "files.tokenizer.help",
    "steps": "files.steps.help",
    "spm-vocab": "files.spm-vocab.help",
}


def show(trace: Trace, state: TrainState, step: int, say: Catalog) -> None:
    """Draw the buttons for the files of a training, and what features add below them."""
    _tables(trace, state, f"tokviz-{state.algorithm}-{state.example}", say)
    draw_columns([column for column in hooks.training_files(trace, state, step, say) if column is not None])


def draw_columns(columns: Sequence[Column]) -> None:
    """Draw columns side by side."""
    for place, column in zip(st.columns([column.width for column in columns]) if columns else (), columns, strict=True):
        with place:
            column.draw()


def save(label: str, content: str | bytes | Callable[[], str | bytes], name: str, mime: str, **looks: Any) -> None:
    """Draw a button that saves a file, and has nothing run again. looks: more of Streamlit's button.

    content: the file, or what makes it once the visitor asks for it (:mod:`~.streamlit_workarounds.deferred_files`).
    While that takes long, the visitor can cancel it.
    """
    say, is_made_later = i18n.catalog(), callable(content)
    if callable(content):
        content = deferred_files.bounded(content, say)
    st.download_button(label, content, name, mime, on_click="ignore", icon=":material/download:", **looks)
    if is_made_later:  # looks.css shows it only while the button before it makes its file
        alike = {name: looks[name] for name in ("type", "width") if name in looks}
        st.button(
            say("train.cancel"), key=f"cancel_file_{looks.get('key', name)}", on_click=deferred_files.cancel, **alike
        )


def _tables(trace: Trace, state: TrainState, name: str, say: Catalog) -> None:
    messages.caption_with_terms("files.caption", say)
    formats = [file_format for file_format in ALGORITHMS[state.algorithm].formats.values() if file_format.label]
    columns = st.columns(4)  # as wide for one format as for two
    with columns[0]:
        _download(views_of(trace).steps, lambda: steps_csv(trace), f"{name}.csv", "text/csv", say)
    with columns[1]:
        whole = partial(trace_json, trace, deferred_files.MAX_SAVED_BYTES)
        _download("json", whole, f"{name}.json", "application/json", say)
    for column, file_format in zip(columns[2:], formats, strict=False):
        with column:
            make = partial(file_format.write, trace, state.split)
            _download_if(file_format.label, make, f"{name}.{file_format.suffix}", file_format.media_type, say)
            for note in file_format.notes(trace, state.split):
                st.caption(messages.escape(note.sentence(say.templates)))


def download(
    kind: str, make: Callable[[], str | bytes], name: str, mime: str, *, title: str, about: str, key: str = "file"
) -> None:
    """Draw the button for a file and what it is for. title, about: what to say of it; key: how the button's begins."""
    save(title, make, name, mime, key=f"{key}_{kind}", width="stretch")
    st.caption(about)


def _download(kind: str, make: Callable[[], str | bytes], name: str, mime: str, say: Catalog) -> None:
    download(kind, make, name, mime, title=say(_FILES[kind]), about=say(_FILE_HELP[kind]))


def _download_if(kind: str, make: Callable[[], str | bytes], name: str, mime: str, say: Catalog) -> None:
    """Draw a download whose format cannot hold every trace: where it cannot, the reason is in its place."""
    try:
        content = make()
    except TokvizError as error:
        st.button(say(_FILES[kind]), disabled=True, key=f"file_{kind}", width="stretch")
        st.caption(messages.error_text(error, say))
    else:
        _download(kind, lambda: content, name, mime, say)
