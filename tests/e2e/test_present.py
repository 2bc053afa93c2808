"""Presenting in a hall: letters that the last row reads, and no word fewer than on the normal page."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e import windows
from tests.e2e.conftest import NewPage, Server, in_turn, open_page, resize, screenshot, still, wait_idle
from tests.e2e.lesson import at_address, at_step, picture, press
from tests.e2e.test_guides import at_card
from tests.e2e.test_live import ask, bar, choose, opened, task
from tokviz import guides
from tokviz.views.shared.catalog import load
from tokviz.web.shared.parts import selector

EN = load("en")
TWELVE = (
    "newest 6, widest 3, lower 2, low 5, stronger 4, longest 3, "
    "higher 2, fastest 5, slower 1, brighter 3, thickest 2, smaller 7"
)
OWN = {"example": "own", "corpus": TWELVE, "merges": "30", "step": "3"}
PAGES: Mapping[str, tuple[str, Mapping[str, str]]] = {
    "bpe": ("/bpe", {"example": "sennrich", "step": "3"}),
    "bpe-long": ("/bpe", {"example": "course", "step": "3"}),
    "bpe-own": ("/bpe", OWN),
    "wordpiece": ("/wordpiece", {"example": "hug", "step": "2"}),
    "wordpiece-own": ("/wordpiece", OWN),
    "top-down": ("/wordpiece", {"example": "hug", "rules": "tf-text", "vocab": "22", "step": "4"}),
    "top-down-own": ("/wordpiece", {**OWN, "rules": "tf-text", "vocab": "40"}),
    "unigram": ("/unigram", {"example": "sennrich", "step": "4"}),
    "parity": ("/parity", {"example": "two-languages", "step": "3"}),
    "parity-unequal": ("/parity", {"step": "0"}),
    "picky": ("/picky", {"example": "parts", "step": "3"}),
    "superbpe": ("/superbpe", {"example": "by-the-way", "step": "3"}),
    "bpe-encode": ("/bpe-encode", {"example": "sennrich", "step": "2"}),
    "superbpe-encode": ("/superbpe", {"do": "encode", "step": "5"}),
    "wordpiece-encode": ("/wordpiece", {"example": "hug", "do": "encode", "word": "bugs", "step": "1"}),
    "lattice": ("/unigram", {"example": "hug", "do": "lattice", "step": "2"}),
}
ALL_TWELVE = ("bpe-own", "wordpiece-own", "top-down-own")
IN_EACH_WINDOW = ("bpe", "wordpiece", "top-down", "unigram", "lattice", "bpe-encode", "wordpiece-encode")
WITH_BUTTONS_THAT_GROW = ("unigram", "parity")
SIZES = ((1280, 720), (1920, 1080))

# The letters of words, the words that are whole in their list, and what is cut.
SEEN = """(picture) => {
    const box = (node) => node.getBoundingClientRect();
    const all = (selector) => [...picture.querySelectorAll(selector)];
    const isWhole = (node) => {
        const list = node.closest(".words, .spread");
        const [own, around] = [box(node), list ? box(list) : box(picture)];
        return own.height > 0 && own.top >= around.top - 2 && own.bottom <= Math.min(around.bottom, innerHeight) + 6;
    };
    const sentences = all(".sentences .words:not(.plain)");
    const boxes = sentences.flatMap((row) => [...row.querySelectorAll(".box")]);
    const letters = all(".word-rows .letter, .spread .piece, .unigram .words .chip, .graph .letter").concat(boxes);
    const rows = all(".word-rows .row:not(.leaving), .spread .row, .unigram .words .row").concat(sentences);
    const cut = [];
    for (const row of all(":is(.both, .encoding:not(.windowed)) .word-rows .row")) {
        const right = box(row.closest(".words")).right + 1;
        for (const node of row.querySelectorAll(".chip")) if (box(node).right > right) cut.push(row.dataset.row);
    }
    for (const row of all(".candidate-pair:not(.leaving)")) {
        if (box(row).bottom > box(row.closest(".candidate-pairs")).bottom + 1) cut.push(row.dataset.key);
        for (const node of row.querySelectorAll(".pair, .worth, .worth > *")) {
            if (node.scrollWidth > node.clientWidth + 1 && node.clientWidth) cut.push(node.textContent);
        }
    }
    const controls = all(".transport :is(button, input)").map(box);
    return {
        letter: Math.min(...letters.map((node) => parseFloat(getComputedStyle(node).fontSize))),
        words: rows.filter(isWhole).length,
        cut,
        areControlsIn: controls.every((own) => own.top >= 0 && own.bottom <= innerHeight && own.right <= innerWidth),
        isWide: document.querySelector("[data-testid=stMain]").scrollWidth > innerWidth,
    };
}"""


# Texts that lie on each other, chips that are cut, and bars and gauges that have no width.
FAULTS = """(picture) => {
    const isSeen = (node) => node.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    const within = (rect, node) => {
        let { left, right, top, bottom } = rect;
        for (let own = node; own && own !== picture.parentElement; own = own.parentElement) {
            if (getComputedStyle(own).overflowX === "visible") continue;
            const around = own.getBoundingClientRect();
            [left, right] = [Math.max(left, around.left), Math.min(right, around.right)];
            [top, bottom] = [Math.max(top, around.top), Math.min(bottom, around.bottom)];
        }
        return { left, right, top, bottom };
    };
    const texts = [];
    const walker = document.createTreeWalker(picture, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const parent = node.parentElement;
        if (!node.data.trim() || parent.closest(".probe, select") || !isSeen(parent)) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        for (const rect of range.getClientRects()) {
            const part = within(rect, parent);
            const middle = (part.bottom - part.top) * 0.2; // a line is higher than its letters
            texts.push({ ...part, top: part.top + middle, bottom: part.bottom - middle, text: node.data, node });
        }
    }
    const faults = [];
    texts.forEach((one, place) => {
        for (const other of texts.slice(place + 1)) {
            const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
            const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
            if (one.node !== other.node && wide > 2 && high > 2) faults.push(`"${one.text}" on "${other.text}"`);
        }
    });
    for (const node of picture.querySelectorAll(".chip, .name, .part-tests .symbol, .tokens .symbol")) {
        const own = node.getBoundingClientRect();
        if (!own.width || !isSeen(node)) continue;
        const part = within(own, node);
        const isOut = part.right - part.left < own.width - 2 || part.bottom - part.top < own.height - 2;
        const isStruck = node.classList.contains("out"); // its line is wider than it
        const isCut = isOut || (!isStruck && node.scrollWidth > node.clientWidth + 2);
        if (isCut) faults.push(`${node.className} ${node.textContent} is cut`);
    }
    for (const row of picture.querySelectorAll(".pair-row:not(.leaving)")) {
        for (const node of row.querySelectorAll(".symbol")) {
            if (node.offsetHeight > row.offsetHeight + 1) faults.push(`${node.textContent} is higher than its row`);
            if (parseFloat(getComputedStyle(node).fontSize) < 12.5) faults.push(`${node.textContent} is small`);
        }
    }
    for (const node of picture.querySelectorAll(".mass:has(> .share:not(:empty)), .gauge, .lengths svg")) {
        if (isSeen(node) && node.getBoundingClientRect().width < 60) faults.push(`${node.className} has no width`);
    }
    return faults;
}"""


SETTLED = """() => new Promise((done) => {
    let left = 20; // frames in which what is above the picture takes its new height
    const tick = () => (left-- ? requestAnimationFrame(tick) : done());
    tick();
})"""


@dataclass(frozen=True)
class Seen:
    """Letters and words of a window. letter: the size of the smallest letter of a word; words: how many are whole."""

    letter: float
    words: int
    cut: tuple[str, ...]
    are_controls_in: bool
    is_wide: bool


def seen(page: Page, width: int, height: int) -> Seen:
    """Return the sizes and words that the page shows in a window of this size, once its picture is in place."""
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate(SETTLED)
    told: dict[str, Any] = picture(page).first.evaluate(SEEN)
    return Seen(told["letter"], told["words"], tuple(told["cut"]), told["areControlsIn"], told["isWide"])


def present(page: Page) -> None:
    """Press F and wait until the picture has the window."""
    page.locator(".st-key-present button:not([disabled])").first.wait_for()
    press(page, "f")
    at_address(page, present="1")
    expect(page.locator("[data-testid=picture].presented").first).to_be_visible()
    wait_idle(page)


@pytest.mark.parametrize(("name", "language"), in_turn(PAGES))
def test_a_picture_fits_its_windows_and_presenting_enlarges_and_hides_no_word(
    new_page: NewPage, server: Server, name: str, language: str
) -> None:
    """On one visit: in windows of seven sizes (nothing sideways, nothing on top of another, all in place), on a phone,
    where no boxes overlap, and in a hall."""
    path, query = PAGES[name]
    page = open_page(new_page(server, reduced_motion="reduce"), path, {**query, "lang": language})
    picture(page).first.locator(":is(.letter, .chip, .piece, .box)").first.wait_for()
    wrong = [] if name not in IN_EACH_WINDOW else [one for size in windows.SIZES for one in windows.look(page, size)]
    resize(page, 390, 844)
    if name != "lattice":  # whose labels on arcs are wider than the places that they stand at
        wrong += [f"390x844: {one}" for one in picture(page).first.evaluate(windows.OVERLAPS)]
    normal = {size: seen(page, *size) for size in SIZES}
    present(page)
    for width, height in SIZES:
        hall, before = seen(page, width, height), normal[width, height]
        screenshot(page, f"present-{name}-{language}-{width}")
        wrong += [f"in a hall of {width}x{height}: {one}" for one in _complaints(hall, before, height, name)]
        if name in WITH_BUTTONS_THAT_GROW:
            _buttons_of_a_step_have_grown(page)
    if name in WITH_BUTTONS_THAT_GROW:
        assert seen(page, 2560, 1440).are_controls_in
        _buttons_of_a_step_have_grown(page)
    assert wrong == []


def _complaints(hall: Seen, before: Seen, height: int, name: str) -> list[str]:
    """List what a hall lacks; before: the same window before it presented."""
    words = len(TWELVE.split(", ")) if name in ALL_TWELVE else before.words
    checks = {
        f"a letter of {hall.letter} px, and of {before.letter} before": hall.letter >= max(height / 22, before.letter),
        f"{hall.words} words of {words}": hall.words >= words,
        f"cut: {hall.cut}": hall.cut == (),
        "controls are out of the window": hall.are_controls_in,
        "the page is wider than the window": not hall.is_wide,
    }
    return [told for told, is_right in checks.items() if not is_right]


def _buttons_of_a_step_have_grown(page: Page) -> None:
    """With the type, and each holds its sign."""
    unit = page.evaluate("() => parseFloat(getComputedStyle(document.documentElement).fontSize)")
    buttons = picture(page).locator(".transport .buttons button")
    expect(buttons.first).to_be_visible()
    for button in buttons.all():
        own, icon = still(button), still(button.locator("svg"))
        assert own
        assert icon
        assert own["width"] >= own["height"] - 1 >= 2.1 * unit
        assert own["x"] < icon["x"]
        assert icon["x"] + icon["width"] < own["x"] + own["width"]


STEPS: Mapping[str, tuple[str, Mapping[str, str], tuple[int, ...]]] = {
    "unigram": ("/unigram", {"example": "sennrich"}, tuple(range(7))),
    "unigram-hug": ("/unigram", {"example": "hug"}, (0, 2, 3)),
    "wordpiece": ("/wordpiece", {"example": "course"}, (5, 13)),
    "superbpe": ("/superbpe", {}, (52, 53)),
    "superbpe-asked": ("/superbpe", {"predict": "1"}, (54,)),
    "picky": ("/picky", {}, (13, 14)),
    "picky-asked": ("/picky", {"predict": "1"}, (11,)),
}


# Whether what is said of a vocabulary is whole. Chromium does not draw a box in a line that may end in an ellipsis.
IS_SUM_WHOLE = """picture => [...picture.querySelectorAll(".vocabulary .about")].every((about) =>
    about.scrollWidth <= about.clientWidth
    && [...about.querySelectorAll(".symbol")].every((one) => getComputedStyle(one).display === "inline"))"""


# Candidates, and what is said of them, that have less room than they need.
CUT_CANDIDATES = """(picture) => [
    ...picture.querySelectorAll(".candidate-pair:not(.leaving, .option) :is(.pair .symbol, .worth, .worth > *)"),
].filter((node) => node.clientWidth && node.scrollWidth > node.clientWidth + 1).map((node) => node.textContent)"""


@pytest.mark.parametrize("name", list(STEPS))
def test_nothing_is_cut_or_on_something_else_in_a_hall(new_page: NewPage, server: Server, name: str) -> None:
    path, query, steps = STEPS[name]
    page = new_page(server, reduced_motion="reduce")
    open_page(page, path, {**query, "step": str(steps[0]), "present": "1", "lang": "en"})
    expect(page.locator("[data-testid=picture].presented").first).to_be_visible()
    wait_idle(page)
    for step in steps:
        while int(picture(page).locator("input[type=range]").first.input_value()) < step:
            press(page, "ArrowRight")
        for width, height in (*SIZES, (390, 844)):
            hall = seen(page, width, height)
            screenshot(page, f"present-{name}-{step}-{width}")
            assert picture(page).first.evaluate(FAULTS) == [], (step, width)
            assert hall.are_controls_in
            if width > height:
                assert hall.letter >= height / 22, (step, width)
                assert picture(page).first.evaluate(IS_SUM_WHOLE), (step, width)
                assert picture(page).first.evaluate(CUT_CANDIDATES) == [], (step, width)
    expect(page.locator("[data-testid=stException]")).to_have_count(0)
    expect(page.get_by_text("BidiComponent Error")).to_have_count(0)


# Whether the name of the card, above the outline of the part, is in the window.
HAS_LABEL = """(part) => part.getBoundingClientRect().top
    >= 1.5 * parseFloat(getComputedStyle(document.documentElement).fontSize) - 1"""


@pytest.mark.parametrize("name", ["bpe", "unigram", "newer"])
def test_a_hall_reads_a_card_and_the_picture_beside_it(new_page: NewPage, server: Server, name: str) -> None:
    """Of each card about a picture: its words are whole, nothing is on anything else, and no choice of a corpus is
    above it. How much of a list of candidates fits is up to the picture."""
    width, height = SIZES[1]
    page = new_page(server, viewport={"width": width, "height": height}, reduced_motion="reduce")
    for number, card in enumerate(guides.load(name).cards, start=1):
        if card.part != "picture":
            continue
        open_page(page, "/", {"guide": name, "card": number, "present": "1", "lang": "en"})
        at_card(page, name, number)
        expect(page.locator("[data-testid=picture].presented").first).to_be_visible()
        expect(page.locator(".st-key-top_row")).to_be_hidden()
        hall = seen(page, width, height)
        screenshot(page, f"present-{name}-card-{number}")
        assert picture(page).first.evaluate(FAULTS) == [], number
        assert hall.are_controls_in, number
        assert hall.letter >= height / 22, number
        said = page.get_by_test_id("guide-card").locator(".text p:last-child")
        assert said.evaluate(LETTERS) >= height / 36, number
        assert page.locator(selector(card.part)).evaluate(HAS_LABEL), number
        expect(said).to_be_in_viewport(ratio=0.99)
        for size in reversed(SIZES):
            seen(page, *size)
            assert picture(page).first.evaluate(CUT_CANDIDATES) == [], (number, size)
            assert picture(page).first.evaluate(IS_SUM_WHOLE), (number, size)


COLUMNS = """(rows) => rows.map((row) => {
    const names = [".times-of", ".worked-out", ".worth b", ".amount", ".bar .part"];
    const parts = names.map((part) => row.querySelector(part));
    const ends = parts.map((part) => Math.round(part.getBoundingClientRect().right));
    return [row.dataset.key, parts.map((part) => part.textContent), ends];
})"""


def test_counts_beside_scores_stand_the_same_after_an_answer_in_a_hall(page: Page) -> None:
    """Options have columns of their own; what comes after them is as on a page that asked nothing."""
    query = {"example": "hug", "step": "2", "present": "1", "lang": "en"}
    rows = picture(page).locator(".candidate-pair:not(.leaving)")
    columns = {}
    for asks in ({}, {"predict": "1"}):
        open_page(page, "/wordpiece", {**query, **asks})
        expect(page.locator("[data-testid=picture].presented")).to_be_visible()
        wait_idle(page)
        if asks:
            press(page, "5")
        expect(rows.first.locator(".worked-out")).to_be_visible()
        hall = seen(page, 1280, 720)
        columns[bool(asks)] = rows.evaluate_all(COLUMNS)
        assert picture(page).evaluate(FAULTS) == []
        assert hall.cut == ()
    assert columns[True] == columns[False]


def test_the_simplest_example_in_a_hall_and_on_a_phone_that_presents(page: Page) -> None:
    open_page(page, "/bpe", {"example": "sennrich", "step": 0, "present": 1, "lang": "en"})
    expect(page.locator("[data-testid=picture].presented")).to_be_visible()
    wait_idle(page)
    _letters_are_the_same_size_at_every_step(page)
    press(page, "Home", "ArrowRight", "ArrowRight", "ArrowRight")
    at_step(page, 3)
    _words_of_a_count_are_beside_its_bar(page)
    _thumb_of_the_scrubber_keeps_clear_of_ties(page)
    _escape_leaves(page)
    present(page)
    _phone_has_candidates_below_words_and_a_way_to_leave(page)


def _letters_are_the_same_size_at_every_step(page: Page) -> None:
    steps = []
    for _ in range(16):
        steps.append(seen(page, 1280, 720))
        expect(picture(page).locator(".say")).to_have_count(1)
        press(page, "ArrowRight")
    assert {(step.letter, step.words, step.cut) for step in steps} == {(steps[0].letter, 4, ())}


def _words_of_a_count_are_beside_its_bar(page: Page) -> None:
    rows = picture(page).locator(".candidate-pair:not(.leaving)")
    expect(rows).to_have_count(11)
    expect(rows.first.locator(".sum-of")).to_have_text("low 5 + lower 2")
    expect(rows.first.locator(".bar")).to_have_text("")


# How far the thumb would be below each sign of the scrubber, if it were there, in its own heights.
ABOVE_THUMB = """(picture) => [...picture.querySelectorAll(".ticks i.tie")].map((tick) => {
    const line = picture.querySelector("[name=scrubber]").getBoundingClientRect();
    const thumb = parseFloat(getComputedStyle(document.documentElement).fontSize) * 1.5;
    const sign = tick.getBoundingClientRect().bottom - parseFloat(getComputedStyle(tick, "::before").bottom);
    return ((line.top + line.bottom - thumb) / 2 - sign) / thumb;
})"""


def _thumb_of_the_scrubber_keeps_clear_of_ties(page: Page) -> None:
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(SETTLED)
        above = picture(page).evaluate(ABOVE_THUMB)
        assert len(above) == 9, width
        assert min(above) >= 0, width


def _escape_leaves(page: Page) -> None:
    expect(page.locator(".st-key-top_row")).to_be_hidden()
    expect(picture(page).locator(".signs")).to_be_hidden()
    press(page, "Escape")
    page.wait_for_function("() => !new URL(location.href).searchParams.has('present')")
    expect(page.locator(".st-key-top_row")).to_be_visible()
    expect(page.locator("[data-testid=picture].presented")).to_have_count(0)


def _phone_has_candidates_below_words_and_a_way_to_leave(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    expect(page.locator("[data-testid=picture].presented.upright")).to_be_visible()
    phone = seen(page, 390, 844)
    assert phone.letter >= 30
    assert phone.words == 4
    assert phone.cut == ()
    assert phone.are_controls_in
    words, candidates = (still(picture(page).locator(part)) for part in (".words", ".candidate-pairs"))
    assert words
    assert candidates
    assert words["y"] + words["height"] <= candidates["y"]
    page.get_by_role("button", name=EN("present.off")).click()
    page.wait_for_function("() => !new URL(location.href).searchParams.has('present')")


ANSWERED = """(nodes) => nodes.filter((node) => !node.matches(".leaving")).map((node) =>
    [node.dataset.key, node.querySelector(".votes").textContent, node.querySelector(".beside").textContent])"""


def test_the_answers_of_a_class_are_in_the_same_rows_in_a_hall(new_page: NewPage, server: Server) -> None:
    query = {"example": "sennrich", "step": 4, "predict": 1, "lang": "en"}
    teacher = open_page(new_page(server, reduced_motion="reduce"), "/bpe", query)
    picture(teacher).wait_for()
    student = new_page(server)
    student.goto(f"/join/{opened(teacher)}")
    at_step(student, 4)
    ask(teacher)
    choose(student, "n e")
    bar(teacher).get_by_role("button", name=EN("live.bar.reveal")).click()
    rows = picture(teacher).locator(".candidate-pair")
    expect(rows.first.locator(".votes")).to_be_visible()
    answered = rows.evaluate_all(ANSWERED)
    present(teacher)
    for width, height in SIZES:
        teacher.set_viewport_size({"width": width, "height": height})
        teacher.evaluate(SETTLED)
        screenshot(teacher, f"present-live-{width}")
        assert rows.evaluate_all(ANSWERED)[: len(answered)] == answered
        for part in (".bar", ".worth", ".votes"):  # each is a column
            ends = rows.locator(f":scope > {part}").evaluate_all(
                "nodes => [...new Set(nodes.map(node => Math.round(node.getBoundingClientRect().right)))]"
            )
            assert len(ends) == 1, part
        assert rows.locator(".beside").evaluate_all(
            "nodes => nodes.every(node => node.scrollWidth <= node.clientWidth)"
        )
        assert picture(teacher).evaluate(FAULTS) == []
    _escape_closes_the_code_and_no_more(teacher)


def _escape_closes_the_code_and_no_more(teacher: Page) -> None:
    """Wherever the focus is in its dialog: presenting ends at the next Escape."""
    dialog = teacher.get_by_role("dialog", name=EN("live.bar.enter"))
    for has_focus in (True, False):
        bar(teacher).locator("button.code").click()
        expect(dialog).to_be_visible()
        if not has_focus:
            dialog.locator(".large").click()
        teacher.keyboard.press("Escape")
        expect(dialog).to_be_hidden()
        expect(picture(teacher)).to_have_class(re.compile(r"\bpresented\b"))
        assert "present=1" in teacher.url


WINDOW = """() => {
    const box = (node) => node.getBoundingClientRect();
    const card = document.querySelector(".st-key-live_bar > *");
    const main = document.querySelector("[data-testid=stMain]");
    const leaves = document.querySelector(".st-key-present button");
    return [main.scrollHeight <= innerHeight, box(card).bottom <= box(leaves).top];
}"""
LETTERS = "node => parseFloat(getComputedStyle(node).fontSize)"


@pytest.mark.parametrize(("path", "step"), [("/bpe", 3), ("/wordpiece", 2)])
def test_a_task_has_the_window_of_a_hall(new_page: NewPage, server: Server, path: str, step: int) -> None:
    """No picture is cut below it, nothing lies on it, and nothing is larger than what is asked."""
    teacher = open_page(new_page(server, reduced_motion="reduce"), path, {"step": step, "lang": "en"})
    picture(teacher).wait_for()
    opened(teacher)
    present(teacher)
    bar(teacher).get_by_role("button", name=EN("live.bar.task")).click()
    teacher.get_by_role("dialog").get_by_role("button", name=EN("live.bar.ask")).click()
    for phase in ("open", "shown"):
        expect(task(teacher)).to_have_attribute("data-state", phase)
        expect(picture(teacher)).to_be_hidden()
        for width, height in SIZES:
            teacher.set_viewport_size({"width": width, "height": height})
            teacher.evaluate(SETTLED)
            screenshot(teacher, f"present-task{path}-{phase}-{width}")
            assert teacher.evaluate(WINDOW) == [True, True], (phase, width)
            box = task(teacher).element_handle()
            teacher.wait_for_function("box => box.scrollHeight <= box.clientHeight", arg=box)  # its type takes frames
            question, *rest = [text.evaluate(LETTERS) for text in task(teacher).locator("p, .token").all()]
            assert question == max(question, *rest) >= height / 22
        if phase == "open":
            bar(teacher).get_by_role("button", name=EN("live.bar.reveal")).click()
    assert task(teacher).locator(".answers .token").count() >= 2  # a pair is two chips
    bar(teacher).get_by_role("button", name=EN("live.bar.done")).click()
    expect(task(teacher)).to_be_hidden()
    teacher.set_viewport_size({"width": 1280, "height": 720})
    expect(picture(teacher)).to_be_visible()
    assert seen(teacher, 1280, 720).are_controls_in
    if path == "/wordpiece":  # a question of two lines
        _see_a_question_larger_than_what_is_said(teacher)


def _see_a_question_larger_than_what_is_said(teacher: Page) -> None:
    """It takes no more room than its answer: words stay as large as they are."""
    ask(teacher)
    panel = teacher.get_by_test_id("ask")
    expect(panel).to_have_attribute("data-state", "open")
    teacher.evaluate(SETTLED)
    question = panel.locator(".question").evaluate(LETTERS)
    asked = seen(teacher, 1280, 720).letter
    bar(teacher).get_by_role("button", name=EN("live.bar.reveal")).click()
    expect(panel.locator(".verdict")).to_be_visible()
    teacher.evaluate(SETTLED)
    assert question > panel.locator(".verdict").evaluate(LETTERS)
    assert abs(seen(teacher, 1280, 720).letter - asked) <= 1


HERO = """(hero) => {
    const input = hero.querySelector(".type > input");
    const out = hero.querySelector(".out");
    const [watch, type] = [".watch", ".type"].map((part) => hero.querySelector(part).offsetWidth);
    const cut = [input.scrollWidth > input.clientWidth + 1, out.scrollHeight > out.clientHeight + 1];
    const met = hero.querySelector(".met");
    const lines = met.offsetHeight / parseFloat(getComputedStyle(met).lineHeight);
    return { share: watch / type, cut, lines: Math.round(lines) };
}"""


def test_the_start_page_in_a_hall_is_as_in_a_small_window_and_has_a_button_to_leave(page: Page) -> None:
    open_page(page, "/", {"present": 1, "lang": "en"})
    hero = page.get_by_test_id("hero")
    expect(hero.locator(".met")).to_be_visible()
    told = []
    for width, height in ((1280, 720), (1600, 900), (1920, 1080), (2560, 1440)):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(SETTLED)
        told.append(hero.evaluate(HERO))
        assert told[-1]["cut"] == [False, False], width
        assert told[-1]["lines"] <= 2
    assert max(one["share"] for one in told) - min(one["share"] for one in told) < 0.02
    page.set_viewport_size({"width": 1280, "height": 720})
    hero.locator(".type > input").fill("unanswerable " * 9)
    expect(hero.locator("[data-token]").last).to_be_in_viewport()
    assert hero.evaluate(HERO)["cut"][1] is False  # rows grow
    page.get_by_role("button", name=EN("present.off")).click()
    page.wait_for_function("() => !new URL(location.href).searchParams.has('present')")
