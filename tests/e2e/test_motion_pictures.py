"""Motion in the other pictures: what changes its place moves, rows, bars, ribbons, arcs and boxes. Never the first
drawing, never a resize, and nothing for people who want no motion. What has moved is as if it had been drawn so."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import open_page, resize, wait_idle
from tests.e2e.lesson import at_step, picture, press

# Page, query, steps from the start, of these the ones at which something moves, and what moves at one of them at least.
PICTURES: dict[str, tuple[str, dict[str, object], int, set[int], set[str]]] = {
    "unigram": (
        "/unigram",
        {"example": "hug", "rules": "soft-em", "seeds": "strict-substrings"},
        7,
        {1, 2, 3, 4, 5, 6, 7},
        {"piece", "bar", "way", "ribbon"},
    ),
    "unigram-prose": (
        "/unigram",
        {"example": "lighthouse", "rules": "soft-em"},
        6,
        {1, 2, 4, 6},
        {"piece", "bar", "way", "ribbon"},
    ),
    "lattice": ("/unigram", {"example": "hug", "do": "lattice", "word": "unhug"}, 6, {1, 2, 3, 4, 5, 6}, {"arc"}),
    "lattice-long": (
        "/unigram",
        {"example": "lighthouse", "do": "lattice", "word": "lighthouselighthouses"},
        16,
        {*range(1, 17)},
        {"arc", "spot"},
    ),
    "encoding": ("/bpe-encode", {"example": "sennrich", "text": "lowest"}, 4, {1, 2, 3, 4}, {"try", "box"}),
    "wordpiece": ("/wordpiece", {"example": "course", "do": "encode", "text": "Hugging"}, 3, {1, 2, 3}, {"try", "box"}),
    "languages": ("/parity", {"step": 0}, 4, {1, 2, 3, 4}, {"dot"}),
    "top-down": (
        "/wordpiece",
        {"example": "hug", "rules": "tf-text", "vocab": 24},
        6,
        {3, 4, 5, 6},
        {"candidate"},
    ),
    "top-down-other": (
        "/wordpiece",
        {"example": "sennrich", "rules": "tf-text", "vocab": 24},
        6,
        {3, 4, 5},
        {"candidate"},
    ),
}

# Presses a key so many times, and says after each what moves in the picture: how many of each kind.
_PRESS = """(picture, [key, times]) => {
    const kinds = {
        piece: ".piece", way: ".way, .times", ribbon: ".ribbon, .ribbons",
        arc: ".arc *, .arc, .label", spot: ".spot, .spot *",
        dot: ".dots i, .lines .language, .cursor, .past",
        try: ".try, .strip *", candidate: ".candidate", box: ".chips > *", bar: ".bar *, .mass *, .measure *",
    };
    const drawing = picture.querySelector("[data-testid=drawing]");
    const found = [];
    for (let number = 0; number < times; number += 1) {
        for (const motion of picture.getRootNode().getAnimations()) motion.finish();
        document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
        const moved = {};
        for (const { effect } of drawing.getAnimations({ subtree: true })) {
            const [kind] = Object.entries(kinds).find(([, selector]) => effect.target.matches(selector)) ?? ["other"];
            moved[kind] = (moved[kind] ?? 0) + 1;
        }
        found.push(moved);
    }
    return found;
}"""

# All that a picture holds: the texts of its rows with their places in it, and what its lines draw.
_HELD = """(picture) => {
    const drawing = picture.querySelector("[data-testid=drawing]");
    const edge = drawing.getBoundingClientRect();
    const place = (node) => {
        const { left, top, width } = node.getBoundingClientRect();
        return [node.textContent, left - edge.left, top - edge.top, width];
    };
    const rows = ".piece, .way, .times, .try, .candidate, .sum, .path, .symbol, .box, .bar i, .mass i, .measure i";
    return [...drawing.querySelectorAll(rows)].map(place).concat(
        [...drawing.querySelectorAll("path")].map((path) => [path.getAttribute("d")]).sort(),
    );
}"""
_HALF = 0.5  # pixels: a row whose place is rounded differs by one of 64 parts of a pixel
_FRAMES = """async (number) => {
    for (let i = 0; i < number; i += 1) await new Promise((done) => requestAnimationFrame(done));
}"""
_FINISHED = """(picture) => Promise.all(
    picture.getRootNode().getAnimations().map((motion) => { motion.finish(); return motion.finished; })
).then(() => null)"""


def opened(page: Page, name: str, step: int = 0) -> Page:
    path, query, *_ = PICTURES[name]
    open_page(page, path, {**query, **({"step": step} if step else {})})
    picture(page).locator("[data-testid=drawing]").wait_for()
    at_step(page, step)
    wait_idle(page)
    return page


def pressed(page: Page, key: str, times: int) -> list[dict[str, int]]:
    found: list[dict[str, int]] = picture(page).evaluate(_PRESS, [key, times])
    return found


def held(page: Page) -> list[tuple[Any, ...]]:
    """Return the contents of the picture once everything has arrived, and a few frames change nothing."""
    picture(page).evaluate(_FINISHED)
    expect(picture(page).locator(".leaving")).to_have_count(0)
    found, before = picture(page).evaluate(_HELD), None
    while found != before:
        page.evaluate(_FRAMES, 10)
        found, before = picture(page).evaluate(_HELD), found
    return [tuple(one) for one in found]


WITH_A_LEGEND = ("unigram", "lattice", "encoding", "top-down")


@pytest.mark.parametrize("name", list(PICTURES))
def test_what_changes_moves_and_nothing_is_left_over(page: Page, name: str) -> None:
    """Twenty keys, each before the motion of the last one is over: the picture is that of the step, as it opens. Then
    on and back. Neither the first drawing nor a resize moves, and nothing at all for people who want no motion."""
    _, _, steps, moving, kinds = PICTURES[name]
    opened(page, name)
    if name in WITH_A_LEGEND:
        _see_a_legend_that_names_its_signs(page)
    page.evaluate(
        """() => ["ArrowRight", "ArrowRight", "ArrowLeft", "ArrowRight"].flatMap((key) => Array(5).fill(key)).forEach(
            (key) => document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }))
        )"""
    )
    step = int(picture(page).get_attribute("data-step") or 0)
    assert step
    at_step(page, step)
    left = held(page)
    press(page, "Home")
    at_step(page, 0)
    found = pressed(page, "ArrowRight", steps)
    assert {number for number, moved in enumerate(found, start=1) if moved} >= moving, found
    assert {kind for moved in found for kind in moved} >= kinds, found
    assert any(pressed(page, "ArrowLeft", steps)), "going back moves, too"
    if name != "languages":  # whose dots and lines move by transitions
        assert page.evaluate("runs.animated") > 0, "motion is not counted"

    opened(page, name, step)
    assert left == [(text, *(pytest.approx(number, abs=_HALF) for number in place)) for text, *place in held(page)]
    resize(page, 1000, 700)
    assert page.evaluate("runs.animated") == 0
    assert picture(page).locator(".unmoved").count() == 1
    pressed(page, "ArrowLeft", 1)
    pressed(page, "ArrowRight", 1)
    assert picture(page).locator(".unmoved").count() == 0

    page.emulate_media(reduced_motion="reduce")
    page.wait_for_function("() => matchMedia('(prefers-reduced-motion: reduce)').matches")
    page.evaluate(_FRAMES, 2)
    press(page, "Home")
    at_step(page, 0)
    held(page)  # what still left is away
    assert pressed(page, "ArrowRight", steps) == [{}] * steps
    expect(picture(page).locator(".leaving")).to_have_count(0)
    if name in WITH_A_LEGEND:
        picture(page).locator(".legend-toggle").click()
        expect(picture(page).locator(".signs li").first).to_be_hidden()


# Whether a sign is drawn.
IS_DRAWN = """sign => {
    const { borderTopWidth, borderLeftWidth, backgroundColor, backgroundImage } = getComputedStyle(sign);
    const hasEdge = borderTopWidth !== "0px" || borderLeftWidth !== "0px" || backgroundImage !== "none";
    return hasEdge || sign.textContent !== "" || backgroundColor !== "rgba(0, 0, 0, 0)";
}"""


def _see_a_legend_that_names_its_signs(page: Page) -> None:
    signs = picture(page).locator(".signs li")
    expect(signs.nth(3)).to_be_visible()
    assert all(text.strip() for text in signs.all_inner_texts())
    assert min(signs.evaluate_all("all => all.map((one) => parseFloat(getComputedStyle(one).fontSize))")) >= 14
    drawn = picture(page).locator(".signs i").evaluate_all(f"all => all.map({IS_DRAWN})")
    assert all(drawn), "a sign that is not drawn"
