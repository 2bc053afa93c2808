"""A tab that a test takes after another is one of a visitor who has not been here before."""

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.e2e.conftest import Server, open_page
from tests.e2e.tabs import IDLE, LASTING, Tab, Tabs


@pytest.fixture
def tabs(browser: Browser) -> Iterator[Tabs]:
    """Tabs of this test's own, none of which was used."""
    made = Tabs(browser)
    yield made
    for context in made.contexts.values():
        context.close()


def taken(tabs: Tabs, server: Server, **options: object) -> Tab:
    return tabs.take({"base_url": server.url, "locale": "en-US", **options}, is_below=False)


def ended(tabs: Tabs, tab: Tab, *, is_usable: bool = True) -> None:
    tab.hear()
    tabs.put_back(tab, is_usable=is_usable)


def test_nothing_of_a_visit_is_left(tabs: Tabs, server: Server) -> None:
    tab = taken(tabs, server)
    page = open_page(tab.page, "/glossary")
    page.evaluate("localStorage.setItem('wish', 1); sessionStorage.setItem('wish', 1); console.error('gone')")
    page.evaluate("addEventListener('pagehide', () => sessionStorage.setItem('wish', 2))")  # late, as a packed file is
    page.set_viewport_size({"width": 390, "height": 844})
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    page.mouse.move(100, 100)
    ended(tabs, tab)
    again = taken(tabs, server)
    assert again is tab
    assert (again.requests, again.messages, again.errors) == ([], [], [])
    open_page(again.page, "/glossary")
    kept = "Object.keys({ ...localStorage, ...sessionStorage })"
    assert "wish" not in again.page.evaluate(kept)
    size = "[innerWidth, innerHeight, matchMedia('(prefers-color-scheme: dark)').matches]"
    assert again.page.evaluate(size) == [1280, 720, False]
    assert not again.page.evaluate("matchMedia('(prefers-reduced-motion: reduce)').matches")
    assert again.page.locator("button:hover, a:hover").count() == 0


def test_all_that_a_page_cannot_forget_is_known() -> None:
    lasting = re.compile(r"add_init|add_locator|expose_|on(ce)?$|route|set_default|set_extra")
    assert [name for name in dir(Page) if lasting.match(name)] == list(LASTING)


@pytest.mark.parametrize(
    "alter",
    [
        lambda page: page.add_init_script("window.left = 1"),
        lambda page: page.route("**/none", lambda route: route.abort()),
        lambda page: page.on("dialog", lambda dialog: dialog.dismiss()),
        lambda page: page.expose_function("left", lambda: 1),
        lambda page: page.expose_binding("left", lambda _: 1),
        lambda page: page.route_web_socket("**/none", lambda route: route.close()),
    ],
)
def test_what_a_page_cannot_forget_ends_its_tab(tabs: Tabs, server: Server, alter: Callable[[Page], None]) -> None:
    tab = taken(tabs, server)
    alter(tab.page)
    ended(tabs, tab)
    assert tab.page.is_closed()
    assert tabs.idle == []


def test_a_failed_visit_ends_its_tab(tabs: Tabs, server: Server) -> None:
    tab = taken(tabs, server)
    ended(tabs, tab, is_usable=False)
    assert tab.page.is_closed()
    assert tabs.idle == []


def test_a_tab_looks_as_each_test_asks(tabs: Tabs, server: Server) -> None:
    tab = taken(tabs, server, viewport={"width": 390, "height": 844}, color_scheme="dark", reduced_motion="reduce")
    look = """[innerWidth, innerHeight, matchMedia("(prefers-color-scheme: dark)").matches,
        matchMedia("(prefers-reduced-motion: reduce)").matches]"""
    assert tab.page.evaluate(look) == [390, 844, True, True]
    ended(tabs, tab)
    assert taken(tabs, server) is tab
    assert tab.page.evaluate(look) == [1280, 720, False, False]
    assert taken(tabs, server, has_touch=True) is not tab


def test_visitors_of_one_test_who_look_different_share_nothing(tabs: Tabs, server: Server) -> None:
    options = {"base_url": server.url, "locale": "en-US"}
    first = tabs.take(options, is_below=False)
    phone = tabs.take({**options, "viewport": {"width": 390, "height": 844}}, is_below=False, beside=[first])
    same = tabs.take(options, is_below=False, beside=[first, phone])
    assert first.page.context is same.page.context
    assert first.page.context is not phone.page.context


def test_the_tab_that_was_used_longest_ago_goes_first(tabs: Tabs, server: Server) -> None:
    used = [taken(tabs, server) for _ in range(IDLE + 1)]
    for tab in used:
        ended(tabs, tab)
    assert tabs.idle == used[1:]
    assert [tab.page.is_closed() for tab in used] == [True, *[False] * IDLE]
