"""The picture of a top-down training: in the window at every step, linked, asked in, and open to everybody."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.catalogs import saying
from tests.e2e import axe, in_window
from tests.e2e.conftest import open_page, still, wait_idle
from tests.e2e.lesson import at_step, picture, press
from tests.e2e.visits import SCHEMES, wear
from tokviz.views.shared.catalog import load

HUG = {"example": "hug", "rules": "tf-text", "vocab": "24"}
PARTS = {
    "sentence": ".says",
    "transport": ".transport",
    "vocabulary": ".vocabulary",
    "words": ".spread .row",
    "selection": ".side-panel:not([hidden])",
    "first": ".candidate:first-child",
}


def opened(page: Page, **query: object) -> Page:
    open_page(page, "/wordpiece", {**HUG, **query})
    picture(page).locator(".spread .row").first.wait_for()
    wait_idle(page)
    return page


def test_all_of_it_is_in_the_window_at_every_step(page: Page) -> None:
    """Chinese sentences are shorter; one of them is read in each width below."""
    assert in_window.at_every_step(page, "/wordpiece", {**HUG, "vocab": "22", "lang": "en"}, PARTS) == []


ALONE = """says => [...says.querySelectorAll("code")].flatMap(code => {
    const texts = document.createTreeWalker(says, NodeFilter.SHOW_TEXT);
    texts.currentNode = code.lastChild;
    const next = texts.nextNode();
    if (!next || !/^[,.;:)，。；：、！？）]/u.test(next.data)) return [];
    const range = document.createRange();
    range.setStart(next, 0);
    range.setEnd(next, 1);
    const [sign, before] = [range, code].map(one => one.getBoundingClientRect());
    return [[code.textContent, sign.top < before.bottom]];
})"""
"""Each code of the sentences that a sign follows, and whether the sign is on its line."""


def test_no_line_begins_with_the_sign_behind_a_code(page: Page) -> None:
    opened(page, step=4, lang="zh")
    seen = 0
    for width in range(1_320, 380, -20):
        page.set_viewport_size({"width": width, "height": 900})
        page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
        found = picture(page).locator(".says").evaluate(ALONE)
        assert [code for code, is_beside in found if not is_beside] == [], width
        seen += len(found)
    assert seen > 0


def test_a_search_without_a_match_says_so_beside_its_field(page: Page) -> None:
    open_page(page, "/wordpiece", {"example": "lighthouse", "rules": "tf-text", "step": 3})
    at_step(page, 3)
    head, field = picture(page).locator(".words-head"), picture(page).get_by_role("searchbox")
    number = head.locator("span")
    for said, searched in (("of 217 words", ""), ("No word found", "no such word")):
        field.fill(searched)
        expect(number).to_contain_text(said)
        text, box = still(number), still(field)
        assert text
        assert box
        assert text["x"] + text["width"] + 8 <= box["x"]
        assert box["y"] < text["y"] + text["height"] / 2 < box["y"] + box["height"]


CUT = """root => [root.querySelector(".spread"), ...root.querySelectorAll(".candidate .name")]
    .filter(box => box.scrollHeight > box.clientHeight + 1 || box.firstChild.getBoundingClientRect().left
        < box.getBoundingClientRect().left - 1)
    .map(box => box.textContent)"""
"""A script that finds the texts that are cut off: words, or the name of a substring, which is cut off on the left."""


@pytest.mark.parametrize("language", ["en", "zh"])
def test_words_and_long_substrings_are_whole(page: Page, language: str) -> None:
    """On a projector and on a phone."""
    query = {"example": "lighthouse", "rules": "tf-text", "step": 3, "lang": language}
    open_page(page, "/wordpiece", query)
    at_step(page, 3)
    expect(picture(page).locator(".candidate .name")).to_have_text(["##randchildren", "watchfulness", "grandchildre"])
    for width, height in ((1280, 720), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function(f"root => ({CUT})(root).length === 0", arg=picture(page).element_handle())


@pytest.mark.journey
def test_a_substring_lights_up_where_it_is_counted(page: Page) -> None:
    opened(page, step=3)
    row = picture(page).get_by_role("button", name=re.compile("^hug: counted 15, 10 left"))
    row.hover()
    expect(row).to_have_class(re.compile(r"\blit\b"))
    assert picture(page).locator(".row:not(.dim)").evaluate_all("rows => rows.map((one) => one.dataset.word)") == [
        "hug",
        "hugs",
    ]
    assert picture(page).locator(".counted.lit.taken").count() == 1
    say, told = load("en"), picture(page).locator(".read").inner_text()
    counted = say("top-down.picture.counted", token="hug", count=15) + say(
        "top-down.picture.sum", sum="hug 10 + hugs 5"
    )
    taken = counted + say("top-down.picture.taken", taken=5, by="hugs 5")
    assert told.startswith(taken)
    assert saying("top-down.picture.left", remains=10, threshold=11).match(told.removeprefix(taken))
    picture(page).locator("[data-word=hugs] .piece").first.hover()
    expect(picture(page).locator(".candidate.lit")).to_have_count(2)


def test_one_tab_stop_a_group_and_arrows_within(page: Page) -> None:
    opened(page, step=4)
    for group in (".spread", ".candidates", ".tokens"):
        expect(picture(page).locator(f"{group} [tabindex='0']")).to_have_count(1)
    picture(page).locator(".candidates [tabindex='0']").focus()
    press(page, "ArrowDown")
    expect(picture(page).locator(".candidate.lit")).to_have_attribute("aria-label", re.compile("^##ug: counted 20"))
    press(page, "ArrowRight")  # the picture's, wherever the focus is
    at_step(page, 5)


def test_what_is_kept_is_asked_in_the_picture(page: Page) -> None:
    opened(page, step=3, predict=1)
    expect(picture(page).locator(".worth").first).to_contain_text("?")
    assert picture(page).locator(".counted.taken").count() == 0
    picture(page).get_by_role("button", name=re.compile("^hug: predict")).click()
    expect(page.get_by_test_id("ask")).to_have_attribute("data-state", "wrong")
    expect(picture(page).locator(".candidate.stays")).to_have_count(0)
    page.get_by_test_id("ask").locator("button[name=tell]").click()
    expect(picture(page).locator(".candidate.stays")).to_have_attribute("aria-label", re.compile("^pun: counted 12"))


def test_the_search_shows_each_trial(page: Page) -> None:
    opened(page, step=26)
    assert picture(page).locator(".trials li").all_inner_texts() == ["10 to 12: threshold 11\n21 tokens, too few"]
    press(page, "ArrowRight")
    expect(picture(page).locator(".trials li")).to_have_count(2)


@pytest.mark.below
def test_everybody_can_use_it(page: Page) -> None:
    opened(page, step=3)
    for step in (3, 26):
        picture(page).locator("[name=scrubber]").fill(str(step))
        at_step(page, step)
        for scheme in SCHEMES:
            wear(page, scheme)
            assert axe.findings(page) == [], (step, scheme)
