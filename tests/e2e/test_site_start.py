"""The start page of the site without a server: its panels, lessons that go on, own text; from disk and over http."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any, Literal
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.e2e import axe
from tests.e2e.conftest import Unconnected, resize, screenshot, still
from tests.e2e.test_start_page import COUNT_TRANSITIONS, cut, tokens
from tokviz import guides
from tokviz.features.site.live import Live
from tokviz.features.site.web.files import files
from tokviz.state.tab import OWN_FILE
from tokviz.views.shared.catalog import LANGUAGES, load

EN = load("en")
KEPT = "name => JSON.parse(localStorage.getItem(name) ?? '{}')"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a site that takes own text; the page for it is an empty one here."""
    folder = tmp_path_factory.mktemp("site")
    for name, content in files(LANGUAGES, live=Live({}, ())):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(content, encoding="utf-8")
    for language in LANGUAGES:
        (folder / language / OWN_FILE).write_text("<!DOCTYPE html><title>own</title>", encoding="utf-8")
    return folder


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        """Print nothing."""


@pytest.fixture
def address(site: Path) -> Iterator[str]:
    """The address of the same folder on a server that knows only files."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(site)))
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def start(page: Page, site: Path, language: str = "en") -> Page:
    """Open the start page and wait until all of it is drawn."""
    page.goto((site / language / "index.html").as_uri())
    return drawn(page)


def drawn(page: Page) -> Page:
    expect(page.locator("#found")).not_to_be_empty()
    hero(page).wait_for()
    return page


def hero(page: Page) -> Locator:
    return page.get_by_test_id("hero")


def lesson(page: Page, name: str) -> Locator:
    return page.locator(f"[data-lesson={name}]")


def at_card(page: Page, number: int) -> None:
    expect(page.get_by_test_id("guide-card")).to_have_attribute("data-card", str(number))


def query(page: Page) -> dict[str, list[str]]:
    return parse_qs(urlsplit(page.url).fragment)


# -- the panels --------------------------------------------------------------------------------------------------------


def test_the_small_picture_moves_and_leads_to_its_training(unconnected: Unconnected, site: Path) -> None:
    page = start(unconnected.new_page(), site)
    hero(page).evaluate(COUNT_TRANSITIONS)
    expect(hero(page).locator(".says")).to_contain_text("Merge 4")  # on its way to the eighth
    assert int(hero(page).get_attribute("data-moved") or 0) > 10
    hero(page).get_by_role("link", name=EN("start.watch.go")).click()
    expect(page.get_by_test_id("picture")).to_have_attribute("data-step", "0")
    assert page.url.endswith("/en/bpe-sennrich.html")


def test_without_motion_the_small_picture_is_at_its_end(unconnected: Unconnected, site: Path) -> None:
    page = unconnected.new_page()
    page.emulate_media(reduced_motion="reduce")
    start(page, site)
    hero(page).evaluate(COUNT_TRANSITIONS)
    expect(hero(page).locator(".says")).to_have_text(EN("start.watch.end", n=8, word="newest"))
    assert hero(page).get_attribute("data-moved") == "0"


@pytest.mark.parametrize(("language", "example"), [("en", "english"), ("zh", "chinese")])
def test_a_sentence_is_split_while_it_is_typed(
    unconnected: Unconnected, site: Path, language: str, example: str
) -> None:
    page, say = start(unconnected.new_page(), site, language), load(language)
    assert tokens(page) == cut(say("start.sentence"), example)
    hero(page).get_by_label(say("start.hero.title")).fill("Nobody reads unprintable newspapers.")
    assert tokens(page) == cut("Nobody reads unprintable newspapers.")
    hero(page).get_by_role("slider").fill("30")
    assert tokens(page) == cut("Nobody reads unprintable newspapers.", limit=30)
    hero(page).get_by_role("link", name=say("start.hero.decided")).click()
    expect(page).to_have_title("own")
    asked = query(page)
    assert (asked["page"], asked["example"], asked["merges"]) == (["bpe-encode"], ["english"], ["30"])
    assert asked["text"] == ["Nobody reads unprintable newspapers."]


# -- the visitor's own text --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["low low lower 最", "low lower newest widest " * 100], ids=["short", "long"])
def test_own_text_is_taken_along(unconnected: Unconnected, site: Path, text: str) -> None:
    """In the link, or in the browser where it is too long for one."""
    page = start(unconnected.new_page(), site)
    field = hero(page).get_by_label(EN("start.own.title"))
    field.fill(text)
    field.press("Control+Enter")
    expect(page).to_have_title("own")
    assert urlsplit(page.url).path.endswith(f"/en/{OWN_FILE}")
    asked = query(page)
    assert (asked["page"], asked["example"]) == (["bpe"], ["own"])
    kept = page.evaluate("JSON.parse(sessionStorage.getItem('tokviz-own'))")
    assert asked.get("corpus", [(kept or {}).get("text")]) == [text]


def test_a_card_and_an_example_lead_to_own_text_in_their_language(unconnected: Unconnected, site: Path) -> None:
    page, say = unconnected.new_page(), load("zh")
    link = page.get_by_role("link", name=say("site.own"))
    page.goto(f"{(site / 'zh' / 'lesson-bpe.html').as_uri()}#4")
    at_card(page, 4)
    link.click()
    expect(page).to_have_title("own")
    card = guides.load("bpe").cards[3]
    assert query(page) == {"page": [card.page], **{name: [value] for name, value in card.query.items()}}
    page.go_back()
    at_card(page, 4)
    page.goto((site / "zh" / "unigram-hug.html").as_uri())
    link.click()
    expect(page).to_have_title("own")
    assert urlsplit(page.url).path.endswith(f"/zh/{OWN_FILE}")
    assert query(page) == {"page": ["unigram"], "example": ["hug"]}


# -- lessons -----------------------------------------------------------------------------------------------------------


def test_a_lesson_goes_on_where_it_was_left_and_starts_over(unconnected: Unconnected, site: Path) -> None:
    """In Chinese; the app's own is worked in English."""
    language, say = "zh", load("zh")
    page = start(unconnected.new_page(), site, language)
    total = len(guides.load("bpe").cards)
    expect(lesson(page, "bpe")).to_contain_text(say.count("guide.cards", total))
    lesson(page, "bpe").get_by_role("link").press("Enter")
    at_card(page, 1)
    page.goto(f"{page.url}#2")
    at_card(page, 2)
    page.get_by_test_id("guide-card").get_by_role("button", name=say("guide.label.leave")).click()
    drawn(page).reload()
    expect(lesson(page, "bpe")).to_contain_text(say("start.lessons.continue", n=2))
    expect(lesson(page, "bpe").get_by_role("img", name=say("start.lessons.bar", n=1, total=total))).to_be_visible()
    assert page.evaluate(KEPT, "tokviz-lessons") == {"bpe": {"card": 2, "isDone": False}}
    lesson(page, "bpe").get_by_role("link").click()
    at_card(page, 2)
    page.goto((site / language / "lesson-bpe.html").as_uri() + f"#{total}")
    at_card(page, total)
    start(page, site, language)
    expect(lesson(page, "bpe")).to_contain_text(say("start.lessons.done"))
    screenshot(page, f"site-start-{language}")
    lesson(page, "bpe").get_by_role("button").click()
    expect(lesson(page, "bpe").get_by_role("link")).to_be_focused()
    expect(lesson(page, "bpe")).to_contain_text(say.count("guide.cards", total))
    assert page.evaluate(KEPT, "tokviz-lessons") == {}


def test_answers_are_kept_until_the_lesson_starts_over(unconnected: Unconnected, site: Path) -> None:
    """In the store that outlasts the visit: another tab has them, too."""
    page, last = unconnected.new_page(), len(guides.load("bpe").cards)
    there = f"{(site / 'en' / 'lesson-bpe.html').as_uri()}#{last}"
    page.goto(there)
    asked = page.get_by_test_id("guide-ask").first
    asked.locator(".choices button").first.click()
    expect(asked.locator(".verdict")).not_to_be_empty()
    state, told = asked.get_attribute("data-state"), page.locator(".tally").inner_text()
    other = page.context.new_page()
    other.goto(there)
    expect(other.get_by_test_id("guide-ask").first).to_have_attribute("data-state", state or "")
    expect(other.locator(".tally")).to_have_text(told)
    start(other, site)
    lesson(other, "bpe").get_by_role("button").click()
    page.reload()
    expect(asked).to_have_attribute("data-state", "open")
    expect(page.locator(".tally")).to_be_empty()


# -- search, keys, windows ---------------------------------------------------------------------------------------------


def test_search_still_counts_after_a_lesson_starts_over(unconnected: Unconnected, site: Path) -> None:
    page = unconnected.new_page()
    start(page, site)
    page.evaluate("localStorage.setItem('tokviz-lessons', JSON.stringify({ bytes: { card: 3 } }))")
    drawn(page).reload()
    page.get_by_role("searchbox").fill("alphabet 256")
    shown = page.locator("main li:not([hidden])")
    expect(shown).to_have_count(1)
    shown.get_by_role("button").click()
    expect(lesson(page, "bytes").get_by_role("link")).to_be_focused()
    expect(shown).to_have_count(1)
    total = page.locator("main li").count()
    expect(page.locator("#found")).to_have_text(EN("site.found", n=1, all=total))


def test_the_tab_key_reaches_all_of_the_start_page_in_its_order(unconnected: Unconnected, site: Path) -> None:
    page = start(unconnected.new_page(), site)
    page.evaluate("localStorage.clear()")
    names = []
    for _ in range(60):
        page.keyboard.press("Tab")
        name = page.evaluate("""() => {
            let node = document.activeElement;
            while (node?.shadowRoot?.activeElement) node = node.shadowRoot.activeElement;
            return node?.id || node?.getAttribute("href") || node?.name || node?.textContent || "";
        }""")
        names.append(name.split("#")[0])
        if name == "bpe-chinese.html" and "lesson-bpe.html" in names:
            break
    wanted = ["bpe-sennrich.html", "sentence", "merges", "own", "train", "search"]
    wanted += [f"lesson-{one}.html" for one in guides.names()]
    wanted += ["unigram-sennrich.html", "bpe-chinese.html"]
    places = [names.index(name) for name in wanted]
    assert places == sorted(places)


@pytest.mark.parametrize(("language", "scheme"), [("en", "light"), ("zh", "dark")])
def test_the_primary_button_is_in_every_window_and_nothing_sticks_out(
    unconnected: Unconnected, site: Path, language: str, scheme: Literal["light", "dark"]
) -> None:
    page = start(unconnected.new_page(scheme), site, language)
    for width, height in ((1280, 720), (2560, 1440), (1024, 768), (390, 844)):
        resize(page, width, height)
        box = still(hero(page).get_by_role("link", name=load(language)("start.watch.go")))
        assert box is not None
        assert box["y"] + box["height"] <= height, width
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), width
        assert axe.findings(page) == [], width
        assert axe.faint(page) == [], width


def test_over_http_nothing_but_the_files_of_the_site_is_asked_for(browser: Browser, address: str) -> None:
    context = browser.new_context(locale="zh-CN", viewport={"width": 1280, "height": 720})
    asked: list[str] = []
    wrong: list[str] = []
    context.on("request", lambda request: asked.append(request.url))
    context.on("weberror", lambda error: wrong.append(str(error.error)))
    context.on("console", lambda message: wrong.append(message.text))
    page, say = context.new_page(), load("zh")
    page.goto(f"{address}/")
    expect(drawn(page).locator("html")).to_have_attribute("lang", "zh")
    lesson(page, "tokens").get_by_role("link").click()
    at_card(page, 1)
    page.keyboard.press("PageDown")
    at_card(page, 2)
    page.get_by_test_id("guide-card").get_by_role("button", name=say("guide.label.leave")).click()
    expect(lesson(drawn(page), "tokens")).to_contain_text(say("start.lessons.continue", n=2))
    context.close()
    assert wrong == []
    assert {urlsplit(one).netloc for one in asked if not one.startswith("data:")} == {urlsplit(address).netloc}
