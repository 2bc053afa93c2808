"""Accessibility of what opens on a page and of files, as far as a machine can tell, and of pages by keys alone.

Pages and their views are looked at in test_visits.py. docs/dev/access.md says what is checked and what is known.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e import axe
from tests.e2e.conftest import NewPage, Server, open_page, wait_idle
from tests.e2e.lesson import at_rest, at_step, open_lesson, picture
from tests.e2e.visits import VIEW
from tests.sources import nodes
from tokviz import bpe, examples, unigram
from tokviz.features.takeaway import replay
from tokviz.features.worksheets import applied, training_page
from tokviz.views.shared import rendering
from tokviz.views.shared.catalog import load

pytestmark = pytest.mark.below

EN = load("en")
HUG = examples.load("hug").corpus


WAYS = (("light", "en"), ("dark", "zh"))


@pytest.fixture
def from_disk(browser: Browser, tmp_path: Path) -> Iterator[Callable[[str, str], Page]]:
    """Open a page of HTML without a network."""
    opened = len(browser.contexts)

    def make(html: str, scheme: str) -> Page:
        (tmp_path / "page.html").write_text(html, encoding="utf-8")
        context = browser.new_context(color_scheme="dark" if scheme == "dark" else "light")
        context.set_offline(True)
        page = context.new_page()
        page.goto((tmp_path / "page.html").as_uri())
        return page

    yield make
    for context in browser.contexts[opened:]:
        context.close()


@pytest.mark.parametrize(("scheme", "language"), WAYS)
def test_files_to_take_away_have_no_serious_finding(
    from_disk: Callable[[str, str], Page], scheme: str, language: str
) -> None:
    say = load(language)
    merging = bpe.train(HUG, merges=5, rules="course")
    pruning = unigram.train(HUG, vocab_size=12, rules="hard-em")
    for html, pictures in (
        (replay.replay_page(replay.training_replay(merging, say), rendering.about_training(merging, say), say), 1),
        (training_page.page(merging, 1, 3, say, filled=False), 1),
        (training_page.page(merging, 1, 3, say, filled=True), 4),
        (training_page.page(pruning, 1, 3, say, filled=True), 3),
        (applied.words_page(pruning.model(), ["hugs"], say, filled=False), 1),
    ):
        page = from_disk(html, scheme)
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        expect(page.get_by_test_id("drawing")).to_have_count(pictures)
        assert axe.findings(page) == []
        assert axe.faint(page) == []


def _leave_the_button(page: Page) -> None:
    """Move the pointer away from what it has pressed: its tooltip would be fading in while the page is looked at."""
    page.mouse.move(0, 0)
    expect(page.get_by_test_id("stTooltipContent")).to_have_count(0)


def test_what_opens_has_no_serious_finding(new_page: NewPage, server: Server) -> None:
    """The panels of the link and of the terms, a list of choices, the rules in detail, the list of charts: all open."""
    page = open_lesson(new_page(server, color_scheme="dark"), example="sennrich", view="course")
    page.get_by_test_id("stSidebar").locator("summary").click()
    expect(page.get_by_label(EN("knob.max_token_length"), exact=True)).to_be_visible()
    page.get_by_test_id("save-charts").locator("summary").click()
    page.get_by_test_id("stPopover").get_by_role("button", name=EN("share.title")).click()
    expect(page.get_by_test_id("link")).to_be_visible()
    _leave_the_button(page)
    axe.settle(page)
    assert axe.findings(page) == []
    assert axe.faint(page) == []
    page.keyboard.press("Escape")
    page.get_by_test_id("stPopover").get_by_role("button", name=EN("glossary.button")).click()
    expect(page.get_by_role("link", name=EN("glossary.all"))).to_be_visible()
    _leave_the_button(page)
    axe.settle(page)
    assert axe.findings(page) == []
    assert axe.faint(page) == []
    page.keyboard.press("Escape")
    page.locator("[class*=_example_panel] button").click()
    expect(page.get_by_test_id("stPopoverBody").get_by_role("button", name=EN("example.tea"))).to_be_visible()
    axe.settle(page)
    assert axe.findings(page) == []
    assert axe.faint(page) == []


def test_what_opens_has_the_theme_of_an_embedded_page(page: Page) -> None:
    """The address names the theme, whatever the browser prefers; what opens is drawn outside of the page."""
    open_lesson(page, example="sennrich", embed="true", embed_options="dark_theme")
    page.locator("[class*=_example_panel] button").click()
    expect(page.get_by_test_id("stPopoverBody").get_by_role("button", name=EN("example.tea"))).to_be_visible()
    assert axe.faint(page) == []


# -- keys alone --------------------------------------------------------------------------------------------------------


@pytest.fixture
def still_page(new_page: NewPage, server: Server) -> Page:
    """A page without motion, so that what shows the focus is there at once."""
    return new_page(server, reduced_motion="reduce")


def test_tab_reaches_everything_and_shows_it(still_page: Page) -> None:
    open_lesson(still_page, example="sennrich", step=3)
    axe.settle(still_page)
    expect(still_page.locator(".tokviz-data").nth(1)).to_be_visible()
    walk = axe.tab_through(still_page)
    assert [stop for stop in walk.unmarked if not stop.startswith("main ")] == []
    assert walk.forgotten == ()
    assert [stop for stop in walk.lost if "canvas" not in stop] == []  # a table may be drawn again under the focus
    for expected in ('button "Play" in picture', 'input "Step" in picture', f'div "{EN("tab.tree")}" in stTab'):
        assert expected in walk.stops
    assert sum("button" in stop and "lo" in stop for stop in walk.stops) >= 1  # a row of the tables
    at_step(still_page, 3)  # on the way, nothing was set off


def test_tab_reaches_everything_on_compare(still_page: Page) -> None:
    open_page(still_page, "/compare", {"example": "hug", "text": "hugs bugs"})
    expect(still_page.get_by_test_id("text-rows")).to_be_visible()
    # While there is nothing in it to reach, the panel of a view is a stop itself: until its table is drawn, in view.
    still_page.locator(VIEW).scroll_into_view_if_needed()
    expect(still_page.locator(f"{VIEW} .tokviz-data").first).to_be_visible()
    axe.settle(still_page)
    walk = axe.tab_through(still_page)
    assert [stop for stop in walk.unmarked if not stop.startswith("main ")] == []
    assert walk.forgotten == ()
    assert [stop for stop in walk.lost if "canvas" not in stop] == []  # a table may be drawn again under the focus
    assert any(stop.endswith("in text-rows") for stop in walk.stops)


def test_arrow_keys_move_between_the_words_of_the_rows(still_page: Page) -> None:
    open_page(still_page, "/compare", {"example": "hug", "text": "hugs bugs", "lang": "en"})
    rows = still_page.get_by_test_id("text-rows")
    first = rows.locator("[tabindex='0']").first
    first.focus()
    still_page.keyboard.press("ArrowRight")
    focused = rows.locator(":focus")
    expect(focused).to_have_count(1)
    expect(focused).to_have_attribute("data-word", "bugs")


def test_arrow_keys_move_between_the_buttons_of_a_group(still_page: Page) -> None:
    open_page(still_page, "/bpe")
    still_page.get_by_role("radio", name="English").focus()
    still_page.keyboard.press("ArrowRight")
    expect(still_page.get_by_role("radio", name="简体中文")).to_be_focused()


def test_escape_closes_a_panel_and_gives_the_focus_back(still_page: Page) -> None:
    open_lesson(still_page, example="sennrich")
    button = still_page.get_by_test_id("stPopover").get_by_role("button", name=EN("share.title"))
    button.focus()
    still_page.keyboard.press("Enter")
    link = still_page.get_by_test_id("link")
    expect(link).to_be_visible()
    still_page.keyboard.press("Escape")
    expect(link).to_be_hidden()
    expect(button).to_be_focused()
    choice = at_rest(still_page.get_by_test_id("stSidebar").get_by_role("combobox", name=EN("control.preset")))
    choice.focus()
    still_page.keyboard.press("ArrowDown")
    expect(still_page.get_by_role("listbox")).to_be_visible()
    still_page.keyboard.press("Escape")
    expect(still_page.get_by_role("listbox")).to_be_hidden()
    expect(choice).to_be_focused()


def test_the_panel_of_the_link_is_worked_with_keys(still_page: Page) -> None:
    open_lesson(still_page, example="sennrich")
    still_page.get_by_test_id("stPopover").get_by_role("button", name=EN("share.title")).focus()
    still_page.keyboard.press("Enter")
    expect(still_page.get_by_test_id("link")).to_be_visible()
    expect(still_page.get_by_test_id("link")).to_be_focused()
    for _ in range(2):  # past the button that copies, to the first box
        still_page.keyboard.press("Tab")
    still_page.keyboard.press("Space")
    expect(still_page.get_by_test_id("link")).to_have_value(re.compile("predict=1"))


def test_a_click_on_the_page_draws_no_ring_around_it(page: Page) -> None:
    open_lesson(page, example="sennrich")
    page.mouse.click(640, 26)  # beside the title
    page.keyboard.press("PageDown")
    at_step(page, 1)
    assert page.get_by_test_id("stMain").evaluate("main => getComputedStyle(main).outlineStyle") == "none"


# -- words for what is drawn -------------------------------------------------------------------------------------------


def test_the_picture_says_its_step(page: Page) -> None:
    open_lesson(page, example="sennrich", lang="en")
    said = picture(page).locator(".says[aria-live=polite]")
    expect(said).to_have_count(1)
    page.keyboard.press("ArrowRight")
    at_step(page, 1)
    expect(said).to_contain_text("es")
    scrubber = picture(page).get_by_role("slider")
    assert scrubber.get_attribute("aria-label") == EN("picture.controls.scrubber")
    assert scrubber.evaluate("input => input.ariaValueText") == EN("picture.controls.of", step=1, total=15)


def test_every_table_is_given_a_name(root: Path) -> None:
    """In the source, since a view that is not open draws nothing. Charts cannot be drawn without one."""
    calls = [
        (path, node)
        for path in sorted((root / "tokviz" / "web").rglob("*.py"))
        for node in nodes(path)
        if isinstance(node, ast.Call) and ast.unparse(node.func) in {"st.dataframe", "st.altair_chart"}
    ]
    assert "tables.py" in {path.name for path, _ in calls}, "which draws most of them"
    named = {id(call) for _, call in calls if any(keyword.arg == "alt" for keyword in call.keywords)}
    assert [f"{path.name}:{call.lineno}" for path, call in calls if id(call) not in named] == []


def test_no_motion_for_those_who_want_none(still_page: Page) -> None:
    open_lesson(still_page, example="sennrich")
    still_page.keyboard.press("ArrowRight")
    at_step(still_page, 1)
    wait_idle(still_page)
    long = "({ effect }) => effect.getComputedTiming().activeDuration > 20"
    assert still_page.evaluate(f"document.getAnimations().filter({long}).length") == 0
    made = picture(still_page).locator(".chip.new").first
    assert made.evaluate("chip => getComputedStyle(chip).animationName") == "none"
