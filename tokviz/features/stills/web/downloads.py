"""The buttons that save the step on the screen as a picture for slides and papers: of a training, of a word, and of
trainings side by side, whose steps are sizes.

All but those of a word also have steps drawn as an animation. Nothing is made before it is asked for.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import ceil
from typing import Any

import streamlit as st

from tokviz.compare.clock import Clock
from tokviz.compare.comparison import Comparison
from tokviz.errors import TokvizError
from tokviz.features.stills import raster, tex
from tokviz.features.stills.animation import KINDS, MAX_STEPS, Animator, animator, steps_from
from tokviz.features.stills.figure import Figure
from tokviz.features.stills.still import Asked, figures
from tokviz.features.stills.svg import svg
from tokviz.state.training import TrainState
from tokviz.trace import Trace
from tokviz.views.compare import clock as clock_view
from tokviz.views.hosts.parts import Part, parts_with, training_part
from tokviz.views.picture.questions import payload_json
from tokviz.views.shared import rendering
from tokviz.views.shared.catalog import LANGUAGES, Catalog
from tokviz.views.shared.display import visible
from tokviz.web import hooks
from tokviz.web.computing import workers
from tokviz.web.hooks import Column, ShownWord
from tokviz.web.pages.compare.clock import drawn
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
    """Add stills to the files of trainings, of words and of comparisons."""
    hooks.training_files.add(still_of_training)
    hooks.below_comparison_files.add(still_of_comparison)
    hooks.word_files.add(still_of_word)
    for language in LANGUAGES:  # looks for fonts, for which no answer of the server should wait
        raster.lacking(language)


def _kinds(say: Catalog) -> list[str]:
    """Return the formats that there are; PNG only where a font of the server has the letters of the language."""
    return [kind for kind in _FILES if kind != "png" or not raster.lacking(say.language)]


@dataclass(frozen=True)
class _Drawn:
    """A picture that can be saved. of: what is drawn, by which an animation is known. parts: returns the payloads that
    have some steps, title what is above them. name: of its files. heading, about, animated: keys of the sentences
    beside the buttons; key: of the buttons. base: what step 0 is called."""

    of: object
    step: int
    total: int
    parts: Callable[[Iterable[int], Catalog], Iterable[Part]]
    title: Callable[[Catalog], str]
    name: str
    heading: str = "files.still.title"
    about: str = "files.still.about"
    animated: str = "files.still.animated"
    key: str = "file_still"
    base: int = 0


def still_of_training(trace: Trace, state: TrainState, step: int, say: Catalog) -> Column:
    """Return the column with the files of a step."""

    def parts(steps: Iterable[int], say: Catalog) -> Iterable[Part]:
        return parts_with(steps, lambda step: training_part(trace, step, say))

    def title(say: Catalog) -> str:
        return rendering.about_training(trace, say, state.example, state.split).title

    name = f"tokviz-{state.algorithm}-{state.example}"
    picture = _Drawn(replace(state, step=0, view="", versus=""), step, len(trace), parts, title, name)
    return Column(1, partial(_draw, picture, say))


def still_of_comparison(comparison: Comparison, say: Catalog) -> None:
    """Draw the buttons that save trainings side by side at the size of the page; nothing where it does not show
    them."""
    clock = drawn(comparison)
    if clock is None:
        return
    asked = max(one.size for one in comparison.tokenizers if one.slot.is_trained)
    step = min(max(asked, clock.smallest), clock.largest) - clock.smallest

    def parts(steps: Iterable[int], say: Catalog) -> Iterable[Part]:
        return parts_with(steps, lambda step: clock_view.part_at(clock, clock.smallest + step, say))

    of = (*comparison.engine.source.key, *(hand.label for hand in clock.hands), comparison.text)
    keys = ("files.still.clock.title", "files.still.clock.about", "files.still.clock.animated", "file_still_clock")
    total = clock.largest - clock.smallest
    title = partial(_title, clock)
    with st.columns([1, 1, 2])[0]:
        _draw(_Drawn(of, step, total, parts, title, "tokviz-sizes", *keys, clock.smallest), say)


def _title(clock: Clock, say: Catalog) -> str:
    return say("list.comma").join(hand.label for hand in clock.hands)


def _draw(picture: _Drawn, say: Catalog) -> None:
    """Draw the buttons of a picture: a file of its step, and animations."""
    step, called = picture.step, picture.step + picture.base

    def still() -> Figure:
        return _still([*picture.parts([step], say)], step, picture.title(say))

    st.markdown(say(picture.heading, step=called))
    for kind in _kinds(say):
        write, ending, media_type = _FILES[kind]
        make = partial(_written, write, still)
        name = f"{picture.name}-{called}.{ending}"
        save(say(_LABELS[kind]), make, name, media_type, key=f"{picture.key}_{kind}", width="stretch")
    st.caption(say(picture.about))
    if picture.total and not raster.lacking(say.language):
        _animations(picture, say)


def _animations(picture: _Drawn, say: Catalog) -> None:
    """Draw a button for each format of an animation; once it is drawn, the one that saves it is in its place."""
    steps = steps_from(picture.step, picture.total)
    first, last = steps[0] + picture.base, steps[-1] + picture.base
    shown = (picture.of, steps, say.language)
    for kind, media_type in KINDS.items():
        place, is_new = st.empty(), False
        name = f"{picture.name}-{first}-{last}.{kind}"
        if _made(shown, kind) is None:
            label, key = say(_ANIMATION_LABELS[kind]), f"{picture.key}_{kind}"
            is_new = place.button(label, key=key, icon=":material/animation:", width="stretch")
        if is_new:
            try:
                with st.spinner(say("files.still.drawing")):
                    st.session_state[_ANIMATION] = shown, kind, _animated(picture, steps, kind, name, say)
            except TokvizError as error:
                messages.show_error(error, say)
        data = _made(shown, kind)
        if data is not None:
            with place:
                label = say(_SAVING_LABELS[kind], kb=say.integer(ceil(len(data) / 1_000)))
                save(label, data, name, media_type, key=f"{picture.key}_{kind}_save", width="stretch")
    st.caption(say(picture.animated, first=first, last=last, most=MAX_STEPS))


def _made(shown: object, kind: str) -> bytes | None:
    """Return the animation that the visitor had drawn last, if it is this one."""
    of, its_kind, data = st.session_state.get(_ANIMATION, (None, "", None))
    return data if (of, its_kind) == (shown, kind) else None


def _animated(picture: _Drawn, steps: range, kind: str, name: str, say: Catalog) -> bytes:
    """Return steps as an animation, which a worker draws: it takes seconds. Raises TokvizError."""
    parts = [payload_json(part) for part in picture.parts(steps, say)]
    drawing: Animator = workers.opened(("stills", "animator"), name, animator)
    return drawing.drawn(parts, steps[0], steps[-1], picture.title(say), kind)


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
