"""The start page leads to the lessons, and each of its cards opens an example at step 0."""

from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import NewPage, Server, open_page
from tests.e2e.lesson import at_address, at_step, press, stage
from tokviz import examples
from tokviz.views.shared.catalog import load

EN = load("en")


def test_every_example_has_a_card(page: Page) -> None:
    open_page(page)
    expect(page.get_by_role("link", name=EN("example.own"))).to_be_visible()
    links = page.get_by_test_id("stMain").get_by_role("link").all()
    queries = [parse_qs(urlsplit(link.get_attribute("href") or "").query) for link in links]
    assert {query["example"][0] for query in queries if "example" in query} == {*examples.NAMES, "own"}
    assert not any("step" in query for query in queries)


@pytest.mark.journey
def test_a_card_opens_its_example_at_step_0(page: Page) -> None:
    open_page(page)
    main = page.get_by_test_id("stMain")
    main.get_by_role("link", name=EN("example.hug")).click()
    at_address(page, example="hug")
    at_step(page, 0)
    expect(stage(page)).to_contain_text("u g occurs 20 times")
    press(page, "ArrowRight")
    at_address(page, step=1)
    page.get_by_role("link", name=EN("page.start")).click()
    main.get_by_role("link", name=EN("example.follow")).click()
    at_address(page, example="follow")
    at_step(page, 0)
    expect(stage(page)).to_contain_text("l o occurs 8 times")


def test_the_lesson_opens_in_the_language_of_the_visit(new_page: NewPage, server: Server) -> None:
    zh = load("zh")
    page = open_page(new_page(server, locale="zh-CN"))
    expect(page.get_by_text(zh("app.tagline"))).to_be_visible()
    page.get_by_test_id("stMain").get_by_role("link", name=zh("page.bpe")).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(zh("page.bpe"))
    expect(stage(page)).to_have_attribute("lang", "zh")
