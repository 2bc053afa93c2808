"""A hurried visitor: the second click is made before the browser has heard what became of the first.

The server's messages are held back, as a slow line does it, until it has answered the first click.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, Route, WebSocketRoute, expect
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from tests.e2e.conftest import open_page, wait_idle
from tests.e2e.lesson import at_address, at_step, choose, open_lesson, press
from tokviz import guides
from tokviz.text_keys import preset_key, preset_short_key
from tokviz.views.shared.catalog import load

EN = load("en")
ANSWER_SECONDS = 30.0


def until(page: Page, is_so: Callable[[], bool], otherwise: str) -> None:
    """Wait, while the page goes on, until something is so. otherwise: what is wrong if it never is."""
    deadline = time.monotonic() + ANSWER_SECONDS
    while not is_so():
        assert time.monotonic() < deadline, otherwise
        page.evaluate("() => new Promise(requestAnimationFrame)")


class SlowLine:
    """The server's messages to a page, which can be held back. Make it before the page is opened."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.is_held = False
        self.held: list[tuple[WebSocketRoute, str | bytes]] = []
        page.route_web_socket("**/_stcore/stream", self._connect)

    def hold(self) -> None:
        """Hold back what follows. What was asked for so far is heard first: a picture waits for that with its
        report."""
        wait_idle(self.page)
        self.is_held = True

    def wait_for(self, text: str) -> None:
        """Wait until the server has said this, which the browser does not hear yet."""
        until(
            self.page,
            lambda: any(text.encode() in message for _, message in self.held if isinstance(message, bytes)),
            f"the server never said {text}",
        )

    def wait_for_runs(self, number: int) -> None:
        """Wait until the server has ended so many runs, of which the browser does not hear yet."""
        until(
            self.page,
            lambda: sum(_ends_a_run(message) for _, message in self.held) >= number,
            f"the server never ended {number} runs",
        )

    def let_through(self, number: int) -> None:
        """Let the browser hear the first of what was held back, and draw it."""
        for browser, message in self.held[:number]:
            browser.send(message)
        del self.held[:number]
        for _ in range(2):
            self.page.evaluate("() => new Promise(requestAnimationFrame)")

    def release(self) -> None:
        """Let the browser hear all that was held back, and what comes."""
        self.is_held = False
        self.let_through(len(self.held))

    def _connect(self, browser: WebSocketRoute) -> None:
        def forward(message: str | bytes) -> None:
            if self.is_held:
                self.held.append((browser, message))
            else:
                browser.send(message)

        browser.connect_to_server().on_message(forward)


def _ends_a_run(message: str | bytes) -> bool:
    return isinstance(message, bytes) and ForwardMsg.FromString(message).WhichOneof("type") == "script_finished"


class LateParts:
    """A connection that holds back the requests of a page's parts until the whole of another page is asked for.

    Make it before the page is opened. told: the pages that the server has begun to draw.
    """

    def __init__(self, page: Page) -> None:
        self.held: list[str | bytes] = []
        self.told: list[str] = []
        page.route_web_socket("**/_stcore/stream", self._connect)

    def _connect(self, browser: WebSocketRoute) -> None:
        server = browser.connect_to_server()

        def ask(message: str | bytes) -> None:
            if isinstance(message, bytes) and BackMsg.FromString(message).rerun_script.fragment_id:
                self.held.append(message)
                return
            server.send(message)
            while self.held:
                server.send(self.held.pop(0))

        def tell(message: str | bytes) -> None:
            if isinstance(message, bytes) and (page := ForwardMsg.FromString(message).new_session.page_script_hash):
                self.told.append(page)
            browser.send(message)

        browser.on_message(ask)
        server.on_message(tell)

    def wait_for_one(self, page: Page) -> None:
        """Wait until something is held back."""
        until(page, lambda: bool(self.held), "no part of the page asked for anything")


def test_a_panel_that_is_closed_at_once_stays_closed(page: Page) -> None:
    """The answer to its opening comes after Escape, and does not open it again."""
    line = SlowLine(page)
    open_page(page, "/bpe")
    at_step(page, 0)
    opener, panel = page.locator("[class*=_example_panel] button").first, page.get_by_test_id("stPopoverBody")
    line.hold()
    opener.click()
    line.wait_for_runs(1)
    page.keyboard.press("Escape")
    expect(panel).to_have_count(0)
    line.let_through(len(line.held))
    expect(opener).to_have_attribute("aria-expanded", "false")
    line.release()
    wait_idle(page)
    expect(panel).to_have_count(0)
    opener.click()
    expect(panel.get_by_role("button").first).to_be_visible()


@pytest.mark.journey
def test_a_second_pick(page: Page) -> None:
    line = SlowLine(page)
    open_page(page, "/bytes")
    at_step(page, 0)
    line.hold()
    page.get_by_role("radio", name="3 ␣keeper", exact=True).click()
    line.wait_for("word=3")
    page.get_by_role("radio", name="9 Ġ · 32", exact=True).click()
    line.release()
    at_address(page, word=3, token=9)
    expect(page.get_by_role("radio", name="3 ␣keeper", exact=True)).to_be_checked()
    page.go_back()  # a step of the visitor's own, and not late
    expect(page).to_have_url(re.compile(r"/bytes\?word=3$"))
    expect(page.get_by_role("radio", name=re.compile(r"^1 .* · \d+$"))).to_be_checked()
    expect(page.get_by_role("radio", name="3 ␣keeper", exact=True)).to_be_checked()


def test_going_back_and_forth_and_on(page: Page) -> None:
    """The server says each of the steps that going back led to; who has gone on since stays where they are."""
    line = SlowLine(page)
    open_lesson(page, example="sennrich")
    for step in (1, 2):
        press(page, "ArrowRight")
        at_address(page, step=step)
    line.hold()
    told: list[int] = []
    for go, step in ((page.go_back, 1), (page.go_back, 0), (page.go_forward, 1)):
        go()
        at_step(page, step)
        line.wait_for_runs(len(told) + 1)
        told.append(len(line.held))
    line.let_through(told[0])
    press(page, "ArrowRight", "ArrowRight")
    at_address(page, step=3)  # they rest there, while the server has more to say
    line.release()
    wait_idle(page)
    at_step(page, 3)
    at_address(page, step=3)


@pytest.mark.below
def test_a_step_and_another_language(page: Page) -> None:
    line = SlowLine(page)
    open_page(page, "/bpe", {"example": "hug"})
    at_step(page, 0)
    page.get_by_role("tab").first.wait_for()
    line.hold()
    page.keyboard.press("ArrowRight")
    line.wait_for(EN("candidates.title", number=2))
    page.get_by_role("radio", name="简体中文").click()
    line.wait_for("lang=zh")
    line.release()
    at_address(page, example="hug", step=1, lang="zh")
    expect(page.get_by_role("radio", name="简体中文")).to_be_checked()
    at_step(page, 1)


@pytest.mark.below
def test_a_word_in_the_rows_and_another_view(page: Page) -> None:
    line = SlowLine(page)
    open_page(page, "/compare", {"example": "hug"})
    token = page.get_by_test_id("text-rows").locator("[data-word=puns]")
    token.wait_for()
    page.get_by_role("tab", name=EN("compare.tab.marks")).wait_for()
    line.hold()
    token.click()
    line.wait_for("word=puns")
    page.get_by_role("tab", name=EN("compare.tab.marks")).click()
    line.wait_for("view=marks")
    line.release()
    at_address(page, word="puns", view="marks")
    expect(page.get_by_label(EN("compare.word"), exact=True)).to_have_value("puns")


@pytest.mark.below
def test_a_word_in_the_rows_and_another_size(page: Page) -> None:
    line = SlowLine(page)
    open_page(page, "/compare", {"example": "hug"})
    token = page.get_by_test_id("text-rows").locator("[data-word=puns]")
    token.wait_for()
    page.get_by_role("tab", name=EN("compare.tab.marks")).wait_for()
    line.hold()
    token.click()
    line.wait_for("word=puns")
    page.get_by_test_id("stSidebar").get_by_role("slider").press("ArrowLeft")
    line.release()
    at_address(page, word="puns", size=9)
    expect(page.get_by_label(EN("compare.word"), exact=True)).to_have_value("puns")


def test_another_text_and_a_pick(page: Page) -> None:
    line = SlowLine(page)
    open_page(page, "/bytes")
    at_step(page, 0)
    line.hold()
    choose(page.get_by_role("combobox", name=EN("bytes.sample"), exact=True), "Chinese")
    line.wait_for("preset=chinese")
    page.get_by_role("radio", name="2 ␣lighthouse", exact=True).click()
    line.release()
    at_address(page, preset="chinese")
    expect(page.get_by_test_id("stCode")).to_contain_text("春天的茶")
    expect(page.get_by_label("Text", exact=True)).to_contain_text("春天的茶")


@pytest.mark.parametrize("are_knobs_open", [False, True])
def test_a_convention_and_what_it_does_not_say(page: Page, are_knobs_open: bool) -> None:
    page.set_viewport_size({"width": 1280, "height": 1400})  # a list that opens at the edge is closed by scrolling
    line = SlowLine(page)
    open_page(page, "/bpe", {"example": "hug"})
    at_step(page, 0)
    if are_knobs_open:
        page.get_by_test_id("stSidebar").locator("summary").click()
        expect(page.get_by_label(EN("knob.max_token_length"), exact=True)).to_be_visible()
    line.hold()
    choose(page.get_by_role("combobox", name=EN("control.preset"), exact=True), EN.choice(preset_key, "sennrich"))
    line.wait_for("rules=sennrich")
    page.get_by_role("button", name="Compare", exact=True).first.click()
    line.release()
    page.get_by_test_id("stPopoverBody").get_by_role("button", name=EN.choice(preset_short_key, "minbpe")).click()
    at_address(page, vs="minbpe")
    expect(page).to_have_url(re.compile(r"\?example=hug&rules=sennrich&vs=minbpe$"))  # and not one knob


def test_a_convention_and_its_knobs(page: Page) -> None:
    line = SlowLine(page)
    open_page(page, "/bpe", {"example": "hug"})
    at_step(page, 0)
    line.hold()
    choose(page.get_by_role("combobox", name=EN("control.preset"), exact=True), EN.choice(preset_key, "sennrich"))
    line.wait_for("rules=sennrich")
    page.get_by_test_id("stSidebar").locator("summary").click()
    line.release()
    expect(page.get_by_label(EN("knob.end_of_word"), exact=True)).to_have_value("</w>")
    expect(page).to_have_url(re.compile(r"\?example=hug&rules=sennrich$"))


def test_a_knob_whose_fold_is_closed_at_once(page: Page) -> None:
    line = SlowLine(page)
    open_page(page, "/bpe", {"example": "hug"})
    at_step(page, 0)
    fold = page.get_by_test_id("stSidebar").locator("summary")
    knob = page.get_by_label(EN("knob.continuing_prefix"), exact=True)
    fold.click()
    knob.fill("##")
    line.hold()
    knob.press("Enter")
    line.wait_for("prefix=%23%23")
    fold.click()
    expect(knob).to_be_hidden()
    line.release()
    at_address(page, prefix="##")
    expect(knob).to_have_count(0)
    fold.click()
    expect(knob).to_have_value("##")
    at_address(page, prefix="##")


@pytest.mark.below
def test_back_while_a_part_of_the_page_asks_for_its_run(page: Page) -> None:
    parts = LateParts(page)
    open_page(page)
    title = guides.load("wordpiece").title["en"]
    link = page.get_by_test_id("stMain").get_by_role("link", name=re.compile(rf"^\d {re.escape(title)}"))
    link.click()
    parts.wait_for_one(page)
    page.go_back()
    link.click()
    page.locator("[data-testid=guide-card][data-arrived='1']").wait_for()
    assert [page == parts.told[1] for page in parts.told] == [False, True, False, True]


@pytest.mark.allow_console("ERR_CONNECTION_REFUSED")
def test_what_does_not_load_is_asked_for_again(page: Page) -> None:
    refused: list[str] = []

    def refuse_first(route: Route) -> None:
        file = urlsplit(route.request.url).path
        if file in refused:
            route.continue_()
        else:
            refused.append(file)
            route.abort("connectionrefused")

    page.route(re.compile(r"/parts/picture-.*"), refuse_first)
    open_page(page, "/bpe", {"example": "hug"})
    at_step(page, 0)
    assert {file.rpartition(".")[2] for file in refused} == {"css", "js"}
    assert page.get_by_test_id("picture").evaluate("picture => getComputedStyle(picture).getPropertyValue('--radius')")


def test_what_still_loads_stands_still(page: Page) -> None:
    """It would be drawn sixty times a second, for as long as the page is not there, and the page comes later for it."""
    held: list[Route] = []
    page.route("**/static/js/BidiComponent.*.js", lambda route: held.append(route))
    page.goto("/bpe?example=hug")
    waiting = page.get_by_test_id("stMain").get_by_test_id("stSkeleton")
    expect(waiting.first).to_be_visible()
    wait_idle(page)
    assert held
    expect(waiting.first).to_have_css("animation-name", "none")  # once our styles are there, which load by themselves
    assert waiting.first.evaluate("box => box.getAnimations({ subtree: true }).length") == 0
    for route in held:
        route.continue_()
    at_step(page, 0)
    expect(waiting).to_have_count(0)
