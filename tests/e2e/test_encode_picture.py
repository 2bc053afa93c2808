"""The picture of an encoding: all of it in the window at every step, linked under the pointer, predicted in place."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import FloatRect, Locator, Page, expect

from tests.e2e import in_window
from tests.e2e.conftest import NewPage, Server, in_turn, open_page, resize, still, widen_letters
from tests.e2e.lesson import at_step, chips, press, row_of
from tests.e2e.lesson import picture as pictures
from tokviz.views.shared.catalog import load

EN = load("en")
PARTS = {
    "sentence": ".says",
    "transport": ".transport",
    "newest": ".row .chip.new",
    "next": ".ring.next",
    "winner": ".try.wins",
    "legend": ".drops > .legend",
    "word": ".row .chip",
}
APPLY = {"example": "sennrich", "rules": "subword-nmt", "merges": "10", "apply": "subword-nmt", "glossaries": "USA"}
CASES = {
    "/bpe-encode": {"example": "sennrich"},
    "/bpe-encode?": {**APPLY, "text": "lowestUSAnewest", "counted": "1", "threshold": "5"},
    "/bpe-encode??": {"example": "sennrich", "rules": "huggingface", "text": "lozwesté"},  # of which two are dropped
    "/wordpiece": {"example": "hug", "do": "encode", "word": "hugs"},
}


@pytest.mark.parametrize(("path", "language"), in_turn(CASES))
def test_all_of_it_is_in_the_window_at_every_step(new_page: NewPage, server: Server, path: str, language: str) -> None:
    page = new_page(server)
    query = {**CASES[path], "lang": language}
    assert in_window.at_every_step(page, path.rstrip("?"), query, PARTS) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


# path, query, what has to be in view: at 200 % a window of 1280 by 720 has half as many pixels
ENLARGED: dict[str, tuple[str, dict[str, object], tuple[str, ...]]] = {
    "encoding": ("/bpe-encode", {"example": "sennrich", "merges": 10, "text": "lowest"}, (".says", ".chips .chip")),
    "wordpiece": ("/wordpiece", {"example": "hug", "do": "encode", "text": "hugs"}, (".says", ".chips .chip")),
    "unigram": ("/unigram", {"example": "hug", "step": 1}, (".says", ".words .row")),
    "lattice": ("/unigram", {"example": "hug", "do": "lattice", "word": "pug"}, (".says",)),
    "top-down": ("/wordpiece", {"example": "hug", "rules": "tf-text"}, (".says",)),
}


@pytest.mark.parametrize("name", list(ENLARGED))
def test_at_200_percent_the_sentence_and_the_touched_word_are_in_view(
    new_page: NewPage, server: Server, name: str
) -> None:
    path, query, parts = ENLARGED[name]
    page = open_page(new_page(server, viewport={"width": 640, "height": 360}), path, query)
    picture(page).wait_for()
    for step in (0, 1):
        assert in_window.outside(page, {part: part for part in parts}) == [], step
        press(page, "ArrowRight")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_head_leaves_the_window_to_the_picture(page: Page) -> None:
    """Above the picture are one line with the title and one with corpus and text; on a phone the text has its own."""
    open_lowest(page)
    for width, height, top in ((1280, 720, 160), (1024, 768, 160), (390, 844, 200)):
        resize(page, width, height)
        page.wait_for_function(TOP_OF_PICTURE, arg=top)
        box = share(page)
        assert box["y"] + box["height"] < 60, width  # one line, whatever is shown of its name
        assert (box["width"] < 60) is (width < 640), width


def test_the_head_is_one_line_where_letters_are_wider(new_page: NewPage, server: Server) -> None:
    """Systems that draw letters on whole pixels make a line some hundredths longer."""
    page = new_page(server, viewport={"width": 1024, "height": 768})
    widen_letters(page)
    open_lowest(page)
    page.wait_for_function(TOP_OF_PICTURE, arg=160)
    box = share(page)
    assert box["y"] + box["height"] < 60


TOP_OF_PICTURE = "most => document.querySelector('.st-key-part_picture').getBoundingClientRect().top <= most"


def share(page: Page) -> FloatRect:
    """Return the place and size of the last button of the head."""
    box = still(page.locator(".st-key-heading").get_by_role("button", name=EN("share.title")))
    assert box
    return box


def picture(page: Page) -> Locator:
    """The one at the top: tokens of the text are drawn by others below it."""
    return pictures(page).first


def open_lowest(page: Page, **query: object) -> Page:
    open_page(page, "/bpe-encode", {"example": "sennrich", "merges": 10, "text": "lowest", **query})
    picture(page).wait_for()
    return page


def lit(page: Page) -> list[str]:
    """The names of rows that are lit."""
    found: list[str] = picture(page).locator(".try.lit").evaluate_all("rows => rows.map((row) => row.dataset.key)")
    return found


@pytest.mark.journey
def test_a_pair_lights_up_in_the_word_and_in_its_row(page: Page) -> None:
    open_lowest(page)
    picture(page).locator(".try[data-key='l o']").hover()
    assert lit(page) == ["l o"]
    expect(picture(page).locator(".ring.lit")).to_have_count(1)
    expect(picture(page).locator(".read")).to_have_text(re.compile(r"^l o \D*\b4\b\D* 1–2\.$"))
    box = still(row_of(page, "lowest").locator(".chip").nth(2))
    assert box
    page.mouse.click(box["x"] + box["width"] - 2, box["y"] + 5)
    page.mouse.move(5, 5)
    assert lit(page) == ["w e"]  # between two symbols is their pair, and a click keeps it
    expect(picture(page).locator(".read")).to_have_text(re.compile(r"^w e\b(?!.*merge \d)"))
    press(page, "ArrowRight")  # a step lets go
    assert lit(page) == []
    assert chips(page, "lowest", "new") == ["es"]


def test_what_is_dropped_is_crossed_out_and_said(page: Page) -> None:
    open_page(page, "/bpe-encode", {"example": "sennrich", "rules": "huggingface", "text": "lozwesté", "merges": 10})
    picture(page).wait_for()
    expect(row_of(page, "lozwesté").locator(".chip.dropped")).to_have_count(2)
    row = row_of(page, "lozwesté").locator(".chips")
    expect(row).to_have_attribute("aria-label", "lozwesté: l o z (dropped) w e s t é (dropped)")
    legend = picture(page).locator(".legend")
    expect(legend.locator(".symbol.dropped")).to_have_text(["z", "é"])
    expect(legend).to_contain_text("Crossed out: 2 of 8 symbols")
    box = still(row_of(page, "lozwesté").locator(".chip[data-token=z]"))
    assert box
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 5)
    expect(picture(page).locator(".read")).to_have_text(EN("encode.picture.label.symbol_dropped", symbol="z"))
    press(page, "ArrowRight")
    expect(row).to_have_attribute("aria-label", "lozwesté: l o w e s t")
    expect(legend).to_be_visible()
    open_page(page, "/bpe-encode", {"example": "sennrich", "rules": "huggingface", "text": "é", "step": 1})
    picture(page).wait_for()
    assert chips(page, "é") == ["∅"]
    expect(picture(page).locator(".legend .symbol")).to_have_text(["é"])


def test_a_symbol_says_which_merge_made_it(page: Page) -> None:
    open_lowest(page, step=2)
    box = still(row_of(page, "lowest").locator(".chip[data-token=est]"))
    assert box
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 5)
    expect(picture(page).locator(".read")).to_have_text(
        EN("picture.label.symbol_made", symbol="est", number=2, parts="es t")
    )


def test_one_tab_stop_and_arrows_within(page: Page) -> None:
    open_lowest(page)
    assert picture(page).locator(".tries [tabindex='0']").count() == 1
    picture(page).locator(".tries [tabindex='0']").focus()
    press(page, "ArrowDown")
    assert lit(page) == ["l o"]


def test_prefixes_of_wordpiece_say_which_was_found(page: Page) -> None:
    open_page(page, "/wordpiece", {"example": "hug", "do": "encode", "stop": "merges", "merges": 4, "text": "pug"})
    picture(page).wait_for()
    rows = picture(page).locator(".try")
    assert rows.evaluate_all("rows => rows.map((row) => row.dataset.key)")[0] == "pug"
    expect(picture(page).locator(".try.wins .worth")).to_have_text(EN("encode.picture.prefix.match"))
    rows.first.hover()
    expect(picture(page).locator(".ring.lit")).to_have_count(1)


def test_a_pair_is_predicted_by_pointing_at_it(page: Page) -> None:
    open_lowest(page, predict=1)
    expect(picture(page).locator(".ring.next")).to_have_count(0)
    expect(picture(page).locator(".try.wins, .try .strip")).to_have_count(0)
    for place in (3, 4):
        row_of(page, "lowest").locator(".chip").nth(place).click()
    expect(page.get_by_test_id("ask")).to_have_attribute("data-state", "right")
    expect(picture(page).locator(".try.picked.right")).to_have_attribute("data-key", "e s")
    press(page, "ArrowRight")
    at_step(page, 1)


def test_letters_that_were_not_found_are_struck_only_where_nothing_else_says_so(page: Page) -> None:
    open_page(page, "/wordpiece", {"example": "hug", "do": "encode", "word": "pugnugs", "step": 0, "lang": "en"})
    window = picture(page).locator(".try.out .window").first
    expect(window).to_be_visible()
    struck = "(node) => getComputedStyle(node, '::after').content !== 'none'"
    assert window.evaluate(struck) is False
    page.set_viewport_size({"width": 390, "height": 844})
    assert window.evaluate(struck) is True
