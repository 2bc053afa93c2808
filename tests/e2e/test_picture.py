"""The picture of a merging: all of it in the window at every step, linked under the pointer, one tab stop a group."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import NewPage, Server, open_page, screenshot, wait_idle
from tests.e2e.lesson import at_step, open_lesson, press, row_of, stage
from tokviz.views.shared.catalog import load

EN = load("en")
SIZES = {"whole": [(1280, 720), (1024, 768), (390, 844)], "embedded": [(960, 540)]}

# The names of the parts that are not wholly inside the window, with how far they reach.
OUTSIDE = """stage => {
    const parts = {
        sentence: stage.querySelector(".says"),
        transport: stage.querySelector(".transport"),
        shelf: stage.querySelector(".shelf"),
        winner: stage.querySelector(".runner.wins"),
        newest: stage.querySelector(".row .chip.new"),
        next: stage.querySelector(".ring.next"),
        made: [...stage.querySelectorAll(".tokens .symbol")].at(-1),
    };
    const window = [document.documentElement.clientWidth, document.documentElement.clientHeight];
    const clipped = (node) => {
        for (let box = node.parentElement; box; box = box.parentElement) {
            const style = getComputedStyle(box);
            if (style.overflowX === "visible" && style.overflowY === "visible") continue;
            const [own, at] = [box.getBoundingClientRect(), node.getBoundingClientRect()];
            if (at.top < own.top - 7 || at.bottom > own.bottom + 7) return true;
        }
        return false;
    };
    return Object.entries(parts).filter(([, node]) => node).flatMap(([name, node]) => {
        const { left, top, right, bottom } = node.getBoundingClientRect();
        const isIn = left >= 0 && top >= 0 && right <= window[0] + 1 && bottom <= window[1] + 1;
        return isIn && !clipped(node) ? [] : [`${name} ${[left, top, right, bottom].map(Math.round)}`];
    });
}"""

# The same of every step. All in one go, so that no step rests and asks the server for its tables.
WALK = f"""(stage, total) => {{
    const outside = {OUTSIDE};
    const found = [];
    for (let step = 0; step <= total; step += 1) {{
        for (const motion of stage.getRootNode().getAnimations()) motion.finish();
        if (Number(stage.dataset.step) !== step) found.push(`step ${{step}} is not there`);
        found.push(...outside(stage).map((one) => `step ${{step}}: ${{one}}`));
        stage.querySelector("[name=forward]").click();
    }}
    return found;
}}"""


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize(("path", "example"), [("/bpe", "sennrich"), ("/bpe", "course"), ("/wordpiece", "hug")])
def test_all_of_it_is_in_the_window_at_every_step(
    new_page: NewPage, server: Server, path: str, example: str, language: str
) -> None:
    page = new_page(server)
    open_page(page, path, {"example": example, "lang": language})
    at_step(page, 0)
    total = int(page.get_by_role("slider").first.get_attribute("max") or 0)
    found: list[str] = []
    for kind, sizes in SIZES.items():
        if kind == "embedded":
            open_page(page, path, {"example": example, "lang": language, "embed": "true"})
        for width, height in sizes:
            page.set_viewport_size({"width": width, "height": height})
            press(page, "Home")
            at_step(page, 0)
            found += [f"{width}x{height}, {one}" for one in stage(page).evaluate(WALK, total)]
            screenshot(page, f"picture-{path[1:]}-{example}-{language}-{width}")
    assert found == []


def test_at_200_percent_the_sentence_and_the_touched_words_are_in_view(new_page: NewPage, server: Server) -> None:
    page = open_lesson(new_page(server, viewport={"width": 640, "height": 360}), example="sennrich")
    for step in range(1, 4):
        press(page, "ArrowRight")
        at_step(page, step)
        finish(page)
        outside = [one.split(" ")[0] for one in stage(page).evaluate(OUTSIDE)]
        assert not {"sentence", "newest"} & set(outside), (step, outside)
    assert page.evaluate("document.documentElement.scrollWidth") <= 640


def finish(page: Page) -> None:
    """End all motion."""
    stage(page).evaluate("stage => stage.getRootNode().getAnimations().forEach((motion) => motion.finish())")


def light(page: Page, wanted: str) -> list[str]:
    """The names of what is lit or framed: `data-key`, `data-symbol` as text, or the words that are not pale."""
    found: list[str] = stage(page).evaluate(
        """(stage, wanted) => {
            if (wanted === "words") {
                return [...stage.querySelectorAll(".row:not(.dim)")].map((row) => row.dataset.row);
            }
            if (wanted === "frames") return [...stage.querySelectorAll(".ring.lit")].map(() => "lit");
            return [...stage.querySelectorAll(wanted)].map((node) => node.dataset.key ?? node.firstChild.textContent);
        }""",
        wanted,
    )
    return found


def read(page: Page) -> str:
    return stage(page).locator(".read").inner_text()


@pytest.mark.journey
def test_a_pair_lights_up_everywhere(page: Page) -> None:
    open_lesson(page, example="sennrich", step=3)
    row = stage(page).locator(".runner[data-key='w est</w>']")
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
    stage(page).locator(".tokens .symbol").last.hover()
    assert light(page, "words") == ["newest", "widest"]
    assert light(page, "frames") == ["lit", "lit"]
    assert read(page).startswith("est</w> was made by merge 3 from est </w>. It occurs 9 times: newest 6 + widest 3.")
    row_of(page, "lower").locator(".times").hover()
    assert light(page, "words") == ["lower"]
    assert read(page).startswith("lower occurs 2 times")
    assert stage(page).locator(".bar .part.lit").count() > 3


def test_between_two_symbols_is_their_pair_and_a_click_keeps_it(page: Page) -> None:
    open_lesson(page, example="sennrich", step=3)
    box = row_of(page, "lower").locator(".chip").nth(3).bounding_box()
    assert box
    page.mouse.click(box["x"] + box["width"] - 2, box["y"] + 5)
    expect(stage(page).locator(".runner.lit")).to_have_attribute("data-key", "e r")
    page.mouse.move(5, 5)
    expect(stage(page).locator(".runner.lit")).to_have_attribute("data-key", "e r")
    press(page, "ArrowRight")  # a step lets go
    expect(stage(page).locator(".runner.lit")).to_have_count(0)


@pytest.mark.journey
def test_one_tab_stop_a_group_and_arrows_within(page: Page) -> None:
    open_lesson(page, example="sennrich", step=3)
    stops: Any = stage(page).evaluate(
        """stage => Object.fromEntries(["words", "runners", "tokens"].map((name) =>
            [name, stage.querySelectorAll(`.${name} [tabindex='0']`).length]))"""
    )
    assert stops == {"words": 1, "runners": 1, "tokens": 1}
    stage(page).locator(".runners [tabindex='0']").focus()
    press(page, "ArrowDown", "ArrowDown")
    expect(stage(page).locator(".runner.lit")).to_have_attribute("data-key", "n e")
    press(page, "Enter", "Escape")
    expect(stage(page).locator(".runner.lit")).to_have_count(0)
    press(page, "ArrowRight")  # the stage's, wherever the focus is
    at_step(page, 4)


def test_without_motion_everything_is_at_its_end_at_once(new_page: NewPage, server: Server) -> None:
    page = open_lesson(new_page(server, reduced_motion="reduce"), example="sennrich")
    wait_idle(page)
    press(page, "ArrowRight")
    assert stage(page).evaluate("stage => stage.getRootNode().getAnimations().length") == 0
    at_step(page, 1)


def test_a_large_corpus_shows_what_the_merge_touches(page: Page) -> None:
    open_lesson(page, example="lighthouse", step=30)
    shown = stage(page).locator(".words .row")
    expect(stage(page).locator(".words-head")).to_contain_text("of 217 words")
    assert shown.count() >= 4
    expect(stage(page).locator(".race-head .more")).to_have_text(re.compile(r"^\d+ more$"))
    expect(stage(page).locator(".words .ring.next").first).to_be_visible()
