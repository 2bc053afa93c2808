"""Each page with each of its views, in the light in English and in the dark in Chinese: what is asked of every page.

That is axe's rules, contrast, names of charts and tables, sizes of text and room. What a page logs or asks of others,
such as what its policy refuses, fails every test in a browser.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.e2e import axe
from tests.e2e.conftest import NewPage, Server, open_page
from tests.e2e.lesson import picture
from tests.e2e.visits import AT_REST, IN_A_DARK_VIEW, IN_A_VIEW, LINKS, VIEW, complaints, sizes_of_text

pytestmark = pytest.mark.below


@pytest.mark.parametrize(("scheme", "language"), [("light", "en"), ("dark", "zh")])
@pytest.mark.parametrize("link", LINKS)
def test_nothing_is_wrong_with_a_page(new_page: NewPage, server: Server, link: str, scheme: str, language: str) -> None:
    record, sample = LINKS[link]
    query = {**sample.query, "lang": language}
    page = open_page(new_page(server, color_scheme=scheme), f"/{record.address}", query)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    if record.has_picture and query.get("example") != "own":
        expect(page.get_by_test_id("picture").or_(page.get_by_test_id("text-rows")).first).to_be_visible()
    if sample.opens_views:
        expect(page.get_by_role("tab").first).to_be_visible()
    axe.settle(page)
    assert page.evaluate("document.documentElement.lang") == language
    found = complaints(page, AT_REST, "at rest")
    tabs = page.get_by_role("tab")
    for place in range(1, tabs.count() if sample.opens_views else 0):  # the rest of the page stays as it was
        before = page.evaluate("location.search")
        tabs.nth(place).click()
        page.wait_for_function("before => location.search !== before", arg=before)  # the run with this view is over
        axe.settle(page)
        checks = IN_A_VIEW if scheme == "light" else IN_A_DARK_VIEW
        found += complaints(page, checks, tabs.nth(place).inner_text(), VIEW)
    assert found == []


def test_what_is_wrong_inside_a_component_is_found(page: Page) -> None:
    """That the test above can fail: all checks look into the shadow roots."""
    open_page(page, "/wordpiece", {"step": "2"})
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
    found = complaints(page, AT_REST, "")
    for name, part in (
        ("axe", 'name="play"'),
        ("contrast", "symbol"),
        ("size of text", "17"),
        ("sideways", "MAIN"),
        ("ends", "中文"),
    ):
        assert [line for line in found if line.startswith(f": {name}") and part in line], (name, found)
    assert len([line for line in found if line.startswith(": without a name")]) == 1
    assert 17.0 in sizes_of_text(page)
