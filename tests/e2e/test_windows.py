"""A page in windows of some sizes; test_present.py looks at each picture in seven of them."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.e2e import windows
from tests.e2e.conftest import NewPage, Server, open_page, resize, still
from tests.e2e.lesson import at_step, picture
from tests.e2e.visits import ENDS
from tokviz.views.shared.catalog import LANGUAGES, load

EN = load("en")


def test_little_is_above_the_views_of_vocabulary(page: Page) -> None:
    open_page(page, "/vocabulary")
    part = page.get_by_role("spinbutton", name=EN("vocabulary.part", parts=6))
    expect(part).to_be_visible()
    expect(page.get_by_test_id("stSkeleton")).to_have_count(0)
    for width, height in ((1280, 720), (1024, 768)):
        resize(page, width, height)
        box = still(page.get_by_role("tablist"))
        assert box
        assert box["y"] + box["height"] < 340, width
        field = still(part)
        assert field
        assert field["width"] < 240, width


def test_a_second_vocabulary_is_chosen_where_it_is_missing(page: Page) -> None:
    open_page(page, "/vocabulary", {"view": "overlap"})
    page.get_by_role("tabpanel").get_by_role("button", name="BERT style").click()
    expect(page.get_by_role("heading", name="BERT style")).to_be_visible()


def test_what_is_chosen_on_compare_is_side_by_side(page: Page) -> None:
    open_page(page, "/compare")
    page.get_by_test_id("text-rows").locator(".letter").first.wait_for()
    expect(page.get_by_test_id("stSkeleton")).to_have_count(0)
    marks = still(page.get_by_role("radiogroup", name=EN("compare.marks")))
    word = still(page.get_by_role("textbox", name=EN("compare.word")))
    assert marks
    assert word
    assert abs(marks["y"] - word["y"]) < 20
    assert 0 < word["x"] - marks["x"] - marks["width"] < 60


def test_a_side_bar_that_is_opened_in_a_lesson_leaves_the_picture_as_it_is(page: Page) -> None:
    open_page(page, "/bpe", {"guide": "bpe", "card": "1"})
    page.locator("[data-testid=stSidebar][data-collapsed=true]").wait_for(state="attached")
    picture(page).wait_for()
    before = still(picture(page))
    page.get_by_test_id("stExpandSidebarButton").click()
    expect(page.get_by_test_id("stSidebarNav")).to_be_in_viewport()
    assert still(picture(page)) == before


def test_the_simplest_example_in_windows_of_four_sizes(page: Page) -> None:
    """A very large one, one with the merges beside the picture, 640x360 (as 1280x720 at 200 percent), a phone."""
    page.set_viewport_size({"width": 1920, "height": 1080})
    open_page(page, "/bpe", {"example": "sennrich", "step": "12"})
    merges = page.locator(".st-key-part_merges tbody tr")
    expect(merges).to_have_count(12)
    heights = {round(float(row.evaluate("row => row.offsetHeight"))) for row in merges.all()}
    assert max(heights) < 40, "a merge takes two lines"
    resize(page, 2560, 1440)
    links = page.get_by_test_id("stSidebarNavLink")
    expect(links.first).to_be_visible()
    texts = links.locator("[data-testid=stMarkdownContainer], span").all()
    assert texts
    for text in texts:
        assert text.evaluate("text => text.scrollWidth <= text.clientWidth + 1 || !text.clientWidth"), "a name is cut"
    picture(page).locator("[name=scrubber]").fill("3")
    at_step(page, 3)
    page.set_viewport_size({"width": 640, "height": 360})
    rows = picture(page).locator(".word-rows .row:not(.leaving)")
    expect(rows).to_have_count(4)
    for row in rows.all():
        expect(row).to_be_in_viewport(ratio=0.99)
    for control in picture(page).locator(".transport button").all():
        expect(control).to_be_in_viewport(ratio=0.99)
    expect(picture(page).locator(".say")).to_have_count(1)
    page.set_viewport_size({"width": 390, "height": 844})
    expect(rows).to_have_count(4)
    expect(picture(page).locator(".pair-row.candidate-pair:not(.leaving)")).to_have_count(6)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_phone_shows_all_words_while_a_question_about_them_is_open(page: Page, language: str) -> None:
    """The pair of the first merge is in `widest` too: who does not see it counts 6 instead of 9."""
    page.set_viewport_size({"width": 390, "height": 844})
    query = {"example": "sennrich", "predict": "1", "guide": "bpe", "card": "2", "lang": language}
    open_page(page, "/bpe", query)
    rows = picture(page).locator(".word-rows .row")
    expect(rows).to_have_count(4)
    list_box = still(picture(page).locator(".word-rows .words"))
    last = still(rows.last.locator(".chips"))
    assert list_box is not None
    assert last is not None
    assert last["y"] + last["height"] <= min(844, list_box["y"] + list_box["height"]) + 1


def test_words_scroll_where_they_have_no_room_while_a_question_is_open(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    open_page(page, "/bpe", {"example": "sennrich", "predict": "1"})
    expect(picture(page).locator(".word-rows .row")).to_have_count(4)
    page.wait_for_function("() => !document.getAnimations().some(one => one.playState === 'running')")
    assert picture(page).evaluate(windows.OVERLAPS) == []
    resize(page, 360, 560)
    words = picture(page).locator(".word-rows .words")
    words.evaluate("node => node.scrollTo(0, node.scrollHeight)")
    expect(picture(page).locator(".word-rows .row").last).to_be_in_viewport()
    foot = still(picture(page).locator(".transport"))  # in reach of the thumb
    assert foot is not None
    assert foot["y"] + foot["height"] <= 560 + 1


_FINISH = "picture => picture.getRootNode().getAnimations().forEach((motion) => motion.finish())"
# What is not above the controls, words that are there, and what a list below the words cuts off.
_ON_A_PHONE = """picture => {
    const box = (part) => picture.querySelector(part)?.getBoundingClientRect();
    const controls = box(".transport");
    const parts = picture.querySelectorAll(".places > *, .line-row, .lengths, .pair-row:not(.leaving)");
    const cut = [...parts].filter((part) => {
        const around = part.closest(".side-panel, .line-list, .both").getBoundingClientRect();
        return part.checkVisibility() && part.getBoundingClientRect().bottom > around.bottom + 1;
    });
    return {
        below: Math.round(controls.bottom - innerHeight),
        under: Math.round(Math.max(0, box(".vocabulary").bottom - controls.top)),
        words: picture.querySelectorAll(".word-rows .row:not(.leaving)").length,
        cut: cut.map((part) => part.className + part.textContent),
    };
}"""


@pytest.mark.parametrize(
    ("path", "steps", "words", "language"),
    [
        ("/bpe", (0, 2, 6), 4, "en"),
        ("/wordpiece", (0, 1, 3), 4, "zh"),
        ("/picky", (4, 12, 14), 4, "zh"),
        ("/superbpe", (0, 11, 51, 60), 1, "en"),
    ],
)
def test_a_phone_has_words_and_candidates_above_the_controls(
    page: Page, path: str, steps: tuple[int, ...], words: int, language: str
) -> None:
    """Four words of the simplest example, all that a step says, and nothing under the controls, without scrolling; no
    boxes overlap."""
    page.set_viewport_size({"width": 390, "height": 844})
    open_page(page, path, {"lang": language, "step": steps[0]})
    for step in steps:
        picture(page).locator("[name=scrubber]").fill(str(step))
        at_step(page, step)
        picture(page).evaluate(_FINISH)
        told = picture(page).evaluate(_ON_A_PHONE)
        assert told.pop("words") >= words, step
        assert told["below"] <= 0, step
        assert (told["under"], told["cut"]) == (0, []), step
        assert picture(page).evaluate(windows.OVERLAPS) == [], step


# -- the side bar ------------------------------------------------------------------------------------------------------


def test_the_name_and_the_language_are_in_view_on_a_phone(new_page: NewPage, server: Server) -> None:
    page = open_page(new_page(server, viewport={"width": 390, "height": 844}), "/bpe", {"lang": "en"})
    page.get_by_test_id("stExpandSidebarButton").click()
    labels = [EN("app.name"), *LANGUAGES.values()]
    page.wait_for_function(f"labels => !({ENDS})(labels).length", arg=labels)
    page.get_by_test_id("stSidebarContent").evaluate("side => side.scrollTo(0, side.scrollHeight)")
    assert page.evaluate(ENDS, labels) == []
