"""One look: five sizes of text, the title of a page the largest; charts that Vega has nothing to say about."""

from __future__ import annotations

import re
from typing import Literal

import pytest
from playwright.sync_api import ConsoleMessage, Page, expect

from tests.e2e import axe
from tests.e2e.conftest import open_page
from tests.e2e.lesson import open_lesson
from tokviz.state import pages

pytestmark = pytest.mark.below

SIZES = {28.0, 20.0, 16.0, 14.0, 12.0}  # pixels, --t1 to --t5
LETTERS = """.letters, .linked, .hero .out, .word-rows, .lane, .boxes .part, .boundaries .letter,
  .boundaries .token, .symbol, .chip, .tokviz-chip, .joining, code"""
"""Letters of pictures and tokens in a sentence: drawings with sizes of their own."""

SIZES_OF_TEXT = """letters => {
    const found = new Map();
    const isLetter = (node) => {
        for (let at = node; at; at = at.parentElement ?? at.getRootNode().host) if (at.matches(letters)) return true;
        return false;
    };
    const visit = (root) => {
        const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
        for (let node = walker.nextNode(); node; node = walker.nextNode()) {
            if (node.shadowRoot) visit(node.shadowRoot);
            const holder = node.parentElement;
            if (node.nodeType !== Node.TEXT_NODE || !node.data.trim() || !holder?.checkVisibility()) continue;
            const { fontSize, fontFamily } = getComputedStyle(holder);
            if (holder.closest("style, script, title") || /Material/u.test(fontFamily) || isLetter(holder)) continue;
            const texts = found.get(fontSize) ?? [];
            found.set(fontSize, [...texts, node.data.trim()]);
        }
    };
    visit(document.body);
    return [...found].map(([size, texts]) => [Number.parseFloat(size), texts.slice(0, 5)]);
}"""


def sizes_of_text(page: Page) -> dict[float, list[str]]:
    """Size -> the first texts that have it, outside of pictures."""
    return {float(size): texts for size, texts in page.evaluate(SIZES_OF_TEXT, LETTERS)}


@pytest.mark.parametrize("address", [page.address for page in pages.PAGES])
def test_a_page_has_five_sizes_of_text(page: Page, address: str) -> None:
    open_page(page, f"/{address}", pages.page_at(address).samples[0].query)
    title = page.get_by_role("heading", level=1)
    expect(title).to_be_visible()
    axe.settle(page)
    found = sizes_of_text(page)
    assert {size: texts for size, texts in found.items() if size not in SIZES} == {}
    assert max(found) == float(title.evaluate("title => parseFloat(getComputedStyle(title).fontSize)"))


def test_another_size_is_found(page: Page) -> None:
    """Check that the test above can fail, inside a component too."""
    open_lesson(page, example="sennrich", step=3)
    page.locator(".picture .place").evaluate("place => { place.style.fontSize = '17px'; }")
    assert 17.0 in sizes_of_text(page)


@pytest.mark.parametrize("address", ["/why", "/vocabulary", "/unigram"])
def test_vega_has_nothing_to_say(page: Page, address: str) -> None:
    said: list[ConsoleMessage] = []
    page.on("console", lambda message: said.append(message))
    open_page(page, address, {"view": "numbers"} if address == "/vocabulary" else {})
    expect(page.locator("[data-testid=stVegaLiteChart] svg.marks").first).to_be_visible()
    assert [message.text for message in said if re.search("fit|drop", message.text, re.IGNORECASE)] == []


def test_a_tooltip_is_no_wider_than_a_column(page: Page) -> None:
    open_lesson(page, example="sennrich", step=3)
    page.locator(".st-key-heading [data-testid=stTooltipIcon], [data-testid=stTooltipIcon]").first.hover()
    tip = page.get_by_test_id("stTooltipContent")
    expect(tip).to_be_visible()
    box = tip.bounding_box()
    assert box
    assert box["width"] <= 352


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_what_opens_above_a_page_has_the_theme_of_the_page(page: Page, scheme: Literal["light", "dark"]) -> None:
    page.emulate_media(color_scheme=scheme)
    open_lesson(page, example="sennrich", step=3)
    page.locator(".st-key-top_row [class*=_convention_panel] button").click()
    opened = page.get_by_test_id("stPopoverBody")
    expect(opened).to_be_visible()
    expect(opened).to_have_css("color-scheme", scheme)


def test_comparing_has_its_icon(page: Page) -> None:
    open_lesson(page, example="sennrich", step=3)
    icons = page.locator(".st-key-top_row [class*=_versus_panel] [data-testid=stIconMaterial]")
    expect(icons.first).to_be_visible()
