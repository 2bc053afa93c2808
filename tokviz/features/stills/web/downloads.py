"""The buttons that save the step on the screen as a picture for slides and papers, of a training and of a word."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import streamlit as st

from tokviz.features.stills import raster, tex
from tokviz.features.stills.figure import Figure
from tokviz.features.stills.still import Asked, figures
from tokviz.features.stills.svg import svg
from tokviz.features.stills.web import linked
from tokviz.state.training import TrainState
from tokviz.trace import Trace
from tokviz.views.hosts.parts import training_part
from tokviz.views.shared import rendering
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import visible
from tokviz.web import hooks
from tokviz.web.hooks import Column, ShownWord
from tokviz.web.shared.downloads import save

__all__ = ["register"]

_LABELS = {
    "svg": "files.still.svg",
    "png": "files.still.png",
    "tikz": "files.still.tikz",
}
_WORD_LABELS = {
    "svg": "files.still.word.svg",
    "png": "files.still.word.png",
    "tikz": "files.still.word.tikz",
}
_FILES: Mapping[str, tuple[Callable[[Figure], str | bytes], str, str]] = {
    "svg": (svg, "svg", "image/svg+xml"),
    "png": (raster.png, "png", "image/png"),
    "tikz": (lambda figure: tex.tikz([figure]), "tex", "text/x-tex"),
}
"""Name of a format -> what writes it, the ending of its files, and their media type."""


def register() -> None:
    """Add stills to the files of trainings and of words, and to links."""
    hooks.training_files.add(still_of_training)
    hooks.word_files.add(still_of_word)
    hooks.link_picture.add(linked.picture_of)


def _kinds(say: Catalog) -> list[str]:
    """Return the formats that there are; PNG only where a font of the server has the letters of the language."""
    return [kind for kind in _FILES if kind != "png" or not raster.lacking(say.language)]


def still_of_training(trace: Trace, state: TrainState, step: int, say: Catalog) -> Column:
    """Return the column with the files of a step."""

    def still() -> Figure:
        about = rendering.about_training(trace, say, state.example, state.split)
        return _still([training_part(trace, step, say)], step, about.title)

    def draw() -> None:
        st.markdown(say("files.still.title", step=step))
        for kind in _kinds(say):
            write, ending, media_type = _FILES[kind]
            name = f"tokviz-{state.algorithm}-{state.example}-{step}.{ending}"
            make = partial(_written, write, still)
            save(say(_LABELS[kind]), make, name, media_type, key=f"file_still_{kind}", width="stretch")
        st.caption(say("files.still.about"))

    return Column(1, draw)


def still_of_word(shown: ShownWord, say: Catalog) -> None:
    """Draw the buttons that save the picture of a word at its step."""

    def still() -> Figure:
        return _still([json.loads(part) for part in shown.parts], shown.step, visible(shown.word))

    for kind in _kinds(say):
        write, ending, media_type = _FILES[kind]
        make = partial(_written, write, still)
        name = f"tokviz-word-{shown.step}.{ending}"
        save(say(_WORD_LABELS[kind]), make, name, media_type, key=f"file_word_{kind}", type="tertiary")


def _still(parts: Sequence[Mapping[str, Any]], step: int, title: str) -> Figure:
    (figure,) = figures(Asked(parts, (step,), title))
    return figure


def _written(write: Callable[[Figure], str | bytes], still: Callable[[], Figure]) -> str | bytes:
    return write(still())
