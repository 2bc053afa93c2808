"""Pages arrive without moving: from a link, from page to page, and on a phone from card to card of a lesson.

On a desktop, test_lessons.py asks the same of each card.
"""

import re
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import urlencode, urlsplit

import pytest
from playwright.sync_api import Page, Route, expect

import tokviz
from tests.e2e.conftest import NewPage, Server, open_page, resize, wait_idle
from tests.e2e.lesson import at_step, picture
from tests.e2e.moves import expect_still, forget, observe
from tests.e2e.test_guides import button, expect_outlined, open_guide
from tests.e2e.test_lessons import at_card, fits, note_foot, shows
from tokviz import guides
from tokviz.state.pages import PAGES
from tokviz.views.shared.catalog import load

EN = load("en")

SIZES = ((1280, 720), (390, 844))

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
        observe(page)
    for page in pages:
        expect_still(page)


def test_nothing_moves_from_page_to_page_of_the_menu(page: Page) -> None:
    """A page that follows on another arrives in parts, as the first one does."""
    open_page(page, "/", {"lang": "en"})
    observe(page)
    links = page.get_by_test_id("stSidebarNavLink")
    for place in (*range(1, links.count()), 0):
        address = links.nth(place).get_attribute("href")
        links.nth(place).click()
        page.wait_for_url(f"**{urlsplit(address or '').path}*")
        expect_still(page)


def go_on(page: Page, name: str, number: int) -> None:
    """From a card to the next, over its steps. No hand presses, so that the browser counts the half second after a
    press, too: a slow server has answered after it."""
    following = button(page, "next")
    card = guides.load(name).cards[number - 1]
    steps = (card.until or card.step) - card.step
    for _ in range(steps + 1):
        is_step = following.get_attribute("data-goes") == "step"  # and not past a question
        if is_step:
            expect(following).to_have_text(load("zh")("guide.label.next_step"))
        step = int(picture(page).first.get_attribute("data-step") or 0) if is_step else 0
        following.evaluate("button => button.click()")
        if not is_step:
            break
        at_step(page, step + 1)
        expect(following).to_have_attribute("data-goes", "step" if step + 1 < (card.until or 0) else "card")
    at_card(page, name, number + 1)


SLOWED = ("bpe", "bytes", "choosing", "newer")
"""Lessons that a slow phone goes through: from page to page, from part to part, and over the steps of pictures."""


@pytest.mark.parametrize("name", guides.ORDER)
def test_nothing_moves_from_card_to_card(new_page: NewPage, server: Server, name: str) -> None:
    """On a phone the card is above the page, and may be drawn after it, by a slow one above all. In Chinese, and each
    card is in view, with its buttons at one place, on a desktop too, and its part is outlined; test_lessons.py goes
    through the English ones."""
    desktop, phone = SIZES
    page = new_page(server, viewport={"width": phone[0], "height": phone[1]})
    devtools = page.context.new_cdp_session(page)
    open_guide(page, name, lang="zh")
    observe(page)
    wait_idle(page)
    forget(page)  # how a page arrives is tested above
    feet: dict[str, str] = {}
    for number, card in enumerate(guides.load(name).cards, start=1):
        if number > 1:
            # A page is slowed down by a thread that is busy meanwhile: no longer than it is needed.
            devtools.send("Emulation.setCPUThrottlingRate", {"rate": 3 if name in SLOWED else 1})
            go_on(page, name, number - 1)
            devtools.send("Emulation.setCPUThrottlingRate", {"rate": 1})
            expect_still(page)
        resize(page, *desktop)
        fits(page, card)
        note_foot(page, feet)
        resize(page, *phone)
        shows(page, card)
        note_foot(page, feet)
        expect_outlined(page, card)
        forget(page)
    if name == guides.ORDER[-1]:
        expect(button(page, "next")).to_be_disabled()
    else:
        expect(button(page, "next")).to_be_hidden()  # the last card leads to the next lesson instead
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
