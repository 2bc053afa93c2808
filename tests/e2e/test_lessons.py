"""Each of the ten lessons from start to end by keys alone: what each card speaks of is in view beside it, its
questions are open until they are answered, rightly, wrongly or not at all, and the last card leads to the next.

On the same way, each word in `code`, number and control that a card names is looked for in the window, at 1280 by 720
and with nothing scrolled by hand. In Chinese and on a phone, test_layout_shift.py goes the way again.
"""

import re
from collections.abc import Callable
from itertools import cycle
from typing import cast

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e import mentions
from tests.e2e.conftest import open_page, wait_idle, widen_letters
from tests.e2e.lesson import at_step, press
from tests.e2e.moves import expect_still, forget, observe
from tokviz import guides
from tokviz.exercises import Task
from tokviz.guides import Ask, Card
from tokviz.state.bpe_encode import PAGE as BPE_ENCODE
from tokviz.state.training import FORMS
from tokviz.views.exercises import sheet
from tokviz.views.exercises.asking import TRIES
from tokviz.views.shared.catalog import load
from tokviz.views.shared.sentences import without_marks
from tokviz.web.guides import answers
from tokviz.web.shared.parts import selector

FITS = """([part, hasPicture]) => {
    const found = document.querySelector(part)?.getBoundingClientRect();
    const roots = [document, ...[...document.querySelectorAll("*")].flatMap((node) => node.shadowRoot ?? [])];
    const first = (name) => roots.map((root) => root.querySelector(name)).find(Boolean)?.getBoundingClientRect();
    const isIn = (box) => box && box.top >= 0 && box.bottom <= innerHeight + 1 && box.right <= innerWidth + 1;
    const middle = roots.map((root) => root.querySelector("[data-testid=guide-card] .middle")).find(Boolean);
    const isBelow = (one) => one.matches(".handing, .sources") || !one.getClientRects().length;
    const last = [...middle.children].findLast((one) => !isBelow(one));
    const end = last.getBoundingClientRect().bottom - middle.getBoundingClientRect().bottom + middle.scrollTop;
    const isTall = found && found.height > 0.9 * innerHeight; // rows of many tokenizers: from the first one on
    const isBegun = isTall && found.top >= 0 && found.top < innerHeight / 4;
    return (isIn(found) || isBegun) && isIn(first("[data-testid=guide-card]")) && end <= 1
        && (!hasPicture || isIn(first("[data-testid=picture]:not(.still)")));
}"""


SMALL = [(1024, 768), (390, 844), (640, 360)]  # the last is what 1280 by 720 leaves at 200 %
SHOWS = """([part, least]) => {
    const roots = [document, ...[...document.querySelectorAll("*")].flatMap((node) => node.shadowRoot ?? [])];
    const card = roots.map((root) => root.querySelector("[data-testid=guide-card]")).find(Boolean);
    const isReached = (button) => {
        const { left, right, top, bottom } = button.getBoundingClientRect();
        const found = button.getRootNode().elementFromPoint((left + right) / 2, (top + bottom) / 2);
        return top >= 0 && bottom <= innerHeight && left >= 0 && right <= innerWidth && found === button;
    };
    const buttons = [...card.querySelectorAll(".buttons button")].filter((one) => one.getClientRects().length);
    const isAbove = matchMedia("(max-width: 800px)").matches;
    const top = isAbove ? card.getBoundingClientRect().bottom : 0;
    const box = document.querySelector(part).getBoundingClientRect();
    const seen = Math.min(box.bottom, innerHeight) - box.top;
    return buttons.length === 2 && buttons.every(isReached) && document.documentElement.scrollWidth <= innerWidth
        && box.top >= top && seen >= Math.min(box.height, least * innerHeight) - 1;
}"""


def card(page: Page) -> Locator:
    return page.get_by_test_id("guide-card")


def at_card(page: Page, name: str, number: int) -> Card:
    page.locator(f"[data-testid=guide-card][data-card='{number}'][data-arrived='{number}']").wait_for()
    opened = guides.load(name).cards[number - 1]
    expect(card(page).locator("h2")).to_have_text(
        opened.title["zh" if "lang=zh" in page.url else "en"].replace("`", "")
    )
    return opened


def has_picture(opened: Card) -> bool:
    """Tell if a picture belongs beside the card.

    One does where it leads the page, unless the part takes all the room (drawing segmentations at random). On `/bytes`
    and `/tokenizers` one plays a pre-token, on request.
    """
    is_picture = opened.page in (*FORMS, BPE_ENCODE) and opened.query.get("view") not in ("samples", "dropout")
    return is_picture or opened.part == "picture"


def fits(page: Page, opened: Card) -> None:
    """Wait until the part (of one as tall as the window the beginning), the card with its question, which need not be
    scrolled, and the picture are wholly in view.

    The papers, and what is handed in at the end, may be below."""
    if opened.part != "controls":
        page.wait_for_function(FITS, arg=[selector(opened.part), has_picture(opened)])


# Where the buttons of a card are; how far above the foot of the window the lowest one ends; what the foot covers.
FOOT = """() => {
    const roots = [document, ...[...document.querySelectorAll("*")].flatMap((node) => node.shadowRoot ?? [])];
    const card = roots.map((root) => root.querySelector("[data-testid=guide-card]")).find(Boolean);
    const buttons = ["leave", "back", "next", "following"].map((name) => card.querySelector(`button[name=${name}]`));
    const boxes = buttons.filter((one) => one.getClientRects().length).map((one) => one.getBoundingClientRect());
    const [from, to] = [boxes[0].right, boxes.at(-1).left];
    if (innerHeight - boxes.at(-1).bottom > 24 || to - from < 60) return "not at the foot, or Leave beside Next";
    return JSON.stringify(boxes.map(({ x, y, width, height }) => [x, y, width, height].map(Math.round)));
}"""


def note_foot(page: Page, feet: dict[str, str]) -> None:
    """Assert that the buttons of the card are where they were on the cards before, in a window of this size."""
    page.wait_for_function(f"() => ({FOOT})().startsWith('[')")  # a window that has just got its size draws once more
    foot = page.evaluate(FOOT)
    assert feet.setdefault(str(page.viewport_size), foot) == foot


def shows_on_small_screens(page: Page, opened: Card, feet: dict[str, str]) -> None:
    """Wait, in windows of each size, until the part is in view from its beginning, and the buttons can be pressed, at
    one place on every card."""
    before = page.viewport_size
    assert before
    for width, height in SMALL:
        page.set_viewport_size({"width": width, "height": height})
        shows(page, opened)
        note_foot(page, feet)
    page.set_viewport_size(before)


def shows(page: Page, opened: Card) -> None:
    """Wait until the part is in view from its beginning in a small window, and the buttons can be pressed."""
    height = (page.viewport_size or {"height": 0})["height"]
    if opened.part != "controls":
        page.wait_for_function(SHOWS, arg=[selector(opened.part), 0.3 if height > 400 else 0.2])


def take_the_steps(page: Page, opened: Card, look: Callable[[], object] = lambda: None) -> None:
    """By the remote over the picture's steps; where the picture asks, the first press shows what comes next. look: what
    is done at each step but the first."""
    panel = page.get_by_test_id("ask")
    for step in range(opened.step, opened.until or opened.step):
        at_step(page, step)  # before, the panel is that of the picture before
        if opened.is_predicting and panel.get_attribute("data-state") == "open":
            if "before" in (panel.get_attribute("class") or ""):  # whose turn it is, and then the pair
                press(page, "PageDown")
                expect(panel).not_to_have_class(re.compile(r"\bbefore\b"))
            press(page, "PageDown")
            expect(panel).not_to_have_attribute("data-state", "open")
        press(page, "PageDown")
        at_step(page, step + 1)
        look()


def right_answer(task: Task) -> str:
    """Return the answer to type."""
    if task.form == "tokens" and isinstance(task.solution, tuple):
        return "|".join(map(str, task.solution))
    if task.form == "pairs":
        return ", ".join(" ".join(pair) for pair in cast("tuple[tuple[str, str], ...]", task.solution))
    return without_marks(sheet.answer_lines(task.solution, load("en"))).partition(" ≈")[0]


WRONG = {"number": "987654", "bytes": "00", "pairs": "b b, b b", "pair": "b b"}


def answer(page: Page, place: int, opened: Card, way: str) -> None:
    """Answer the question by the keyboard, whose field has the focus, or go on without."""
    asked = card(page).get_by_test_id("guide-ask").nth(place)
    expect(asked).to_have_attribute("data-state", "open")
    if way == "shown":
        press(page, "PageDown")
    elif opened.asks[place].reasons:
        choose_reason(asked, opened.asks[place], is_right=way == "right")
    else:
        task = answers.task_of(opened, opened.asks[place], load("en"))
        wrong = "|".join(reversed("".join(map(str, task.solution)))) if isinstance(task.solution, tuple) else ""
        text = right_answer(task) if way == "right" else WRONG.get(task.form, wrong)
        tries = 2 if way == "wrong" else 1
        for number in range(tries):
            asked.locator("input").fill(text)
            press(page, "Enter")
            if number + 1 < tries:
                expect(asked).to_have_attribute("data-state", "again")
                expect(asked.locator(".verdict")).to_contain_text(load("en")("guide.ask.again").strip())
    expect(asked).to_have_attribute("data-state", way)
    expect(asked.locator(".verdict")).not_to_be_empty()


def choose_reason(asked: Locator, ask: Ask, *, is_right: bool) -> None:
    """Press a right reason, or wrong ones, each of which is answered, until no more may be chosen."""
    chosen = [place for place, reason in enumerate(ask.reasons) if reason.is_right == is_right]
    for tries, place in enumerate(chosen[:1] if is_right else chosen[:TRIES], start=1):
        option = asked.locator(".reasons button").nth(place)
        expect(option).to_be_enabled()  # it takes no press that may be meant for what was there before
        option.press("Enter")
        if not is_right and tries < TRIES:
            expect(asked).to_have_attribute("data-state", "again")
            expect(asked.locator(".reasons button").nth(place)).to_be_disabled()


@pytest.mark.parametrize("name", guides.ORDER)
def test_by_keys_alone(name: str, page: Page) -> None:
    """All that is asked of a card: its place, its buttons in four windows, what it names, its steps, its questions; and
    that nothing moves but what a step or an answer moves."""
    open_page(page, "/", {"guide": name, "lang": "en"})
    observe(page)
    ways = cycle(["right", "wrong", "shown"])
    count = {"right": 0, "wrong": 0, "shown": 0}
    lesson = guides.load(name)
    feet: dict[str, str] = {}
    wrong: list[str] = []
    for number in range(1, len(lesson.cards) + 1):
        opened = at_card(page, name, number)
        fits(page, opened)
        note_foot(page, feet)
        seen = mentions.Seen(page, name, number, opened)
        at_rest = seen.look_at_rest()
        shows_on_small_screens(page, opened, feet)
        fits(page, opened)
        wait_idle(page)  # who hurries is tested in test_hurried.py
        forget(page)
        take_the_steps(page, opened, seen.look)
        if opened.until:
            expect_still(page)
        for place in range(len(opened.asks)):
            way = next(ways)
            answer(page, place, opened, way)
            count[way] += 1
            seen.look()
        wrong += [f"card {number}: {one}" for one in (*at_rest, *seen.complaints())]
        expect(page.get_by_test_id("stException")).to_have_count(0)
        if number < len(lesson.cards):
            wait_idle(page)
            forget(page)
            press(page, "PageDown")
            at_card(page, name, number + 1)
            expect_still(page)
    said = load("en")("guide.score", right=count["right"], asked=count["right"] + count["wrong"])
    expect(card(page).locator(".tally")).to_have_text(said)
    expect(card(page).locator(".handing")).to_be_visible()
    assert min(count.values()) > 0
    press(page, "PageDown")
    if lesson.next:
        at_card(page, lesson.next, 1)
    else:
        at_card(page, name, len(lesson.cards))  # there is nothing after it
    assert wrong == []


@pytest.mark.parametrize(("name", "number"), [("bytes", 5), ("unigram", 6)])
def test_long_cards_have_room_where_letters_are_wider(page: Page, name: str, number: int) -> None:
    widen_letters(page)
    open_page(page, "/", {"guide": name, "card": number, "lang": "en"})
    fits(page, at_card(page, name, number))


BUSY_ONCE = """ms => addEventListener("resize", () => {
    const end = performance.now() + ms;
    while (performance.now() < end);
}, { once: true })"""


def test_the_part_comes_into_view_where_a_machine_takes_seconds_to_turn_the_page(page: Page) -> None:
    """After a turn, the part is looked at so many times, however long each look takes."""
    open_page(page, "/", {"guide": "bytes", "card": 4, "lang": "en"})
    opened = at_card(page, "bytes", 4)
    fits(page, opened)
    page.evaluate(BUSY_ONCE, 3000)
    page.set_viewport_size({"width": 390, "height": 844})
    shows(page, opened)
