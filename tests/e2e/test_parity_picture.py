"""The picture of a training by languages: the bars of a turn, their marks, and the last turns."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.e2e.conftest import open_page
from tests.e2e.lesson import at_step, picture

WIDTHS = "(bars) => bars.map((bar) => Math.round(bar.getBoundingClientRect().width))"


def test_a_turn_has_a_bar_for_each_language(page: Page) -> None:
    open_page(page, "/parity", {"step": 5})
    at_step(page, 5)
    drawn = picture(page)
    expect(drawn.locator(".turns .language")).to_have_count(2)
    expect(drawn.locator(".turns .language.turn .name")).to_have_text("English")
    expect(drawn.locator(".turns .language.tied .name")).to_have_text("Deutsch")
    expect(drawn.locator(".turns .recent .turn")).to_have_text(["D", "D", "D", "E", "E", "E"])
    english, german = drawn.locator(".turns .length").evaluate_all(WIDTHS)
    assert english == german > 10


def test_a_language_that_is_passed_over_is_struck_out(page: Page) -> None:
    text = "[A]\naabb 100\n[B]\nccdd 1"
    query = {"example": "own", "corpus": text, "variant": "window", "window": "2", "alpha": "1", "step": "2"}
    open_page(page, "/parity", query)
    at_step(page, 2)
    expect(picture(page).locator(".turns .language.passed .name")).to_have_css("text-decoration-line", "line-through")


def test_one_language_has_no_turns(page: Page) -> None:
    open_page(page, "/parity", {"example": "hug"})
    at_step(page, 0)
    expect(picture(page).locator(".turns")).to_be_hidden()
