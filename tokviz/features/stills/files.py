"""The step of a picture as a still for slides and papers, of a training and of a word."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from importlib.util import find_spec
from typing import Any

from tokviz.features.stills import tex
from tokviz.features.stills.figure import Figure
from tokviz.features.stills.still import Asked, figures
from tokviz.features.stills.svg import svg
from tokviz.trace import Trace
from tokviz.views.added_files import FileColumn, ShownWord
from tokviz.views.algorithms import training_part
from tokviz.views.shared import rendering
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.display import visible
from tokviz.views.shared.sentences import as_code
from tokviz.views.shows import Ask, File, Seen, Show, told

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


def _png(figure: Figure) -> bytes:
    from tokviz.features.stills.raster import png

    return png(figure)


_FILES: Mapping[str, tuple[Callable[[Figure], str | bytes], str, str]] = {
    "svg": (svg, "svg", "image/svg+xml"),
    "png": (_png, "png", "image/png"),
    "tikz": (lambda figure: tex.tikz([figure]), "tex", "text/x-tex"),
}
"""Name of a format -> what writes it, the ending of its files, and their media type."""


def of_training(seen: Seen[Trace]) -> FileColumn:
    """Return the step of the picture in each format."""
    return FileColumn("stills", 1, partial(_stills, seen))


def _stills(seen: Seen[Trace], _: Ask) -> Iterator[Show]:
    trace, state, step, say = seen.trace, seen.state, seen.step, seen.say

    def make() -> Figure:
        about = rendering.about_training(trace, say, state.example, state.split)
        return still([training_part(trace, step, say, split=state.split)], step, about.title)

    yield told(say, "files.still.title", "strong", step=step)
    yield from stills(make, "still", f"tokviz-{state.algorithm}-{state.example}-{step}", say)
    yield told(say, "files.still.about", "caption", command=as_code("tokviz export"))


def stills(make: Callable[[], Figure], name: str, file: str, say: Catalog) -> Iterator[File]:
    """Yield a picture in each format. name: how those of the files begin; file: without its ending."""
    for kind in _kinds(say):
        write, ending, media_type = _FILES[kind]
        yield File(f"{name}_{kind}", say(_LABELS[kind]), f"{file}.{ending}", media_type, partial(_written, write, make))


def of_word(shown: ShownWord, say: Catalog) -> Iterator[Show]:
    """Yield the picture of a word at its step in each format."""

    def make() -> Figure:
        return still([json.loads(part) for part in shown.parts], shown.step, visible(shown.word))

    for kind in _kinds(say):
        write, ending, media_type = _FILES[kind]
        name, written = f"tokviz-word-{shown.step}.{ending}", partial(_written, write, make)
        yield File(f"word_{kind}", say(_WORD_LABELS[kind]), name, media_type, written, is_small=True)


def _kinds(say: Catalog) -> list[str]:
    """Return the formats that there are; PNG only where Pillow is, and a font with the letters of the language."""
    return [kind for kind in _FILES if kind != "png" or _has_fonts(say.language)]


def _has_fonts(language: str) -> bool:
    if find_spec("PIL") is None:  # as in a browser tab
        return False
    from tokviz.features.stills.raster import lacking

    return not lacking(language)


def still(parts: Iterable[Mapping[str, Any]], step: int, title: str) -> Figure:
    """Return a step of a picture, which is in one of the parts of its payload."""
    (figure,) = figures(Asked([*parts], (step,), title))
    return figure


def _written(write: Callable[[Figure], str | bytes], make: Callable[[], Figure]) -> str | bytes:
    return write(make())
