"""A step of the picture of a merging is seen to move: boxes close up, bars change length and place, a token flies."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import NewPage, Server, open_page
from tests.e2e.lesson import at_step, picture, press

STEPPED = [
    ("/bpe", {"example": "sennrich"}, 15),
    ("/bpe", {"example": "course"}, 9),
    ("/bpe", {"example": "lighthouse", "step": "40"}, 8),
    ("/wordpiece", {"example": "hug"}, 9),
]
IDS = ["sennrich", "course", "a large corpus", "wordpiece"]
LEFT_OVER = ".leaving, .flying"

# What runs since it was last asked, by the first class of what moves; a frame is drawn before, which starts it.
_COUNT = """(picture) => {
    window.moved = [];
    picture.getRootNode().addEventListener("transitionrun", ({ target, propertyName }) =>
        window.moved.push(`${target.classList[0]} ${propertyName}`));
}"""
_MOVED = """() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => {
    done(window.moved);
    window.moved = [];
})))"""

# Each part of the picture: what it is, where it is, what it says.
_PARTS = """(picture) => {
    const places = (node) => ["--x", "--y", "--w", "--share"].map((name) => node.style.getPropertyValue(name));
    const told = (node) => node.children.length ? "" : node.textContent;
    const parts = [...picture.querySelectorAll(".linked :is(.row, .chips > *, .pair-row, .part, .tokens > *)")];
    return parts.map((node) => [[...node.classList].sort().join(" "), ...places(node), told(node)].join(" | ")).sort();
}"""


def moved(page: Page, key: str) -> Counter[str]:
    """Count what a key sets in motion when all is at rest."""
    picture(page).evaluate("picture => picture.getRootNode().getAnimations().forEach((motion) => motion.finish())")
    press(page, key)
    told: list[str] = page.evaluate(_MOVED)
    return Counter(one.split(" ")[0] for one in told)


def at_rest(page: Page) -> list[str]:
    """The parts of the picture, once nothing that left is there any more."""
    expect(picture(page).locator(LEFT_OVER)).to_have_count(0)
    found: list[str] = picture(page).evaluate(_PARTS)
    return found


@pytest.mark.parametrize(("path", "query", "steps"), STEPPED, ids=IDS)
def test_boxes_and_bars_move_at_each_step_and_twenty_keys_leave_nothing_over(
    page: Page, path: str, query: dict[str, str], steps: int
) -> None:
    """On and back step by step; then twenty keys in a row, each before the motion of the last one is over."""
    open_page(page, path, query)
    first = int(query.get("step", 0))
    at_step(page, first)
    picture(page).evaluate(_COUNT)
    for key in ("ArrowRight", "ArrowLeft"):
        for step in range(1, steps + 1):
            kinds = moved(page, key)
            assert kinds["box"] > 0, (key, step, kinds)
            assert kinds["letter"] + kinds["mark"] > 0, (key, step, kinds)
            assert kinds["pair-row"] + kinds["part"] > 0, (key, step, kinds)
    at_step(page, first)
    press(page, "ArrowRight")
    before = at_rest(page)
    press(page, *["ArrowRight"] * 7, *["ArrowLeft"] * 5, *["ArrowRight"] * 3, *["ArrowLeft"] * 5)
    at_step(page, first + 1)
    assert at_rest(page) == before


def test_nothing_moves_where_less_motion_is_wanted_nor_in_a_jump(new_page: NewPage, server: Server) -> None:
    calm = new_page(server, reduced_motion="reduce")
    open_page(calm, "/bpe", {"example": "sennrich"})
    at_step(calm, 0)
    picture(calm).evaluate(_COUNT)
    for key in ["ArrowRight"] * 6 + ["ArrowLeft"] * 3:
        assert not moved(calm, key)
        assert picture(calm).locator(LEFT_OVER).count() == 0
    page = new_page(server)
    open_page(page, "/bpe", {"example": "sennrich"})
    at_step(page, 0)
    picture(page).evaluate(_COUNT)
    for key in ("End", "Home"):
        kinds = moved(page, key)
        assert not {"box", "letter", "row", "pair-row", "part", "ring"} & set(kinds), (key, kinds)
    page.set_viewport_size({"width": 1180, "height": 700})
    assert not {"box", "letter", "pair-row", "part"} & {one.split(" ")[0] for one in page.evaluate(_MOVED)}


# Numbers that are seen halfway through a step, and which of them lie on each other.
_HALFWAY = """picture => {
    picture.getRootNode().getAnimations().forEach((motion) => motion.finish());
    picture.querySelector("[name=forward]").click();
    for (const motion of picture.getRootNode().getAnimations()) {
        motion.pause();
        motion.currentTime = 130;
    }
    const isSeen = (node) => {
        for (let at = node; at && at !== picture; at = at.parentElement)
            if (Number(getComputedStyle(at).opacity) < 0.05) return false;
        return node.textContent !== "";
    };
    const numbers = ".pair-row :is(.worth b, .beside, .times-of, .worked-out)";
    const seen = [...picture.querySelectorAll(numbers)].filter(isSeen);
    const met = seen.flatMap((one, at) => seen.slice(at + 1).filter((other) => {
        const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
        return Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2
            && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2;
    }).map((other) => `${one.textContent} / ${other.textContent}`));
    const total = picture.querySelectorAll(numbers).length;
    picture.getRootNode().getAnimations().forEach((motion) => motion.finish());
    return { met, seen: seen.length, total };
}"""


def test_no_number_slides_over_another(page: Page) -> None:
    """Bars and rows move; what is written beside them fades until they have arrived."""
    open_page(page, "/wordpiece", {"example": "hug"})
    at_step(page, 0)
    halfway = [picture(page).evaluate(_HALFWAY) for _ in range(9)]
    assert [one["met"] for one in halfway] == [[]] * 9
    assert any(one["seen"] < one["total"] for one in halfway)
    expect(picture(page).locator(LEFT_OVER)).to_have_count(0)
    for number in picture(page).locator(".pair-row .worth").all():
        expect(number).to_have_css("opacity", "1")


def test_a_new_token_flies_and_lands(page: Page) -> None:
    open_page(page, "/bpe", {"example": "sennrich"})
    at_step(page, 0)
    path: Any = picture(page).evaluate(
        """picture => {
            picture.querySelector("[name=forward]").click();
            const copy = picture.querySelector(".flying");
            const [flight] = copy.getAnimations();
            const from = picture.querySelector(".chip.new").getBoundingClientRect();
            const start = copy.getBoundingClientRect();
            const { duration } = flight.effect.getTiming();
            flight.finish();
            const to = picture.querySelector(".tokens").lastElementChild.getBoundingClientRect();
            const end = copy.getBoundingClientRect();
            const apart = (one, other) => Math.hypot(one.left - other.left, one.top - other.top);
            return { text: copy.firstChild.textContent, duration, start: apart(start, from), end: apart(end, to) };
        }"""
    )
    assert path["text"] == "es"
    assert 240 <= path["duration"] <= 300
    assert path["start"] < 2
    assert path["end"] < 2
    expect(picture(page).locator(".flying")).to_have_count(0)
    expect(picture(page).locator(".tokens > :last-child").first).to_have_css("opacity", "1")


def test_rows_follow_each_other_as_they_are_seen_and_keep_the_focus(page: Page) -> None:
    open_page(page, "/bpe", {"example": "sennrich", "step": "3"})
    at_step(page, 3)
    picture(page).locator(".candidate-pair[data-key='w i']").focus()
    for key in ("ArrowRight", "ArrowRight", "ArrowRight", "ArrowLeft"):
        press(page, key)
        places: list[float] = (
            picture(page)
            .locator(".candidate-pair")
            .evaluate_all("rows => rows.map((row) => parseFloat(row.style.getPropertyValue('--y')))")
        )
        assert places == sorted(places), key
        expect(picture(page).locator(".candidate-pair:focus")).to_have_attribute("data-key", "w i")


def test_without_motion_a_color_that_is_tried_is_the_one_set(new_page: NewPage, server: Server) -> None:
    """Streamlit's tables choose the ink of their chips by it: a color on its way would make it white on gray."""
    page = open_page(new_page(server, reduced_motion="reduce"), "/glossary")
    tried = page.evaluate("""() => {
        const probe = document.createElement("div");
        probe.style.cssText = "opacity: 0; pointer-events: none; position: fixed";
        document.body.append(probe);
        return ["rgb(236, 238, 240)", "rgb(220, 235, 255)"].map((color) => {
            probe.style.color = color;
            return [color, getComputedStyle(probe).color];
        });
    }""")
    assert all(read == color for color, read in tried)
