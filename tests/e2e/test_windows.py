"""Each page with a picture in windows of seven sizes: nothing sideways, nothing on top of another, all in place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import NewPage, Server, in_turn, open_page, resize, screenshot, still, wait_idle
from tests.e2e.lesson import at_step, picture
from tests.e2e.visits import ENDS
from tokviz.views.shared.catalog import LANGUAGES, load

EN = load("en")
PAGES: Mapping[str, tuple[str, Mapping[str, str]]] = {
    "bpe": ("/bpe", {"example": "sennrich", "step": "5"}),
    "wordpiece": ("/wordpiece", {"example": "hug", "step": "2"}),
    "top-down": ("/wordpiece", {"example": "hug", "rules": "tf-text", "vocab": "22", "step": "4"}),
    "unigram": ("/unigram", {"example": "hug", "step": "4"}),
    "lattice": ("/unigram", {"example": "hug", "do": "lattice", "step": "2"}),
    "bpe-encode": ("/bpe-encode", {"example": "sennrich", "step": "2"}),
    "wordpiece-encode": ("/wordpiece", {"example": "hug", "do": "encode", "word": "bugs", "step": "1"}),
}


@dataclass(frozen=True)
class Size:
    """A window. most: how wide a picture gets in it, and how far down it reaches; None where the page scrolls to it.
    details: where what belongs to the step is."""

    width: int
    height: int
    most: tuple[int, int] | None
    details: str = "later"

    def __str__(self) -> str:
        return f"{self.width}x{self.height}"


SIZES = (
    Size(1280, 720, (1180, 720)),
    Size(1024, 768, (1180, 768)),
    Size(390, 844, (390, 844)),
    Size(640, 360, None),  # as at 200 percent
    Size(1280, 1400, (1180, 720), details="below"),
    Size(1920, 1080, (1120, 780), details="beside"),
    Size(2560, 1440, (1323, 900), details="beside"),
)

# What is wrong with a page, in words; a predicate for each thing that a visitor would see.
LOOK = """(picture, [size, most, details]) => {
    const found = [];
    const box = (node) => node.getBoundingClientRect();
    const isSeen = (node) => node && node.getClientRects().length && box(node).width > 1 && box(node).height > 1;
    const page = document.documentElement;
    if (page.scrollWidth > innerWidth) found.push(`the page is ${page.scrollWidth} wide`);
    const main = document.querySelector("[data-testid=stMain]");
    if (main.scrollWidth > main.clientWidth) found.push(`the main part is ${main.scrollWidth} wide`);

    const own = box(picture);
    if (most && (own.width > most[0] + 1 || own.bottom > most[1] + 1)) {
        found.push(`the picture is ${Math.round(own.width)} wide and ends at ${Math.round(own.bottom)}`);
    }
    for (const name of most ? [".says", ".linked", ".transport"] : []) {
        const { top, bottom, left, right } = box(picture.querySelector(name));
        const isIn = top >= 0 && left >= 0 && right <= innerWidth + 1 && bottom <= innerHeight + 1;
        if (!isIn) found.push(`${name} is not in view`);
    }

    const below = document.querySelector(".st-key-picture_below");
    const { top, left } = box(below);
    const isBeside = left >= own.right && top < innerHeight / 4;
    const isBelow = top >= own.bottom && top < innerHeight - 200;
    if (details === "beside" && !isBeside) found.push("the details are not beside it");
    if (details === "below" && !isBelow) found.push("the details are not in view");

    const controls = [
        ...document.querySelectorAll("[data-testid=stMain] :is(button, input:not([type=checkbox]), textarea)"),
        ...picture.querySelectorAll(".transport :is(button, select, input)"),
    ].filter((node) => isSeen(node) && !node.closest("[data-testid=stDataFrame], [data-testid=stElementToolbar]"))
        .filter((node) => !node.closest(".tokviz-data")); // a longer table scrolls
    controls.forEach((one, place) => {
        for (const other of controls.slice(place + 1)) {
            if (one.contains(other) || other.contains(one)) continue;
            if (one.closest(".stSelectbox, .stNumberInput")?.contains(other)) continue;
            const [a, b] = [box(one), box(other)];
            const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
            const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
            const name = (node) => node.name || node.ariaLabel || node.textContent.slice(-20);
            if (wide > 1 && high > 1) found.push(`${name(one)} and ${name(other)} are on top of each other`);
        }
    });

    const ticks = [...picture.querySelectorAll(".ticks i")].filter(isSeen).map((node) => box(node).left);
    if (ticks.some((at, place) => place && at - ticks[place - 1] < 8)) found.push("ticks are on top of each other");

    const isCut = (node) => isSeen(node) && node.scrollWidth > node.clientWidth + 1;
    for (const node of picture.querySelectorAll("h3, .worth, .standing, .note, .kind, .read, .times, .place")) {
        if (isCut(node) && getComputedStyle(node).overflowX !== "visible" && !node.closest("[title]")) {
            found.push(`cut: ${node.textContent}`);
        }
    }

    if (size[0] >= 1024) {
        for (const node of document.querySelectorAll(".st-key-heading button")) {
            const word = node.querySelector("[data-testid=stMarkdownContainer]");
            if (isSeen(node) && word && box(word).width < 12) found.push(`${node.textContent} says nothing`);
        }
    }
    return found.map((one) => `${size.join("x")}: ${one}`);
}"""


FRAMES = 60
"""The most looks at a page; only what the last one finds wrong counts."""


def look(page: Page, size: Size) -> list[str]:
    """List what is wrong with the page in a window of this size."""
    page.set_viewport_size({"width": size.width, "height": size.height})
    if size.details != "later":
        expect(page.get_by_role("tab").first).to_be_visible()
    page.evaluate("() => document.querySelector('[data-testid=stMain]').scrollTo(0, 0)")
    wait_idle(page)
    for _ in range(FRAMES):  # charts take a few frames to follow the window
        page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        found: list[str] = picture(page).first.evaluate(LOOK, [[size.width, size.height], size.most, size.details])
        if not found:
            break
    return found


@pytest.mark.parametrize(("name", "language"), in_turn(PAGES))
def test_the_picture_and_all_around_it_fit_the_window(
    new_page: NewPage, server: Server, name: str, language: str
) -> None:
    path, query = PAGES[name]
    page = open_page(new_page(server, reduced_motion="reduce"), path, {**query, "lang": language})
    picture(page).first.wait_for()
    wrong = []
    for size in SIZES:
        wrong += look(page, size)
        screenshot(page, f"window-{name}-{language}-{size}")
    assert wrong == []


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


def test_a_merge_is_in_one_line_beside_the_picture(page: Page) -> None:
    page.set_viewport_size({"width": 1920, "height": 1080})
    open_page(page, "/bpe", {"example": "sennrich", "step": "12"})
    rows = page.locator(".st-key-part_merges tbody tr")
    expect(rows).to_have_count(12)
    heights = {round(float(row.evaluate("row => row.offsetHeight"))) for row in rows.all()}
    assert max(heights) < 40


def test_a_phone_shows_all_words_and_six_candidates(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    open_page(page, "/bpe", {"example": "sennrich", "step": "3"})
    expect(picture(page).locator(".word-rows .row")).to_have_count(4)
    expect(picture(page).locator(".pair-row.candidate-pair")).to_have_count(6)


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


def test_where_words_have_no_room_they_scroll_while_a_question_is_open(page: Page) -> None:
    page.set_viewport_size({"width": 360, "height": 560})
    open_page(page, "/bpe", {"example": "sennrich", "predict": "1"})
    expect(picture(page).locator(".word-rows .row")).to_have_count(4)
    words = picture(page).locator(".word-rows .words")
    words.evaluate("node => node.scrollTo(0, node.scrollHeight)")
    expect(picture(page).locator(".word-rows .row").last).to_be_in_viewport()
    foot = still(picture(page).locator(".transport"))  # in reach of the thumb
    assert foot is not None
    assert foot["y"] + foot["height"] <= 560 + 1


_OVERLAPS = """root => {
    const groups = [
        ".words .row .chips > .box", ".candidate-pair", ".tokens .symbol", ".try", ".piece", ".candidate", ".path",
        ".candidate-pair > .rank, .pair > .symbol, .candidate-pair .bar, .candidate-pair .worth",
        ".transport button, .transport select, .transport .place", ".ask .option", ".both > *", ":scope > *",
    ];
    const isSeen = node => node.getClientRects().length && !node.closest(".leaving, .probe")
        && getComputedStyle(node).position !== "sticky"; // what is at the foot of the window lies over what scrolls
    const meet = (one, other) => {
        const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
        const [wide, high] = [Math.min(a.right, b.right) - Math.max(a.left, b.left),
                              Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)];
        return wide > 2 && high > 2 && !one.contains(other) && !other.contains(one);
    };
    const met = groups.flatMap(group => {
        const nodes = [...root.querySelectorAll(group)].filter(isSeen);
        return nodes.flatMap((one, at) => nodes.slice(at + 1).filter(other => meet(one, other))
            .map(other => `${group}: ${one.textContent} / ${other.textContent}`));
    });
    const runs = [...root.querySelectorAll(".symbol, .rank, .worth")].filter(isSeen)
        .filter(node => node.scrollWidth > node.clientWidth + 2 && getComputedStyle(node).overflowX === "visible")
        .filter(node => getComputedStyle(node).display !== "inline");
    return [...met, ...runs.map(node => `runs over: ${node.textContent}`)];
}"""


@pytest.mark.parametrize(
    ("path", "query"),
    [
        ("/bpe", {"step": 6}),
        ("/bpe", {"predict": 1}),
        ("/bpe-encode", {"step": 2}),
        ("/wordpiece", {"step": 3}),
        ("/wordpiece", {"do": "encode", "step": 1}),
        ("/unigram", {"step": 3}),
        ("/parity", {"step": 5}),
        ("/picky", {"step": 12}),
        ("/superbpe", {"step": 11}),
    ],
    ids=lambda value: value.strip("/") if isinstance(value, str) else "-".join(map(str, value)),
)
def test_no_boxes_overlap_on_a_phone(page: Page, path: str, query: dict[str, object]) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    open_page(page, path, query)
    page.wait_for_function("() => !document.getAnimations().some(one => one.playState === 'running')")
    assert picture(page).evaluate(_OVERLAPS) == []


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
        ("/bpe", (0, 2), 4, "en"),
        ("/wordpiece", (0, 1, 3), 4, "zh"),
        ("/picky", (4, 12, 14), 4, "zh"),
        ("/superbpe", (0, 51, 60), 1, "en"),
    ],
)
def test_a_phone_has_words_and_candidates_above_the_controls(
    page: Page, path: str, steps: tuple[int, ...], words: int, language: str
) -> None:
    """Four words of the simplest example, all that a step says, and nothing under the controls, without scrolling."""
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


def test_a_low_window_shows_all_words_and_the_controls(page: Page) -> None:
    """At 640x360, as 1280x720 at 200 percent."""
    page.set_viewport_size({"width": 640, "height": 360})
    open_page(page, "/bpe", {"example": "sennrich", "step": "3"})
    rows = picture(page).locator(".word-rows .row")
    expect(rows).to_have_count(4)
    for row in rows.all():
        expect(row).to_be_in_viewport(ratio=0.99)
    for control in picture(page).locator(".transport button").all():
        expect(control).to_be_in_viewport(ratio=0.99)
    expect(picture(page).locator(".say")).to_have_count(1)


def test_names_in_the_side_bar_are_whole_in_a_very_large_window(page: Page) -> None:
    page.set_viewport_size({"width": 2560, "height": 1440})
    open_page(page, "/bpe", {"example": "sennrich"})
    links = page.get_by_test_id("stSidebarNavLink")
    expect(links.first).to_be_visible()
    texts = links.locator("[data-testid=stMarkdownContainer], span").all()
    assert texts
    for text in texts:
        assert text.evaluate("text => text.scrollWidth <= text.clientWidth + 1 || !text.clientWidth")


# -- the side bar ------------------------------------------------------------------------------------------------------


def test_the_name_and_the_language_are_in_view_on_a_phone(new_page: NewPage, server: Server) -> None:
    page = open_page(new_page(server, viewport={"width": 390, "height": 844}), "/bpe", {"lang": "en"})
    page.get_by_test_id("stExpandSidebarButton").click()
    labels = [EN("app.name"), *LANGUAGES.values()]
    page.wait_for_function(f"labels => !({ENDS})(labels).length", arg=labels)
    page.get_by_test_id("stSidebarContent").evaluate("side => side.scrollTo(0, side.scrollHeight)")
    assert page.evaluate(ENDS, labels) == []
