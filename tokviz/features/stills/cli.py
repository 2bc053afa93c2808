"""Stills as formats of ``tokviz export`` and ``tokviz compare``: a file for a step, or slides and animations."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

from tokviz.cli import files
from tokviz.cli.compare import picture_of
from tokviz.cli.export import ShownPicture
from tokviz.compare.comparison import Comparison
from tokviz.errors import TokvizError
from tokviz.features.stills import tex
from tokviz.features.stills.figure import Figure
from tokviz.features.stills.fonts import Fonts, of_this_machine
from tokviz.features.stills.still import Asked, Theme, figures
from tokviz.features.stills.svg import svg
from tokviz.views.shared.catalog import Catalog

if TYPE_CHECKING:
    from tokviz.features.stills.film import Shot

_PREVIEW = 1200, 630  # pixels: as chat programs show a picture
MAX_STEPS = 100
"""The maximum number of steps of a command: of slides, of pictures in a file, or of files."""
MAX_FRAMES = 60
"""The maximum number of steps of an animation, whose file is to stay small."""


def svg_stills(picture: ShownPicture, arguments: Namespace, say: Catalog) -> tuple[str, ...]:
    """Return an SVG document for each step."""
    return tuple(map(svg, _drawn(picture, arguments, "svg", picture.steps or (picture.total,))))


def png_stills(picture: ShownPicture, arguments: Namespace, say: Catalog) -> tuple[bytes, ...]:
    """Return a PNG for each step."""
    from tokviz.features.stills.raster import png

    fonts = _fonts(arguments)
    drawn = _drawn(picture, arguments, "png", picture.steps or (picture.total,))
    return tuple(png(figure, installed=fonts) for figure in drawn)


def gif_animation(picture: ShownPicture, arguments: Namespace, say: Catalog) -> bytes:
    """Return a GIF that shows the steps one after the other."""
    return _animation(picture, arguments, "gif")


def webp_animation(picture: ShownPicture, arguments: Namespace, say: Catalog) -> bytes:
    """Return the same as WebP."""
    return _animation(picture, arguments, "webp")


def tikz_pictures(picture: ShownPicture, arguments: Namespace, say: Catalog) -> str:
    """Return a TikZ picture for each step, in one file."""
    return tex.tikz(_drawn(picture, arguments, "tikz", picture.steps or (picture.total,)))


def beamer_slides(picture: ShownPicture, arguments: Namespace, say: Catalog) -> str:
    """Return a Beamer document with a frame for each step."""
    return tex.beamer(_drawn(picture, arguments, "beamer", picture.steps or range(picture.total + 1)))


# -- trainings side by side --------------------------------------------------------------------------------------------


def comparison_svg(comparison: Comparison, arguments: Namespace, say: Catalog) -> str:
    """Return an SVG document of the trainings of a comparison at its size. Raises TokvizError where less than two are
    trained, as all of these."""
    (picture,) = svg_stills(picture_of(comparison, say), arguments, say)
    return picture


def comparison_png(comparison: Comparison, arguments: Namespace, say: Catalog) -> bytes:
    """Return the same as PNG."""
    (picture,) = png_stills(picture_of(comparison, say), arguments, say)
    return picture


def comparison_tikz(comparison: Comparison, arguments: Namespace, say: Catalog) -> str:
    """Return the same as a TikZ picture."""
    return tikz_pictures(picture_of(comparison, say), arguments, say)


def comparison_gif(comparison: Comparison, arguments: Namespace, say: Catalog) -> bytes:
    """Return a GIF of the sizes up to that of a comparison."""
    return gif_animation(_up_to_size(comparison, MAX_FRAMES, say), arguments, say)


def comparison_webp(comparison: Comparison, arguments: Namespace, say: Catalog) -> bytes:
    """Return the same as WebP."""
    return webp_animation(_up_to_size(comparison, MAX_FRAMES, say), arguments, say)


def comparison_beamer(comparison: Comparison, arguments: Namespace, say: Catalog) -> str:
    """Return a Beamer document with a frame for each of these sizes."""
    return beamer_slides(_up_to_size(comparison, MAX_STEPS, say), arguments, say)


def _up_to_size(comparison: Comparison, most: int, say: Catalog) -> ShownPicture:
    """Return the picture at the sizes up to that of a comparison, at most so many."""
    picture = picture_of(comparison, say)
    (last,) = picture.steps
    return replace(picture, steps=tuple(range(max(0, last + 1 - most), last + 1)))


def preview(parts: Sequence[Mapping[str, Any]], step: int, title: str) -> bytes | None:
    """Return the PNG that a link unfolds to; None where no font has the letters of its language."""
    from tokviz.features.stills.raster import framed, lacking

    if lacking(parts[0]["lang"]):
        return None
    (figure,) = figures(Asked(parts, (step,), title))
    return framed(figure, *_PREVIEW)


def films_of_site(shots: Sequence[Shot], language: str) -> dict[str, bytes]:
    """Return the film of a lesson by its formats; none where no font has the letters of its language."""
    from tokviz.features.stills import film
    from tokviz.features.stills.raster import lacking

    return {} if lacking(language) else film.formats(shots)


def _animation(picture: ShownPicture, arguments: Namespace, kind: str) -> bytes:
    from tokviz.features.stills.animation import animated

    drawn = _drawn(picture, arguments, kind, picture.steps or range(picture.total + 1), MAX_FRAMES)
    return animated(drawn, kind, installed=_fonts(arguments))


def _drawn(
    picture: ShownPicture, arguments: Namespace, kind: str, steps: Sequence[int], most: int = MAX_STEPS
) -> tuple[Figure, ...]:
    if len(steps) > most:
        raise TokvizError("cli-export-many", met=len(steps), format=kind, most=most)
    theme = cast("Theme", arguments.theme)
    return figures(Asked(picture.parts(steps), steps, picture.about.title, theme, _only(arguments)))


def _only(arguments: Namespace) -> tuple[str, ...]:
    parts = (part.strip() for part in (arguments.only or "").split(","))
    return tuple(dict.fromkeys(filter(None, parts)))


def _fonts(arguments: Namespace) -> Fonts:
    """Return the fonts of this machine, with those that were named before them. Raises TokvizError."""
    for name in arguments.fonts:
        files.read(name)  # which says what is wrong with it
    return of_this_machine(tuple(arguments.fonts))
