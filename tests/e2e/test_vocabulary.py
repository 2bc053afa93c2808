"""`/vocabulary` in a browser: a tokenizer of one's own comes along from `/tokenizers`, and is searched."""

import json

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import NewPage, Server, open_page, still
from tests.e2e.lesson import at_address, upload_tokenizer
from tokviz.views.shared.catalog import load
from tokviz.views.vocabularies.grid import MAX_CHIPS

EN = load("en")
TINY = {"model": {"type": "BPE", "vocab": {"l": 0, "o": 1, "lo": 2}, "merges": ["l o"]}}


def test_a_file_comes_along_and_can_do_without_a_token(page: Page) -> None:
    open_page(page, "/tokenizers", {"preset": "own", "text": "lol"})
    upload_tokenizer(page, "tiny.json", json.dumps(TINY).encode())
    at_address(page, tokenizer="tiny.json")
    page.get_by_role("link", name=EN("vocabulary.look")).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(EN("page.vocabulary"))
    expect(page.get_by_text(EN("vocabulary.found", found=3, entries=3))).to_be_visible()
    page.get_by_role("tab", name=EN("vocabulary.tab.unmerge")).click()
    changed = page.get_by_role("table", name=EN("vocabulary.table.unmerge"))
    expect(changed.locator("td").first.locator(".tokviz-chip.removed")).to_have_text("lo")
    expect(changed.locator("td").last.locator(".tokviz-chip")).to_have_text(["l", "o", "l"])
    page.get_by_role("tab", name=EN("vocabulary.tab.entries")).click()
    field = page.get_by_role("textbox", name=EN("vocabulary.search"))
    field.fill("lo")
    field.press("Enter")
    expect(page.get_by_text(EN("vocabulary.found", found=1, entries=3))).to_be_visible()
    at_address(page, tokenizer="tiny.json", q="lo")


def test_a_place_of_the_grid_shows_its_tokens_and_a_token_its_tree(page: Page) -> None:
    """By a press, and by keys: each of the two parts is one stop of Tab."""
    open_page(page, "/vocabulary")
    grid = page.get_by_test_id("token-grid")
    place = grid.get_by_role("button", name="Latin, length 5: 61")
    place.click()
    at_address(page, script="Latin", length="5")
    expect(place).to_have_attribute("aria-pressed", "true")
    chips = grid.get_by_role("group", name=EN("vocabulary.grid.chips")).get_by_role("button")
    expect(chips).to_have_count(61)
    place.press("ArrowRight")
    expect(grid.get_by_role("button", name="Latin, length 6: 29")).to_be_focused()
    page.keyboard.press("Tab")
    expect(chips.first).to_be_focused()
    page.keyboard.press("End")
    expect(chips.last).to_be_focused()
    chips.last.press("Enter")
    expect(chips.last).to_have_attribute("aria-pressed", "true")
    expect(chips.last).to_be_focused()
    expect(page.locator(".st-key-vocabulary_card").get_by_role("heading")).to_be_in_viewport()
    grid.get_by_role("button", name=EN("vocabulary.grid.all")).click()
    expect(chips).to_have_count(MAX_CHIPS)
    table = page.get_by_role("table", name=EN("vocabulary.table.entries"))
    table.get_by_role("button", name="#", exact=True).press("Enter")  # a row of the table opens its entry, too
    at_address(page, id="2")
    expect(page.locator(".st-key-vocabulary_card").get_by_role("heading")).to_contain_text("#")


def test_on_a_phone_the_grid_has_all_lengths_in_the_window(new_page: NewPage, server: Server) -> None:
    page = new_page(server, viewport={"width": 390, "height": 844}, is_mobile=True)
    grid = open_page(page, "/vocabulary").get_by_test_id("token-grid")
    most = EN("vocabulary.grid.most", scripts="Latin", n=479, entries="1,157", share="41.4%", lengths="1", m=529)
    expect(grid.get_by_text(most)).to_be_visible()
    for cell in grid.get_by_role("columnheader").all():
        box = still(cell)
        assert box
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 390
    expect(grid.get_by_role("rowheader")).to_have_count(3)
    title = still(grid.locator("caption"))
    assert title
    assert title["x"] + title["width"] <= 390
    expect(grid.get_by_role("group", name=EN("vocabulary.grid.chips")).get_by_role("button").first).to_have_text("␣the")


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("![x](https:evil.ex).json", "![x](https:evil.ex).json"),  # as long as a name may be without being cut
        ("www.evil.ex:red[y].json", ".evil.ex:red[y].json"),
        ("$x$:smile:[y](z).json", "$x$:smile:[y](z).json"),
        ("a@evil.example.json", "evil.example.json"),
    ],
)
def test_the_name_of_a_file_is_text(name: str, shown: str, page: Page) -> None:
    """In choices, folds and sentences. A picture in it would be fetched from another site, which no page may do."""
    open_page(page, "/vocabulary", {"tokenizer": "bert"})
    upload_tokenizer(page, name, json.dumps(TINY).encode(), "vocabulary_files")
    at_address(page, tokenizer=name)
    page.get_by_role("combobox").first.click()
    page.get_by_role("option", name=EN("tokenizers.name.bert"), exact=True).click()
    at_address(page, tokenizer="bert")
    page.get_by_test_id("stButtonGroup").get_by_text(shown).click()
    at_address(page, beside=name)
    for view in ("counts", "numbers", "spaces", "changes"):
        page.get_by_role("tab", name=EN(f"vocabulary.tab.{view}")).click()
        at_address(page, view=view)
        expect(page.get_by_test_id("stMain").get_by_text(shown).first).to_be_visible()
    expect(page.locator("[href*='evil.ex'], [src*='evil.ex'], .katex")).to_have_count(0)
