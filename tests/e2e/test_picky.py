"""The picture of `/picky` in a browser: the test of each part, a token that leaves the vocabulary, and one that comes
back."""

from __future__ import annotations

from itertools import pairwise

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.conftest import open_page
from tests.e2e.lesson import at_address, at_step, chips, picture, press
from tokviz.views.shared.catalog import load

EN = load("en")


def removed(page: Page) -> Locator:
    return picture(page).locator(".vocabulary .removed .symbol.out")


@pytest.mark.journey
def test_kentucky_loses_both_halves(page: Page) -> None:
    """The page opens where `␣Kent` and `ucky` are tested. Two steps later both are out of the vocabulary, and the
    picture says where `ucky` is: in `␣Kentucky`, and in letters in lucky."""
    open_page(page, "/picky")
    at_step(page, 12)
    at_address(page, example="kentucky", step=12)
    gauges = picture(page).locator(".part-tests .worked")
    expect(gauges).to_have_text(["12/12 = 100%", "12/13 ≈ 92%"])
    line = picture(page).locator(".part-tests .gauge b").first
    share = line.evaluate("(line) => line.offsetLeft / line.parentNode.clientWidth")
    assert share == pytest.approx(0.9, abs=0.01)
    expect(picture(page).locator(".ticks .removal")).to_have_count(10)
    press(page, "ArrowRight")
    at_step(page, 13)
    border = (
        picture(page)
        .locator(".ring.next")
        .first.evaluate("(ring) => [getComputedStyle(ring).borderTopStyle, getComputedStyle(ring).borderTopColor]")
    )
    assert border[0] == "solid"  # a part that is removed next is framed as such
    press(page, "ArrowRight")
    at_step(page, 14)
    expect(removed(page)).to_have_text(["uc2", "uck3", "ucky5", "␣K7", "␣Ken8", "␣Kent10"])
    assert chips(page, "lucky") == [*"␣lucky"]
    places = picture(page).locator(".places p")
    expect(places).to_have_text([f"12× {EN('picky.picture.inside')} ␣Kentucky", "1× lucky ␣lucky"])
    expect(places.last.locator(".piece")).to_have_text([*"ucky"])
    about = picture(page).locator(".vocabulary .about")
    expect(about).to_contain_text("13 = ")
    expect(about).to_contain_text(EN("picky.vocabulary.plain", merges=EN.count("count.merges", 8), size=19))


def test_a_token_falls_out_of_the_vocabulary(page: Page) -> None:
    """A copy of it is on its way for half a second; what stays is in its row."""
    open_page(page, "/picky", {"example": "kentucky", "step": 12})
    at_step(page, 12)
    falls = picture(page).evaluate(
        """(picture) => {
            picture.querySelector("[name=forward]").click();
            const copy = picture.querySelector(".flying");
            const durations = copy?.getAnimations().map((motion) => motion.effect.getTiming().duration) ?? [];
            return [copy?.textContent, ...durations];
        }"""
    )
    assert falls == ["␣Kent10", 500]


def test_a_token_is_crossed_out_and_comes_back(page: Page) -> None:
    """At a threshold of 0.5, ▁ab has a share of 9/13 after step 4; step 5 removes it, step 7 brings it back."""
    open_page(page, "/picky", {"example": "parts", "step": 4})
    picture(page).wait_for()
    row = picture(page).locator(".part-tests li").first
    expect(row.locator(".worked")).to_have_text("9/13 ≈ 69%")
    expect(row.locator(".gauge")).to_have_attribute("title", "9 / (4 + 9) ≈ 69.23%")
    expect(row.locator(".verdict")).to_have_text(EN("picky.verdict.next"))
    expect(removed(page)).to_have_text(["␣a1"])
    press(page, "ArrowRight")
    at_step(page, 5)
    expect(row.locator(".verdict")).to_have_text(EN("picky.verdict.removed"))
    expect(removed(page)).to_have_text(["␣a1", "␣ab2"])
    press(page, "ArrowRight")
    press(page, "ArrowRight")
    at_step(page, 7)
    expect(removed(page)).to_have_count(0)


def test_there_is_nothing_to_test_at_the_start_and_without_removals(page: Page) -> None:
    open_page(page, "/picky", {"step": 0})
    picture(page).wait_for()
    expect(picture(page).locator(".part-tests")).to_be_hidden()
    open_page(page, "/bpe", {"example": "sennrich", "step": 3})
    picture(page).wait_for()
    expect(picture(page).locator(".part-tests")).to_be_hidden()
    expect(picture(page).locator(".vocabulary .removed")).to_be_hidden()


def test_which_part_is_removed_is_answered_in_the_panel(page: Page) -> None:
    open_page(page, "/picky", {"example": "parts", "step": 4, "predict": 1})
    picture(page).wait_for()
    panel = page.get_by_test_id("ask")
    options = panel.locator("button.option")
    expect(options).to_have_count(2)
    expect(picture(page).locator(".part-tests")).to_be_hidden()
    options.first.click()
    expect(panel).to_have_attribute("data-state", "right")
    expect(panel).to_contain_text("≈ 69.23%")


def test_a_phone_has_all_words_and_where_the_token_is(page: Page) -> None:
    """In one column nothing is on top of anything else."""
    page.set_viewport_size({"width": 390, "height": 844})
    open_page(page, "/picky", {"example": "kentucky", "step": 14})
    at_step(page, 14)
    expect(picture(page).locator(".words .row")).to_have_count(4)
    parts = picture(page).locator(".words, .part-tests, .vocabulary")
    edges = parts.evaluate_all(
        "(nodes) => nodes.map((node) => node.getBoundingClientRect()).map((at) => [at.top, at.bottom])"
    )
    assert all(above[1] <= below[0] + 1 for above, below in pairwise(edges))
