"""The lattice half of `/unigram` in a browser: keys fill the table, ties are said, the halves hold together."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import NewPage, Server, open_page, screenshot, wait_idle
from tests.e2e.lesson import at_address, at_step, cells, open_tab, press, stage
from tokviz.views.shared.catalog import load

EN, ZH = load("en"), load("zh")


def open_lattice(page: Page, **query: object) -> Page:
    """Open the lattice half with this query string and wait until the stage is there."""
    open_page(page, "/unigram", {"do": "lattice", **query})
    stage(page).wait_for()
    return page


@pytest.mark.journey
def test_the_table_of_unhug_is_filled_by_keys(page: Page) -> None:
    open_lattice(page, view="table")
    for position, cost in enumerate(["1.7636", "2.5745", "5.2136", "5.2136", "5.2136"], start=1):
        press(page, "ArrowRight")
        at_step(page, position)
        expect(cells(page, 0, position)).to_contain_text([f"{position}", "unhug"[:position], cost])
    press(page, "End")
    at_step(page, 7)
    expect(stage(page)).to_contain_text("The beginning is reached: un hug, probability 0.0054422")
    at_address(page, step=7, view="table", do="lattice")
    table = open_tab(page, EN("lattice.tab.paths"))
    expect(table.get_by_text("8 segmentations, probabilities together 0.0076935")).to_be_visible()
    expect(cells(page, 0, 0)).to_have_text(["1", "un hug", "16/210 × 15/210 = 0.0054422", "5.2136", "70.74%", "best"])


def test_ties_are_said_aloud(page: Page) -> None:
    open_lattice(page, word="pug", step=3)
    expect(stage(page)).to_contain_text("2 pieces end here, and ug and g tie for best at 4.8653.")
    press(page, "End")
    expect(stage(page)).to_contain_text("2 segmentations are equally good, the others are pu g.")


def test_another_word_begins_anew(page: Page) -> None:
    open_lattice(page, step=5)
    at_step(page, 5)
    field = page.get_by_label(EN("lattice.word"), exact=True)
    field.fill("huggun")
    field.press("Enter")
    at_step(page, 0)
    at_address(page, word="huggun")
    expect(cells(page, 0, 0)).to_contain_text(["1", "hug g un", "= 0.00051830"])


def test_the_model_is_that_of_the_step_on_which_training_rests(page: Page) -> None:
    open_page(page, "/unigram", {"example": "hug", "step": 4})
    stage(page).wait_for()
    press(page, "ArrowRight")
    at_step(page, 5)
    at_address(page, step=5)
    page.get_by_text(EN("unigram.mode.lattice"), exact=True).click()
    at_address(page, do="lattice", at=5)
    expect(page.get_by_role("combobox", name=EN("lattice.at"))).to_have_value(re.compile("^5 · M step.* · 13 pieces$"))


@pytest.mark.parametrize(
    ("language", "scheme", "width", "word"),
    [("en", "light", 1280, "unhug"), ("zh", "light", 390, "unhugpughugmbunhugs"), ("zh", "dark", 1280, "hugs")],
)
def test_nothing_is_wider_than_the_screen(
    new_page: NewPage, server: Server, language: str, scheme: str, width: int, word: str
) -> None:
    page = new_page(server, viewport={"width": width, "height": 800}, color_scheme=scheme)
    open_lattice(page, word=word, step=4, lang=language)
    expect(page.locator(".vega-embed").locator("canvas, svg").first).to_be_visible()
    wait_idle(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    right = page.locator(".vega-embed canvas, .vega-embed svg.marks").first.bounding_box()
    assert right is not None
    assert right["x"] + right["width"] <= width
    screenshot(page, f"unigram-lattice-{language}-{scheme}-{width}")
