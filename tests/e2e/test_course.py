"""A lesson as a package for a course platform, played in a runtime of SCORM and with a store of xAPI statements."""

from __future__ import annotations

import json
from collections.abc import Iterator
from urllib.parse import urlencode, urlsplit

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect

from tests.e2e.conftest import screenshot
from tests.e2e.local_site import Served, served
from tests.programs import SCORM_RUNTIME
from tokviz import guides
from tokviz.features.site.standards import STANDARDS
from tokviz.features.site.web.courses import package
from tokviz.features.site.web.files import file_of_lesson
from tokviz.views.shared.catalog import load

LESSON = guides.load("why")
PAGE = f"en/{file_of_lesson(LESSON.name)}"
EN = load("en")
PLATFORM = """<!DOCTYPE html><title>Platform</title><script src="scorm12.js"></script><script>
  var API = new Scorm12API({ autocommit: false, logLevel: 5 });
  if (sessionStorage.kept) API.loadFromJSON(JSON.parse(sessionStorage.kept));
</script><iframe src="scorm-1.2/%s" width="100%%" height="700"></iframe>"""
"""A page of a platform, as simple as it can be: a frame in a window with the runtime."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A folder with the unpacked packages of a lesson, and a platform beside them."""
    folder = tmp_path_factory.mktemp("platform")
    for standard in STANDARDS:
        for name, content in package(LESSON, standard, EN).items():
            path = folder / standard.name / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(content, encoding="utf-8")
    for runtime in SCORM_RUNTIME.glob("scorm12.min.js"):
        (folder / "scorm12.js").write_bytes(runtime.read_bytes())
    (folder / "index.html").write_text(PLATFORM % PAGE)
    with served(folder) as site:
        yield site


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page of its own, which may log nothing."""
    context = browser.new_context(viewport={"width": 1280, "height": 720})
    logged: list[str] = []
    context.on("console", lambda message: logged.append(message.text))
    context.on("weberror", lambda error: logged.append(str(error.error)))
    yield context.new_page()
    context.close()
    assert [text for text in logged if "favicon" not in text and "404" not in text] == []


def to_card(card: Locator, number: int) -> None:
    """Open a card out of the list."""
    card.locator(".more summary").click()
    card.locator(f".more li:nth-child({number}) button").click()
    expect(card).to_have_attribute("data-card", str(number))


def value(page: Page, name: str) -> str:
    return str(page.evaluate(f"API.LMSGetValue('{name}')"))


ASKING = next(number for number, card in enumerate(LESSON.cards, start=1) if card.asks)
ASKED = sum(len(card.asks) for card in LESSON.cards)


@pytest.mark.scorm
def test_a_platform_keeps_progress_score_and_completion(page: Page, site: Served) -> None:
    page.goto(site.url)
    card = page.frame_locator("iframe").get_by_test_id("guide-card")
    expect(card).to_have_attribute("data-card", "1")
    expect(card.locator("button[name=leave]")).to_be_hidden()
    expect(page.frame_locator("iframe").locator("#course")).to_have_text(EN("site.course.kept"))
    assert value(page, "cmi.core.lesson_status") == "incomplete"
    to_card(card, ASKING)
    card.locator(".choices button").first.click()
    expect(card.locator(".tally")).not_to_be_empty()
    right = card.locator(".tally").inner_text().split()[0]
    assert float(value(page, "cmi.core.score.raw")) == pytest.approx(100 * int(right) / ASKED, abs=0.01)
    screenshot(page, "course")
    page.evaluate("document.querySelector('iframe').remove()")  # as a platform does when a student leaves
    page.evaluate("sessionStorage.kept = JSON.stringify(API.cmi.toJSON())")
    assert page.evaluate("API.isTerminated()")
    page.reload()
    expect(card).to_have_attribute("data-card", str(ASKING))
    expect(card.locator(".tally")).to_contain_text(f"{right} of 1")
    to_card(card, len(LESSON.cards))
    expect(card.locator("button[name=following]")).to_be_hidden()
    assert value(page, "cmi.core.lesson_status") == "completed"


def test_statements_go_where_the_link_says_and_nowhere_else(page: Page, site: Served) -> None:
    asked: list[tuple[str, str]] = []
    verbs: list[str] = []

    def answer(route: Route) -> None:
        request = route.request
        asked.append((request.method, urlsplit(request.url).path))
        if request.method == "POST":
            verbs.extend(one["verb"]["id"].rpartition("/")[2] for one in request.post_data_json or ())
        names = ("Origin", "Headers", "Methods")
        route.fulfill(status=200, headers={f"Access-Control-Allow-{name}": "*" for name in names}, body="")

    page.route("https://lrs.example.org/**", answer)
    actor = json.dumps({"mbox": "mailto:student@example.org"})
    query = {"endpoint": "https://lrs.example.org/xapi/", "auth": "Basic abc", "actor": actor}
    page.goto(f"{site.url}/xapi/{PAGE}?{urlencode(query)}")
    told = page.locator("#course")
    expect(told).to_have_text(EN("site.course.kept"))
    with page.expect_response(lambda response: response.request.method == "POST"):
        to_card(page.get_by_test_id("guide-card"), len(LESSON.cards))
    assert verbs == ["experienced", "experienced", "completed"]
    assert {path for _, path in asked} == {"/xapi/statements", "/xapi/activities/state"}
    page.goto(f"{site.url}/xapi/{PAGE}")
    expect(told).to_have_text(EN("site.course.none"))
