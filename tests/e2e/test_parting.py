"""Another convention in the picture: both winners where they part, and a press that leads there from other steps."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.lesson import at_address, at_step, open_lesson, picture, press, row_of
from tokviz.views.shared.catalog import load

EN = load("en")


def test_both_winners_are_marked_where_they_part_and_a_press_leads_there(page: Page) -> None:
    open_lesson(page, example="sennrich", vs="subword-nmt", step=4)
    go = picture(page).get_by_role("button", name=EN("picture.parting.go", number=1))
    expect(picture(page).locator(".pair-row .tag")).to_have_count(0)
    go.click()
    at_step(page, 0)
    expect(go).to_be_hidden()
    expect(picture(page).locator(".say.next")).to_contain_text("They part here.")
    expect(picture(page).locator(".pair-row:has(.tag.A)")).to_have_attribute("data-key", "e s")
    expect(picture(page).locator(".pair-row.apart:has(.tag.B)")).to_have_attribute("data-key", "s t</w>")
    for word in ("newest", "widest"):
        expect(row_of(page, word).locator(".ring.next")).to_have_count(1)
        expect(row_of(page, word).locator(".ring.other")).to_have_count(1)
    press(page, "ArrowRight")
    at_step(page, 1)
    expect(picture(page).locator(".pair-row .tag, .ring.other")).to_have_count(0)
    expect(go).to_be_visible()


def test_a_winner_among_the_candidates_is_marked_in_its_place(page: Page) -> None:
    open_lesson(page, example="sennrich", vs="course", step=2)
    expect(picture(page).locator(".pair-row:has(.tag.B)")).to_have_attribute("data-key", "l o")
    expect(picture(page).locator(".pair-row.apart")).to_have_count(0)


@pytest.mark.parametrize("vs", ["subword-nmt", ""])
def test_nothing_of_it_tells_what_is_to_be_predicted(page: Page, vs: str) -> None:
    open_lesson(page, example="sennrich", predict=1, **({"vs": vs} if vs else {}))
    at_address(page, predict=1)
    expect(picture(page).locator(".tag, .ring.other")).to_have_count(0)
    expect(picture(page).locator(".to-parting:visible")).to_have_count(0)
