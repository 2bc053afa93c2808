"""Changes in the window after something is chosen or answered on a card: the marked part, the word that was asked.

What a card names at rest, at its steps and after its answers is looked for in test_lessons.py, on the way through each.
"""

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import open_page
from tests.e2e.lesson import at_address
from tests.e2e.test_lessons import answer, at_card
from tokviz.web.shared.parts import selector


def test_the_size_is_chosen_in_the_marked_part(page: Page) -> None:
    open_page(page, "/", {"guide": "choosing", "card": 4, "lang": "en"})
    at_card(page, "choosing", 4)
    part = page.locator(selector("sizes"))
    slider = part.get_by_role("slider")
    expect(part.get_by_test_id("stSlider")).to_be_in_viewport(ratio=1)
    bar = part.locator("svg text").get_by_text("4.000", exact=True)
    expect(bar).to_be_visible()
    most = slider.get_attribute("max")
    slider.press("End")
    at_address(page, size=most)
    expect(bar).to_have_count(0)
    expect(slider).to_have_value(str(most))


@pytest.mark.parametrize(
    ("name", "number", "word", "token"),
    [("unigram", 7, "pun", "un"), ("compare", 8, "puns", "p"), ("choosing", 5, "quiet", "[UNK]")],
)
def test_the_word_that_was_asked_is_shown_after_the_answer(
    page: Page, name: str, number: int, word: str, token: str
) -> None:
    open_page(page, "/", {"guide": name, "card": number, "lang": "en"})
    opened = at_card(page, name, number)
    part = page.locator(selector(opened.part))
    shown = part.get_by_text(token, exact=True)
    before = shown.count()
    answer(page, 0, opened, "shown")
    at_address(page, word=word, guide=name, card=number)
    expect(shown).not_to_have_count(before)
    expect(page.get_by_test_id("guide-card").locator("button[name=return]")).to_be_hidden()
