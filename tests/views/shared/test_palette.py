"""The palette is the one of the pictures: the variables of `look.css` and Streamlit's theme, and readable."""

from __future__ import annotations

import re
import subprocess
import tomllib
from itertools import chain

import pytest

from tokviz.frontend import FOLDER
from tokviz.location import site
from tokviz.views.shared.palette import DARK, HUES, LIGHT, Palette, hue_of

LOOK = (FOLDER / "shared" / "look.css").read_text(encoding="utf-8")
THEMES = tomllib.loads((site() / ".streamlit" / "config.toml").read_text(encoding="utf-8"))["theme"]


def luminance(color: str) -> float:
    parts = [int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def whole(color: str) -> str:
    """A hex code with six digits."""
    return color if len(color) == 7 else "#" + "".join(2 * digit for digit in color[1:])


@pytest.mark.parametrize(
    ("name", "light", "dark"),
    [
        ("tint", LIGHT.tint, DARK.tint),
        ("good", LIGHT.good, DARK.good),
        ("bad", LIGHT.bad, DARK.bad),
        ("letter-fill", LIGHT.letter, DARK.letter),
        ("bar", LIGHT.bar, DARK.bar),
    ],
)
def test_colors_are_those_of_the_pictures(name: str, light: str, dark: str) -> None:
    (found,) = re.findall(rf"--{name}: light-dark\((#\w+), (#\w+)\);", LOOK)
    assert tuple(map(whole, found)) == (light, dark)


@pytest.mark.parametrize(("name", "colors"), [("light", LIGHT), ("dark", DARK)])
def test_colors_are_those_of_the_theme(name: str, colors: Palette) -> None:
    theme = THEMES[name]
    assert (theme["primaryColor"], theme["backgroundColor"], theme["textColor"], theme["borderColor"]) == (
        colors.accent,
        colors.ground,
        colors.ink,
        colors.line,
    )
    assert theme["chartCategoricalColors"] == list(colors.series)


@pytest.mark.parametrize("name", ["light", "dark"])
def test_links_can_be_read_in_captions_and_on_panels(name: str) -> None:
    """Streamlit draws captions at 85%: a link of them on a panel is the palest there is."""
    theme = THEMES[name]

    def channels(color: str) -> list[int]:
        return [int(color[at : at + 2], 16) for at in (1, 3, 5)]

    for ground in (theme["backgroundColor"], theme["secondaryBackgroundColor"]):
        mixed = zip(channels(theme["linkColor"]), channels(ground), strict=True)
        paler = "#" + "".join(f"{round(0.85 * link + 0.15 * below):02x}" for link, below in mixed)
        assert contrast(paler, ground) >= 4.5


@pytest.mark.parametrize("colors", [LIGHT, DARK])
def test_colors_can_be_told_from_the_page(colors: Palette) -> None:
    marks = chain(colors.series, colors.ramp, (colors.accent, colors.edge))
    assert min(contrast(color, colors.ground) for color in marks) >= 3
    texts = (colors.ink, colors.muted, colors.good, colors.bad)
    assert min(contrast(color, colors.ground) for color in texts) >= 4.5
    chips = [colors.chip(number, 15) for number in (None, *range(1, 16))]
    assert min(contrast(colors.ink, chip) for chip in (*chips, colors.bar, colors.tint)) >= 4.5


@pytest.mark.node
def test_a_merge_has_the_hue_that_the_picture_gives_it() -> None:
    cases = [
        (number, total)
        for total in (1, 2, 15, 40, 41, 900)
        for number in {1, 2, total // 2, total}
        if 1 <= number <= total
    ]
    module = (FOLDER / "picture" / "word_layout.js").as_uri()
    script = f"""import({str(module)!r}).then(({{ hueOf }}) =>
        console.log(JSON.stringify({[list(case) for case in cases]}.map(([n, t]) => hueOf(n, t).hue))))"""
    done = subprocess.run(["node", "--input-type=module", "-e", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == str([hue_of(*case) for case in cases]).replace(" ", "")


def test_tokenizers_have_the_hues_of_their_rows() -> None:
    script = (FOLDER / "text_rows" / "boundaries.js").read_text(encoding="utf-8")
    assert f"const HUES = {list(HUES)};" in script
