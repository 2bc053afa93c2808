"""Long words, Chinese, and what is said of the winner: readable, inside of their columns, whole under the pointer."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import open_page
from tests.e2e.lesson import at_step, open_lesson, picture, press
from tokviz.views.shared.catalog import load

SIZES = ((1280, 720), (1024, 768), (390, 844))
SMALLEST = 16  # pixels of a letter
LONG = (
    "unbelievable unbelievably believable believer internationalization internationally nationalization "
    "electroencephalographically electroencephalography counterrevolutionaries revolutionaries revolutionary "
    "pneumonoultramicroscopicsilicovolcanoconiosis"
)
SIXTY = "abcdefghijklmnopqrstuvwxyz" * 2 + "abcdefgh"

# What is too small, or outside of the column of the words: letters, boxes and frames, once nothing moves any more.
_UNREADABLE = """(picture, smallest) => {
    for (const motion of picture.getRootNode().getAnimations()) motion.finish();
    const column = picture.querySelector(".words").getBoundingClientRect();
    const here = (name) => [...picture.querySelectorAll(`.row:not(.leaving) ${name}:not(.leaving)`)];
    const small = here(".letter").filter((node) => parseFloat(getComputedStyle(node).fontSize) < smallest);
    const outside = [...here(".box"), ...here(".letter"), ...here(".ring")].filter((node) => {
        const { left, right, top, bottom } = node.getBoundingClientRect();
        return left < column.left - 1 || right > column.right + 1 || top < column.top - 1 || bottom > column.bottom + 1;
    });
    const told = (kind) => (node) => `${kind}: ${node.className} ${node.textContent}`;
    return [...small.map(told("small")), ...outside.map(told("outside"))];
}"""

# Of each of these labels whether it has room in the column of the winner, beside a number.
_CUT = """(picture, [labels, number]) => {
    const row = picture.querySelector(".candidate-pair.wins");
    row.querySelector(".worth b").textContent = number;
    const standing = row.querySelector(".standing");
    const written = [standing.querySelector(".long"), standing.querySelector(".short")];
    // Beside a count what is said is chosen by the room that it has: only what was chosen is there.
    return (written[0] ? labels : [[]]).flatMap((texts) => {
        texts.forEach((text, place) => { written[place].textContent = text; });
        const { height } = standing.getBoundingClientRect();
        const { scrollWidth, clientWidth, innerText } = standing;
        return scrollWidth > clientWidth || height > 24 ? [`${innerText}: ${scrollWidth} of ${clientWidth}`] : [];
    });
}"""


_LINES = "boxes => boxes.map((box) => box.style.getPropertyValue('--y'))"


def unreadable(page: Page) -> list[str]:
    found: list[str] = picture(page).evaluate(_UNREADABLE, SMALLEST)
    return found


@pytest.mark.parametrize(
    ("query", "words"), [({"example": "own", "corpus": LONG}, 13), ({"example": "tea"}, 71)], ids=["long", "Chinese"]
)
def test_words_that_have_no_room_wrap_and_those_that_matter_come_first(
    page: Page, query: dict[str, str], words: int
) -> None:
    open_page(page, "/bpe", query)
    at_step(page, 0)
    lines: set[str] = set()
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        press(page, "Home", *["ArrowRight"] * 5)
        at_step(page, 5)
        for step in range(6, 9):
            press(page, "ArrowRight")
            at_step(page, step)
            assert unreadable(page) == [], (width, step)
            expect(picture(page).locator(".words-head")).to_contain_text(f"of {words} shown")
            expect(picture(page).locator(".ring.next").first).to_be_visible()
            lines |= set(picture(page).locator(".row .box").evaluate_all(_LINES))
    assert len(lines) > 1, "no word was long enough to wrap"


def test_the_size_of_letters_is_the_same_at_every_step(page: Page) -> None:
    open_lesson(page, example="sennrich")
    sizes = set()
    for _ in range(15):
        sizes.add(picture(page).evaluate("picture => getComputedStyle(picture.querySelector('.letter')).fontSize"))
        press(page, "ArrowRight")
    assert len(sizes) == 1
    assert float(sizes.pop().removesuffix("px")) >= 20


def test_a_token_of_sixty_letters_ends_in_an_ellipsis_and_is_whole_under_the_pointer(page: Page) -> None:
    open_page(page, "/bpe", {"example": "own", "corpus": f"{SIXTY} 2"})
    at_step(page, 0)
    press(page, "End")
    expect(picture(page).locator(".row .letter").last).to_have_text("…")
    assert unreadable(page) == []
    expect(picture(page).locator(".row .chips").first).to_have_attribute("title", SIXTY)
    press(page, "Home")
    expect(picture(page).locator(".row .chips").first).to_have_attribute("title", SIXTY)
    assert unreadable(page) == []


def test_a_pair_at_the_end_of_a_line_is_found_between_its_boxes(page: Page) -> None:
    open_page(page, "/bpe", {"example": "own", "corpus": f"{SIXTY} 2"})
    at_step(page, 0)
    place: Any = picture(page).evaluate(
        """(picture) => {
            const boxes = [...picture.querySelectorAll(".row .chip")].map((box) => box.getBoundingClientRect());
            const last = boxes.findIndex((box, place) => boxes[place + 1]?.top > box.top + 5);
            const { right, top } = boxes[last];
            return { last, x: right - 2, y: top + 5 };
        }"""
    )
    assert place["last"] > 0
    page.mouse.move(place["x"], place["y"])
    pair = " ".join(SIXTY[place["last"] :][:2])
    expect(picture(page).locator(".read.on")).to_contain_text(pair)


@pytest.mark.parametrize(
    ("path", "example", "number", "language"), [("/bpe", "sennrich", "36", "en"), ("/wordpiece", "hug", "1/36", "zh")]
)
def test_what_is_said_of_the_winner_has_room_in_one_line(
    page: Page, language: str, path: str, example: str, number: str
) -> None:
    say = load(language)
    rules = say.within("picture.rule.").values()
    labels = [[say("picture.wins-tied", rule=rule), rule] for rule in rules] + [[say("picture.label.wins")] * 2]
    assert len(labels) >= 9
    open_page(page, path, {"example": example, "lang": language, "step": "1"})
    at_step(page, 1)
    for width, height in ((1920, 1080), *SIZES):
        page.set_viewport_size({"width": width, "height": height})
        assert picture(page).evaluate(_CUT, [labels, number]) == [], width
    expect(picture(page).locator(".candidate-pair.wins .standing")).to_have_attribute("title", re.compile("[.。]$"))
