"""Each page with each of its views on one visit: what is asked of every page.

That is axe's rules, contrast in both schemes, names of charts and tables, sizes of text, and room in a window of a
desktop and of a phone. What a page logs or asks of others, such as what its policy refuses, fails every test in a
browser.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.e2e import axe
from tests.e2e.conftest import open_page, resize
from tests.e2e.lesson import picture
from tests.e2e.visits import (
    AT_REST,
    AT_THE_TURN,
    IN_A_VIEW,
    LINKS,
    ON_THE_WAY_BACK,
    VIEW,
    complaints,
    sizes_of_text,
    wear,
)

pytestmark = pytest.mark.below


@pytest.mark.parametrize("link", LINKS)
def test_nothing_is_wrong_with_a_page(page: Page, link: str) -> None:
    """There through the views in the light, in English, on a desktop; back in the dark, in Chinese, on a phone."""
    record, sample = LINKS[link]
    open_page(page, f"/{record.address}", {**sample.query, "lang": "en"})
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    if record.has_picture and sample.query.get("example") != "own":
        expect(page.get_by_test_id("picture").or_(page.get_by_test_id("text-rows")).first).to_be_visible()
    if sample.opens_views:
        expect(page.get_by_role("tab").first).to_be_visible()
    axe.settle(page)
    assert page.evaluate("document.documentElement.lang") == "en"
    found = complaints(page, AT_REST, "at rest")
    places = range(page.get_by_role("tab").count() if sample.opens_views else 0)
    for place in places[1:]:  # the rest of the page stays as it was
        found += complaints(page, IN_A_VIEW, open_view(page, place), VIEW)
    wear(page, "dark")
    page.get_by_role("radio", name="简体中文").evaluate("choice => choice.click()")  # in a lesson, its side bar is away
    page.wait_for_function("() => document.documentElement.lang === 'zh'")
    axe.settle(page)
    found += complaints(page, AT_THE_TURN, "in the dark, in Chinese")
    resize(page, 390, 844)
    axe.settle(page)
    found += complaints(page, ON_THE_WAY_BACK, "on a phone")
    for place in places[-2::-1]:
        found += complaints(page, ON_THE_WAY_BACK, f"on a phone, {open_view(page, place)}")
    assert found == []


def open_view(page: Page, place: int) -> str:
    """Open a view by its tab, wait until the run with it is over and all is drawn, and return its name."""
    tab = page.get_by_role("tab").nth(place)
    tab.evaluate("tab => tab.click()")  # on a phone it may be under the arrow that scrolls to it
    expect(tab).to_have_attribute("aria-selected", "true")
    axe.settle(page)
    return tab.inner_text()


def test_what_is_wrong_inside_a_component_is_found(page: Page) -> None:
    """That the test above can fail: all checks look into the shadow roots."""
    open_page(page, "/wordpiece", {"step": "2", "view": "scatter"})
    expect(page.get_by_test_id("stDataFrame").first).to_be_visible()
    axe.settle(page)
    picture(page).get_by_role("button", name="Play").evaluate("button => { button.ariaLabel = button.title = ''; }")
    symbols = picture(page).locator(".symbol")
    symbols.evaluate_all("chips => chips.forEach((chip) => { chip.style.color = '#aaa'; })")
    page.locator(".picture .place").evaluate("place => { place.style.fontSize = '17px'; }")
    page.get_by_test_id("stDataFrame").first.evaluate(
        "table => table.querySelector('[role=region]').removeAttribute('aria-label')"
    )
    page.get_by_test_id("stMainBlockContainer").evaluate("block => { block.style.minWidth = '2000px'; }")
    page.get_by_test_id("stSidebar").evaluate("side => { side.style.visibility = 'hidden'; }")
    page.get_by_test_id("stVegaLiteChart").first.evaluate("chart => { chart.style.maxWidth = '190px'; }")
    picture(page).locator("[name=forward]").evaluate("button => { button.style.translate = '1300px'; }")
    found = complaints(page, AT_REST, "")
    for name, part in (
        ("axe", 'name="play"'),
        ("contrast", "symbol"),
        ("size of text", "17"),
        ("sideways", "MAIN"),
        ("sideways", "chart"),
        ("sideways", "button"),
        ("ends", "中文"),
    ):
        assert [line for line in found if line.startswith(f": {name}") and part in line], (name, found)
    assert len([line for line in found if line.startswith(": without a name")]) == 1
    assert 17.0 in sizes_of_text(page)
