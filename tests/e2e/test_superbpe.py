"""The picture of `/superbpe` in a browser: borders that are lifted, tokens per line, and the line that is large."""

from __future__ import annotations

from itertools import pairwise

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import open_page, still
from tests.e2e.lesson import at_address, at_step, chips, picture, press
from tokviz.views.shared.catalog import load

EN = load("en")
OVERLAPS = """(rows) => rows.flatMap((row) => {
    const chips = [...row.querySelectorAll(".pair .symbol")].map((chip) => chip.getBoundingClientRect());
    const bar = row.querySelector(".bar").getBoundingClientRect();
    const [one, other] = chips;
    const isOn = one.right > other.left + 1 && one.bottom > other.top + 1;
    const end = bar.width ? bar.left : row.getBoundingClientRect().right; // options have no bar
    return isOn || Math.max(one.right, other.right) > end + 1 ? [row.textContent] : [];
})"""


def lengths(page: Page) -> list[str]:
    return picture(page).locator(".line-row .number").all_inner_texts()


@pytest.mark.journey
def test_the_borders_are_lifted(page: Page) -> None:
    """The page opens with a bar between all words. A step lifts the bars, and nothing else changes; then `␣of ␣the` is
    one token, and lines are shorter."""
    open_page(page, "/superbpe")
    at_step(page, 51)
    at_address(page, example="at-the-end", step=51)
    (line,) = (row.get_attribute("data-row") for row in picture(page).locator(".words .row").all())
    assert line
    assert "␣boat" in chips(page, line, "new")  # the line is one with the token of this step
    bars = picture(page).locator(".words .parting:not(.leaving)")
    expect(bars).to_have_count(12)
    meanings = picture(page).locator(".signs li:visible")
    expect(meanings.filter(has_text=EN("superbpe.label.sign_superword"))).to_have_count(1)
    for gone in ("picture.label.sign_root", "picture.label.sign_letter"):  # single words are gray from here on
        expect(meanings.filter(has_text=EN(gone))).to_have_count(0)
    before, tokens = lengths(page), chips(page, line)
    assert before == ["16", "17", "16", "18", "15", "15"]
    press(page, "ArrowRight")
    at_step(page, 52)
    expect(bars).to_have_count(0)
    assert (lengths(page), chips(page, line)) == (before, tokens)
    press(page, "ArrowRight")
    at_step(page, 53)
    assert chips(page, line, "new") == ["␣of␣the"]
    assert lengths(page) == ["14", "15", "14", "17", "14", "13"]
    press(page, "End")
    at_step(page, 64)
    told = EN("superbpe.per-line.plain", now="8.8", before="16.2", plain="14.7")
    expect(picture(page).locator(".say.done")).to_contain_text(told.strip())
    ends = picture(page).locator(".lengths text.end")
    assert sorted(ends.all_text_contents()) == ["8.8", f"{EN('superbpe.label.plain')} 14.7"]
    picture(page).get_by_role("button", name=EN("superbpe.label.to_lift")).click()
    at_step(page, 51)


def test_the_color_of_a_superword_says_when_it_came(page: Page) -> None:
    """It is the same in the line, the list and the vocabulary; that it is a superword, its frame says."""
    open_page(page, "/superbpe", {"example": "at-the-end", "step": 64})
    at_step(page, 64)
    picture(page).locator(".line-row").first.click()
    color = "(nodes) => [...new Set(nodes.map((node) => getComputedStyle(node).getPropertyValue('--hue')))]"
    hues = []
    for token in ("␣the␣end␣of␣the", "␣pier␣went"):
        boxes = picture(page).locator(f".words .box.superword[data-token='{token}']")
        chips = picture(page).locator(":is(.tokens-of, .tokens) .symbol.superword").filter(has_text=token)
        assert boxes.count()
        assert chips.count() > 1
        assert boxes.evaluate_all(color) == chips.evaluate_all(color)
        hues += boxes.evaluate_all(color)
    assert len(set(hues)) == 2
    expect(picture(page).locator(".words .box.superword").first).to_have_css("border-top-style", "double")


# Of each line: whether what is seen of it is whole, whether a token is left out, and whether the row says so.
SEEN_TOKENS = """(rows) => rows.map((row) => {
    const { right, bottom } = row.getBoundingClientRect();
    const ends = [...row.children].map((node) => node.getBoundingClientRect());
    const seen = ends.filter((end) => end.top < bottom);
    const isWhole = seen.every((end) => end.right <= right && end.bottom <= bottom + 1);
    return [isWhole, seen.length < ends.length, row.classList.contains("cut")];
})"""


def test_tokens_of_a_line_are_whole(page: Page) -> None:
    """A token without room is left out, and the row says so."""
    open_page(page, "/superbpe", {"example": "at-the-end", "step": 60, "lang": "en"})
    at_step(page, 60)
    cut = picture(page).locator(".tokens-of").evaluate_all(SEEN_TOKENS)
    assert len(cut) == 6
    assert all(is_whole and leaves_out == is_told for is_whole, leaves_out, is_told in cut)
    assert any(leaves_out for _, leaves_out, _ in cut)


def test_only_superwords_have_a_color_after_the_opening(page: Page) -> None:
    open_page(page, "/superbpe", {"example": "at-the-end", "step": 64})
    at_step(page, 64)
    boxes = picture(page).locator(".words .box")
    fills = boxes.evaluate_all(
        """(boxes) => boxes.map((box) =>
            [box.classList.contains("superword"), getComputedStyle(box).backgroundColor])"""
    )
    plain = {color for is_super, color in fills if not is_super}
    assert len(plain) == 1
    assert plain.isdisjoint(color for is_super, color in fills if is_super)
    assert not {"Ġ", "▁"} & set(picture(page).inner_text())  # one sign for a space


def test_a_press_makes_a_line_the_large_one(page: Page) -> None:
    """It stays the large one from step to step, and by the keyboard the lines are one stop."""
    open_page(page, "/superbpe", {"example": "at-the-end", "step": 60})
    at_step(page, 60)
    rows = picture(page).locator(".line-row")
    rows.nth(3).click()
    expect(rows.nth(3)).to_have_attribute("aria-pressed", "true")
    wanted = rows.nth(3).get_attribute("data-line")
    large = picture(page).locator(".words .row:not(.leaving)")
    expect(large).to_have_attribute("data-row", wanted or "")
    press(page, "ArrowRight")
    at_step(page, 61)
    expect(large).to_have_attribute("data-row", wanted or "")
    assert rows.evaluate_all("(rows) => rows.map((row) => row.tabIndex)") == [-1, -1, -1, 0, -1, -1]


@pytest.mark.parametrize("query", [{"example": "by-the-way", "rules": "boundless"}, {"predict": 1, "step": 56}])
def test_long_tokens_of_a_pair_wrap_on_a_phone(page: Page, query: dict[str, object]) -> None:
    """Whatever the step, no token of a candidate is on top of another one or of its bar."""
    page.set_viewport_size({"width": 390, "height": 844})
    open_page(page, "/superbpe", {"example": "at-the-end", **query})
    rows = picture(page).locator(".candidate-pair:not(.leaving)")
    rows.first.wait_for()
    for _ in range(10):
        assert rows.evaluate_all(OVERLAPS) == []
        if "predict" in query:
            break
        press(page, "ArrowRight")


@pytest.mark.parametrize(("example", "step"), [("at-the-end", 53), ("by-the-way", 8)])
def test_a_phone_has_one_column(page: Page, example: str, step: int) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    open_page(page, "/superbpe", {"example": example, "step": step})
    at_step(page, step)
    names = (".says", ".words", ".line-list", ".lengths", ".reading", ".vocabulary")
    parts = picture(page).locator(", ".join(f"{name}:visible" for name in names))
    edges = parts.evaluate_all(
        "(nodes) => nodes.map((node) => node.getBoundingClientRect()).map((at) => [at.top, at.bottom])"
    )
    assert all(above[1] <= below[0] + 1 for above, below in pairwise(edges))
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_the_merged_pairs_of_a_line_are_all_in_sight(page: Page) -> None:
    """Seven of the seventeen pairs were merged in training; where a column has no room for them there are two."""
    open_page(page, "/superbpe", {"do": "encode"})
    at_step(page, 0)
    rows = picture(page).locator(".try")
    expect(rows.nth(7)).to_be_in_viewport(ratio=0.9)
    boxes = [still(rows.nth(number)) for number in range(8)]
    assert len({round(box["x"]) for box in boxes if box}) == 2
    assert len({round(box["y"]) for box in boxes if box}) == 4
