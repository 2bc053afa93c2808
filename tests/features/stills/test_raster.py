"""Stills in pixels: what is drawn is there, each character with a font that has it, and small files."""

from __future__ import annotations

import io
import struct
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image, ImageFont

from tests.features.stills.pictures import drawn
from tokviz.errors import TokvizError
from tokviz.features.stills import animation, fonts, raster
from tokviz.features.stills.figure import Box, Figure, Line, Run, Text
from tokviz.features.stills.fonts import Fonts, covered

MOST_BYTES = 1_000_000
"""A file larger than this is too large for a slide or a chat program."""


def figure(*shapes: Box | Line | Text, language: str = "en") -> Figure:
    return Figure(40, 30, "#ffffff", shapes, "", "", language)


@pytest.fixture
def bundled(tmp_path: Path) -> Fonts:
    """The font that Pillow brings along, as the only one of a machine: it has no Chinese and no ␣."""
    path = tmp_path / "bundled.ttf"
    font = ImageFont.load_default(12)
    assert isinstance(font, ImageFont.FreeTypeFont)
    path.write_bytes(font.font_bytes)
    return Fonts((("DejaVuSans.ttf", path),))


def opened(data: bytes) -> Image.Image:
    return Image.open(io.BytesIO(data)).convert("RGB")


def test_shapes_are_where_they_belong(bundled: Fonts) -> None:
    shapes = (
        Box(4, 4, 12, 10, "#ff0000", radius=0),
        Box(20, 4, 12, 10, "", "#00ff00", 2, 0),
        Line(4, 20, 36, 20, "#0000ff", 2),
    )
    image = opened(raster.png(figure(*shapes), 1, bundled))
    assert image.size == (40, 30)
    assert image.getpixel((9, 9)) == (255, 0, 0)
    assert image.getpixel((26, 9)) == (255, 255, 255)
    assert image.getpixel((20, 9)) == (0, 255, 0)
    assert image.getpixel((9, 20)) == (0, 0, 255)
    assert image.getpixel((1, 1)) == (255, 255, 255)


def test_a_frame_has_its_size_and_ends_with_what_has_room(bundled: Fonts) -> None:
    shapes = (Box(0, 0, 40, 10, "#ff0000", radius=0), Box(0, 60, 40, 60, "#0000ff", radius=0))
    low = opened(raster.framed(figure(shapes[0]), 80, 90, bundled))
    assert low.size == (80, 90)
    assert low.getpixel((40, 2)) == (255, 255, 255)  # it is in the middle
    assert low.getpixel((40, 25)) == (255, 0, 0)
    high = opened(raster.framed(replace(figure(*shapes), height=120), 80, 80, bundled))
    assert high.size == (80, 80)
    assert high.getpixel((40, 5)) == (255, 0, 0)
    assert (0, 0, 255) not in {high.getpixel((40, y)) for y in range(80)}


def test_a_dashed_line_has_gaps(bundled: Fonts) -> None:
    image = opened(raster.png(figure(Line(0, 10, 40, 10, "#000000", 2, is_dashed=True)), 1, bundled))
    colors = {image.getpixel((x, 10)) for x in range(40)}
    assert {(0, 0, 0), (255, 255, 255)} <= colors


def test_a_slanted_line_is_as_thick_as_a_level_one(bundled: Fonts) -> None:
    """And no row of steps: at half of its way it covers its middle, and nothing above or below that."""
    image = opened(raster.png(figure(Line(0, 0, 30, 30, "#000000", 4)), 1, bundled))
    assert image.getpixel((15, 15)) == (0, 0, 0)
    for x, y in ((15, 7), (7, 15), (23, 15), (15, 23)):
        assert image.getpixel((x, y)) == (255, 255, 255)


@pytest.mark.parametrize("letter", ["a", "中", "␣"])
def test_each_letter_leaves_a_mark(letter: str, bundled: Fonts) -> None:
    """A character that no font has becomes a box with its number."""
    text = Text(20, 20, (Run(letter, "#000000", is_mono=True),), 14, "middle")
    image = opened(raster.png(figure(text), 1, bundled))
    assert min(image.convert("L").tobytes()) < 120


def test_a_language_without_a_font_is_an_error(bundled: Fonts) -> None:
    with pytest.raises(TokvizError) as error:
        raster.png(figure(language="zh"), 1, bundled)
    assert error.value.code == "stills-font"


@pytest.mark.parametrize("kind", ["gif", "webp"])
def test_animations_have_all_steps_move_between_them_and_are_small(kind: str, bundled: Fonts) -> None:
    figures = drawn("bpe")
    data = animation.animated(figures, kind, installed=bundled)
    image = Image.open(io.BytesIO(data))
    assert getattr(image, "n_frames", 1) == len(figures) + animation.FRAMES * (len(figures) - 1)
    image.seek(1)
    image.load()
    assert image.info["duration"] == animation.MOTION
    assert image.size == (round(figures[0].width), round(figures[0].height))
    assert image.info.get("loop") == 0
    assert len(data) < MOST_BYTES


def test_an_animation_that_would_be_large_has_fewer_colors_and_is_smaller(
    bundled: Fonts, monkeypatch: pytest.MonkeyPatch
) -> None:
    figures = drawn("bpe", 0, 1)
    usual = animation.animated(figures, "gif", installed=bundled)
    monkeypatch.setattr(animation, "MAX_BYTES", len(usual) // 2)
    small = animation.animated(figures, "gif", installed=bundled)
    assert len(small) < len(usual)
    assert Image.open(io.BytesIO(small)).width < Image.open(io.BytesIO(usual)).width


def test_a_still_is_small(bundled: Fonts) -> None:
    assert len(raster.png(drawn("unigram", 2)[0], installed=bundled)) < MOST_BYTES / 4


# -- fonts -------------------------------------------------------------------------------------------------------------


def test_a_font_says_which_letters_it_has(bundled: Fonts) -> None:
    assert bundled.of("a", "mono") is not None
    assert bundled.of("中", "sans") is None
    assert bundled.lacking("a 中b中") == "中"


def test_own_fonts_come_first(bundled: Fonts, tmp_path: Path) -> None:
    own = tmp_path / "own.ttf"
    own.write_bytes(bundled.files[0][1].read_bytes())
    found = Fonts(bundled.files, (fonts.Font(own),)).of("a", "sans")
    assert found is not None
    assert found.path == own


@pytest.mark.parametrize("data", [b"", b"no font", b"ttcf" + bytes(20), bytes(200), struct.pack(">4sH", b"OTTO", 9)])
def test_what_is_no_font_has_no_letters(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "broken.ttf"
    path.write_bytes(data)
    assert not fonts.Font(path).has("a")


def test_stretches_of_both_forms() -> None:
    """A table with a part of format 4 (a to c) and one of format 12 (U+4E00 to U+4E02), which counts."""
    short = struct.pack(">HHHHHHH", 4, 32, 0, 4, 0, 0, 0) + struct.pack(">HHHHH", 99, 0xFFFF, 0, 97, 0xFFFF)
    short += struct.pack(">HHHH", 0, 0, 0, 0)
    long = struct.pack(">HHIII", 12, 0, 28, 0, 1) + struct.pack(">III", 0x4E00, 0x4E02, 1)

    def font(*parts: tuple[int, bytes]) -> bytes:
        table = struct.pack(">HH", 0, len(parts))
        at = 4 + 8 * len(parts)
        for encoding, part in parts:
            table += struct.pack(">HHI", 3, encoding, at)
            at += len(part)
        table += b"".join(part for _, part in parts)
        return struct.pack(">IHHHH4sIII", 0x10000, 1, 0, 0, 0, b"cmap", 0, 28, len(table)) + table

    assert covered(font((1, short))) == [(97, 99)]
    assert covered(font((1, short), (10, long))) == [(0x4E00, 0x4E02)]
