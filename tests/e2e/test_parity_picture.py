"""The picture of a training by languages: the bars of a turn, their marks, and the last turns."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

from tests.catalogs import saying
from tests.e2e.conftest import open_page
from tests.e2e.lesson import at_step, picture
from tests.e2e.test_predict import act, came_out, candidate_rows, is_open, panel
from tokviz.views.shared.catalog import load

EN = load("en")
WIDTHS = "(bars) => bars.map((bar) => Math.round(bar.getBoundingClientRect().width))"


def test_a_turn_has_a_bar_for_each_language(page: Page) -> None:
    open_page(page, "/parity", {"step": 5})
    at_step(page, 5)
    drawn = picture(page)
    expect(drawn.locator(".turns .language")).to_have_count(2)
    expect(drawn.locator(".turns .language.turn .name")).to_have_text("English")
    expect(drawn.locator(".turns .language.tied .name")).to_have_text("German")
    expect(drawn.locator(".turns .recent .turn")).to_have_text(["G", "G", "G", "E", "E", "E"])
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


def languages(page: Page) -> Locator:
    """The names to choose from while it is asked which language has the turn."""
    return panel(page).locator("button.option > span")


def test_the_turn_is_predicted_and_then_its_pair(page: Page) -> None:
    open_page(page, "/parity", {"step": 2, "predict": 1})
    at_step(page, 2)
    turns = picture(page).locator(".turns")
    is_open(page)
    expect(languages(page)).to_have_text(["English", "German"])
    expect(turns.locator(".recent .turn")).to_have_text(["G", "G", "?"])
    expect(turns.locator(".language.turn")).to_have_count(0)
    expect(candidate_rows(page)).to_have_count(0)
    languages(page).first.click()
    expect(panel(page)).to_have_attribute("data-state", "wrong")
    act(page, "again").click()
    languages(page).last.click()
    expect(panel(page).locator(".question")).to_have_text(
        saying("predict.ask.merge.parity", number=3, language="German")
    )
    expect(panel(page).locator(".hint")).to_have_text(saying("parity.turn.dev", language="German"))
    expect(turns.locator(".language.turn .name")).to_have_text("German")
    expect(candidate_rows(page)).to_have_count(2)
    candidate_rows(page).nth(1).click()
    came_out(page, "right")
    page.reload()
    at_step(page, 2)
    came_out(page, "right")
    act(page, "next").click()
    at_step(page, 3)
    is_open(page)
    expect(languages(page)).to_have_text(["English", "German"])


def test_an_answer_that_is_shown_leads_to_the_pair(page: Page) -> None:
    open_page(page, "/parity", {"step": 5, "predict": 1})
    at_step(page, 5)
    page.keyboard.press("2")  # it ties
    expect(panel(page).locator(".hint strong")).to_have_text(EN("predict.label.tied"))
    page.goto(page.url.replace("step=5", "step=4"))
    at_step(page, 4)
    act(page, "tell").click()
    expect(panel(page).locator(".hint strong")).to_have_text(EN("predict.label.shown"))
    is_open(page)
