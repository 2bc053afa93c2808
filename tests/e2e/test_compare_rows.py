"""Aligned rows in a browser, on a page of their own: light, keys, picks, lines, parts; and the report, from disk."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.e2e.conftest import NewPage, Server, open_page, screenshot, serve
from tests.views.takeaway.test_report import comparison
from tokviz.views.shared.catalog import load
from tokviz.views.takeaway import report

APP = ("-m", "streamlit", "run", "tests/e2e/rows_app.py", "--server.port=0", "--server.address=127.0.0.1")
EN = load("en")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serve(tmp_path_factory.mktemp("server"), APP) as running:
        yield running


def rows(page: Page, **query: str) -> Locator:
    open_page(page, "/", query)
    shown = page.get_by_test_id("aligned")
    expect(shown.locator(".token").first).to_be_visible()
    return shown


def row(shown: Locator, number: int) -> Locator:
    return shown.locator(f".token[data-row='{number}']")


def lit(shown: Locator, number: int) -> list[str]:
    return shown.locator(f".token.lit[data-row='{number}']").all_text_contents()


def left(part: Locator) -> float:
    box = part.bounding_box()
    assert box
    return box["x"]


def right(part: Locator) -> float:
    box = part.bounding_box()
    assert box
    return box["x"] + box["width"]


def test_tokens_stand_under_their_characters(page: Page) -> None:
    shown = rows(page, text="hugs")
    expect(row(shown, 0)).to_have_text(["hug", "s", "</w>"])
    expect(row(shown, 1)).to_have_text(["h", "##u", "##g", "##s"])
    expect(row(shown, 2)).to_have_text(["h", "ugs"])
    assert left(row(shown, 0).nth(1)) == pytest.approx(left(row(shown, 1).nth(3)), abs=1)  # s and ##s
    assert right(row(shown, 0).nth(0)) == pytest.approx(right(row(shown, 1).nth(2)), abs=1)  # hug and ##g
    assert left(row(shown, 2).nth(1)) == pytest.approx(left(row(shown, 1).nth(1)), abs=1)  # ugs and ##u
    # No two neighbours have one colour.
    for number in range(3):
        colours = row(shown, number).evaluate_all("all => all.map((one) => getComputedStyle(one).backgroundColor)")
        assert all(one != other for one, other in pairwise(colours))


def test_pointing_lights_up_the_same_characters(page: Page) -> None:
    shown = rows(page, text="hugs")
    expect(shown.locator(".readout .hint")).to_have_text(EN("cv.rows.hint"))
    row(shown, 2).nth(1).hover()  # ugs
    expect(shown.locator(".cluster.lit")).to_have_text(["u", "g", "s"])
    assert (lit(shown, 0), lit(shown, 1)) == (["hug", "s"], ["##u", "##g", "##s"])
    glow = shown.locator(".glow")
    assert left(glow) == pytest.approx(left(shown.locator(".cluster").nth(1)), abs=3)
    expect(shown.locator(".readout .each p").nth(1)).to_have_text("BWordPiece · course##u##g##s")
    shown.locator(".cluster").first.hover()
    assert (lit(shown, 0), lit(shown, 1), lit(shown, 2)) == (["hug"], ["h"], ["h"])


def test_keys_go_along_and_across(page: Page) -> None:
    shown = rows(page, text="hugs bugs")
    expect(shown.locator(".token[tabindex='0']")).to_have_count(1)
    row(shown, 0).first.focus()
    for key, text, number in [
        ("ArrowDown", "h", 1),
        ("ArrowRight", "##u", 1),
        ("ArrowDown", "ugs", 2),
        ("ArrowUp", "##u", 1),
        ("End", "##s", 1),
        ("ArrowRight", "##s", 1),
        ("Home", "h", 1),
        ("ArrowUp", "hug", 0),
    ]:
        page.keyboard.press(key)
        focused = shown.locator(".token:focus")
        expect(focused).to_have_text(text)
        expect(focused).to_have_attribute("data-row", str(number))
    expect(shown.locator(".token[tabindex='0']")).to_have_count(1)
    expect(shown.locator(".cluster.lit")).to_have_text(["h", "u", "g"])


def test_a_pick_reaches_python_and_is_underlined(page: Page) -> None:
    shown = rows(page)
    row(shown, 1).filter(has_text="[UNK]").first.click()
    expect(page.get_by_text("picked: [mug]")).to_be_visible()
    expect(shown.locator(".cluster.picked")).to_have_text(["m", "u", "g"])
    row(shown, 2).first.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("picked: [hugs]")).to_be_visible()
    expect(shown.locator(".cluster.picked")).to_have_text(["h", "u", "g", "s"])
    expect(row(shown, 2).first).to_be_focused()
    page.get_by_text("neutral").click()  # another payload; the pick stays
    expect(row(shown, 1).nth(1)).to_have_text("u")
    expect(shown.locator(".cluster.picked")).to_have_text(["h", "u", "g", "s"])
    expect(page.get_by_text("picked: [hugs]")).to_be_visible()


def test_a_long_text_comes_in_parts(page: Page) -> None:
    shown = rows(page, text="hugs " * 400)
    expect(shown).to_have_attribute("data-page", "0")
    drawn = int(shown.get_attribute("data-tokens") or 0)
    assert 1_400 < drawn <= 1_500
    expect(shown.locator(".token")).to_have_count(drawn)
    expect(shown.locator(".turns")).to_contain_text("Part 1 of 3: 1,494 of 3,600 tokens. At most 1,500 are drawn")
    expect(shown.get_by_role("button", name="Previous part")).to_be_disabled()
    shown.get_by_role("button", name="Next part").click()
    shown.get_by_role("button", name="Next part").click()
    expect(shown.locator(".token")).to_have_count(3_600 - 2 * 1_494)
    expect(shown.get_by_role("button", name="Next part")).to_be_disabled()


def test_a_token_longer_than_a_line_lights_up_as_one(new_page: NewPage, server: Server) -> None:
    shown = rows(new_page(server, viewport={"width": 390, "height": 720}), text="x" * 26 + "hug")
    parts = row(shown, 1)  # one unknown token
    expect(parts).to_have_text(["[UNK]", "…", "…"])
    expect(shown.locator(".line")).to_have_count(3)
    for line in shown.locator(".flow").all():
        assert line.evaluate("flow => flow.scrollWidth - flow.clientWidth") <= 0
    parts.nth(1).hover()
    expect(shown.locator(".cluster.lit")).to_have_count(29)
    assert lit(shown, 1) == ["[UNK]", "…", "…"]
    expect(shown.locator(".readout .each p").nth(1)).to_have_text("BWordPiece · course[UNK]")
    shown.locator(".cluster").last.hover()
    assert lit(shown, 0) == ["hug"]


def test_bytes_of_a_character_are_shown_as_such(page: Page) -> None:
    shown = rows(page, text="aé", kind="bytes")
    expect(row(shown, 0)).to_have_text(["a", "Ã", "©"])
    expect(row(shown, 1)).to_have_text(["a", "<0xC3>", "<0xA9>"])
    row(shown, 1).nth(1).hover()
    expect(shown.locator(".readout")).to_contain_text(EN("cv.rows.byte"))
    expect(shown.locator(".readout")).to_contain_text(EN("cv.rows.through"))
    assert lit(shown, 0) == ["Ã"]


def test_right_to_left(page: Page) -> None:
    shown = rows(page, text="שלום abc", kind="bytes")
    letters = shown.locator(".cluster")
    expect(letters.first).to_have_text("ש")
    places = [left(letters.nth(number)) for number in range(4)]
    assert places == sorted(places, reverse=True)
    latin = shown.locator(".cluster").filter(has_text="c")
    assert left(shown.locator(".cluster").filter(has_text="a")) < left(latin) < places[3]
    row(shown, 0).first.focus()
    page.keyboard.press("ArrowLeft")  # onwards, as it is read
    expect(row(shown, 0).nth(1)).to_be_focused()
    # The bytes of a letter are within its width, the first at the right.
    assert left(row(shown, 0).nth(1)) < left(row(shown, 0).nth(0))


def test_text_is_never_html(page: Page) -> None:
    shown = rows(page, text="<img/src=x/onerror=alert(1)> &amp;")
    expect(shown.locator("img")).to_have_count(0)
    assert "".join(shown.locator(".cluster").all_text_contents()) == "<img/src=x/onerror=alert(1)>&amp;"


@pytest.mark.parametrize(
    ("language", "scheme", "width"),
    [("en", "light", 1280), ("zh", "dark", 1280), ("zh", "light", 390), ("en", "dark", 390)],
)
def test_rows_fit(new_page: NewPage, server: Server, language: str, scheme: str, width: int) -> None:
    page = new_page(server, color_scheme=scheme, viewport={"width": width, "height": 720})
    text = "hugs bugs mug unhug puns " * 3 + "\nשלום עולם سلام 12 👩\u200d👧 é 你好"
    shown = rows(page, text=text, lang=language)
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    for line in shown.locator(".line").all():
        assert right(line.locator(".block").last) <= width
    row(shown, 1).nth(2).hover()
    height = "box => box.getBoundingClientRect().height"
    before = shown.locator(".readout").evaluate(height)
    row(shown, 2).nth(5).hover()
    assert shown.locator(".readout").evaluate(height) == before  # what is said does not move what is pointed at
    screenshot(page, f"rows-{language}-{scheme}-{width}")


@pytest.mark.parametrize(("language", "scheme", "width"), [("en", "light", 1280), ("zh", "dark", 390)])
def test_the_report_opens_from_disk_without_a_network(
    browser: Browser, tmp_path: Path, language: str, scheme: str, width: int
) -> None:
    path = tmp_path / "report.html"
    path.write_text(report.html(comparison("hugs <b>mug</b> שלום"), load(language)), encoding="utf-8")
    context = browser.new_context(
        offline=True, color_scheme="dark" if scheme == "dark" else "light", viewport={"width": width, "height": 720}
    )
    try:
        page = context.new_page()
        asked: list[str] = []
        logged: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.on("console", lambda message: logged.append(message.text))
        page.goto(path.as_uri())
        expect(page.get_by_role("heading", name=load(language)("cv.report.measures"), exact=True)).to_be_visible()
        expect(page.locator(".token").first).to_have_text("hug")
        expect(page.locator("b, script")).to_have_count(0)
        assert asked == [path.as_uri()]
        assert logged == []  # the policy of the page had nothing to refuse
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
        mark, word = page.locator(".block").first.locator(".token"), page.locator(".block").first
        assert left(mark.first) >= left(word) - 1
        screenshot(page, f"report-{language}-{scheme}-{width}")
    finally:
        context.close()
