"""The glossary in a browser: by its address, by a link to a term, and from the head of a page, by keyboard."""

import pytest
from playwright.sync_api import Page, expect

from tests.e2e import axe
from tests.e2e.conftest import NewPage, Server, open_page, resize, screenshot, still
from tests.e2e.lesson import at_address
from tokviz.views.shared import glossary
from tokviz.views.shared.catalog import load

SIZES = ((1280, 720), (390, 844))


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_page(page: Page, language: str) -> None:
    say, term = load(language), glossary.load()["lattice"]
    open_page(page, "/glossary", {"lang": language})
    expect(page.get_by_role("heading", level=1)).to_have_text(say("page.glossary"))
    expect(page.get_by_role("heading", level=3)).to_have_count(len(glossary.load()))
    field = page.get_by_label(say("glossary.search"))
    field.fill(term.name["zh"])
    field.press("Enter")
    at_address(page, q=term.name["zh"])
    expect(page.get_by_role("heading", level=3)).to_have_count(len(glossary.find_terms(term.name["zh"], language)))
    expect(page.get_by_role("heading", level=3).first).to_contain_text(term.name["en"])
    expect(page.get_by_test_id("stMain").get_by_text(term.plain(language))).to_be_visible()
    for width, height in SIZES:
        resize(page, width, height)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), width


def test_a_link_leads_to_its_term(new_page: NewPage, server: Server) -> None:
    page = open_page(new_page(server), "/glossary", {"lang": "en"})
    page.get_by_test_id("stMain").get_by_role("link", name="Viterbi", exact=True).first.click()
    expect(page.locator("#viterbi")).to_be_in_viewport()
    page.get_by_role("link", name="B", exact=True).click()
    expect(page.locator("#letter-b")).to_be_in_viewport()
    first, second = (still(page.locator(f".st-key-glossary_term_{key}")) for key in ("boundary", "bpe"))
    assert first
    assert second
    assert first["y"] == second["y"], "two cards are side by side"
    assert first["width"] < 700, "lines are short enough to read"
    card = page.locator(".st-key-glossary_term_boundary")
    definition = card.locator("p", has=page.get_by_role("link", name="text", exact=True)).first
    color = "node => getComputedStyle(node).color"
    assert definition.get_by_role("link").first.evaluate(color) == definition.evaluate(color), "terms are quiet"
    elsewhere = card.get_by_role("link", name="Compare", exact=True)
    assert elsewhere.evaluate(color) != definition.evaluate(color), "links to pages are not"
    expect(card.locator(".tokviz-example .tokviz-chip.made")).to_have_text("hug")
    expect(page.locator(".st-key-glossary_term_pair").get_by_role("link", name="BPE", exact=True).first).to_be_visible()


def test_the_terms_of_a_page_by_keyboard(page: Page) -> None:
    say, term = load("en"), glossary.load()["pair"]
    open_page(page, "/bpe", {"lang": "en"})
    button = page.get_by_role("button", name=say("glossary.button"), exact=False).first
    button.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("stPopoverBody").get_by_text(term.plain("en"))).to_be_visible()
    screenshot(page, "glossary-terms")
    page.get_by_role("link", name=say("glossary.all")).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(say("page.glossary"))


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.below
def test_a_term_in_running_text_by_focus_pointer_and_touch(new_page: NewPage, server: Server, language: str) -> None:
    term = glossary.load()["symbol"]
    page = new_page(server, has_touch=True)
    open_page(page, "/bpe", {"example": "sennrich", "view": "vocabularies", "lang": language})
    word = page.locator("dfn.term", has_text=term.called(language)).first
    definition = word.get_by_role("tooltip", include_hidden=True)
    expect(definition).to_have_text(term.plain(language))
    expect(definition).to_be_hidden()
    word.focus()
    expect(definition).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.keyboard.press("Escape")
    expect(definition).to_be_hidden()
    expect(word).to_be_focused()
    page.keyboard.press("Tab")
    expect(definition).to_be_hidden()
    word.focus()
    expect(definition).to_be_visible()
    page.keyboard.press("Tab")
    expect(definition).to_be_hidden()
    word.hover()
    expect(definition).to_be_visible()
    page.keyboard.press("Escape")
    expect(definition).to_be_hidden()
    page.mouse.move(2, 2)
    word.hover()
    expect(definition).to_be_visible()
    page.mouse.move(2, 2)
    expect(definition).to_be_hidden()
    word.tap()
    expect(definition).to_be_visible()
    covering = """term => { const { left, bottom } = term.getBoundingClientRect();
        return term.contains(document.elementFromPoint(left + 40, bottom - 4)) }"""
    assert definition.evaluate(covering), "something lies on it"
    screenshot(page, f"term-{language}")
    assert axe.findings(page) == []


def test_a_term_in_the_card_of_a_lesson(page: Page) -> None:
    open_page(page, "/bpe", {"example": "sennrich", "guide": "bpe", "card": 2, "lang": "en"})
    for width, height in SIZES:
        resize(page, width, height)
        _see_a_term_in_the_card(page, width)


def _see_a_term_in_the_card(page: Page, width: int) -> None:
    word = page.get_by_test_id("guide-card").locator("dfn.term", has_text="pair").first
    word.focus()
    definition = word.get_by_role("tooltip")
    expect(definition).to_have_text(glossary.load()["pair"].plain("en"))
    expect(definition).to_be_visible()
    box = still(definition)
    assert box
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= width
    screenshot(page, f"term-card-{width}")
    assert axe.findings(page) == []
    page.keyboard.press("Escape")
    expect(definition).to_be_hidden()
    word.blur()
    word.focus()
    expect(definition).to_be_visible()
