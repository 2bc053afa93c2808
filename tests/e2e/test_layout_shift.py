"""Pages arrive without moving, by the browser's own measure of layout shift until a page is at rest.

What has moved up or down in sight counts: the browser multiplies all that has moved in a frame by the longest way in
it, which may be that of a single word along its line, in a sentence that has got other words, or that of what comes
into view, which nobody was reading.
"""

import re
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import urlencode, urlsplit

import pytest
from playwright.sync_api import Page, Route, expect

import tokviz
from tests.e2e.conftest import NewPage, Server, open_page, resize
from tests.e2e.lesson import at_step, picture
from tests.e2e.test_guides import button, open_guide
from tests.e2e.test_lessons import at_card, fits, note_foot, shows
from tokviz import guides
from tokviz.state.pages import PAGES
from tokviz.views.shared.catalog import load

EN = load("en")

MOST = 0.1
"""The largest shift that browsers call good."""
SIZES = ((1280, 720), (390, 844))
QUIET_MS = 500  # without a change, until a page counts as at rest

# What has moved so far, and from now on, and when something changed.
OBSERVE = """() => {
    window.shift = { sum: 0, sources: [], lost: 0, last: performance.now() };
    new PerformanceObserver((list, _, { droppedEntriesCount = 0 } = {}) => {
        window.shift.lost += droppedEntriesCount;
        for (const entry of list.getEntries()) {
            if (entry.hadRecentInput) continue;
            let [area, way] = [0, 0];  // of the five largest, which is all that the browser tells
            for (const { node, previousRect, currentRect } of entry.sources) {
                const name = node?.dataset?.testid ?? node?.className ?? node?.nodeName;
                const [before, now] = [previousRect, currentRect];
                const places = [before, now].map((one) => `${one.y}+${one.height}`);
                window.shift.sources.push(`${entry.value}, ${name}: ${places.join(" to ")}`);
                if (!before.width || !before.height) continue;
                const isGone = !now.width || !now.height;
                const top = isGone ? before.y : Math.min(before.y, now.y);
                const foot = isGone ? before.bottom : Math.max(before.bottom, now.bottom);
                const far = isGone ? Math.min(before.bottom, innerHeight - before.y) : Math.abs(now.y - before.y);
                area += Math.max(before.width, now.width) * (foot - top) / (innerWidth * innerHeight);
                way = Math.max(way, far / Math.max(innerWidth, innerHeight));
            }
            window.shift.sum += Math.min(entry.value, Math.min(area, 1) * way);
        }
    }).observe({ type: "layout-shift", buffered: true });
    const observer = new MutationObserver(() => { window.shift.last = performance.now(); });
    observer.observe(document, { childList: true, subtree: true, attributes: true });
}"""
# From now on, nothing has moved.
RESET = "Object.assign(window.shift, { sum: 0, sources: [], last: performance.now() })"
QUIET = """quiet => document.documentElement.dataset.arriving === undefined
    && performance.now() - window.shift.last > quiet"""

LINKS: Mapping[str, tuple[str, Mapping[str, object]]] = {
    **{one.address or "start": (f"/{one.address}", {}) for one in PAGES},
    **{f"{one.address} {half.do}": (f"/{one.address}", {"do": half.do}) for one in PAGES if (half := one.second_half)},
    "own text": ("/bpe", {"example": "own", "corpus": "low low lower newest"}),
    "step": ("/bpe", {"example": "sennrich", "step": 4}),
    "lesson": ("/bpe", {**guides.load("bpe").cards[1].query, "guide": "bpe", "card": 2}),
    "lesson about charts": ("/why", {**guides.load("why").cards[0].query, "guide": "why", "card": 1}),
}


@pytest.mark.parametrize("link", LINKS)
def test_nothing_moves_while_a_page_arrives(new_page: NewPage, server: Server, link: str) -> None:
    """Side by side on a desktop and on a phone, since most of the time a page that has come waits for more."""
    path, query = LINKS[link]
    pages = [new_page(server, viewport={"width": width, "height": height}) for width, height in SIZES]
    for page in pages:
        page.goto(f"{path}?{urlencode({'lang': 'en', **query})}")
        page.evaluate(OBSERVE)
    for page in pages:
        page.wait_for_function(QUIET, arg=QUIET_MS)
        total, sources, lost = page.evaluate("[window.shift.sum, window.shift.sources, window.shift.lost]")
        assert total < MOST, (page.viewport_size, sources)
        assert not lost


def expect_still(page: Page) -> None:
    """Wait until the page is at rest, and assert that nothing has moved since the last time; begin anew."""
    page.wait_for_function(QUIET, arg=QUIET_MS)
    total, sources = page.evaluate("[window.shift.sum, window.shift.sources]")
    assert total < MOST, "\n".join([page.url, *sources])
    page.evaluate(RESET)


def test_nothing_moves_from_page_to_page_of_the_menu(page: Page) -> None:
    """A page that follows on another arrives in parts, as the first one does."""
    open_page(page, "/", {"lang": "en"})
    page.evaluate(OBSERVE)
    links = page.get_by_test_id("stSidebarNavLink")
    for place in (*range(1, links.count()), 0):
        address = links.nth(place).get_attribute("href")
        links.nth(place).click()
        page.wait_for_url(f"**{urlsplit(address or '').path}*")
        page.wait_for_function("() => document.documentElement.dataset.arriving === undefined")
        expect_still(page)


def go_on(page: Page, name: str, number: int) -> None:
    """From a card to the next, over its steps. No hand presses, so that the browser counts the half second after a
    press, too: a slow server has answered after it."""
    following = button(page, "next")
    card = guides.load(name).cards[number - 1]
    steps = (card.until or card.step) - card.step
    for _ in range(steps + 1):
        is_step = following.get_attribute("data-goes") == "step"  # and not past a question
        step = int(picture(page).first.get_attribute("data-step") or 0) if is_step else 0
        following.evaluate("button => button.click()")
        if not is_step:
            break
        at_step(page, step + 1)
        expect(following).to_have_attribute("data-goes", "step" if step + 1 < (card.until or 0) else "card")
    at_card(page, name, number + 1)


SLOWED = ("bpe", "bytes", "choosing", "newer")
"""Lessons that a slow phone goes through: from page to page, from part to part, and over the steps of pictures."""


@pytest.mark.parametrize("is_phone", [False, True], ids=["desktop", "phone"])
@pytest.mark.parametrize("name", guides.ORDER)
def test_nothing_moves_from_card_to_card(new_page: NewPage, server: Server, name: str, is_phone: bool) -> None:
    """On a phone the card is above the page, and may be drawn after it, by a slow one above all. In Chinese, and each
    card is in view, with its buttons at one place; test_lessons.py goes through the English ones."""
    width, height = SIZES[is_phone]
    page = new_page(server, viewport={"width": width, "height": height})
    devtools = page.context.new_cdp_session(page)
    open_guide(page, name, lang="zh")
    page.evaluate(OBSERVE)
    page.wait_for_function(QUIET, arg=QUIET_MS)
    page.evaluate(RESET)  # how a page arrives is tested above
    feet: dict[str, str] = {}
    for number, card in enumerate(guides.load(name).cards, start=1):
        if number > 1:
            # A page is slowed down by a thread that is busy meanwhile: no longer than it is needed.
            devtools.send("Emulation.setCPUThrottlingRate", {"rate": 3 if is_phone and name in SLOWED else 1})
            go_on(page, name, number - 1)
            devtools.send("Emulation.setCPUThrottlingRate", {"rate": 1})
            expect_still(page)
        if is_phone:  # turned and turned back, since a part that comes after two seconds is left where it is
            resize(page, height, width)
            resize(page, width, height)
            shows(page, card)
        else:
            fits(page, card)
        note_foot(page, feet)
        page.evaluate(RESET)
    expect(page.get_by_test_id("stException")).to_have_count(0)


UNDRAWN = Path(tokviz.__file__).with_name("frontend") / "page" / "undrawn.js"
"""The list of what is not drawn yet."""

# When the page was at rest, with all of it drawn that is not in a closed box, and when the last of it was shown.
FOLLOW = """(() => {
    const undrawn = "UNDRAWN, [data-testid=stApp]:not([data-test-script-state=notRunning])";
    window.arrival = { ready: 0, shown: 0 };
    const look = () => {
        const isSeen = [...document.querySelectorAll(undrawn)].some((part) => part.checkVisibility());
        if (isSeen || !document.querySelector("[data-testid=stApp]")) window.arrival.ready = performance.now();
        else if (document.documentElement.dataset.arriving === undefined) window.arrival.shown = performance.now();
        if (!window.arrival.shown) requestAnimationFrame(look);
    };
    look();
})()""".replace("UNDRAWN", ", ".join(re.findall(r'"(\[.+)"', UNDRAWN.read_text("utf-8"))))


def test_a_page_has_its_frame_before_the_server_has_drawn_it(page: Page) -> None:
    """While Streamlit's own script is on its way, after a press too, until title and side bar are there."""
    held: list[Route] = []
    page.route("**/static/js/index*", lambda route: held.append(route))
    page.goto("/tokenizers?lang=en", wait_until="commit")
    frame = page.locator("#first-frame")
    expect(frame.get_by_text(EN("page.tokenizers"), exact=True)).to_have_count(2)  # in the menu, and as a title
    expect(frame.get_by_text(EN("app.name"), exact=True)).to_be_visible()
    page.mouse.click(600, 300)
    expect(frame).to_be_visible()
    for route in held:
        route.continue_()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(frame).to_be_hidden()


def test_nothing_waits_for_a_table_in_a_closed_box(page: Page) -> None:
    """It is drawn once the box is open; a page that waits for something is shown after six seconds in spite of it."""
    page.add_init_script(FOLLOW)
    page.goto("/why?lang=en")
    page.wait_for_function("() => window.arrival.shown")
    assert page.locator("details:not([open]) [data-testid=stDataFrame]").count() > 0
    assert page.evaluate("window.arrival.shown - window.arrival.ready") < 3000


def test_all_is_shown_once_it_is_there(page: Page) -> None:
    page.goto("/why?lang=en")
    page.wait_for_function("() => document.documentElement.dataset.arriving === undefined")
    expect(page.locator("[data-waits]")).to_have_count(0)
    hidden = (
        page.get_by_test_id("stMain")
        .locator("[data-testid=stElementContainer]")
        .evaluate_all("all => all.filter((one) => getComputedStyle(one).visibility === 'hidden').length")
    )
    assert hidden == 0


def test_a_press_shows_all_that_there_is(page: Page) -> None:
    page.add_init_script("document.addEventListener('DOMContentLoaded', () => dispatchEvent(new Event('keydown')))")
    page.goto("/glossary?lang=en")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert page.evaluate("document.documentElement.dataset.arriving === undefined")


def test_the_style_is_there_before_the_title_and_no_server_is_looked_for_twice(page: Page) -> None:
    failed: list[str] = []
    page.on("response", lambda answer: failed.append(answer.url) if answer.status >= 400 else None)
    page.add_init_script("""new MutationObserver((_, observer) => {
        const title = document.querySelector("[data-testid=stMain] h1");
        if (!title) return;
        window.first = getComputedStyle(title.closest("[data-testid=stMainBlockContainer]")).paddingTop;
        observer.disconnect();
    }).observe(document, { childList: true, subtree: true })""")
    open_page(page, "/bpe", {"example": "sennrich"})
    first = page.evaluate("window.first")
    block = page.get_by_test_id("stMainBlockContainer")
    assert first == block.evaluate("node => getComputedStyle(node).paddingTop")
    assert failed == []
