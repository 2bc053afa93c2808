"""The first hour of somebody who has never heard of BPE, in one go: by mouse, by keys, by touch, in both languages."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.catalogs import heading
from tests.e2e.conftest import NewPage, Server, open_page, still, wait_idle
from tests.e2e.lesson import at_address, at_step, chips, own_text, picture, press, row_of
from tests.e2e.test_guides import at_card
from tests.e2e.test_predict import act, came_out, is_open, options, panel
from tests.e2e.test_start_page import hero, lesson
from tokviz.views.shared.catalog import Catalog, load

PARAGRAPH = "She sells sea shells. The shells she sells are sea shells, and she sells shells by the sea."
WATCHED = 3
"""So many merges are played on arrival."""
MERGES = (("low", 0, "l o"), ("low", 0, "lo w"), ("newest", 0, "n e"))
"""The merges after these: a word, where the pair is in it, and the pair."""
COUNT_MOTION = """picture => {
    picture.dataset.moved = 0;
    picture.addEventListener("transitionrun", ({ target }) => {
        if (target.matches(".box, .pair-row, .part")) picture.dataset.moved = Number(picture.dataset.moved) + 1;
    });
}"""


@dataclass(frozen=True)
class Visitor:
    """Somebody at a page, who uses it in one way."""

    page: Page
    by: str
    say: Catalog

    def press(self, control: Locator) -> None:
        """Press a button or a link."""
        control.wait_for()
        if self.by == "keys":
            control.focus()
            self.page.keyboard.press("Enter")
        elif self.by == "touch":
            control.tap()
        else:
            control.click()

    def step(self) -> None:
        """Go one step on."""
        if self.by == "keys":
            press(self.page, "ArrowRight")
        else:
            self.press(picture(self.page).locator("button[name=forward]"))

    def choose(self, word: str, place: int, pair: str) -> None:
        """Choose a pair of neighbors."""
        if self.by == "keys":
            press(self.page, str(options(self.page).index(pair) + 1))
            return
        for at in (place, place + 1):
            self.press(row_of(self.page, word).locator(".chip").nth(at))

    def go_to(self, title: str) -> None:
        """Go to another page by the menu."""
        wait_idle(self.page)  # a run that draws the menu again would take a tap with it
        entry = self.page.get_by_test_id("stSidebarNav").get_by_role("link", name=self.say(title), exact=True)
        place = still(entry) if entry.is_visible() else None
        if place is None or place["x"] < 0:  # the side bar is away
            self.press(self.page.get_by_test_id("stExpandSidebarButton"))
        self.press(entry)
        expect(self.page.get_by_role("heading", level=1)).to_have_text(_title(title, self.say))
        wait_idle(self.page)

    def predict(self) -> None:
        """Turn predicting on or off."""
        switch = self.page.locator(".st-key-predict_switch")
        if self.by == "keys":
            switch.locator("input").focus()
            self.page.keyboard.press("Space")
        else:
            self.press(switch.locator("label").first)


def _title(name: str, say: Catalog) -> str:
    """The heading of a page, by its name in the menu."""
    if name == "page.start":
        return say("start.title")
    return heading(name.removeprefix("page."), say) if name in ("page.bpe", "page.wordpiece") else say(name)


@pytest.mark.journey
@pytest.mark.parametrize(("by", "language"), [("mouse", "en"), ("keys", "zh"), ("touch", "en")])
def test_the_first_hour(new_page: NewPage, server: Server, by: str, language: str) -> None:
    look = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True} if by == "touch" else {}
    visitor = Visitor(new_page(server, **look), by, load(language))
    for part in (_watch, _predict, _bring_own_text, _carry_it_on, _leave_a_lesson_and_go_on):
        part(visitor)


def _watch(visitor: Visitor) -> None:
    """One press from the start page: three merges play, and the fourth is asked for."""
    page, say = visitor.page, visitor.say
    open_page(page, "/", {"lang": say.language})
    visitor.press(hero(page).get_by_role("link", name=say("start.watch.go")))
    at_address(page, example="sennrich")
    picture(page).evaluate(COUNT_MOTION)
    at_step(page, WATCHED)
    is_open(page)
    assert chips(page, "newest") == ["n", "e", "w", "est</w>"]
    expect(picture(page)).not_to_have_attribute("data-moved", "0")


def _predict(visitor: Visitor) -> None:
    """Three merges are predicted, the fourth among them."""
    page = visitor.page
    at_address(page, predict=1)
    for step, (word, place, pair) in enumerate(MERGES, start=WATCHED):
        at_step(page, step)
        is_open(page)
        visitor.choose(word, place, pair)
        came_out(page, "right")
        if visitor.by == "keys":
            press(page, "ArrowRight")
        else:
            visitor.press(act(page, "next"))
    at_step(page, WATCHED + len(MERGES))
    visitor.predict()
    expect(panel(page)).to_be_hidden()


def _bring_own_text(visitor: Visitor) -> None:
    """A paragraph is pasted, applied and seen merged."""
    page, say = visitor.page, visitor.say
    opener = page.locator("[class*=_own_panel] button").first
    visitor.press(opener)
    field = own_text(page)
    field.fill(PARAGRAPH)
    if visitor.by == "keys":
        field.press("Control+Enter")
    else:
        visitor.press(page.locator(".st-key-own_foot").get_by_role("button", name=say("own.apply")))
    at_address(page, example="own", corpus=PARAGRAPH)
    at_step(page, 0)
    expect(row_of(page, "shells")).to_be_visible()
    visitor.step()
    at_step(page, 1)
    at_address(page, step=1)  # who rests a moment at a step finds it again


def _carry_it_on(visitor: Visitor) -> None:
    """The same text is there on the pages of WordPiece and of comparing."""
    page = visitor.page
    visitor.go_to("page.wordpiece")
    at_address(page, corpus=PARAGRAPH)
    expect(picture(page).locator("[data-row]").first).to_be_visible()
    visitor.go_to("page.compare")
    at_address(page, corpus=PARAGRAPH)
    visitor.go_to("page.bpe")
    at_address(page, corpus=PARAGRAPH, step=1)
    at_step(page, 1)


def _leave_a_lesson_and_go_on(visitor: Visitor) -> None:
    """A lesson that was left at its second card goes on there."""
    page, say = visitor.page, visitor.say
    visitor.go_to("page.start")
    visitor.press(lesson(page, "bpe").get_by_role("link"))
    at_card(page, "bpe", 1)
    visitor.press(page.locator("[data-testid=guide-card] button[name=next]"))
    at_card(page, "bpe", 2)
    visitor.go_to("page.start")
    expect(lesson(page, "bpe")).to_contain_text(say("start.lessons.continue", n=2))
    visitor.press(lesson(page, "bpe").get_by_role("link"))
    at_card(page, "bpe", 2)
