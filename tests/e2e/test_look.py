"""One look: charts that Vega has nothing to say about, tooltips and panels; sizes of text are in test_visits.py."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import ConsoleMessage, Page, expect

from tests.e2e.conftest import NewPage, Server, open_page, still
from tests.e2e.lesson import open_lesson
from tests.e2e.visits import SCHEMES, wear

pytestmark = pytest.mark.below


@pytest.mark.parametrize(("address", "view"), [("/why", ""), ("/vocabulary", "counts"), ("/unigram", "likelihood")])
def test_vega_has_nothing_to_say(page: Page, address: str, view: str) -> None:
    said: list[ConsoleMessage] = []
    page.on("console", lambda message: said.append(message))
    open_page(page, address, {"view": view} if view else {})
    expect(page.locator("[data-testid=stVegaLiteChart] svg.marks").first).to_be_visible()
    assert [message.text for message in said if re.search("fit|drop", message.text, re.IGNORECASE)] == []


def test_a_tooltip_is_no_wider_than_a_column(page: Page) -> None:
    open_lesson(page, example="sennrich", step=3)
    page.locator(".st-key-heading [data-testid=stTooltipIcon], [data-testid=stTooltipIcon]").first.hover()
    tip = page.get_by_test_id("stTooltipContent")
    expect(tip).to_be_visible()
    box = still(tip)
    assert box
    assert box["width"] <= 352


def test_what_opens_above_a_page_has_the_theme_of_the_page_and_comparing_its_icon(page: Page) -> None:
    open_lesson(page, example="sennrich", step=3)
    icons = page.locator(".st-key-top_row [class*=_versus_panel] [data-testid=stIconMaterial]")
    expect(icons.first).to_be_visible()
    for scheme in SCHEMES:
        wear(page, scheme)
        page.locator(".st-key-top_row [class*=_convention_panel] button").click()
        opened = page.get_by_test_id("stPopoverBody")
        expect(opened).to_be_visible()
        expect(opened).to_have_css("color-scheme", scheme)
        page.keyboard.press("Escape")
        expect(opened).to_have_count(0)


def test_what_floats_over_scrolled_parts_has_a_ground(new_page: NewPage, server: Server) -> None:
    ground = "it => getComputedStyle(it).backgroundColor"
    page = open_page(new_page(server), "/compare")
    side, head = (page.get_by_test_id(name) for name in ("stSidebar", "stSidebarHeader"))
    page.get_by_test_id("stSidebarContent").evaluate("it => it.scrollTo(0, it.scrollHeight)")
    assert head.evaluate("it => it.getBoundingClientRect().top") == 0
    assert head.evaluate(ground) == side.evaluate(ground)
    phone = open_page(new_page(server, viewport={"width": 390, "height": 844}), "/compare")
    button = phone.get_by_test_id("stExpandSidebarButton")
    assert button.evaluate(ground) == phone.locator(".stApp").evaluate(ground)
