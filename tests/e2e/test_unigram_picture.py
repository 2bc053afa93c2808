"""The picture of unigram training: all of it in the window at every step, linked by pointer, keys and taps."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.catalogs import saying
from tests.e2e import axe, in_window
from tests.e2e.conftest import NewPage, Server, open_page, still, wait_idle
from tests.e2e.film import move_to
from tests.e2e.lesson import at_step, picture, press, row_of
from tokviz.views.shared.catalog import load

EN = load("en")
SOFT = {"example": "hug", "rules": "soft-em", "seeds": "strict-substrings"}

PARTS = {
    "sentence": ".says",
    "transport": ".transport",
    "first word": ".words .row:first-child .way",
    "last word": ".words .row:last-child .way:last-child",
    "most": ".piece",
    "least": ".piece:nth-last-child(1 of .piece:not(.leaving))",
    "line": ".cut-line",
    "best now": ".way.now",
    "split again": ".row:not(.quiet) .way.again:not(.none)",
    "surprise": ".surprise",
    "exact": ".exact",
}

# What a step lacks: words, pieces, and ribbons where something flows.
LACKING = """(picture, total) => {
    const found = [];
    for (let step = 0; step <= total; step += 1) {
        const count = (selector) => picture.querySelectorAll(selector).length;
        const { kind } = picture.querySelector(".unigram").dataset;
        const flows = kind === "expect" && count(".mass i") > 0;
        const isWide = document.documentElement.clientWidth > 640;
        const words = count(".words .row");
        const all = { start: 1, prune: isWide ? 5 : 1 }[kind] ?? 5;  // a phone has the words that are split again
        if (words < all) found.push(`step ${step}: ${words} words`);
        if (count(".piece") < (kind === "prune" ? 3 : 6)) found.push(`step ${step}: ${count(".piece")} pieces`);
        if (isWide && flows && !count(".ribbon")) found.push(`step ${step}: no ribbons`);
        picture.querySelector("[name=forward]").click();
    }
    return found;
}"""


def open_picture(page: Page, **query: object) -> Page:
    """Open a training of unigram at a step and wait for its picture."""
    open_page(page, "/unigram", {**SOFT, **query})
    picture(page).locator(".linked.unigram").wait_for()
    at_step(page, int(str(query.get("step", 0))))
    return page


def piece(page: Page, name: str) -> Locator:
    return picture(page).locator(f".piece[data-key='{name}']")


def read(page: Page) -> str:
    return picture(page).locator(".read").inner_text().replace("\u00a0", " ")


def lit(page: Page) -> dict[str, list[str]]:
    """Return the parts that are lit: rows of pieces, chips, words, number of ribbons.

    A word is lit if it is not pale.
    """
    found: dict[str, list[str]] = picture(page).evaluate(
        """picture => {
            const texts = (selector, key) => [...picture.querySelectorAll(selector)].map((node) => node.dataset[key]);
            return {
                pieces: texts(".piece.lit", "key"),
                words: texts(".row:not(.dim)", "row"),
                chips: [...new Set(texts(".chip.lit", "token"))],
                ribbons: texts(".ribbon.on", "x"),
            };
        }"""
    )
    return found


@pytest.mark.parametrize(("rules", "language"), [("soft-em", "zh"), ("course", "en")])
def test_all_of_it_is_in_the_window_at_every_step(new_page: NewPage, server: Server, rules: str, language: str) -> None:
    page = new_page(server)
    query = {**SOFT, "rules": rules, "lang": language}
    assert in_window.at_every_step(page, "/unigram", query, PARTS) == []
    press(page, "Home")
    at_step(page, 0)
    total = int(picture(page).locator("[name=scrubber]").get_attribute("max") or 0)
    for width, height in (*in_window.SIZES["embedded"], *in_window.SIZES[""]):
        page.set_viewport_size({"width": width, "height": height})
        press(page, "Home")
        at_step(page, 0)
        assert picture(page).evaluate(LACKING, total) == [], width


@pytest.mark.journey
def test_a_piece_lights_up_with_its_ribbons_and_is_worked_out(page: Page) -> None:
    open_picture(page, step=4)
    assert read(page) == EN("unigram.label.hint")
    piece(page, "ug").locator(".bar").hover()
    found = lit(page)
    assert found["pieces"] == ["ug"] == found["chips"]
    assert found["words"] == ["hug", "pug", "hugs"]
    assert len(found["ribbons"]) >= 1
    assert "5 × 0.491 (pug) + 10 × 0.01374 (hug) + 5 × 0.009323 (hugs)" in read(page)
    assert "2.6390" in read(page)
    page.mouse.move(5, 5)
    expect(picture(page).locator(".piece.lit")).to_have_count(0)
    assert lit(page)["words"] == ["hug", "pug", "pun", "bun", "hugs"]


def test_a_segmentation_and_a_word_light_up(page: Page) -> None:
    open_picture(page, step=2)
    row_of(page, "pug").locator(".way .mass").nth(1).hover()
    assert lit(page)["pieces"] == ["pu", "g"]
    assert lit(page)["words"] == ["pug"]
    assert read(page).startswith("pu g: 17/210 × 20/210 = 0.0077098, which is 46.1%")
    row_of(page, "hugs").locator(".times").hover()
    assert lit(page)["words"] == ["hugs"]
    assert saying("unigram.why.word", word="hugs", count="5 times").match(read(page))
    assert " 7 segmentations: h ugs 29.6%; hu gs 29.6%;" in read(page)


def test_a_click_keeps_it_and_escape_lets_go(page: Page) -> None:
    open_picture(page, step=6)
    piece(page, "hug").click()
    page.mouse.move(5, 5)
    expect(piece(page, "hug")).to_have_class(re.compile(r"\blit\b"))
    assert saying("unigram.why.by-split", piece="hug", parts="h ug").match(read(page))
    press(page, "Escape")
    expect(piece(page, "hug")).not_to_have_class(re.compile(r"\blit\b"))
    piece(page, "hug").click()
    page.mouse.move(5, 5)
    press(page, "ArrowRight")  # a step lets go
    at_step(page, 7)
    expect(picture(page).locator(".piece.lit")).to_have_count(0)


def test_a_pruning_shows_what_goes_above_its_line(page: Page) -> None:
    open_picture(page, step=6)
    assert picture(page).locator(".piece.removed").evaluate_all("rows => rows.map((row) => row.dataset.key)") == [
        "pu",
        "hu",
        "ugs",
    ]
    line = still(picture(page).locator(".cut-line"))
    last, first = still(piece(page, "ugs")), still(piece(page, "gs"))
    assert line is not None
    assert last is not None
    assert first is not None
    assert abs(line["y"] - (last["y"] + last["height"])) < 4
    assert abs(line["y"] - first["y"]) < 4
    expect(row_of(page, "bun").locator(".way.now")).to_have_count(0)


def test_one_tab_stop_a_group_and_arrows_within(page: Page) -> None:
    open_picture(page, step=2)
    stops: Any = picture(page).evaluate(
        """picture => Object.fromEntries(["words", "pieces"].map((name) =>
            [name, picture.querySelectorAll(`.${name} [tabindex='0']`).length]))"""
    )
    assert stops == {"words": 1, "pieces": 1}
    picture(page).locator(".words [tabindex='0']").focus()
    press(page, "ArrowDown", "ArrowDown")
    assert read(page).startswith("h ug: ")
    picture(page).locator(".pieces [tabindex='0']").focus()
    press(page, "ArrowDown")
    assert lit(page)["pieces"] == ["p"]
    press(page, "ArrowRight")  # the picture's, wherever the focus is
    at_step(page, 3)
    assert picture(page).evaluate("picture => picture.getRootNode().activeElement.dataset.key") == "p"


def test_on_a_phone_there_are_no_ribbons_and_a_tap_works_it_out(new_page: NewPage, server: Server) -> None:
    page = new_page(server, viewport={"width": 390, "height": 844}, has_touch=True)
    open_picture(page, step=2)
    expect(picture(page).locator(".ribbons")).to_be_hidden()
    assert {row.locator(".way").count() for row in picture(page).locator(".row").all()} <= {1, 2}
    assert picture(page).locator(".row").count() == 5
    expect(picture(page).locator(".read")).to_be_hidden()
    piece(page, "hug").tap()
    expect(picture(page).locator(".read")).to_be_visible()
    assert read(page).startswith("The expected count of hug is 10 × 0.8286")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    open_page(page, "/unigram", {"step": 3})
    at_step(page, 3)
    shown = picture(page).locator(".piece").count()
    assert shown < 15  # of 21 pieces; those without room and those without a row are said as one
    expect(picture(page).locator(".pieces .more")).to_have_text(saying("unigram.label.more_sum", number=21 - shown))


def test_the_first_sight_is_one_word_with_its_segmentations_multiplied_out(page: Page) -> None:
    open_picture(page)
    assert picture(page).locator(".row").evaluate_all("rows => rows.map((row) => row.dataset.row)") == ["hug"]
    products = picture(page).locator(".way .product").all_inner_texts()
    assert products == ["0.071", "0.071 × 0.095 = 0.0068", "0.071 × 0.095 = 0.0068", "0.071 × 0.17 × 0.095 = 0.0012"]
    assert picture(page).locator(".way .share").all_inner_texts() == ["83%", "8%", "8%", "1%"]
    whole = picture(page).locator(".way .product b").last
    assert float(whole.get_attribute("title") or "") == pytest.approx(15 * 36 * 20 / 210**3, rel=1e-14)
    exact = picture(page).get_by_role("button", name=EN("unigram.label.exact"))
    exact.click()
    expect(exact).to_have_attribute("aria-pressed", "true")
    expect(picture(page).locator(".way .share").first).to_have_text("82.864%")
    expect(whole).to_have_text("0.00116618")
    exact.click()
    press(page, "ArrowRight")
    at_step(page, 1)
    expect(picture(page).locator(".row")).to_have_count(5)
    assert picture(page).locator(".row").first.locator(".way .share").all_inner_texts() == ["83%", "8%", "8%", "1%"]


CUT = "all => all.filter((it) => it.scrollWidth > it.clientWidth).map((it) => it.textContent)"


def test_the_products_of_one_word_are_whole_in_every_window(page: Page) -> None:
    """The value of a product is its last number, and was the first to be cut."""
    open_picture(page, lang="en")
    products = picture(page).locator(".alone .product")
    exact = picture(page).get_by_role("button", name=EN("unigram.label.exact"))
    for pressed in ("false", "true"):
        expect(exact).to_have_attribute("aria-pressed", pressed)
        for width, height in ((1280, 720), (768, 1024), (390, 844)):
            page.set_viewport_size({"width": width, "height": height})
            expect(products).to_have_count(4)
            page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
            assert products.evaluate_all(CUT) == [], (width, pressed)
        exact.click()


def test_a_word_that_is_pressed_shows_what_it_gives(page: Page) -> None:
    """pun occurs 12 times; half of its shares split it into pu and n, half into p and un."""
    open_picture(page, step=2)
    widths = (
        picture(page)
        .locator("path.ribbon")
        .evaluate_all("ribbons => ribbons.map((ribbon) => parseFloat(ribbon.style.strokeWidth))")
    )
    assert 10 < max(widths) <= 26
    row_of(page, "pun").locator(".times").click()
    page.mouse.move(5, 5)
    expect(piece(page, "n").locator(".worth")).to_have_text("6.5 of 8.6")
    expect(piece(page, "hug").locator(".worth")).to_be_hidden()
    assert lit(page)["words"] == ["pun"]
    others = picture(page).locator(".ribbon.off")
    assert others.count() + picture(page).locator(".ribbon.on").count() == len(widths)
    expect(others.first).to_have_css("opacity", "0.05")
    colors = picture(page).evaluate(
        """picture => [...new Set([".row[data-row=pun] .first .mass i", ".ribbon.on", ".part:not(.off)"].flatMap(
            (selector) => [...picture.querySelectorAll(selector)].map((node) => {
                const { stroke, backgroundColor } = getComputedStyle(node);
                return stroke === "none" ? backgroundColor : stroke;
            })))]"""
    )
    assert len(colors) == 1  # the bars, the ribbons and the parts of a word have its color
    press(page, "Escape")
    expect(piece(page, "n").locator(".worth")).to_have_text("8.6")


def test_a_pruning_shows_the_word_split_again_and_the_piece_falls(page: Page) -> None:
    open_picture(page, step=11, vocab=9)
    pug = row_of(page, "pug")
    assert pug.locator(".way").first.inner_text().split() == [*EN("unigram.label.with").split(), "p", "ug", "0.022"]
    expect(pug.locator(".again .product")).to_have_text("2.5×10⁻¹¹ · 880 million times less likely")
    assert pug.locator(".again .chip").all_inner_texts() == ["p", "u", "g"]
    expect(row_of(page, "hug")).to_have_class(re.compile("quiet"))
    assert axe.faint(page) == []  # the words that stay as they are are quiet, and still to be read
    assert picture(page).locator(".piece .worth b").all_inner_texts() == ["0", "0", "103", "161", "205"]
    piece(page, "hug").click()
    expect(row_of(page, "hug").locator(".again .chip").first).to_have_text("h")
    expect(row_of(page, "pug")).to_have_class(re.compile("quiet"))
    press(page, "Escape")
    expect(pug.locator(".again .product")).to_be_visible()
    falling = picture(page).evaluate(
        """picture => {
            picture.querySelector("[name=forward]").click();
            return picture.getRootNode().getAnimations().filter(({ effect }) => effect.getKeyframes()
                .some(({ rotate }) => rotate)).map(({ effect }) => effect.target.dataset.key);
        }"""
    )
    assert sorted(falling) == ["bu", "gs", "ug"]


def test_a_pruning_without_loss_shows_the_words_that_do_without(page: Page) -> None:
    """Step 6: no word needs pu, hu and ugs; gs costs nothing either, and stays."""
    open_picture(page, step=6, vocab=9)
    with_it, without = EN("unigram.label.with").split(), EN("unigram.label.without").split()
    for word, pieces, others, product in (("pug", "pu g", "p ug", "0.0058"), ("pun", "pu n", "p un", "0.017")):
        ways = row_of(page, word).locator(".way")
        assert ways.nth(0).inner_text().split() == [*with_it, *pieces.split(), product]
        told = [*without, *others.split(), product, "·", *EN("unigram.label.as_likely").split()]
        assert ways.nth(1).inner_text().split() == told
    expect(row_of(page, "hugs")).to_have_class(re.compile("quiet"))
    expect(piece(page, "gs").locator(".worth")).to_contain_text(EN("unigram.tied.later"))
    expect(picture(page).locator(".says")).to_contain_text(EN("reason.listed.first"))
    assert read(page) == EN("unigram.prune.unused", piece="pu")
    expect(picture(page).locator(".column-head").first).to_contain_text(EN("unigram.words.prune"))
    piece(page, "ugs").click()
    expect(row_of(page, "hugs").locator(".again")).to_have_text(EN("unigram.label.unused", word="hugs", piece="ugs"))
    press(page, "Escape")
    open_picture(page, step=11, vocab=9)
    assert "5 × ln(" in read(page)  # without a press: the loss of the dearest piece that is removed


# Pairs of things that are seen and cover each other.
COVERING = """(picture, kind) => {
    const seen = [...picture.querySelectorAll(kind)].map((node) => ({ text: node.textContent,
        box: node.getBoundingClientRect(), row: node.closest(".piece, .way") }))
        .filter(({ row, box }) => Number(getComputedStyle(row).opacity) > 0.05 && box.width);
    const meet = (one, other) => Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1
        && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1;
    return seen.flatMap((one, at) => seen.slice(at + 1)
        .filter((other) => one.row !== other.row && meet(one.box, other.box))
        .map((other) => `${one.text} | ${other.text}`));
}"""


def test_on_the_way_to_a_pruning_nothing_covers_anything_else(page: Page) -> None:
    open_picture(page, step=5, vocab=9)
    press(page, "ArrowRight")
    at_step(page, 6)
    for time in (20, 60, 100, 140, 180, 220):
        move_to(page, time)
        for kind in (".piece .symbol", ".piece .worth b", ".way .chip", ".way .product"):
            assert picture(page).evaluate(COVERING, kind) == [], (time, kind)


def test_no_letter_of_the_scrubber_is_below_its_thumb(page: Page) -> None:
    open_picture(page, step=3, vocab=9)
    above = picture(page).evaluate(
        """picture => [...picture.querySelectorAll(".ticks i.kind")].map((tick) => {
            const line = picture.querySelector("[name=scrubber]").getBoundingClientRect();
            const thumb = parseFloat(getComputedStyle(picture).fontSize) * 1.5;
            const letter = tick.getBoundingClientRect().bottom - parseFloat(getComputedStyle(tick, "::before").bottom);
            return (line.top + line.bottom - thumb) / 2 - letter;
        })"""
    )
    assert len(above) == 15
    assert min(above) >= 0


def test_the_surprise_is_a_line_to_the_step_that_is_shown(page: Page) -> None:
    open_picture(page, step=0, vocab=9)
    line = picture(page).locator(".surprise")
    assert line.locator(".done").get_attribute("points") == ""
    assert line.locator(".cross").count() == 2
    press(page, "End")
    at_step(page, 15)
    points = (line.locator(".done").get_attribute("points") or "").split()
    heights = [-float(point.split(",")[1]) for point in points]
    assert len(heights) == 6
    assert all(heights[place] > heights[place + 1] for place in (0, 2, 4))
    assert all(heights[place] < heights[place + 1] for place in (1, 3))
    expect(line.locator(".number")).to_have_text("119")
    expect(line.locator(".change")).to_have_text(f"▼ {EN('unigram.label.surprise_round', number='86')}")
    box, drawn, number = (still(line.locator(name)) for name in ("svg", ".ahead", ".number"))
    assert box is not None
    assert drawn is not None
    assert number is not None
    assert box["width"] > 400
    assert box["height"] > 70
    assert number["x"] > drawn["x"] + drawn["width"]
    assert (line.locator(".rises").get_attribute("d") or "").count("M") == 2
    assert "205 at step 12" in (line.get_by_role("img").get_attribute("aria-label") or "")


def test_an_answer_by_pointing_at_a_piece_in_a_word(page: Page) -> None:
    open_picture(page, rules="course", seeds="", step=1, predict=1)
    expect(picture(page).locator(".piece .worth b").first).to_have_text("?")
    expect(picture(page).locator(".cut-line, .piece.removed, path.ribbon")).to_have_count(0)
    row_of(page, "hugs").locator(".chip[data-token='s']").click()
    expect(page.get_by_test_id("ask")).to_have_attribute("data-state", "wrong")
    expect(page.get_by_test_id("ask").locator(".verdict")).to_contain_text("single characters stay")
    row_of(page, "pug").locator(".chip[data-token='ug']").first.click()
    expect(page.get_by_test_id("ask")).to_have_attribute("data-state", "right")
    expect(piece(page, "ug")).to_have_class(re.compile(r"removed picked right"))
    expect(picture(page).locator(".cut-line")).to_be_visible()


def test_without_motion_everything_is_at_its_end_at_once(new_page: NewPage, server: Server) -> None:
    page = open_picture(new_page(server, reduced_motion="reduce"))
    wait_idle(page)
    press(page, "ArrowRight", "ArrowRight")
    assert picture(page).evaluate("picture => picture.getRootNode().getAnimations().length") == 0
    at_step(page, 2)


def test_a_large_corpus_shows_what_the_step_touches(page: Page) -> None:
    open_page(page, "/unigram", {"example": "lighthouse", "rules": "soft-em", "step": 5})
    at_step(page, 5)
    expect(picture(page).locator(".column-head .more").first).to_have_text("8 of 217 words")
    expect(picture(page).locator(".pieces .more")).to_contain_text(", together ")
    picture(page).get_by_role("searchbox").fill("lighth")
    expect(picture(page).locator(".row").first).to_have_attribute("data-row", re.compile("^lighth"))
    picture(page).get_by_role("searchbox").fill("no such word")
    expect(picture(page).locator(".column-head .more").first).to_have_text(EN("picture.controls.none_found"))
