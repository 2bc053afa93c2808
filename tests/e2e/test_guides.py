"""Guided lessons in a browser: taught with a presenter's remote alone, explored and come back to, read on a phone."""

import json
import re
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from tests.catalogs import heading
from tests.e2e.conftest import NewPage, Server, open_page, still, wait_idle
from tests.e2e.lesson import address, at_address, at_step, go_back, picture, press, reload
from tokviz import guides
from tokviz.guides import Card
from tokviz.views.shared.catalog import load
from tokviz.web.shared.parts import selector

EN = load("en")
PHONE = {"width": 390, "height": 844}


def open_guide(page: Page, name: str, number: int = 1, **query: object) -> Page:
    """Open a card by the short link, which names the lesson only."""
    open_page(page, "/", {"guide": name, "card": number, **query})
    at_card(page, name, number)
    return page


def card(page: Page) -> Locator:
    return page.get_by_test_id("guide-card")


def button(page: Page, name: str) -> Locator:
    return card(page).locator(f"button[name={name}]")


def at_card(page: Page, name: str, number: int) -> Card:
    """Wait until the page has come to rest at this card."""
    page.locator(f"[data-testid=guide-card][data-arrived='{number}']").wait_for()
    at_address(page, guide=name, card=number)
    wait_idle(page)
    return guides.load(name).cards[number - 1]


OUTLINED = """selector => {
    const part = document.querySelector(selector);
    if (!part) return false;
    const box = part.getBoundingClientRect();
    const shown = Math.min(box.bottom, innerHeight) - Math.max(box.top, 0);
    return getComputedStyle(part).outlineStyle === "solid" && getComputedStyle(part, "::before").content !== "none"
        && shown >= Math.min(box.height, 0.3 * innerHeight);
}"""


def expect_outlined(page: Page, opened: Card) -> None:
    """Wait until the part of a card is outlined, says whose it is, and is in view, from its beginning or to its end.
    The page may still grow when it is first at rest; the card follows."""
    page.wait_for_function(OUTLINED, arg=selector(opened.part))


# -- taught ------------------------------------------------------------------------------------------------------------


@pytest.mark.journey
def test_page_up_leads_back_over_the_steps(page: Page) -> None:
    open_guide(page, "wordpiece", 3)
    press(page, "PageDown")
    at_step(page, 1)
    press(page, "PageUp")
    at_step(page, 0)
    press(page, "PageUp")
    at_card(page, "wordpiece", 2)
    open_guide(page, "bpe", 1)
    press(page, "PageUp")
    at_card(page, "bpe", 1)


@pytest.mark.below
def test_a_table_that_was_clicked_does_not_keep_the_remote(page: Page) -> None:
    open_guide(page, "unigram", 6)
    page.locator(selector("now")).scroll_into_view_if_needed()
    page.locator(".tokviz-data button").first.click()
    for step in (3, 4):
        press(page, "PageDown")
        at_step(page, step)
    press(page, "PageDown")
    at_card(page, "unigram", 7)
    open_guide(page, "unigram", 3)
    page.get_by_test_id("stDataFrame").first.click(position={"x": 60, "y": 60})
    press(page, "PageDown")
    at_card(page, "unigram", 4)


def test_who_writes_keeps_the_keys(page: Page) -> None:
    open_guide(page, "compare", 1)
    page.get_by_label(EN("compare.text"), exact=True).focus()
    press(page, "PageDown", "PageDown")
    at_address(page, card=1, size=8)
    page.get_by_role("heading", level=1).click()
    press(page, "PageDown")
    at_address(page, card=1, size=9)


def test_the_page_is_presented_by_a_key_on_a_card_with_a_field(page: Page) -> None:
    """Until the field is clicked, which then takes the letter."""
    open_guide(page, "bytes", 1)
    field = page.get_by_test_id("guide-ask").locator("input")
    press(page, "f")
    at_address(page, present=1)
    at_card(page, "bytes", 1)
    expect(field).to_have_value("")
    press(page, "Escape")
    page.wait_for_function("() => !new URLSearchParams(location.search).has('present')")
    field.click()
    press(page, "f")
    expect(field).to_have_value("f")


def test_keys_pressed_in_a_hurry_skip_nothing(page: Page) -> None:
    """All in one moment: pressed one by one, on a busy machine, the last would come when the next card is there."""
    hurry = """times => {
      for (; times; times--)
        document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "PageDown", bubbles: true, cancelable: true }));
    }"""
    open_guide(page, "bpe", 3)
    page.evaluate(hurry, 4)
    at_card(page, "bpe", 4)
    page.evaluate(hurry, 3)
    at_card(page, "bpe", 5)


# -- two presses at one place ------------------------------------------------------------------------------------------

HURRIED = [
    *[("why", 1), ("why", 8)],  # a text, then a card that asks for a reason; then the last card, with two questions
    *[("bpe", 1), ("bpe", 4), ("bpe", 7)],  # to a picture that asks, and one with steps; to another page
    *[("tokens", 3), ("wordpiece", 3), ("bytes", 3)],  # to a field; over steps
]


FIND = """(name) => {
    const roots = [document, ...[...document.querySelectorAll("*")].flatMap((node) => node.shadowRoot ?? [])];
    return roots.map((root) => root.querySelector(name)).find(Boolean);
}"""
SHOWN = f"""() => {{
    const first = (name) => ({FIND})(name)?.dataset;
    return `${{first("[data-testid=guide-card]")?.card}} ${{first("[data-testid=picture]:not(.still)")?.step}}`;
}}"""
# A press as soon as something can be seen, in the page itself: a hand is as fast, and a busy machine hears of it later.
PRESS_ONCE = """([clientX, clientY]) => new Promise((done) => {
    let [last, calm] = [null, 0];
    const look = () => {
        let node = document.elementFromPoint(clientX, clientY);
        while (node?.shadowRoot) node = node.shadowRoot.elementFromPoint(clientX, clientY);
        calm = node && node === last && (READY) ? calm + 1 : 0;
        last = node;
        if (calm < 3) return requestAnimationFrame(look);
        const goes = { bubbles: true, composed: true, cancelable: true };
        node.dispatchEvent(new MouseEvent("click", { clientX, clientY, ...goes }));
        done(node.textContent);
    };
    look();
})"""
PRESS_SECOND = """() => new Promise((done) => {
    const roots = () => [document, ...[...document.querySelectorAll("*")].flatMap((node) => node.shadowRoot ?? [])];
    const look = () => {
        const asked = roots().flatMap((root) => [...root.querySelectorAll("[data-testid=guide-ask]")]);
        if (asked.length < 2) return requestAnimationFrame(look);
        done(asked[1].querySelector(".reasons button").click());
    };
    look();
})"""


def press_once(page: Page, ready: str, point: tuple[float, float]) -> str:
    """Press at a point once what is there, `node`, has been the same for some frames, with `ready`, and return what is
    written on it."""
    written: str = page.evaluate(PRESS_ONCE.replace("READY", ready), point)
    return written


def center(found: Locator) -> tuple[float, float]:
    box = still(found)
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def expect_nothing_answered(page: Page, name: str) -> None:
    """The lesson is still there, and no question was answered: the card's are open, and so is the picture's."""
    wait_idle(page)
    at_address(page, guide=name)
    expect(card(page).locator(".tally")).to_be_empty()
    states = page.get_by_test_id("guide-ask").evaluate_all("all => all.map((one) => one.dataset.state)")
    assert set(states) <= {"open"}
    assert page.evaluate("sessionStorage.getItem('tokviz-card-answers')") in (None, "{}")


@pytest.mark.parametrize("viewport", [{"width": 1280, "height": 720}, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize(("name", "number"), HURRIED)
def test_two_presses_at_one_place_neither_answer_nor_leave(
    new_page: NewPage, server: Server, name: str, number: int, viewport: ViewportSize
) -> None:
    """At once, and as soon as the next card is drawn, when a hand is about to press again."""
    page = open_guide(new_page(server, viewport=viewport), name, number)
    point = center(button(page, "next"))
    before = page.evaluate(SHOWN)
    page.mouse.click(*point)
    page.mouse.click(*point)
    press_once(page, f"({SHOWN})() !== {json.dumps(before)}", point)
    expect_nothing_answered(page, name)
    if int(card(page).get_attribute("data-card") or 0) == len(guides.load(name).cards):
        button(page, "following").click()  # which waits until it may be pressed
        at_card(page, guides.load(name).next or "", 1)


def test_two_presses_on_leave_do_not_press_the_side_bar(page: Page) -> None:
    open_guide(page, "bpe", 3, lang="zh")
    point = center(button(page, "leave"))
    page.mouse.click(*point)
    assert (
        press_once(page, f"!({FIND})('[data-testid=guide-card]') && node.closest('[role=radio]')", point) == "English"
    )
    expect(card(page)).to_have_count(0)
    wait_idle(page)
    at_address(page, lang="zh")
    expect(page.get_by_role("radio", name="简体中文")).to_be_checked()


def test_two_presses_on_an_option_do_not_answer_the_next_question(page: Page) -> None:
    open_guide(page, "why", 9)
    asked = page.get_by_test_id("guide-ask")
    expect(asked.first.locator(".number")).to_have_text(EN("guide.place", number=1, total=2))
    right = next(place for place, reason in enumerate(guides.load("why").cards[8].asks[0].reasons) if reason.is_right)
    option = asked.first.locator(".reasons button").nth(right)
    expect(option).to_be_enabled()
    page.mouse.click(*center(option))
    page.evaluate(PRESS_SECOND)
    expect(asked).to_have_count(2)
    second = asked.nth(1).locator(".reasons button").first
    wait_idle(page)
    expect(asked.nth(1)).to_have_attribute("data-state", "open")
    expect(asked.nth(1).locator(".number")).to_have_text(EN("guide.place", number=2, total=2))
    total = sum(len(one.asks) for one in guides.load("why").cards)
    expect(card(page).locator(".answered")).to_have_text(EN("guide.answered", n=1, total=total))
    second.click()  # which waits until it may be pressed
    expect(asked.nth(1)).not_to_have_attribute("data-state", "open")


# -- explored ----------------------------------------------------------------------------------------------------------


def test_who_leaves_the_path_finds_the_way_back(page: Page) -> None:
    open_guide(page, "bpe", 7)
    press(page, "Home")
    page.wait_for_function("() => !new URLSearchParams(location.search).has('step')")
    button(page, "return").click()
    at_address(page, step=10)
    at_step(page, 10)
    expect(button(page, "return")).to_be_hidden()
    open_guide(page, "unigram", 9)
    page.get_by_role("tab", name=EN("lattice.tab.sums")).click()
    at_address(page, view="sums")
    button(page, "return").click()
    at_address(page, view="samples")
    expect(button(page, "return")).to_be_hidden()


def test_steps_up_to_the_last_of_a_card_do_not_leave_the_path(page: Page) -> None:
    open_guide(page, "bpe", 7)
    press(page, "PageDown", "PageDown")
    at_address(page, step=12)
    wait_idle(page)
    expect(button(page, "return")).to_be_hidden()
    expect(card(page).get_by_text(EN("guide.steps", until=15))).to_be_visible()
    press(page, "PageDown", "PageDown", "PageDown")
    expect(card(page).get_by_text(EN("guide.steps", until=15))).to_be_hidden()


def test_the_list_leads_to_any_card_and_back_to_the_one_before(page: Page) -> None:
    open_guide(page, "bpe", 1)
    card(page).get_by_text(EN("guide.label.list")).click()
    card(page).get_by_role("button", name=guides.load("bpe").cards[7].title["en"]).click()
    at_card(page, "bpe", 8)
    expect(page.get_by_role("heading", level=1)).to_have_text(EN("page.bpe-encode"))
    go_back(page)
    at_card(page, "bpe", 1)
    expect(page.get_by_role("heading", level=1)).to_have_text(heading("bpe", EN))
    at_step(page, 0)
    page.go_forward()
    at_card(page, "bpe", 8)


def test_another_page_and_back(page: Page) -> None:
    open_guide(page, "bpe", 8)
    page.get_by_test_id("stExpandSidebarButton").click()
    page.get_by_test_id("stSidebarNav").get_by_role("link", name=EN("page.why")).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(EN("page.why"))
    expect(card(page)).to_have_count(0)
    place = EN("guide.place", number=8, total=9)
    name = EN("guide.way-back", title=guides.load("bpe").title["en"], place=place)
    page.get_by_test_id("stMain").get_by_role("link", name=name).click()
    at_card(page, "bpe", 8)
    expect(page.get_by_test_id("stExpandSidebarButton")).to_be_visible()  # the card closes the side bar,
    reload(page)
    at_card(page, "bpe", 8)
    expect(page.get_by_test_id("stExpandSidebarButton")).to_be_visible()
    button(page, "leave").click()
    expect(
        page.locator("[data-testid=stSidebar][data-collapsed=false]")
    ).to_be_visible()  # and the visitor had opened it


def test_a_lesson_leads_to_practice_and_back(page: Page) -> None:
    lesson = guides.load("wordpiece")
    last = len(lesson.cards)
    open_guide(page, "wordpiece", last)
    button(page, "practice").click()
    wait_idle(page)
    expect(page.get_by_role("heading", level=1)).to_have_text(EN("page.practice"))
    assert set(parse_qs(urlsplit(address(page)).query)["kinds"][0].split(",")) == set(lesson.kinds)
    place = EN("guide.place", number=last, total=last)
    name = EN("guide.way-back", title=lesson.title["en"], place=place)
    page.get_by_test_id("stMain").get_by_role("link", name=name).click()
    at_card(page, "wordpiece", last)


def test_to_leave_keeps_the_page(page: Page) -> None:
    open_guide(page, "bpe", 4)
    button(page, "leave").click()
    expect(card(page)).to_have_count(0)
    at_address(page, example="follow", vs="subword-nmt")
    page.wait_for_function("() => !new URLSearchParams(location.search).has('guide')")
    expect(page.locator("[data-testid=stSidebar][data-collapsed=false]")).to_be_visible()
    expect(page.locator(selector("picture"))).to_have_css("outline-style", "none")


# -- on a phone --------------------------------------------------------------------------------------------------------


def test_all_words_are_below_a_card_on_a_phone(new_page: NewPage, server: Server) -> None:
    """Cards 1 and 3 speak of the whole corpus, and of the pairs that tie."""
    page = new_page(server, viewport=PHONE)
    for number in (1, 3):
        open_guide(page, "bpe", number)
        at_card(page, "bpe", number)
        words = picture(page).locator(".row[data-row]:not(.leaving)")
        expect(words).to_have_count(4)
        for row in words.all():
            expect(row).to_be_in_viewport(ratio=0.99)  # an edge may be a hair beyond that of a pixel
        assert picture(page).locator(".pair-row").count() >= 3


def test_words_have_the_room_of_options_that_say_nothing(new_page: NewPage, server: Server) -> None:
    """On the last card, below its questions, the picture asks no more, and covers its counts."""
    page = open_guide(new_page(server, viewport=PHONE), "bpe", 9)
    expect(picture(page).locator(".asking")).to_be_hidden()
    for row in picture(page).locator(".row[data-row]:not(.leaving)").all():
        expect(row).to_be_in_viewport(ratio=0.99)


def test_a_folded_card_leaves_room_for_the_picture(new_page: NewPage, server: Server) -> None:
    page = open_guide(new_page(server, viewport=PHONE), "wordpiece", 3)
    before = still(card(page))
    button(page, "fold").click()
    expect(button(page, "fold")).to_have_text(EN("guide.label.unfold"))
    after = still(card(page))
    assert before
    assert after
    assert after["height"] < 0.5 * before["height"]
    picture(page).get_by_role("button", name=EN("picture.controls.forward")).click()
    at_step(page, 1)
    button(page, "next").click()
    at_card(page, "wordpiece", 4)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_what_steps_stays_in_one_line_beside_a_card(new_page: NewPage, server: Server, language: str) -> None:
    page = new_page(server)
    page.set_viewport_size({"width": 960, "height": 540})
    open_page(page, "/bpe", {"example": "sennrich", "guide": "bpe", "card": "1", "lang": language})
    transport = page.get_by_test_id("picture").locator(".transport")
    expect(transport).to_be_visible()
    page.wait_for_function("all => all.clientHeight < 60", arg=transport.element_handle())  # two lines take 80 pixels


def test_a_part_has_the_room_of_a_picture_that_its_card_does_not_step(page: Page) -> None:
    """A chart with all of its points named, then a table with what it says, whole in the window and as wide as it."""
    for number, name in ((5, "views"), (8, "now")):
        open_guide(page, "wordpiece", number)
        part = page.locator(selector(name))
        expect(picture(page)).to_be_hidden()
        expect(part).to_be_in_viewport(ratio=0.95)
        share = "part => part.getBoundingClientRect().width / part.closest('.st-key-guide_page').clientWidth"
        assert part.evaluate(share) > 0.95
        if name == "views":
            expect(part.locator("svg text").get_by_text("##u ##n", exact=True)).to_be_visible()


# -- questions of a card -----------------------------------------------------------------------------------------------

IN_REACH = """(node) => {
    const { left, right, top, bottom } = node.getBoundingClientRect();
    return node.contains(node.getRootNode().elementFromPoint((left + right) / 2, (top + bottom) / 2));
}"""


def test_on_a_phone_the_field_is_below_its_question(page: Page) -> None:
    """However much there is to work with: that is below the field."""
    page.set_viewport_size({"width": 390, "height": 844})
    open_guide(page, "unigram", 7)
    for part in (card(page).locator("form input"), button(page, "check")):
        assert part.evaluate(IN_REACH)


ON_A_PHONE = """(card) => {
    const roots = [...document.querySelectorAll("*")].flatMap((node) => node.shadowRoot ?? []);
    const picture = roots.map((root) => root.querySelector("[data-testid=picture]:not(.still)")).find(Boolean);
    const box = (node) => node.getBoundingClientRect();
    const texts = [...card.querySelectorAll(".text > p:not(.goal)")];
    const drawn = [...picture.querySelectorAll(".sentences, .lines, .both, .line-row")];
    const parts = drawn.filter((node) => box(node).height);
    const controls = box(picture.querySelector(".transport"));
    return {
        unread: texts.filter((node) => box(node).bottom > box(card.querySelector(".middle")).bottom + 1).length,
        cut: [...picture.querySelectorAll(".line-row")].filter((node) => {
            return box(node).bottom > box(node.closest(".line-rows")).bottom + 1;
        }).length,
        covered: controls.height ? parts.filter((node) => box(node).bottom > controls.top + 1).length : 0,
    };
}"""


def test_on_a_phone_cards_are_read_whole_and_controls_are_below_the_picture(page: Page) -> None:
    """Their lines and sentences are higher than the room below a card, and some of their texts are long."""
    page.set_viewport_size({"width": 390, "height": 844})
    for number in (1, 3, 4, 7):
        open_guide(page, "newer", number)
        wait_idle(page)
        assert card(page).evaluate(ON_A_PHONE) == {"unread": 0, "cut": 0, "covered": 0}, number


def test_a_link_to_a_card_alone_opens_its_picture_and_another_picture_says_so(page: Page) -> None:
    """The page's own first picture would be none that the card speaks of."""
    open_page(page, "/picky", {"guide": "newer", "card": 5, "lang": "en"})
    at_card(page, "newer", 5)
    at_address(page, example="parts", step="5")
    expect(button(page, "return")).to_be_hidden()
    open_page(page, "/picky", {"example": "kentucky", "step": 3, "guide": "newer", "card": 5, "lang": "en"})
    at_card(page, "newer", 5)
    expect(button(page, "return")).to_have_text(EN("guide.label.return-other"))
    button(page, "return").click()
    at_address(page, example="parts", step="5")
    expect(button(page, "return")).to_be_hidden()


def test_after_a_right_answer_the_next_question_is_in_view(page: Page) -> None:
    """Its reason is a press away; the next lesson is the main way on once both are answered."""
    open_guide(page, "bpe", 9)
    card(page).locator("form input").fill("new|e|r|</w>")
    button(page, "check").click()
    asks = card(page).get_by_test_id("guide-ask")
    expect(asks.first).to_have_attribute("data-state", "right")
    expect(asks).to_have_count(2)
    assert card(page).locator("form input").evaluate(IN_REACH)
    assert button(page, "check").evaluate(IN_REACH)
    expect(button(page, "following")).to_have_class(re.compile(r"\bquiet\b"))
    told = asks.first.locator(".because")
    expect(told).to_be_hidden()
    button(page, "why").click()
    expect(told).to_be_visible()
    button(page, "tell").click()
    expect(asks.nth(1)).to_have_attribute("data-state", "shown")
    expect(button(page, "following")).not_to_have_class(re.compile(r"\bquiet\b"))


def test_before_a_question_the_last_step_says_nothing_of_what_comes(page: Page) -> None:
    """The card before steps as others do, and its picture rests at the last one."""
    open_guide(page, "newer", 7)
    expect(card(page).locator(".hint")).to_have_text(EN("guide.steps", until=8))
    button(page, "next").click()
    at_step(page, 8)
    expect(picture(page).locator(".say.next, .ring.next")).to_have_count(0)
    button(page, "next").click()
    at_card(page, "newer", 8)
    expect(page.get_by_test_id("ask")).to_have_attribute("data-state", "open")
