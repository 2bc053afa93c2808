"""Figures in pixels and as PNG, drawn by Pillow, which Streamlit brings along.

A figure is drawn twice as large as it is kept, so that corners are smooth. A character that no font of the machine has
becomes a box with its number.
"""

from __future__ import annotations

import io
import math
from dataclasses import replace
from functools import cache
from itertools import groupby
from types import MappingProxyType

from PIL import Image, ImageDraw, ImageFont

from tokviz.errors import TokvizError
from tokviz.features.stills import fonts
from tokviz.features.stills.figure import Box, Figure, Line, Run, Text
from tokviz.features.stills.fonts import Font, Fonts, Style
from tokviz.views.shared.catalog import load

_SPACE = "␣"
_SIMPLER = MappingProxyType(
    {"×": "x", "→": ">", "−": "-", "…": "...", "▸": ">", "✕": "x", "✓": "v", "▲": "^", "▼": "v", "≈": "~", "∅": "0"}
)
"""Our own signs -> what is drawn for them where no font has them. The sign for a space is drawn."""

_FINER = 2  # so much larger than it is kept
_DASH = (5, 3)
_SMALLEST = 0.75  # of the size at which a figure fills the width of its frame
_EDGE = 10  # pixels of a page that stay empty at the lower end of a frame
_BELOW_BASELINE = 0.65  # of the size of a text, as far as the chip around it reaches


def png(figure: Figure, scale: float = 2, installed: Fonts | None = None) -> bytes:
    """Return a figure as PNG. scale: pixels for a pixel of a page. Raises TokvizError where no font has the letters of
    the figure's language."""
    return _as_png(drawn(figure, scale, known_fonts(installed)))


def framed(figure: Figure, width: int, height: int, installed: Fonts | None = None) -> bytes:
    """Return a figure as PNG of exactly this size, as :func:`fitted` draws it. Raises TokvizError like :func:`png`."""
    return _as_png(fitted(figure, width, height, installed))


def fitted(figure: Figure, width: int, height: int, installed: Fonts | None = None) -> Image.Image:
    """Return a figure in exactly so many pixels, in the middle of them. Where all of it would be too small to read, it
    ends with the last shapes that have room. Raises TokvizError like :func:`png`."""
    widest = width / figure.width
    scale = max(min(widest, height / figure.height), _SMALLEST * widest)
    beginning = drawn(_beginning(figure, height / scale - _EDGE), scale, known_fonts(installed))
    image = Image.new("RGB", (width, height), figure.ground)
    image.paste(beginning, ((width - beginning.width) // 2, max(0, (height - beginning.height) // 2)))
    return image


def _as_png(image: Image.Image) -> bytes:
    return saved(image.convert("P", palette=Image.Palette.ADAPTIVE, colors=256), "PNG", optimize=True)


def _beginning(figure: Figure, height: float) -> Figure:
    """Return a figure without what reaches below a height, if the figure does."""
    if figure.height - _EDGE <= height:
        return figure
    return replace(figure, shapes=tuple(shape for shape in figure.shapes if _lower_end(shape) <= height))


def _lower_end(shape: Box | Line | Text) -> float:
    if isinstance(shape, Text):
        return shape.y + _BELOW_BASELINE * shape.size
    return shape.y + shape.height if isinstance(shape, Box) else max(shape.y, shape.to_y)


def lacking(language: str, installed: Fonts | None = None) -> str:
    """Return the letters of a language's name that no font has: without them, its sentences cannot be drawn."""
    return known_fonts(installed).lacking(load(language)("language.name"))


@cache
def known_fonts(installed: Fonts | None) -> Fonts:
    """Return the fonts of this machine, if no others are given, with the one that Pillow brings along behind them: it
    has Latin letters, for machines without any font."""
    return replace(installed or fonts.of_this_machine(), last=(_bundled(),))


@cache
def _bundled() -> Font:
    font = ImageFont.load_default(12)
    assert isinstance(font, ImageFont.FreeTypeFont)  # as everywhere but in builds of Pillow without FreeType
    return Font(data=font.font_bytes)


def saved(image: Image.Image, kind: str, **options: object) -> bytes:
    """Return an image as a file of a kind that Pillow knows."""
    into = io.BytesIO()
    image.save(into, kind, **options)
    return into.getvalue()


# -- drawing -----------------------------------------------------------------------------------------------------------


def drawn(figure: Figure, scale: float, installed: Fonts) -> Image.Image:
    """Return a figure in pixels. Raises TokvizError like :func:`png`."""
    letters = installed.lacking(load(figure.language)("language.name"))
    if letters:
        raise TokvizError("stills-font", letters=letters)
    factor = scale * _FINER
    image = Image.new(
        "RGB", (round(figure.width * scale) * _FINER, round(figure.height * scale) * _FINER), figure.ground
    )
    canvas = _Canvas(ImageDraw.Draw(image), factor, installed)
    for shape in figure.shapes:
        if isinstance(shape, Box):
            canvas.box(shape)
        elif isinstance(shape, Line):
            canvas.line(shape)
        else:
            canvas.text(shape)
    return image.reduce(_FINER)


class _Canvas:
    """An image that shapes are drawn into, so many pixels for each of theirs."""

    def __init__(self, draw: ImageDraw.ImageDraw, factor: float, installed: Fonts) -> None:
        self._draw, self._factor, self._installed = draw, factor, installed
        self._loaded: dict[tuple[Font | None, int], ImageFont.FreeTypeFont] = {}

    def box(self, box: Box) -> None:
        """Draw a rectangle; a line around it has its middle on the edge, as in SVG."""
        half = box.thickness / 2 if box.stroke else 0
        x, y, right, bottom = (
            round(edge * self._factor)
            for edge in (box.x - half, box.y - half, box.x + box.width + half, box.y + box.height + half)
        )
        if right <= x or bottom <= y:
            return
        radius = min((box.radius + half) * self._factor, (right - x) / 2, (bottom - y) / 2)
        width = max(1, round(box.thickness * self._factor)) if box.stroke else 0
        if box.is_dashed and box.stroke:
            if box.fill:
                self._draw.rounded_rectangle((x, y, right - 1, bottom - 1), radius, box.fill)
            self._dashed(box)
            return
        self._draw.rounded_rectangle((x, y, right - 1, bottom - 1), radius, box.fill or None, box.stroke or None, width)

    def _dashed(self, box: Box) -> None:
        left, top, right, bottom = box.x, box.y, box.x + box.width, box.y + box.height
        for ends in ((left, top, right, top), (left, bottom, right, bottom), (left, top, left, bottom)):
            self.line(Line(*ends, box.stroke, box.thickness, is_dashed=True))
        self.line(Line(right, top, right, bottom, box.stroke, box.thickness, is_dashed=True))

    def line(self, line: Line) -> None:
        """Draw a line. Parts of one that is not level or upright end in half a circle, so that lines that follow on
        each other meet."""
        wide, high = line.to_x - line.x, line.to_y - line.y
        length = math.hypot(wide, high)
        dash, gap = _DASH if line.is_dashed else (length, 0)
        along = (wide / length, high / length) if length else (0, 0)
        at = 0.0
        while at < length:
            end = min(length, at + dash)
            x, y = line.x + along[0] * at, line.y + along[1] * at
            part = replace(line, x=x, y=y, to_x=line.x + along[0] * end, to_y=line.y + along[1] * end)
            if wide and high:
                self._slanted(part, along)
            else:
                self._straight(part, is_level=bool(wide))
            at = end + gap

    def _straight(self, part: Line, *, is_level: bool) -> None:
        """Draw a part of a line that is level or upright, on whole pixels."""
        half = part.thickness / 2
        across = (0, half) if is_level else (half, 0)
        corners = (part.x - across[0], part.y - across[1], part.to_x + across[0], part.to_y + across[1])
        left, top, right, bottom = (round(corner * self._factor) for corner in corners)
        self._draw.rectangle((left, top, max(left, right - 1), max(top, bottom - 1)), part.color)

    def _slanted(self, part: Line, along: tuple[float, float]) -> None:
        half = part.thickness / 2
        ends = ((part.x, part.y), (part.to_x, part.to_y))
        aside = -along[1] * half, along[0] * half
        corners = [(x + aside[0], y + aside[1]) for x, y in ends]
        corners += [(x - aside[0], y - aside[1]) for x, y in reversed(ends)]
        self._draw.polygon([(x * self._factor, y * self._factor) for x, y in corners], part.color)
        for x, y in ends:
            circle = (x - half, y - half, x + half, y + half)
            self._draw.ellipse([edge * self._factor for edge in circle], part.color)

    def text(self, text: Text) -> None:
        """Draw a line of text, each character with a font that has it."""
        pieces = [piece for run in text.runs for piece in self._pieces(run, text.size)]
        width = sum(self._length(letters, font) for letters, font, _ in pieces)
        x = text.x * self._factor - width * {"start": 0, "middle": 0.5, "end": 1}[text.anchor]
        for letters, font, color in pieces:
            if font is None:
                self._number(letters, x, text, color)
            else:
                self._draw.text((x, text.y * self._factor), letters, color, font, anchor="ls")
            x += self._length(letters, font)

    def _pieces(self, run: Run, size: float) -> list[tuple[str, ImageFont.FreeTypeFont | None, str]]:
        style: Style = "mono" if run.is_mono else "sans"
        if run.is_bold:
            style = "mono-bold" if run.is_mono else "bold"
        pixels = max(1, round(size * run.scale * self._factor))
        pieces: list[tuple[str, ImageFont.FreeTypeFont | None, str]] = []
        text = "".join(
            letter if self._installed.of(letter, style) else _SIMPLER.get(letter, letter) for letter in run.text
        )
        for font, letters in groupby(text, key=lambda letter: self._installed.of(letter, style)):
            part = "".join(letters)
            if font is None:
                pieces += [(letter, None, run.color) for letter in part if letter != " "]
            else:
                pieces.append((part, self._font(font, pixels), run.color))
        return pieces

    def _font(self, font: Font, pixels: int) -> ImageFont.FreeTypeFont:
        key = (font, pixels)
        if key not in self._loaded:
            loaded = ImageFont.truetype(io.BytesIO(font.data) if font.data else str(font.path), pixels)
            if font.weight:
                loaded.set_variation_by_axes([font.weight])
            self._loaded[key] = loaded
        return self._loaded[key]

    def _length(self, letters: str, font: ImageFont.FreeTypeFont | None) -> float:
        if font is not None:
            return font.getlength(letters)
        return (9 if letters == _SPACE else 15) * self._factor

    def _number(self, letter: str, x: float, text: Text, color: str) -> None:
        """Draw a box with the number of a character that no font has, or a space as a flat box that is open above."""
        left, bottom = x / self._factor + 1, text.y + 3
        if letter == _SPACE:
            self.line(Line(left, bottom, left + 7, bottom, color, 1.2))
            for side in (left, left + 7):
                self.line(Line(side, bottom - 4, side, bottom, color, 1.2))
            return
        self.box(Box(left, bottom - 17, 13, 17, "", color, 1, 1))
        digits = f"{ord(letter):04X}"
        half = (len(digits) + 1) // 2
        for number, part in enumerate((digits[:half], digits[half:])):
            self.text(Text(left + 6.5, bottom - 10 + 8 * number, (Run(part, color),), 7, "middle"))
