"""The clock of `/compare` in a browser: it steps, the address says the size, and the words stand under each other."""

import re
from itertools import pairwise

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.catalogs import saying
from tests.e2e.conftest import NewPage, Server, open_page, resize, screenshot, still, wait_idle
from tests.e2e.lesson import at_address, picture, press
from tokviz.views.shared.catalog import load

EN = load("en")
COURSE = {"example": "hug", "t": "bpe:course,wordpiece:course,unigram:course", "text": "unhug", "lang": "en"}


def clock(page: Page, **query: object) -> Locator:
    open_page(page, "/compare", {**COURSE, "size": 10, **query})
    shown = picture(page)
    shown.wait_for()
    return shown


def at_size(shown: Locator, size: int) -> None:
    expect(shown.locator(".knob")).to_have_text(EN("clock.label.size", n=size))


def boxes(shown: Locator, word: int, hand: int) -> list[str]:
    """The letters in each box of a word, as one training splits it."""
    found: list[str] = shown.locator(f".word:nth-of-type({word + 2}) .lane.of-{hand}").evaluate(
        """lane => {
            const signs = [...lane.querySelectorAll(".letter")].map((one) => one.textContent);
            const starts = [...lane.querySelectorAll(".box")].flatMap((box, at) =>
                box.classList.contains("hidden") ? [] : [at]);
            return starts.map((start, place) => signs.slice(start, starts[place + 1]).join(""));
        }"""
    )
    return found


def test_arrows_move_the_size_and_each_training_says_what_it_did(page: Page) -> None:
    shown = clock(page)
    at_size(shown, 10)
    told = shown.locator(".told-by p")
    expect(told).to_have_count(3)
    expect(told.nth(0)).to_contain_text("15")
    assert [boxes(shown, 0, hand) for hand in range(3)] == [["hug"], ["hu", "g"], ["hug"]]
    press(page, "ArrowRight")
    at_size(shown, 11)
    assert boxes(shown, 2, 0) == ["pun"]
    expect(told.nth(2)).to_contain_text("gs")  # which Unigram still has
    expect(shown.locator(".box.new")).not_to_have_count(0)
    at_address(page, size=11)
    press(page, "ArrowLeft", "ArrowLeft")
    at_size(shown, 9)
    expect(shown.locator(".box.rewound")).not_to_have_count(0)
    at_address(page, size=9)


def test_playing_at_the_end_goes_back_to_the_smallest_size(page: Page) -> None:
    shown = clock(page)
    press(page, "End")
    at_size(shown, 16)
    press(page, "Space")
    expect(shown.locator(".transport button[aria-pressed=true]")).to_have_count(1)
    at_size(shown, 7)
    expect(shown.locator(".transport button[aria-pressed=true]")).to_have_count(0)
    press(page, "Space")
    at_size(shown, 8)


def test_a_drag_in_the_chart_leads_to_its_size(page: Page) -> None:
    shown = clock(page)
    area = still(shown.locator(".clock-chart"))
    assert area
    page.mouse.move(area["x"] + area["width"] / 2, area["y"] + 40)
    page.mouse.down()
    page.mouse.move(area["x"] + area["width"] - 2, area["y"] + 40, steps=4)
    page.mouse.up()
    at_size(shown, 16)
    expect(shown.locator(".told-by .above")).to_have_count(1)


def test_the_rows_below_have_the_size_of_the_clock(page: Page) -> None:
    shown = clock(page)
    press(page, "ArrowRight")
    at_size(shown, 11)
    page.locator(".st-key-part_rows").scroll_into_view_if_needed()
    expect(page.get_by_test_id("stSidebar").get_by_text(saying("compare.range")).first).to_contain_text("11")


def test_a_press_on_a_word_explains_it_below(page: Page) -> None:
    shown = clock(page)
    shown.get_by_role("button", name=re.compile("^pun, ")).click()
    at_address(page, word="pun")
    expect(page.get_by_test_id("text-rows")).to_contain_text("pun")


# What lies over another: values, what they count, labels of the axis, lines; the sign of what is unknown, and letters.
OVERLAPS = """picture => {
    const all = (...selectors) => selectors.flatMap((selector) =>
        [...picture.querySelectorAll(selector)].filter((node) => node.checkVisibility({ visibilityProperty: true })));
    const isOver = (one, other) => {
        const [a, b] = [one, other].map((node) => node.getBoundingClientRect());
        return a.width * b.width * a.height * b.height > 0 && a.left < b.right - 1 && b.left < a.right - 1
            && a.top < b.bottom - 4 && b.top < a.bottom - 4; // a box of text is higher than its letters
    };
    const pairs = [
        [all(".values"), all(".counts", ".clock-chart path", ".clock-chart text")],
        [all(".counts"), all(".clock-chart path", ".clock-chart text")],
        [all(".clock-chart .ways"), all(".clock-chart text:not(.ways)")],
    ];
    const found = pairs.flatMap(([ones, others]) => ones.flatMap((one) =>
        others.filter((other) => isOver(one, other)).map((other) => `${one.textContent} | ${other.textContent}`)));
    for (const lane of all(".lane.is-unknown")) {
        const below = lane.querySelector(".unknown").getBoundingClientRect().bottom;
        const letters = [...lane.querySelectorAll(".letter")].map((letter) => {
            const range = document.createRange();
            range.selectNodeContents(letter);
            const { bottom } = range.getBoundingClientRect();
            return bottom - 0.75 * parseFloat(getComputedStyle(letter).fontSize) - 2;
        });
        if (Math.min(...letters) < below - 1) found.push(`[UNK] ${Math.min(...letters)} ${below}`);
    }
    return found;
}"""


@pytest.mark.parametrize("language", ["en", "zh"])
def test_letters_stand_below_letters_and_nothing_is_cut(new_page: NewPage, server: Server, language: str) -> None:
    page = new_page(server, viewport={"width": 390, "height": 844}, reduced_motion="reduce")
    shown = clock(page, lang=language)
    expect(shown.locator(".lane").first).to_be_visible()
    wait_idle(page)
    for size in ((390, 844), (1280, 720), (2560, 1440)):
        resize(page, *size)
        wait_idle(page)
        page.get_by_test_id("stMain").evaluate("main => main.scrollTo(0, 0)")
        _letters_stand_below_letters(page, shown, size, language)


def _letters_stand_below_letters(page: Page, shown: Locator, size: tuple[int, int], language: str) -> None:
    screenshot(page, f"clock-{size[0]}-{language}")
    apart = shown.locator(".word").evaluate_all(
        """words => words.flatMap((word) => {
            const lanes = [...word.querySelectorAll(".lane")].map((lane) =>
                [...lane.querySelectorAll(".letter")].map((one) => one.getBoundingClientRect().left));
            return lanes.slice(1).flatMap((lane) => lane.map((left, at) => Math.abs(left - lanes[0][at])));
        })"""
    )
    assert max(apart) < 25  # letters of one box come a little closer together
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert shown.evaluate(OVERLAPS) == []
    words = still(shown.locator(".line").first)
    steps = still(shown.locator(".transport"))
    assert words
    assert steps
    assert words["y"] + words["height"] <= steps["y"]  # a phone has them in its first window, too
    if size[0] > 1000:
        told = still(shown.locator(".told-by"))
        buttons = still(shown.locator(".transport"))
        assert told
        assert buttons
        assert told["y"] + told["height"] <= buttons["y"] + 1
        assert buttons["y"] + buttons["height"] <= size[1]


def test_nothing_moves_for_who_wants_no_motion(new_page: NewPage, server: Server) -> None:
    shown = clock(new_page(server, reduced_motion="reduce"))
    shown.page.keyboard.press("ArrowRight")
    at_size(shown, 11)
    assert shown.evaluate("node => node.getAnimations({ subtree: true }).length") == 0


def test_many_words_come_below_the_sentences_on_a_phone(new_page: NewPage, server: Server) -> None:
    page = new_page(server, viewport={"width": 390, "height": 844}, reduced_motion="reduce")
    shown = clock(page, text="hugs bugs mug unhug puns")
    expect(shown.locator(".lane").first).to_be_visible()
    wait_idle(page)
    chart, told, words = (still(shown.locator(part)) for part in (".clock-chart", ".told-by", ".clock-lanes"))
    assert chart
    assert told
    assert words
    assert chart["y"] + chart["height"] <= told["y"]
    assert told["y"] + told["height"] <= words["y"]
    assert min(part["width"] for part in (chart, told, words)) > 340
    page.keyboard.press("Home")
    for size in range(7, 17):  # what the values count has no room beside them at some
        at_size(shown, size)
        assert page.get_by_test_id("stMain").evaluate("main => main.scrollWidth - main.clientWidth") <= 0, size
        page.keyboard.press("ArrowRight")


def test_who_predicts_is_asked_in_turns_for_a_pair_and_for_the_fewest_tokens(page: Page) -> None:
    shown = clock(page, size=8, predict=1)
    asked = page.get_by_test_id("ask")
    expect(asked).to_contain_text(EN("clock.ask.pair", name="BPE", size=9))
    expect(shown.locator(".told-by")).to_be_hidden()
    press(page, "5")  # u n
    expect(asked).to_contain_text("16")
    press(page, "ArrowRight")
    at_size(shown, 9)
    expect(asked).to_contain_text(EN("clock.ask", counts=EN("clock.counts.words", n=5), size=10))


@pytest.mark.parametrize(("height", "language"), [(800, "en"), (720, "zh")])
def test_below_an_answer_there_is_room_for_all_sentences(
    new_page: NewPage, server: Server, height: int, language: str
) -> None:
    page = new_page(server, viewport={"width": 1280, "height": height}, reduced_motion="reduce")
    shown = clock(page, size=8, predict=1, text="hugs bugs buns", lang=language)
    asked, told, steps = page.get_by_test_id("ask"), shown.locator(".told-by"), shown.locator(".transport")
    for _ in range(3):  # a pair, the fewest tokens, a new word
        expect(told).to_be_hidden()
        asked.get_by_role("button", name=load(language)("predict.label.show")).click()
        expect(told).to_be_visible()
        wait_idle(page)
        boxes = [still(each) for each in (asked, shown.locator(".clock-chart"), told, steps)]
        edges = [(box["y"], box["y"] + box["height"]) for box in boxes if box]
        assert [upper[1] <= lower[0] for upper, lower in pairwise(edges)] == [True] * 3, edges
        assert edges[-1][1] <= height
        asked.get_by_role("button", name=load(language)("predict.label.next")).click()


def test_a_new_word_is_asked_about_with_the_hint_of_its_exercise(page: Page) -> None:
    shown = clock(page, size=9, predict=1, text="hugs bugs buns")
    asked = page.get_by_test_id("ask")
    expect(asked.locator(".question")).to_contain_text("buns")
    expect(asked.locator(".hint")).to_have_text(saying("exercise.hint.fewest-tokens"))
    press(page, "2")  # WordPiece
    expect(asked).to_have_attribute("data-state", "wrong")
    press(page, "3")  # Unigram has as few as BPE
    expect(asked).to_have_attribute("data-state", "right")
    expect(asked.locator(".option.right")).to_have_count(2)
    expect(asked.locator(".verdict")).to_contain_text("b ##u ##n ##s")
    expect(asked.locator(".score")).to_have_text(saying("predict.label.score", right=0, asked=1))
    press(page, "ArrowRight")
    at_size(shown, 10)


def test_a_round_of_unigram_is_chosen_beside_the_clock(page: Page) -> None:
    shown = clock(page, t="bpe:course,wordpiece:course,unigram:soft-em")
    tenth, quarter = (
        page.get_by_role("radio", name=EN(f"clock.rounds.{part}", preset=EN(f"preset.short.{preset}")))
        for part, preset in (("tenth", "course"), ("quarter", "soft-em"))
    )
    expect(quarter).to_be_checked()
    expect(shown.locator(".told-by p").nth(2)).to_contain_text("12")  # from which it skips size 10
    tenth.click()
    expect(page).not_to_have_url(re.compile("unigram"))  # the list opens with it
    expect(tenth).to_be_checked()
    expect(shown.locator(".told-by p").nth(2)).to_contain_text("gs")  # which it removes there
    at_size(shown, 10)
