"""Steps without a message to the server: the address follows in the browser, tables come when they are in view."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import open_page, wait_idle
from tests.e2e.lesson import at_address, at_step, go_back, press, reload
from tokviz.views.shared.catalog import load

EN = load("en")

# page, query, what is below its picture
STEPPED = [
    ("/bpe", {"example": "sennrich"}, EN("tab.tree")),
    ("/wordpiece", {"example": "hug"}, EN("tab.tree")),
    ("/unigram", {"example": "hug"}, EN("tab.probabilities")),
]


def asked(page: Page) -> list[int]:
    """Return the lengths of the messages to the server, in bytes; the list grows."""
    sent: list[int] = []
    page.on("websocket", lambda line: line.on("framesent", lambda message: sent.append(len(message))))
    return sent


@pytest.mark.parametrize(("path", "query", "tab"), STEPPED, ids=[path for path, _, _ in STEPPED])
def test_steps_ask_nothing_and_tables_come_into_view(page: Page, path: str, query: dict[str, str], tab: str) -> None:
    sent = asked(page)
    open_page(page, path, query)
    at_step(page, 0)
    wait_idle(page)
    expect(page.get_by_text(EN("picture.below"))).to_be_attached()
    before = len(sent)
    for step in (1, 2):
        press(page, "ArrowRight")
        at_address(page, step=step, **query)
    assert before, "the messages are not heard"
    assert len(sent) == before
    expect(page.get_by_role("tab")).to_have_count(0)
    page.locator(".st-key-picture_below").scroll_into_view_if_needed()
    expect(page.get_by_role("tab", name=tab)).to_be_visible()
    expect(page.get_by_text(EN("picture.below"))).to_have_count(0)
    at_address(page, step=2, **query)


def test_going_back_and_a_click_elsewhere_count_for_the_step(page: Page) -> None:
    open_page(page, "/bpe", {"example": "sennrich"})
    at_step(page, 0)
    for step in (1, 2, 3):
        press(page, "ArrowRight")
        at_address(page, step=step)
    go_back(page)
    at_step(page, 2)
    at_address(page, step=2)
    press(page, "ArrowRight", "ArrowRight")
    at_address(page, step=4)
    page.get_by_role("radio", name="简体中文").click()
    at_address(page, step=4, lang="zh")
    at_step(page, 4)
    reload(page)
    at_step(page, 4)
    page.locator(".st-key-picture_below").scroll_into_view_if_needed()
    expect(page.get_by_role("heading", name=load("zh")("candidates.title", number=5))).to_be_visible()


def test_what_is_in_view_follows_the_step(page: Page) -> None:
    page.set_viewport_size({"width": 1280, "height": 720})
    open_page(page, "/bpe", {"example": "sennrich"})
    at_step(page, 0)
    page.locator(".st-key-picture_below").scroll_into_view_if_needed()
    for number in (2, 3):
        press(page, "ArrowRight")
        expect(page.get_by_role("heading", name=EN("candidates.title", number=number))).to_be_visible()
