"""The picture of a merging: all of it in the window at every step, linked under the pointer, one tab stop a group."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.catalogs import saying
from tests.e2e import in_window
from tests.e2e.conftest import NewPage, Server, resize, still, wait_idle, widen_letters
from tests.e2e.lesson import at_step, open_lesson, picture, press, reload, row_of
from tokviz.views.shared.catalog import load

EN = load("en")
PARTS = {
    "sentence": ".says",
    "transport": ".transport",
    "vocabulary": ".vocabulary",
    "winner": ".candidate-pair.wins",
    "newest": ".row .chip.new",
    "next": ".ring.next",
    "made": ".tokens .symbol:last-child",
}


@pytest.mark.parametrize(
    ("path", "example", "language"),
    [("/bpe", "sennrich", "en"), ("/bpe", "course", "zh"), ("/wordpiece", "hug", "zh")],
)
def test_all_of_it_is_in_the_window_at_every_step(
    new_page: NewPage, server: Server, path: str, example: str, language: str
) -> None:
    page = new_page(server)
    assert in_window.at_every_step(page, path, {"example": example, "lang": language}, PARTS) == []


def test_a_score_and_a_count_have_room_where_letters_are_wider(page: Page) -> None:
    widen_letters(page)
    assert in_window.at_every_step(page, "/wordpiece", {"example": "hug", "lang": "en"}, PARTS) == []


def test_at_200_percent_the_sentence_and_the_touched_words_are_in_view(new_page: NewPage, server: Server) -> None:
    page = open_lesson(new_page(server, viewport={"width": 640, "height": 360}), example="sennrich")
    for step in range(1, 4):
        press(page, "ArrowRight")
        at_step(page, step)
        finish(page)
        outside = in_window.outside(page, {name: PARTS[name] for name in ("sentence", "newest")})
        assert outside == [], step
    assert page.evaluate("document.documentElement.scrollWidth") <= 640


def finish(page: Page) -> None:
    """End all motion."""
    picture(page).evaluate("picture => picture.getRootNode().getAnimations().forEach((motion) => motion.finish())")


def light(page: Page, wanted: str) -> list[str]:
    """The names of what is lit or framed: `data-key`, `data-symbol` as text, or the words that are not pale."""
    found: list[str] = picture(page).evaluate(
        """(picture, wanted) => {
            if (wanted === "words") {
                return [...picture.querySelectorAll(".row:not(.dim)")].map((row) => row.dataset.row);
            }
            if (wanted === "frames") return [...picture.querySelectorAll(".ring.lit")].map(() => "lit");
            return [...picture.querySelectorAll(wanted)].map((node) => node.dataset.key ?? node.firstChild.textContent);
        }""",
        wanted,
    )
    return found


def read(page: Page) -> str:
    return picture(page).locator(".read").inner_text()


@pytest.mark.journey
def test_a_pair_lights_up_everywhere(page: Page) -> None:
    open_lesson(page, example="sennrich", step=3)
    row = picture(page).locator(".candidate-pair[data-key='w est</w>']")
    row.locator(".rank").hover()
    expect(row).to_have_class(re.compile(r"\blit\b"))
    assert light(page, "words") == ["newest"]
    assert light(page, "frames") == ["lit"]
    assert light(page, ".tokens .part-of") == ["w", "est"]
    assert read(page).startswith("w est</w> occurs 6 times: newest 6.")
    page.mouse.move(5, 5)
    expect(row).not_to_have_class(re.compile(r"\blit\b"))
    assert light(page, "words") == ["low", "lower", "newest", "widest"]


def test_a_symbol_and_a_word_light_up(page: Page) -> None:
    open_lesson(page, example="sennrich", step=3)
    picture(page).locator(".tokens .symbol").last.hover()
    assert light(page, "words") == ["newest", "widest"]
    assert light(page, "frames") == ["lit", "lit"]
    made = EN("picture.label.symbol_made", symbol="est</w>", number=3, parts="est </w>")
    occurs = EN("picture.label.symbol_occurs", count=9, sum="newest 6 + widest 3")
    assert read(page).startswith(f"{made} {occurs}")
    row_of(page, "lower").locator(".times").hover()
    assert light(page, "words") == ["lower"]
    assert read(page).startswith("lower occurs 2 times")
    assert picture(page).locator(".bar .part.lit").count() > 3


def test_the_scrubber_names_its_steps_under_the_pointer(page: Page) -> None:
    open_lesson(page, example="sennrich")
    slider = picture(page).locator("[name=scrubber]")
    slider.hover()
    total = int(slider.get_attribute("max") or 0)
    box = still(slider)
    assert box
    page.mouse.move(box["x"] + 12 + (box["width"] - 24) / total, box["y"] + 10)
    expect(picture(page).locator(".tip")).to_have_text("1 · e + s · 9")
    open_lesson(page, example="sennrich", predict=1)
    picture(page).locator("[name=scrubber]").hover()
    expect(picture(page).locator(".tip")).not_to_contain_text("+")


def test_between_two_symbols_is_their_pair_and_a_click_keeps_it(page: Page) -> None:
    open_lesson(page, example="sennrich", step=3)
    box = still(row_of(page, "lower").locator(".chip").nth(3))
    assert box
    page.mouse.click(box["x"] + box["width"] - 2, box["y"] + 5)
    expect(picture(page).locator(".candidate-pair.lit")).to_have_attribute("data-key", "e r")
    page.mouse.move(5, 5)
    expect(picture(page).locator(".candidate-pair.lit")).to_have_attribute("data-key", "e r")
    press(page, "ArrowRight")  # a step lets go
    expect(picture(page).locator(".candidate-pair.lit")).to_have_count(0)


@pytest.mark.journey
def test_one_tab_stop_a_group_and_arrows_within(page: Page) -> None:
    open_lesson(page, example="sennrich", step=3)
    stops: Any = picture(page).evaluate(
        """picture => Object.fromEntries(["words", "candidate-pairs", "tokens"].map((name) =>
            [name, picture.querySelectorAll(`.${name} [tabindex='0']`).length]))"""
    )
    assert stops == {"words": 1, "candidate-pairs": 1, "tokens": 1}
    picture(page).locator(".candidate-pairs [tabindex='0']").focus()
    press(page, "ArrowDown", "ArrowDown")
    expect(picture(page).locator(".candidate-pair.lit")).to_have_attribute("data-key", "n e")
    press(page, "Enter", "Escape")
    expect(picture(page).locator(".candidate-pair.lit")).to_have_count(0)
    press(page, "ArrowRight")  # the picture's, wherever the focus is
    at_step(page, 4)


def test_without_motion_everything_is_at_its_end_at_once(new_page: NewPage, server: Server) -> None:
    page = open_lesson(new_page(server, reduced_motion="reduce"), example="sennrich")
    wait_idle(page)
    press(page, "ArrowRight")
    assert picture(page).evaluate("picture => picture.getRootNode().getAnimations().length") == 0
    at_step(page, 1)


def test_a_large_corpus_shows_what_the_merge_touches(page: Page) -> None:
    open_lesson(page, example="lighthouse", step=30)
    shown = picture(page).locator(".words .row")
    expect(picture(page).locator(".words-head")).to_contain_text(saying("picture.label.words_part", total=217))
    assert shown.count() >= 4
    expect(picture(page).locator(".side-panel .panel-head .more")).to_have_text(
        re.compile(r"^bars zoomed 4× · \d+ more$")
    )
    expect(picture(page).locator(".words .ring.next").first).to_be_visible()


def test_bars_of_the_same_count_are_equally_long(page: Page) -> None:
    """However many words they are of."""
    open_lesson(page, example="own", corpus="abx 6, cdx 4, cdy 2")
    finish(page)
    bars: list[tuple[str, int, float]] = picture(page).evaluate(
        """(picture) => [...picture.querySelectorAll(".candidate-pair")].map((row) => {
            const parts = [...row.querySelectorAll(".bar .part")];
            const [first, last] = [parts[0], parts.at(-1)].map((part) => part.getBoundingClientRect());
            return [row.querySelector(".worth b").textContent, parts.length, last.right - first.left];
        })"""
    )
    six = [(parts, length) for count, parts, length in bars if count == "6"]
    assert {parts for parts, _ in six} >= {1, 2}
    assert max(length for _, length in six) - min(length for _, length in six) < 0.1


def test_the_legend_is_there_at_first_and_comes_back(new_page: NewPage, server: Server) -> None:
    page = open_lesson(new_page(server), example="sennrich", step=3)
    signs, toggle = picture(page).locator(".signs"), picture(page).locator(".legend-toggle")
    words = picture(page).locator(".words")
    before = still(words)
    expect(signs.get_by_role("listitem").first).to_have_text(EN("picture.label.sign_next"))
    expect(signs).to_contain_text(EN("picture.label.sign_slider"))
    expect(picture(page).locator(".read")).to_be_hidden()
    picture(page).locator(".candidate-pair .rank").first.hover()  # what is lit is told in its place
    expect(picture(page).locator(".read.on")).to_be_visible()
    expect(signs).to_be_hidden()
    page.mouse.move(5, 5)
    expect(signs).to_be_visible()
    toggle.click()
    expect(toggle).to_have_text(EN("picture.controls.legend"))
    expect(signs).to_be_hidden()
    expect(picture(page).locator(".read")).to_contain_text(EN("picture.label.hint")[:30])
    assert still(words) == before, "it takes the room that is there"
    reload(page)
    at_step(page, 3)
    expect(signs).to_be_hidden()
    toggle.press("Enter")
    expect(signs).to_be_visible()
    expect(toggle).to_have_text(EN("picture.controls.got_it"))


# Ticks at the joints of a word that touch the ink of one of its letters.
_TOUCHED = """picture => {
    const context = document.createElement("canvas").getContext("2d");
    const inkOf = (node) => {
        const style = getComputedStyle(node);
        context.font = `${style.fontSize} ${style.fontFamily}`;
        const ink = context.measureText(node.textContent);
        const { top, height } = node.getBoundingClientRect();
        const baseline = top + height / 2 + (ink.fontBoundingBoxAscent - ink.fontBoundingBoxDescent) / 2;
        return { top: baseline - ink.actualBoundingBoxAscent, bottom: baseline + ink.actualBoundingBoxDescent };
    };
    const rows = [...picture.querySelectorAll(".word-rows .chips")];
    const told = rows.flatMap((row) => [...row.querySelectorAll(".cut")].map((cut) => {
        const { top, bottom } = cut.getBoundingClientRect();
        const [above, below] = ["::before", "::after"].map((part) => parseFloat(getComputedStyle(cut, part).height));
        const inks = [...row.querySelectorAll(".letter")].map(inkOf);
        return inks.every((ink) => top + above < ink.top + 0.5 && bottom - below > ink.bottom - 0.5);
    }));
    return [told.length, told.every(Boolean)];
}"""


def test_no_line_in_a_box_touches_a_letter(page: Page) -> None:
    open_lesson(page, example="sennrich", step=15)
    for width in (1280, 390):
        resize(page, width, 844)
        count, is_clear = picture(page).evaluate(_TOUCHED)
        assert count > 6, width
        assert is_clear, width
