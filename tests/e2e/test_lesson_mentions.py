"""Each card names words in `code`, numbers and controls that are in the window beside it, and marks its part.

At 1280 by 720, nothing is scrolled by hand, and the window is looked at at each step and question of the card.
"""

from collections.abc import Mapping

import pytest
from playwright.sync_api import Page, expect

from tests.e2e import mentions
from tests.e2e.conftest import NewPage, Server, open_page
from tests.e2e.lesson import at_address, press
from tests.e2e.test_lessons import answer, at_card, take_the_steps
from tokviz import guides
from tokviz.web.shared.parts import selector

LOOKS = 3
"""The most looks at a card that misses something."""
NOT_SHOWN: Mapping[tuple[str, int], Mapping[str, str]] = {
    ("why", 2): dict.fromkeys(("street", "talks", "thinker"), "looked up in the text, after an answer"),
    ("why", 7): {"Nacht": "a token that is not there: the question asks why"},
    ("bpe", 6): {"estate": "an example that the corpus lacks"},
    ("bytes", 1): dict.fromkeys(("1", "2", "3"), "how many bytes are below each character, to be counted there"),
    ("bytes", 2): {"256": "how many bytes there are at all"},
    ("unigram", 2): {"0.0068": "the product that the card works out, for the one that is asked"},
    ("unigram", 7): dict.fromkeys(("10", "10.5", "23.51", "un"), "worked out on the card, for another piece"),
    ("wordpiece", 5): {"1": "of 1/20, worked out on the card; the axis has it as 0.05"},
    ("wordpiece", 9): {"[UNK]": "what a word becomes that has no match; none of these does"},
    ("tokens", 3): {"2,016": "in the rows, in the three pre-tokens that the card counts"},
    ("tokens", 9): dict.fromkeys(("a 1234", "123", "4"), "the rule of another tokenizer, worked on the card"),
    ("compare", 4): {"u n": "a merge, for the question on paper", "7": "letters of five words, to be counted"},
    ("compare", 5): dict.fromkeys(("h ##u", "hu ##gs", "##"), "merges, for the question on paper"),
    ("consequences", 4): {"1,234,567": "how people write the number"},
    ("choosing", 1): dict.fromkeys(("8396", "19772"), "shown while the pointer is on the token, as the card says"),
    ("choosing", 5): {"q": "a letter that the story lacks"},
    ("newer", 9): {"33%": "a result of the paper"},
    ("choosing", 7): {"24": "counted after the guess, on paper", "22": "counted after the guess, on paper"},
}
"""Card -> what it names although no window shows it -> the reason."""

IS_MARKED = """(part) => {
    const marked = document.querySelector(part);
    const box = marked?.getBoundingClientRect();
    return Boolean(box) && getComputedStyle(marked).outlineStyle === "solid" && box.top < innerHeight && box.bottom > 0;
}"""


@pytest.mark.parametrize("name", guides.ORDER)
def test_what_a_card_names_is_in_the_window(name: str, new_page: NewPage, server: Server) -> None:
    page = new_page(server)
    open_page(page, "/", {"guide": name, "lang": "en"})
    lesson = guides.load(name)
    hidden: dict[int, tuple[str, ...]] = {}
    for number in range(1, len(lesson.cards) + 1):
        opened = at_card(page, name, number)
        texts: list[mentions.Shown] = []

        def look(texts: list[mentions.Shown] = texts, opened: guides.Card = opened) -> None:
            mentions.settle(page, opened)
            texts.extend(mentions.shown(page, opened))

        excepted = NOT_SHOWN.get((name, number), {})
        names = mentions.named(opened, "en")
        look()
        for _ in range(LOOKS):  # a busy server may still show the card before; an answer takes the window
            if not set(mentions.missing(names, texts)) - set(excepted):
                break
            look()
        assert page.evaluate(IS_MARKED, selector(opened.part)), (name, number)
        title = page.get_by_test_id("guide-card").locator(".guide")
        assert title.evaluate("title => title.scrollWidth - title.clientWidth") <= 0, (name, number)
        take_the_steps(page, opened, look)
        for place in range(len(opened.asks)):
            answer(page, place, opened, "shown")
            look()
        marked = [one for one in texts if one.is_marked]
        assert len(names) < 2 or len(mentions.missing(names, marked)) < len(names), (name, number)
        if missing := [one for one in mentions.missing(names, texts) if one not in excepted]:
            hidden[number] = tuple(missing)
        if number < len(lesson.cards):
            press(page, "PageDown")
    expect(page.get_by_test_id("stException")).to_have_count(0)
    assert not hidden


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
