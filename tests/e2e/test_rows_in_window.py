"""A text in rows, and the clock above those of `/compare`: each begins near the top, and what is told is in view."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.e2e.conftest import NewPage, Server, in_turn, open_page, screenshot, still
from tests.e2e.in_window import SIZES

HEAD = 170  # pixels above the first word: on a phone the button that applies a text is below it
OF_VERDICT = 100  # more on /tokenizers: how far the rows agree is said above them, in up to four lines of a phone
CASES = {  # path: the rows, what they begin with, what is told
    "/compare": ("picture", ".says", ".transport"),
    "/bytes": ("text-rows", ".character", ".told"),
    "/tokenizers": ("text-rows", ".part", ".told"),
}


def edges(page: Page, rows: str, selector: str) -> tuple[float, float]:
    """Top and bottom of the first part of the rows that fits the selector."""
    box = still(page.get_by_test_id(rows).locator(selector).first)
    assert box
    return box["y"], box["y"] + box["height"]


@pytest.mark.parametrize(("path", "language"), in_turn(CASES))
def test_text_and_what_is_told_are_in_one_view(new_page: NewPage, server: Server, path: str, language: str) -> None:
    rows, begins, told = CASES[path]
    page = new_page(server)
    for kind, sizes in SIZES.items():
        open_page(page, path, {"lang": language, **({"embed": "true"} if kind else {})})
        page.get_by_test_id(rows).locator(begins).first.wait_for()
        if told == ".told":  # of a part that is pointed at or has the focus; a hint may be below the window
            page.get_by_test_id(rows).locator(".part").first.focus()
        for width, height in sizes:
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
            screenshot(page, f"rows{path[1:]}-{language}-{width}")
            assert edges(page, rows, begins)[0] <= HEAD + OF_VERDICT * (path == "/tokenizers"), (width, height)
            assert edges(page, rows, told)[1] <= height + 1, (width, height)
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
