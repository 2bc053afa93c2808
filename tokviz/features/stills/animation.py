"""Figures as an animation that starts over, GIF or WebP; and who draws one for a visitor of the app.

Drawing takes seconds, so the app has it done in a worker process, by an :class:`Animator` that stays there, and of few
enough steps that a visitor can wait. There is one for all visitors, and it draws one animation at a time.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from PIL import Image

from tokviz.features.stills import raster
from tokviz.features.stills.figure import Box, Figure
from tokviz.features.stills.fonts import Fonts
from tokviz.features.stills.motion import between, eased
from tokviz.features.stills.still import Asked, figures

PAUSE = 1_600
"""The milliseconds for which an animation shows a step; the last one has twice as many."""

MOTION = 90
"""The milliseconds for which it shows a step on its way to the next."""

FRAMES = 3
"""So many frames of the motion between two steps."""

MAX_BETWEEN = 60
"""The maximum number of such frames of one animation: those of more steps have fewer between two, or none."""

_SWATCH = 40  # pixels of a color that the palette must have

MAX_BYTES = 1_500_000
"""An animation that would be larger has fewer colors, and if that does not do, it is smaller."""

MAX_STEPS = 20
"""The maximum number of steps of an animation that the app makes; `tokviz export` makes longer ones."""
KINDS = {"gif": "image/gif", "webp": "image/webp"}
"""The formats, with their media types."""

# What an animation is tried with until it is small enough: its size beside the first one, and how many colors it has.
# Colors are flat; the others are for the edges of letters.
_TRIES = ((1.0, 96), (1.0, 24), (0.75, 24), (0.55, 16))


def animated(figures: Sequence[Figure], kind: str, scale: float = 1, installed: Fonts | None = None) -> bytes:
    """Return figures as an animation that starts over, with the motion from each step to the next. kind: "gif" or
    "webp". Raises TokvizError like :func:`tokviz.features.stills.raster.png`."""
    known = raster.known_fonts(installed)
    images: list[Image.Image] = []
    pauses: list[int] = []
    for place, figure in enumerate(figures):
        moving = _between(figures[place - 1], figure, len(figures)) if place else ()
        images += [raster.drawn(way, scale, known) for way in (*moving, figure)]
        pauses += [MOTION] * len(moving) + [PAUSE]
    pauses[-1] = 2 * PAUSE
    return packed(images, pauses, with_colors(images[-1], figures), kind)


def packed(images: Sequence[Image.Image], pauses: Sequence[int], sample: Image.Image, kind: str) -> bytes:
    """Return images as an animation that is no larger than :data:`MAX_BYTES`, if fewer colors and pixels can do that.

    pauses: the milliseconds of each. sample: an image with all colors. kind: "gif" or "webp".
    """
    animation = b""
    for share, colors in _TRIES:
        palette = sample.quantize(colors, dither=Image.Dither.NONE)
        animation = _animation([_smaller(image, share) for image in images], kind, pauses, palette)
        if len(animation) <= MAX_BYTES:
            break
    return animation


def _between(before: Figure, after: Figure, steps: int) -> tuple[Figure, ...]:
    """Return the figures on the way from a step to the next; fewer where there are many steps. steps: of all."""
    frames = min(FRAMES, MAX_BETWEEN // steps)
    return tuple(between(before, after, eased((frame + 1) / (frames + 1))) for frame in range(frames))


def with_colors(image: Image.Image, figures: Sequence[Figure]) -> Image.Image:
    """Return an image with the colors of all boxes below it, so that a palette of it has them."""
    boxes = [shape for figure in figures for shape in figure.shapes if isinstance(shape, Box)]
    colors = sorted({color for box in boxes for color in (box.fill, box.stroke) if color})
    across = max(1, image.width // _SWATCH)
    larger = Image.new("RGB", (image.width, image.height + _SWATCH * (len(colors) // across + 1)), figures[0].ground)
    larger.paste(image)
    for place, color in enumerate(colors):
        x, y = _SWATCH * (place % across), image.height + _SWATCH * (place // across)
        larger.paste(color, (x, y, x + _SWATCH, y + _SWATCH))
    return larger


def _smaller(image: Image.Image, share: float) -> Image.Image:
    if share == 1:
        return image
    return image.resize((round(image.width * share), round(image.height * share)), Image.Resampling.LANCZOS)


def _animation(images: Sequence[Image.Image], kind: str, pauses: Sequence[int], palette: Image.Image) -> bytes:
    # One palette for all: else colors would flicker.
    first, *others = (image.quantize(palette=palette, dither=Image.Dither.NONE) for image in images)
    timing = {"save_all": True, "append_images": others, "duration": list(pauses), "loop": 0}
    if kind == "webp":  # few colors without loss are a quarter of what many colors with some loss are
        first, *others = (image.convert("RGB") for image in (first, *others))
        return raster.saved(first, "WEBP", **{**timing, "append_images": others}, lossless=True, method=2)
    return raster.saved(first, "GIF", **timing, optimize=False)


# -- for visitors of the app -------------------------------------------------------------------------------------------


class Animator:
    """Draws animations. It is no record, so it stays in the process in which it is made."""

    def drawn(self, parts: Sequence[str], first: int, last: int, title: str, kind: str) -> bytes:
        """Return the steps from `first` to `last` as a file. parts: the payloads that have them, as JSON. kind: one of
        :data:`KINDS`. Raises TokvizError like :func:`tokviz.features.stills.raster.png`."""
        payloads = [json.loads(part) for part in parts]
        return animated(figures(Asked(payloads, range(first, last + 1), title)), kind)


def animator() -> Animator:
    """Return the drawer of animations."""
    return Animator()


def steps_from(step: int, total: int) -> range:
    """Return the steps of an animation that begins at a step, or before it where few steps are left.

    >>> steps_from(3, 7), steps_from(40, 192), steps_from(190, 192)
    (range(0, 8), range(40, 60), range(173, 193))
    """
    first = max(0, min(step, total + 1 - MAX_STEPS))
    return range(first, min(total + 1, first + MAX_STEPS))
