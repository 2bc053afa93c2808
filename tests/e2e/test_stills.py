"""Stills in a browser: an SVG is drawn with its texts inside of their boxes; what the app saves opens."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Unconnected, in_turn, screenshot
from tests.e2e.lesson import open_lesson
from tests.features.stills.pictures import KINDS, drawn
from tokviz.features.stills.still import THEMES, Theme
from tokviz.features.stills.svg import svg
from tokviz.views.shared.catalog import load

EN = load("en")
_OUTSIDE = """(root) => {
    const { width, height } = root.viewBox.baseVal;
    const texts = [...root.querySelectorAll("text")];
    return texts.filter((text) => {
        const box = text.getBBox();
        return box.x < 0 || box.y < 0 || box.x + box.width > width || box.y + box.height > height;
    }).map((text) => text.textContent);
}"""
_OVER_CHIPS = """(root) => {
    const chips = [...root.querySelectorAll("rect")].filter(({ height }) => height.baseVal.value === 26);
    const boxes = chips.map((chip) => chip.getBBox());
    return [...root.querySelectorAll('text[text-anchor="middle"]')].filter((text) => {
        const box = text.getBBox();
        const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
        const around = boxes.filter((one) => one.x < x && x < one.x + one.width && one.y < y && y < one.y + one.height);
        return around.length && !around.some((one) => box.width <= one.width);
    }).map((text) => text.textContent);
}"""


@pytest.mark.parametrize(("kind", "theme"), in_turn(KINDS, THEMES))
def test_texts_stay_in_the_drawing_and_in_their_chips(
    unconnected: Unconnected, kind: str, theme: Theme, tmp_path: Path
) -> None:
    """Whatever font the browser has, since widths are estimated."""
    page = unconnected.new_page()
    for step, figure in enumerate(drawn(kind, theme=theme)[:4]):
        path = tmp_path / f"{step}.html"
        path.write_text(f"<!DOCTYPE html><body style='margin: 0'>{svg(figure)}</body>", "utf-8")
        page.goto(path.as_uri())
        root = page.locator("svg")
        assert root.evaluate(_OUTSIDE) == []
        assert root.evaluate(_OVER_CHIPS) == []
    screenshot(page, f"still-{kind}-{theme}")


@pytest.mark.below
def test_the_step_on_the_screen_is_saved(page: Page, tmp_path: Path) -> None:
    open_lesson(page, example="hug", step=2, view="files")
    with page.expect_download() as saved:
        page.get_by_role("button", name=EN("files.still.svg"), exact=True).click()
    path = tmp_path / saved.value.suggested_filename
    saved.value.save_as(path)
    page.set_content(path.read_text("utf-8"))
    expect(page.locator("svg")).to_be_visible()
    expect(page.locator("svg")).to_contain_text(EN("picture.controls.of", step=2, total=7))
