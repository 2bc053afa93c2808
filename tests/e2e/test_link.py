"""The panel that makes a link, parts that a link hides, and the page in a frame of somebody else's."""

from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.catalogs import heading
from tests.e2e import own_page
from tests.e2e.conftest import NewPage, Server, open_page, serve, wait_idle
from tests.e2e.lesson import at_step, open_lesson, press
from tests.e2e.visits import SCHEMES, wear
from tokviz.state.tab import SITE
from tokviz.views.shared.catalog import load
from tokviz.web.shared import parts

pytestmark = pytest.mark.below

EN = load("en")


@pytest.fixture
def page(server: Server, new_page: NewPage) -> Page:
    page = new_page(server)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=server.url)
    return page


def opened(page: Page, title: str = EN("share.title")) -> Locator:
    page.get_by_role("button", name=title, exact=True).click()
    panel = page.locator(".share")
    expect(panel.get_by_test_id("link")).to_be_visible()
    return panel


def link(panel: Locator) -> dict[str, list[str]]:
    return parse_qs(urlsplit(panel.get_by_test_id("link").input_value()).query)


def copied(page: Page) -> str:
    return str(page.evaluate("navigator.clipboard.readText()"))


@pytest.mark.journey
def test_the_link_is_copied_and_says_what_it_holds(page: Page) -> None:
    open_lesson(page, example="sennrich", step=2)
    panel = opened(page)
    expect(panel.locator("li")).to_have_text(["Corpus: sennrich ", "Step: 2 ", "Language: en "])
    assert link(panel) == {"example": ["sennrich"], "step": ["2"], "lang": ["en"]}
    panel.get_by_role("button", name="Copy", exact=True).click()
    expect(panel.get_by_role("status")).to_have_text(EN("share.label.copied"))
    assert copied(page) == panel.get_by_test_id("link").input_value()


def test_its_boxes_are_dark_with_the_page(page: Page) -> None:
    box = opened(open_lesson(page, example="sennrich")).locator("input[name=predict]")
    for scheme in SCHEMES:
        wear(page, scheme)
        expect(box).to_have_css("color-scheme", scheme)


def test_it_follows_the_page(page: Page) -> None:
    open_lesson(page, example="sennrich")
    opened(page)
    page.keyboard.press("Escape")
    press(page, "ArrowRight", "ArrowRight", "ArrowRight")
    at_step(page, 3)
    wait_idle(page)
    panel = opened(page)
    expect(panel.locator("li", has_text="Step:")).to_have_text("Step: 3 ")
    assert link(panel)["step"] == ["3"]


def test_a_teachers_link_hides_parts_and_asks_first(page: Page, server: Server, new_page: NewPage) -> None:
    open_lesson(page, example="hug")
    panel = opened(page)
    for name in ("now", "views"):
        panel.get_by_role("checkbox", name=EN(f"share.part.{name}"), exact=True).check()
    panel.get_by_role("checkbox", name=EN("share.label.predict")).check()
    sent = panel.get_by_test_id("link").input_value()
    assert link(panel) == {"example": ["hug"], "lang": ["en"], "hide": ["now,views"], "predict": ["1"]}

    student = new_page(server, viewport={"width": 390, "height": 844})
    student.goto(sent)
    wait_idle(student)
    expect(student.get_by_test_id("picture")).to_be_visible()
    for name in ("now", "views"):
        expect(student.locator(parts.selector(name))).to_be_hidden()
    expect(student.locator(parts.selector("about"))).to_be_visible()
    student.keyboard.press("End")  # stepping writes the address again, and keeps what it hides
    student.wait_for_url("**step=*")
    assert parse_qs(urlsplit(student.url).query)["hide"] == ["now,views"]
    assert link(opened(student))["hide"] == ["now,views"]


@pytest.mark.parametrize(("path", "name"), [("/bpe", "now"), ("/bpe-encode", "views"), ("/compare", "views")])
def test_what_nobody_has_scrolled_to_can_be_hidden(page: Page, path: str, name: str) -> None:
    page.add_init_script("window.IntersectionObserver = class { observe() {} unobserve() {} disconnect() {} }")
    open_page(page, path)
    expect(page.get_by_test_id("picture").or_(page.get_by_test_id("text-rows")).first).to_be_visible()
    expect(page.locator(parts.selector(name))).to_have_count(0)
    panel = opened(page)
    wait_idle(page)  # a run that redraws the panel would take the click with it
    box = panel.get_by_role("checkbox", name=EN(f"share.part.{name}"), exact=True)
    box.check()
    expect(page.locator(parts.selector(name))).to_be_attached()
    expect(box).to_be_checked()


def test_nonsense_hides_nothing(page: Page) -> None:
    open_page(page, "/bpe", {"hide": "moon,<script>,</style>,controls"})
    expect(page.get_by_test_id("picture")).to_be_visible()
    expect(page.locator(parts.selector("now"))).to_be_visible()
    expect(page.get_by_test_id("stSidebar")).to_be_hidden()


def test_a_frame_on_a_course_page(page: Page, server: Server, new_page: NewPage) -> None:
    open_lesson(page, example="sennrich", step=4)
    panel = opened(page)
    panel.get_by_role("button", name=EN("share.label.frame"), exact=True).click()
    expect(panel.get_by_role("status")).to_have_text(EN("share.label.copied"))
    snippet = copied(page)
    assert snippet.startswith("<iframe ")
    course = new_page(server)
    course.set_content(f"<!DOCTYPE html><h1>My course</h1>{snippet}")
    frame = course.frame_locator("iframe")
    picture = frame.get_by_test_id("picture")
    expect(picture).to_have_attribute("data-step", "4")
    expect(frame.get_by_test_id("stSidebar")).to_be_hidden()
    expect(frame.get_by_test_id("stHeader")).to_be_hidden()
    expect(frame.get_by_role("heading", name=heading("bpe", EN), exact=True)).to_be_visible()
    picture.get_by_role("button", name=EN("picture.controls.forward"), exact=True).click()
    expect(picture).to_have_attribute("data-step", "5")


def test_a_long_text_is_not_in_the_link(page: Page) -> None:
    open_page(page, "/bpe", {"example": "own"})
    panel = opened(page)
    expect(panel.locator("li").last).to_have_text(EN("share.label.no_corpus"))


def test_in_chinese_and_by_keys_alone(server: Server, new_page: NewPage) -> None:
    zh = load("zh")
    page = new_page(server, locale="zh-CN", color_scheme="dark")
    open_page(page, "/compare", {"example": "hug"})
    button = page.get_by_role("button", name=zh("share.title"), exact=True)
    button.focus()
    page.keyboard.press("Enter")
    panel = page.locator(".share")
    expect(panel.get_by_role("checkbox", name=zh("share.part.rows"), exact=True)).to_be_visible()
    expect(panel.get_by_role("checkbox", name=zh("share.part.now"), exact=True)).to_have_count(0)
    panel.get_by_role("checkbox", name=zh("share.part.rows"), exact=True).focus()
    page.keyboard.press("Space")
    assert link(panel)["hide"] == ["rows"]
    assert link(panel)["lang"] == ["zh"]
    page.keyboard.press("Escape")
    expect(panel).to_be_hidden()


def test_a_part_that_comes_or_goes_takes_no_choice_and_no_focus(page: Page) -> None:
    open_lesson(page, example="hug")
    panel = opened(page)
    about = panel.get_by_role("checkbox", name=EN("share.part.about"), exact=True)
    about.focus()
    page.keyboard.press("Space")
    expect(about).to_be_checked()
    views = panel.get_by_role("checkbox", name=EN("share.part.views"), exact=True)
    expect(views).to_be_visible()
    page.locator(parts.selector("views")).evaluate("part => part.remove()")
    expect(views).to_have_count(0)
    expect(about).to_be_focused()
    expect(about).to_be_checked()


TAKEN_OUT = """part => {
    const [parent, next] = [part.parentNode, part.nextSibling];
    part.remove();
    window.putBack = () => parent.insertBefore(part, next);
}"""


def test_a_part_that_goes_or_comes_takes_no_key_that_is_held_down(page: Page) -> None:
    open_lesson(page, example="hug")
    panel = opened(page)
    views = panel.get_by_role("checkbox", name=EN("share.part.views"), exact=True)
    expect(views).to_be_visible()
    about = panel.get_by_role("checkbox", name=EN("share.part.about"), exact=True)
    about.focus()
    page.keyboard.down("Space")
    page.locator(parts.selector("views")).evaluate(TAKEN_OUT)
    expect(views).to_have_count(0)
    page.keyboard.up("Space")
    expect(about).to_be_checked()
    page.keyboard.down("Space")
    page.evaluate("putBack()")
    expect(views).to_be_visible()
    page.keyboard.up("Space")
    expect(about).not_to_be_checked()


def test_a_part_that_is_not_drawn_yet_stays_hidden(page: Page) -> None:
    open_lesson(page, example="hug", hide="now,views")
    for name in ("now", "views"):
        part = page.locator(parts.selector(name))
        part.wait_for(state="attached")
        part.evaluate("part => part.remove()")
    panel = opened(page)
    assert link(panel)["hide"] == ["now,views"]
    panel.get_by_role("checkbox", name=EN("share.part.about"), exact=True).check()
    assert set(link(panel)["hide"][0].split(",")) == {"about", "now", "views"}


# -- without this server -----------------------------------------------------------------------------------------------


@pytest.mark.program
def test_the_same_state_opens_in_a_tab_of_a_site_that_is_named(new_page: NewPage, tmp_path: Path) -> None:
    with own_page.serve() as site, serve(tmp_path, settings={SITE: site.url}) as server:
        page = new_page(server)
        open_page(page, "/bpe", {"example": "own", "corpus": "low low lower newest", "merges": 3, "step": 2})
        at_step(page, 2)
        offered = opened(page).get_by_role("link", name=EN("share.label.tab"))
        with page.expect_popup() as waiting:
            offered.click()
        tab = waiting.value
        own_page.at_step(tab, 2)
        expect(tab.locator("#text")).to_have_value("low low lower newest")
        expect(tab.locator("#amount")).to_have_value("3")
        assert tab.evaluate("window.opener") is None
        open_page(page, "/lessons")
        expect(opened(page).get_by_role("link", name=EN("share.label.tab"))).to_be_hidden()


def test_without_a_site_no_tab_is_offered(page: Page) -> None:
    open_lesson(page, example="sennrich")
    expect(opened(page).get_by_role("link", name=EN("share.label.tab"))).to_be_hidden()
