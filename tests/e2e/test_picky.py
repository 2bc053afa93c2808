"""The picture of `/picky` in a browser: the test of each part, a token that is crossed out, and one that comes back."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.e2e.conftest import open_page
from tests.e2e.lesson import at_step, picture, press
from tokviz.views.shared.catalog import load

EN = load("en")


def test_a_token_is_crossed_out_and_comes_back(page: Page) -> None:
    """At a threshold of 0.5, ▁ab has a share of 9/13 after step 4; step 5 removes it, step 7 brings it back."""
    open_page(page, "/picky", {"step": 4})
    picture(page).wait_for()
    row = picture(page).locator(".part-tests li").first
    expect(row.locator(".worked")).to_have_text("9 / (4 + 9) = 9/13 ≈ 0.6923")
    expect(row.locator(".verdict")).to_have_text(EN("picky.verdict.next"))
    crossed_out = picture(page).locator(".vocabulary .symbol.out")
    expect(crossed_out).to_have_text(["▁a1"])
    press(page, "ArrowRight")
    at_step(page, 5)
    expect(row.locator(".verdict")).to_have_text(EN("picky.verdict.removed"))
    expect(crossed_out).to_have_text(["▁a1", "▁ab2"])
    press(page, "ArrowRight")
    press(page, "ArrowRight")
    at_step(page, 7)
    expect(crossed_out).to_have_count(0)


def test_there_is_nothing_to_test_at_the_start_and_without_removals(page: Page) -> None:
    open_page(page, "/picky", {"step": 0})
    picture(page).wait_for()
    expect(picture(page).locator(".part-tests")).to_be_hidden()
    open_page(page, "/bpe", {"example": "sennrich", "step": 3})
    picture(page).wait_for()
    expect(picture(page).locator(".part-tests")).to_be_hidden()


def test_which_part_is_removed_is_answered_in_the_panel(page: Page) -> None:
    open_page(page, "/picky", {"step": 4, "predict": 1})
    picture(page).wait_for()
    panel = page.get_by_test_id("ask")
    options = panel.locator("button.option")
    expect(options).to_have_count(2)
    expect(picture(page).locator(".part-tests")).to_be_hidden()
    options.first.click()
    expect(panel).to_have_attribute("data-state", "right")
    expect(panel).to_contain_text("9/13 ≈ 0.6923")
