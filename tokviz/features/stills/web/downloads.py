"""The buttons that save the step on the screen as a picture for slides and papers, of a training and of a word.

Those of a training also have steps drawn as an animation. Nothing is made before it is asked for.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from math import ceil
from typing import Any

import streamlit as st

from tokviz.errors import TokvizError
from tokviz.features.stills import raster, tex
from tokviz.features.stills.animation import KINDS, MAX_STEPS, Animator, animator, steps_from
from tokviz.features.stills.figure import Figure
from tokviz.features.stills.still import Asked, figures
from tokviz.features.stills.svg import svg
from tokviz.state.training import TrainState
from tokviz.trace import Trace
from tokviz.views.hosts.parts import parts_with, training_part
from tokviz.views.picture.questions import payload_json
from tokviz.views.shared import rendering
from tokviz.views.shared.catalog import LANGUAGES, Catalog
from tokviz.views.shared.display import visible
from tokviz.web import hooks
from tokviz.web.computing import workers
from tokviz.web.hooks import Column, ShownWord
from tokviz.web.shared import messages
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
_ANIMATION_LABELS = {
    "gif": "files.still.gif",
    "webp": "files.still.webp",
}
_SAVING_LABELS = {
    "gif": "files.still.gif.save",
    "webp": "files.still.webp.save",
}
_ANIMATION = "still_animation"  # what the visitor had drawn last: of what, its format, and the file
_FILES: Mapping[str, tuple[Callable[[Figure], str | bytes], str, str]] = {
    "svg": (svg, "svg", "image/svg+xml"),
    "png": (raster.png, "png", "image/png"),
    "tikz": (lambda figure: tex.tikz([figure]), "tex", "text/x-tex"),
}
"""Name of a format -> what writes it, the ending of its files, and their media type."""


def register() -> None:
    """Add stills to the files of trainings and of words."""
    hooks.training_files.add(still_of_training)
    hooks.word_files.add(still_of_word)
    for language in LANGUAGES:  # looks for fonts, for which no answer of the server should wait
        raster.lacking(language)


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
        if len(trace) and not raster.lacking(say.language):
            _animations(trace, state, step, say)

    return Column(1, draw)


def _animations(trace: Trace, state: TrainState, step: int, say: Catalog) -> None:
    """Draw a button for each format of an animation; once it is drawn, the one that saves it is in its place."""
    steps = steps_from(step, len(trace))
    shown = (replace(state, step=0, view="", versus=""), steps, say.language)
    for kind, media_type in KINDS.items():
        place, is_new = st.empty(), False
        name = f"tokviz-{state.algorithm}-{state.example}-{steps[0]}-{steps[-1]}.{kind}"
        if _made(shown, kind) is None:
            label, key = say(_ANIMATION_LABELS[kind]), f"file_still_{kind}"
            is_new = place.button(label, key=key, icon=":material/animation:", width="stretch")
        if is_new:
            try:
                with st.spinner(say("files.still.drawing")):
                    st.session_state[_ANIMATION] = shown, kind, _animated(trace, state, steps, kind, name, say)
            except TokvizError as error:
                messages.show_error(error, say)
        data = _made(shown, kind)
        if data is not None:
            with place:
                label = say(_SAVING_LABELS[kind], kb=say.integer(ceil(len(data) / 1_000)))
                save(label, data, name, media_type, key=f"file_still_{kind}_save", width="stretch")
    st.caption(say("files.still.animated", first=steps[0], last=steps[-1], most=MAX_STEPS))


def _made(shown: object, kind: str) -> bytes | None:
    """Return the animation that the visitor had drawn last, if it is this one."""
    of, its_kind, data = st.session_state.get(_ANIMATION, (None, "", None))
    return data if (of, its_kind) == (shown, kind) else None


def _animated(trace: Trace, state: TrainState, steps: range, kind: str, name: str, say: Catalog) -> bytes:
    """Return steps as an animation, which a worker draws: it takes seconds. Raises TokvizError."""
    parts = [payload_json(part) for part in parts_with(steps, lambda step: training_part(trace, step, say))]
    title = rendering.about_training(trace, say, state.example, state.split).title
    drawing: Animator = workers.opened(("stills", "animator"), name, animator)
    return drawing.drawn(parts, steps[0], steps[-1], title, kind)


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
