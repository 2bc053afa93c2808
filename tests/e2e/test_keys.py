"""Keys are those of the picture after any click but into a text field; Escape lets go of one thing after another."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.conftest import open_page, wait_idle
from tests.e2e.lesson import at_address, at_step, picture, press
from tokviz.views.shared.catalog import load

EN = load("en")
CONTROLS = '[role="radio"], [role="tab"], h1, [data-testid="stSidebar"] h3'
"""Controls that neither leave the page, nor open a list, nor put the cursor into a text."""
PAGES: tuple[tuple[str, dict[str, str]], ...] = (
    ("/bpe", {}),
    ("/bpe-encode", {}),
    ("/wordpiece", {"do": "encode"}),
    ("/unigram", {"do": "lattice"}),
)


def focused(page: Page) -> str:
    """Return the tag of the element that has the focus, inside of components too."""
    return str(
        page.evaluate(
            "() => { let one = document.activeElement; while (one.shadowRoot?.activeElement) "
            "one = one.shadowRoot.activeElement; return one.tagName; }"
        )
    )


def keys_are_there(page: Page) -> None:
    """Wait until the page's own keys are heard."""
    expect(page.locator("html")).to_have_attribute("data-keys", "heard")
    wait_idle(page)


def clickable(page: Page) -> list[Locator]:
    """The controls that are there: those of the menu and links would lead away."""
    return [one for one in page.locator(CONTROLS).all() if one.is_visible() and one.is_enabled()]


@pytest.mark.parametrize(("path", "query"), PAGES)
def test_arrows_step_after_each_click(page: Page, path: str, query: dict[str, str]) -> None:
    open_page(page, path, {**query, "lang": "en"})
    picture(page).wait_for()
    for place in range(len(clickable(page))):
        control = clickable(page)[place]
        if control.get_attribute("aria-checked") == "false" and "radio" in (control.get_attribute("role") or ""):
            continue  # which turns to another half, or another language
        control.click()
        wait_idle(page)
        press(page, "Home", "ArrowRight")
        at_step(page, 1)
        assert focused(page) == "BODY"


@pytest.mark.parametrize("half", ["encode", ""])
def test_arrows_step_the_half_that_was_turned_to(page: Page, half: str) -> None:
    """A choice that was clicked would keep the arrows for itself."""
    open_page(page, "/wordpiece", {"do": "" if half else "encode", "lang": "en"})
    picture(page).wait_for()
    page.get_by_role("radio", name=EN("train.halves.encode" if half else "train.halves.train"), exact=True).click()
    page.wait_for_function("half => (new URL(location.href).searchParams.get('do') ?? '') === half", arg=half)
    wait_idle(page)
    picture(page).wait_for()
    press(page, "Home", "ArrowRight")
    at_step(page, 1)


def test_who_goes_by_tab_keeps_the_keys_of_what_has_the_focus(page: Page) -> None:
    open_page(page, "/wordpiece", {"lang": "en"})
    picture(page).wait_for()
    page.get_by_role("radio", name=EN("train.halves.train"), exact=True).click()
    press(page, "Tab", "Shift+Tab")
    press(page, "ArrowRight")
    at_step(page, 0)


def test_a_text_field_keeps_its_keys(page: Page) -> None:
    open_page(page, "/bpe-encode", {"lang": "en"})
    picture(page).wait_for()
    page.locator("textarea").first.click()
    press(page, "ArrowRight", " ", "f")
    at_step(page, 0)
    expect(page.get_by_role("button", name=EN("present.off"))).to_have_count(0)


def test_escape_ends_presenting_then_closes_then_lets_go(page: Page) -> None:
    open_page(page, "/bpe", {"lang": "en", "step": 3})
    picture(page).wait_for()
    keys_are_there(page)
    press(page, "f")
    at_address(page, present="1")
    picture(page).locator(".word-rows .chip").first.click()
    expect(picture(page).locator(".read.on")).to_be_visible()
    press(page, "Escape")
    page.wait_for_function("() => !new URL(location.href).searchParams.has('present')")
    expect(picture(page).locator(".read.on")).to_be_visible()
    page.get_by_role("button", name=EN("share.title")).click()
    expect(page.get_by_test_id("stPopoverBody")).to_be_visible()
    press(page, "Escape")
    expect(page.get_by_test_id("stPopoverBody")).to_have_count(0)
    expect(picture(page).locator(".read.on")).to_be_visible()
    press(page, "Escape")
    expect(picture(page).locator(".read.on")).to_have_count(0)


@pytest.mark.parametrize("path", ["/glossary", "/compare", "/bytes"])
def test_presenting_begins_and_ends_by_keys_on_each_page(page: Page, path: str) -> None:
    open_page(page, path, {"lang": "en"})
    page.get_by_role("heading", level=1).wait_for()
    keys_are_there(page)
    press(page, "f")
    at_address(page, present="1")
    press(page, "Escape")
    page.wait_for_function("() => !new URL(location.href).searchParams.has('present')")


def test_a_ring_stands_only_where_the_focus_is(page: Page) -> None:
    """After a click in the menu, the arrows step, and no frame comes up around the entry."""
    open_page(page, "/why", {"lang": "en"})
    page.get_by_role("link", name=EN("page.bpe"), exact=True).click()
    expect(picture(page)).to_have_count(1)  # of the page that was left there are three
    wait_idle(page)
    press(page, "ArrowRight")
    at_step(page, 1)
    ringed = page.evaluate("() => [...document.querySelectorAll(':focus-visible')].map((one) => one.tagName)")
    assert ringed == []


def test_a_switch_shows_that_it_has_the_focus(page: Page) -> None:
    open_page(page, "/bpe", {"lang": "en"})
    picture(page).wait_for()
    switch = page.locator(".st-key-predict_switch input")
    switch.focus()
    press(page, "Shift+Tab", "Tab")
    label = page.locator(".st-key-predict_switch label").first
    assert label.evaluate("(one) => getComputedStyle(one).outlineStyle") == "solid"
