"""The colors of charts, tables and reports: the same as in the pictures.

A browser takes them from `look.css` and Streamlit's theme; a chart, which is drawn from plain values, takes them from
here. Color says when a merge was made, from blue to orange; the accent marks what matters; gray is the rest.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, log, radians, sin

HUES = (250, 45, 325, 150, 95, 200, 15, 290)
"""The hues of things without an order, such as tokenizers: the rows of `/compare` have them, and so do its charts."""

_FIRST, _WAY = 258, 165  # the hue of the first merge, and how far it is from there to the last
_FEW = 40  # merges: the hues of more are spread by their logarithm


def hue_of(number: int, total: int) -> int:
    """Return the hue of a merge, counted from 1, as the pictures have it: blue is early, orange is late.

    >>> hue_of(1, 15), hue_of(15, 15), hue_of(1, 1)
    (258, 63, 258)
    """
    if total < 2:
        return _FIRST
    share = (number - 1) / (total - 1) if total <= _FEW else log(number) / log(total)
    return int(_FIRST + _WAY * share + 0.5) % 360


def oklch(lightness: float, chroma: float, hue: float) -> str:
    """Return a color of CSS's `oklch()` as a hex code, cut to what a screen can show.

    >>> oklch(1, 0, 0), oklch(0.62, 0.15, 250)
    ('#ffffff', '#2f8adc')
    """
    a, b = chroma * cos(radians(hue)), chroma * sin(radians(hue))
    long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
    medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (lightness - 0.0894841775 * a - 1.2914855480 * b) ** 3
    linear = (
        4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
        -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
        -0.0041960863 * long - 0.7034186147 * medium + 1.7076147010 * short,
    )
    return "#" + "".join(f"{round(255 * _encoded(min(max(part, 0.0), 1.0))):02x}" for part in linear)


def _encoded(part: float) -> float:
    return 12.92 * part if part <= 0.0031308 else 1.055 * part ** (1 / 2.4) - 0.055


@dataclass(frozen=True)
class Palette:
    """The colors under one theme. depth: the lightness of lines and points in a hue; fill: lightness and chroma of a
    chip that a merge made."""

    ground: str
    ink: str
    muted: str
    line: str
    edge: str
    accent: str
    tint: str
    letter: str
    bar: str
    good: str
    bad: str
    depth: float
    fill: tuple[float, float]

    @property
    def series(self) -> tuple[str, ...]:
        """Return the colors of things without an order, at least 3 to 1 against the page."""
        return tuple(oklch(self.depth, 0.14, hue) for hue in HUES)

    @property
    def ramp(self) -> tuple[str, ...]:
        """Return the colors from the first merge to the last, for a scale that goes from little to much."""
        return tuple(self.hue(place, 6) for place in range(1, 7))

    def hue(self, number: int, total: int) -> str:
        """Return a line or a point of a merge, counted from 1; 0 is before the first."""
        return oklch(self.depth, 0.14, hue_of(number, total)) if number else self.edge

    def chip(self, number: int | None, total: int) -> str:
        """Return the ground of a chip: gray for a letter, else the hue of the merge that made it."""
        return self.letter if number is None else oklch(*self.fill, hue_of(number, total))


LIGHT = Palette(
    ground="#ffffff",
    ink="#1d2126",
    muted="#555c64",
    line="#dcdfe2",
    edge="#7f868d",
    accent="#0b6b75",
    tint="#e1eff0",
    letter="#eceef0",
    bar="#d9dcdf",
    good="#17663a",
    bad="#a3262a",
    depth=0.58,
    fill=(0.935, 0.055),
)
DARK = Palette(
    ground="#0e1117",
    ink="#f1f3f5",
    muted="#aab2bb",
    line="#2c323c",
    edge="#79818c",
    accent="#45b3c0",
    tint="#12333a",
    letter="#262b34",
    bar="#3a414c",
    good="#74d69f",
    bad="#ff9d97",
    depth=0.74,
    fill=(0.33, 0.075),
)
