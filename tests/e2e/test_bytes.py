"""`/bytes` in a browser: the way down to tokens and, with one click, back to their bytes."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.catalogs import saying
from tests.e2e.conftest import NewPage, Server, open_page, screenshot
from tests.e2e.lesson import at_address, at_step, choose, go_back, picture, press, reload
from tokviz.views.shared.catalog import load

EN = load("en")


def open_bytes(page: Page, **query: object) -> Page:
    """Open `/bytes` with this query string and wait until its last part is there."""
    open_page(page, "/bytes", query)
    page.get_by_test_id("stCode").wait_for()
    return page


def pick(page: Page, group: str, label: str) -> None:
    """Click the chip with this label, whose number comes first."""
    chip = page.get_by_test_id("stButtonGroup").filter(has_text=group).get_by_role("radio", name=label, exact=True)
    chip.click()
    expect(chip).to_be_checked()


def byte_rows(page: Page) -> list[list[str]]:
    """The cells of the table of bytes, as a screen reader gets them."""
    rows = page.locator(".st-key-part_tokens").get_by_test_id("stDataFrame").locator("[role=grid] tbody tr")
    return [rows.nth(i).get_by_role("gridcell", include_hidden=True).all_inner_texts() for i in range(rows.count())]


@pytest.mark.journey
def test_from_a_token_to_its_bytes_with_one_click(page: Page) -> None:
    open_bytes(page, text="né 中", merges=0)
    expect(page.get_by_test_id("stMain")).to_contain_text("7 tokens.")
    pick(page, EN("bytes.pick.token"), "6 ¸ · 184")
    at_address(page, token=6)
    expect(page.get_by_text("Token 6,")).to_contain_text("Bytes: B8, in decimal 184. As text: \ufffd")
    expect(page.get_by_test_id("stAlert")).to_contain_text(saying("bytes.cut", inside=1, total=3, character="中"))
    page.wait_for_function(
        "() => document.querySelector('.st-key-part_tokens [role=grid]')?.textContent.includes('1011 1000')"
    )
    assert byte_rows(page)[0] == ["B8", "184", "1011 1000", "¸"]


def test_a_pretoken_is_stepped_through_and_back_goes_back(page: Page) -> None:
    open_bytes(page)
    pick(page, "Pre-tokens", "2 ␣lighthouse")
    at_address(page, word=2)
    word = picture(page).locator(".chips")
    expect(word).to_have_attribute("aria-label", f"␣lighthouse: Ġ {' '.join('lighthouse')}")
    expect(picture(page).locator(".try.wins")).to_have_count(1)
    picture(page).locator(".try.wins").hover()
    expect(picture(page).locator(".ring.lit")).to_have_count(1)
    page.get_by_role("heading", level=1).click()
    press(page, "ArrowRight")
    at_step(page, 1)
    at_address(page, word=2, step=1)
    press(page, "End")
    expect(word).to_have_attribute("aria-label", "␣lighthouse: Ġlighthouse")
    page.wait_for_function("() => Number(new URLSearchParams(location.search).get('step')) > 1")
    pick(page, "Pre-tokens", "3 ␣keeper")
    at_step(page, 0)
    go_back(page)
    at_address(page, word=2)
    expect(word).to_have_attribute("aria-label", "␣lighthouse: Ġlighthouse")


def test_a_typed_text_and_another_pattern(page: Page) -> None:
    open_bytes(page)
    field = page.get_by_label("Text", exact=True)
    field.fill("It costs 20161 <b>yen</b>")
    field.press("Control+Enter")
    at_address(page, preset="own", text="It costs 20161 <b>yen</b>")
    expect(page.get_by_test_id("stCode")).to_have_text("It costs 20161 <b>yen</b>")
    choose(page.get_by_role("combobox", name=EN("bytes.pattern")), "cl100k pattern (GPT-4)")
    at_address(page, pattern="cl100k")
    pick(page, "Pre-tokens", "4 201")
    expect(page.get_by_text("Pre-token 4,")).to_contain_text(EN("bytes.alternative.digits-in-threes"))
    reload(page)
    expect(page.get_by_text("Pre-token 4,")).to_contain_text(EN("bytes.alternative.digits-in-threes"))


def test_another_text_begins_anew_and_a_visit_elsewhere_loses_nothing(page: Page) -> None:
    open_bytes(page)
    pick(page, "Pre-tokens", "3 ␣keeper")
    pick(page, EN("bytes.pick.token"), "9 Ġ · 32")
    at_address(page, word=3, token=9)
    choose(page.get_by_label(EN("bytes.sample"), exact=True), "Chinese")
    expect(page.get_by_test_id("stCode")).to_contain_text("春天的茶")
    expect(page.get_by_role("radio", name="1 春天的茶", exact=True)).to_be_checked()
    expect(page.get_by_text(re.compile("^Token 1,"))).to_be_visible()
    at_step(page, 0)
    pick(page, "Pre-tokens", "3 清香而微苦")
    at_address(page, preset="chinese", word=3)
    page.get_by_role("link", name="Start", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(load("en")("start.title"))
    go_back(page)
    expect(page.get_by_role("radio", name="3 清香而微苦", exact=True)).to_be_checked()
    page.get_by_role("radio", name="简体中文").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("文本、字节、词元")
    expect(page.get_by_role("radio", name="3 清香而微苦", exact=True)).to_be_checked()


@pytest.mark.parametrize(("width", "language", "scheme"), [(1280, "en", "light"), (390, "zh", "dark")])
def test_it_fits_on_the_screen(new_page: NewPage, server: Server, width: int, language: str, scheme: str) -> None:
    height = 720 if width > 1000 else 844
    page = new_page(server, viewport={"width": width, "height": height}, color_scheme=scheme)
    open_bytes(page, preset="emoji" if language == "en" else "chinese", lang=language, word=3, token=8)
    at_step(page, 0)
    assert page.evaluate("() => document.documentElement.scrollWidth") <= width
    main = page.get_by_test_id("stMain")
    assert main.evaluate("element => element.scrollWidth - element.clientWidth") <= 0
    page.set_viewport_size({"width": width, "height": main.evaluate("element => element.scrollHeight") + 100})
    screenshot(page, f"bytes-{width}-{language}-{scheme}")


# -- the rows ----------------------------------------------------------------------------------------------------------


def test_pointing_lights_one_column_through_all_rows(page: Page) -> None:
    open_bytes(page, text="né 中", merges=0)
    rows = page.get_by_test_id("text-rows")
    rows.locator("[data-kind=byte]").filter(has_text="A9").hover()
    lit = rows.locator(".part.lit")
    expect(lit).to_have_text(["é", "A9", "né", "©"])
    expect(rows.locator(".told p")).to_have_text(["Charactersé", "BytesA9", "Pre-tokensné", "Tokens©"])
    rows.locator("[data-kind=character]").filter(has_text="中").hover()
    expect(rows.locator(".part.lit[data-kind=byte]")).to_have_text(["E4", "B8", "AD"])


def test_keys_go_along_and_across_the_rows_and_enter_picks(page: Page) -> None:
    open_bytes(page, text="né 中", merges=0)
    rows = page.get_by_test_id("text-rows")
    expect(rows.locator("[tabindex='0']")).to_have_count(1)
    rows.locator("[tabindex='0']").focus()
    focused = rows.locator(".part:focus")
    for key, text in [("ArrowRight", "Ã"), ("ArrowUp", "né"), ("ArrowRight", "␣中"), ("ArrowDown", "Ġ"), ("End", "Ń")]:
        page.keyboard.press(key)
        expect(focused).to_have_text(text)
    page.keyboard.press("Enter")
    at_address(page, token=7)
    expect(page.get_by_text("Token 7,")).to_be_visible()
    rows.locator("[data-kind=pretoken]").last.click()
    at_address(page, word=2, token=7)
    expect(rows.locator("[data-kind=pretoken]").last).to_have_attribute("aria-pressed", "true")
