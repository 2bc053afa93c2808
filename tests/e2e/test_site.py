"""The site without a server in a browser: opened from disk with the network cut."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e import axe
from tests.e2e.conftest import Unconnected, in_turn, screenshot, still
from tests.e2e.lesson import press
from tests.e2e.visits import SCHEMES
from tokviz import bpe, examples, guides
from tokviz.features.site.web.files import files
from tokviz.guides import Card
from tokviz.views.shared.catalog import LANGUAGES, load

AT_REST = (
    "picture => Promise.all(picture.getRootNode().getAnimations().map((motion) => motion.finished)).then(() => null)"
)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder."""
    folder = tmp_path_factory.mktemp("site")
    for name, content in files(LANGUAGES):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(content, encoding="utf-8")
    return folder


def at_card(page: Page, number: int) -> None:
    expect(page.get_by_test_id("guide-card")).to_have_attribute("data-card", str(number))


def picture(page: Page) -> Locator:
    """The pictures that are shown; those of other cards wait, hidden."""
    return page.locator("#shows > .picture:not([hidden])").get_by_test_id("picture")


def at_step(page: Page, step: int) -> None:
    expect(picture(page).first).to_have_attribute("data-step", str(step))


def fits(page: Page) -> bool:
    """Tell if nothing has to be scrolled to from side to side."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def go_on(page: Page, card: Card) -> None:
    """Press the button of a card that goes on: over its steps first, unless something is asked."""
    button = page.get_by_test_id("guide-card").locator("button[name=next]")
    steps = 0 if card.asks else (card.until or card.step) - card.step
    if card.is_predicting:  # it goes on where a question is open; before the first position, a lattice has none
        at_step(page, card.step)
        is_asked = picture(page).first.get_attribute("data-asks") == "open"
        steps = 0 if is_asked else min(steps, 1)
    for step in range(steps):
        at_step(page, card.step + step)
        button.click()
    if steps:
        at_step(page, card.step + steps)
    button.click()


def test_a_lesson_from_the_door_to_the_next_one(unconnected: Unconnected, site: Path) -> None:
    page, guide = unconnected.new_page(), guides.load("bpe")
    page.goto((site / "index.html").as_uri())
    page.get_by_role("link", name=re.compile(re.escape(guide.title["en"]))).click()
    card = page.get_by_test_id("guide-card")
    for number, one in enumerate(guide.cards[:-1], start=1):
        at_card(page, number)
        expect(card.locator("h2")).to_have_text(one.title["en"].replace("`", ""))
        at_step(page, one.step)
        go_on(page, one)
    at_card(page, len(guide.cards))
    (ask, _), trace = guide.cards[-1].asks, bpe.train(examples.load("sennrich").corpus, rules="sennrich")
    right = " | ".join(trace.model().encode(str(ask.given["word"])))
    asks = card.get_by_test_id("guide-ask")
    for state in ("again", "wrong"):  # what was wrong cannot be chosen again
        choices = asks.first.locator(".choices button:enabled")
        texts = choices.all_inner_texts()
        assert right in texts
        choices.nth(next(place for place, text in enumerate(texts) if text != right)).click()
        expect(asks.first).to_have_attribute("data-state", state)
    card.get_by_role("button", name="Show the answer").click()
    expect(asks.nth(1)).to_have_attribute("data-state", "shown")
    expect(asks.nth(1).locator(".verdict")).not_to_be_empty()
    expect(card.locator(".tally")).to_have_text("0 of 1 right")
    screenshot(page, "site-lesson")
    page.go_back()
    at_card(page, len(guide.cards) - 1)
    page.go_forward()
    card.get_by_role("button", name="Next lesson").click()
    expect(card.locator("h2")).to_have_text(guides.load(guide.next).cards[0].title["en"].replace("`", ""))


def test_a_remote_plays_the_steps_of_a_card_and_then_turns_it(unconnected: Unconnected, site: Path) -> None:
    page = unconnected.new_page()
    page.goto(f"{(site / 'en' / 'lesson-unigram.html').as_uri()}#6")  # steps 2 to 4
    at_step(page, 2)
    for step in (3, 4):
        press(page, "PageDown")
        at_step(page, step)
    press(page, "PageDown")
    at_card(page, 7)
    page.go_back()
    at_step(page, 2)
    press(page, "Home")
    card = page.get_by_test_id("guide-card")
    card.get_by_role("button", name=load("en")("guide.label.return")).click()
    at_step(page, 2)


def test_a_card_looks_the_same_whichever_way_one_came(unconnected: Unconnected, site: Path) -> None:
    """A picture that was handed another trace kept the measures of the one before: its letters were half as large."""
    address = (site / "en" / "lesson-wordpiece.html").as_uri()
    sizes = []
    for cards in ((9,), (7, 9)):
        page = unconnected.new_page()
        for number in cards:
            page.goto(f"{address}#{number}")
            at_card(page, number)
            expect(picture(page)).to_have_count(1)
            expect(picture(page).locator(".chip, .symbol").first).to_be_visible()
        at_step(page, 3)
        picture(page).first.evaluate(AT_REST)
        boxes = [still(chip) for chip in picture(page).first.locator(".symbol").all()]
        sizes.append([(box["width"], box["height"]) for box in boxes if box])
    assert sizes[0]
    assert sizes[0] == sizes[1]


@pytest.mark.parametrize(("language", "locale"), [("en", "fr-FR"), ("zh", "zh-CN")])
def test_each_card_of_each_lesson_on_a_phone(unconnected: Unconnected, site: Path, language: str, locale: str) -> None:
    """Each lesson in one of the languages, which take turns."""
    page, say = unconnected.new_page("dark", 390, locale), load(language)
    page.goto((site / "index.html").as_uri())
    expect(page).to_have_title(say("app.name"))
    expect(page.locator("html")).to_have_attribute("lang", language)
    for name in (one for one, turn in in_turn(guides.names()) if turn == language):
        page.goto((site / language / f"lesson-{name}.html").as_uri())
        for number in range(1, len(guides.load(name).cards) + 1):
            if number > 1:
                go_on(page, guides.load(name).cards[number - 2])
            at_card(page, number)
            expect(page.locator("#shows > :not([hidden])").first).to_be_visible()
            assert fits(page), (name, number)


def test_search_finds_lessons_and_examples(unconnected: Unconnected, site: Path) -> None:
    page = unconnected.new_page()
    page.goto((site / "en" / "index.html").as_uri())
    shown = partial(page.locator, "main li:not([hidden]) a")
    page.get_by_role("searchbox").fill("wordpiece")
    expect(shown(has_text="WordPiece: longest match")).to_be_visible()
    expect(shown(has_text="Why subwords")).to_have_count(0)
    page.get_by_role("searchbox").fill("aaabdaaabac bpe")
    expect(shown()).to_have_count(1)
    shown().click()
    expect(picture(page)).to_be_visible()


SHOWING = {
    "index.html": "#found:not(:empty)",
    "lesson-choosing.html#6": "#shows > :not([hidden]) table",
    "lesson-consequences.html#1": "#shows .boxes [aria-label]",
    "lesson-tokens.html#3": "#shows .boxes [aria-label]",
    "bpe-hug.html": "[data-testid=picture]",
}
"""Page -> what is there once it is drawn."""


def test_no_page_has_a_serious_finding(unconnected: Unconnected, site: Path) -> None:
    """In both schemes; languages take turns."""
    page = unconnected.new_page()
    for name, language in in_turn(SHOWING):
        page.goto((site / language).as_uri() + f"/{name}")
        page.locator(SHOWING[name]).first.wait_for()
        assert axe.findings(page) == [], name
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme)
            assert axe.faint(page) == [], (name, scheme)
