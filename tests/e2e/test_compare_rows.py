"""A text in rows in a browser, on a page of their own: light, keys, picks, lines, parts."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.conftest import NewPage, Server, open_page, resize, serve, still
from tokviz.views.shared.catalog import load

APP = ("-m", "streamlit", "run", "tests/e2e/rows_app.py", "--server.port=0", "--server.address=127.0.0.1")
EN = load("en")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serve(tmp_path_factory.mktemp("server"), APP) as running:
        yield running


def rows(page: Page, **query: str) -> Locator:
    open_page(page, "/", query)
    shown = page.get_by_test_id("text-rows")
    expect(shown.locator(".token").first).to_be_visible()
    return shown


def row(shown: Locator, number: int) -> Locator:
    return shown.locator(f".token[data-row='{number}']")


def tokens(shown: Locator, number: int) -> list[str]:
    found: list[str] = row(shown, number).evaluate_all("all => all.map((one) => one.dataset.token)")
    return found


def letters(shown: Locator, number: int = 0) -> Locator:
    """The letters of a row of the picture."""
    return shown.locator(f".letter[data-row='{number}']")


def word(shown: Locator, text: str) -> Locator:
    return shown.locator(f".word[data-word='{text}']").first


def told(shown: Locator, number: int) -> Locator:
    """The tokens in a line below."""
    return shown.locator(".why .of").nth(number).locator("code")


def left(part: Locator) -> float:
    box = still(part)
    assert box
    return box["x"]


def right(part: Locator) -> float:
    box = still(part)
    assert box
    return box["x"] + box["width"]


def test_tokens_stand_under_their_letters_and_boundaries_between_them(page: Page) -> None:
    shown = rows(page, text="hugs")
    assert tokens(shown, 0) == ["hug", "s", "</w>"]
    assert tokens(shown, 1) == ["h", "##u", "##g", "##s"]
    assert tokens(shown, 2) == ["h", "ugs"]
    for number in range(3):
        expect(letters(shown, number)).to_have_text(["h", "u", "g", "s"])
        assert left(letters(shown, number).nth(2)) == pytest.approx(left(letters(shown).nth(2)), abs=1)
    assert left(row(shown, 2).nth(1)) == pytest.approx(left(letters(shown).nth(1)), abs=3)  # ugs
    assert right(row(shown, 0).nth(0)) == pytest.approx(right(letters(shown).nth(2)), abs=3)  # hug
    cuts = [shown.locator(f".cut[data-row='{number}']") for number in range(3)]
    assert [cut.count() for cut in cuts] == [1, 3, 1]
    assert left(cuts[0]) == pytest.approx(left(letters(shown).nth(3)), abs=2)  # before the s
    assert left(cuts[2]) == pytest.approx(left(letters(shown).nth(1)), abs=2)  # before the u


def test_no_boundary_touches_a_letter_and_no_name_the_letters_above_it(page: Page) -> None:
    shown = rows(page, text="hugs mug")
    kinds = [EN(f"compare.rows.label.line_{name}") for name in ("same", "own", "unknown")]
    expect(shown.locator(".key-of-lines > span")).to_have_text(kinds)
    # The ink of a letter is narrower than its box, which has air on both sides of it.
    air = "one => parseFloat(getComputedStyle(one).paddingLeft)"
    width = "one => one.getBoundingClientRect().width"
    assert letters(shown).first.evaluate(air) >= shown.locator(".cut").first.evaluate(width) + 1
    name = row(shown, 1).locator("small")
    above = letters(shown, 1).last
    tops = [part.evaluate("one => one.getBoundingClientRect().top") for part in (name, above)]
    size = above.evaluate("one => parseFloat(getComputedStyle(one).fontSize)")
    assert tops[0] >= tops[1] + 1.25 * size  # below the descender of the g


def test_the_tokens_are_counted_above_the_rows(page: Page) -> None:
    shown = rows(page, text="hugs mug")
    counts = [len(tokens(shown, number)) for number in range(3)]
    unknown = EN("compare.rows.label.total_unknown", n=1)
    read = [f"{EN.count('compare.rows.label.total', count)}, {unknown}" for count in counts]
    assert [text.strip() for text in shown.locator(".total .number").all_inner_texts()] == read
    assert [bar.locator(".lost").count() for bar in shown.locator(".totals .bar").all()] == [1, 1, 1]  # hatched
    starts = {round(left(bar)) for bar in shown.locator(".totals .bar").all()}
    assert len(starts) == 1
    totals, first = still(shown.locator(".totals")), still(shown.locator(".line").first)
    assert totals
    assert first
    assert totals["y"] + totals["height"] <= first["y"]


def test_what_all_have_is_gray_and_the_rest_has_a_hue(page: Page) -> None:
    shown = rows(page, text="h hugs")
    assert [row(shown, number).first.evaluate("one => one.matches('.same')") for number in (1, 2)] == [True, True]
    assert not row(shown, 1).last.evaluate("one => one.matches('.same')")
    gray, hue = (row(shown, 1).nth(k).evaluate("one => getComputedStyle(one).backgroundColor") for k in (0, 1))
    assert gray != hue


def test_pointing_at_a_word_frames_it_in_every_row_and_tells_its_tokens(page: Page) -> None:
    shown = rows(page, text="hugs mug")
    word(shown, "mug").hover()
    framed = "all => new Set(all.filter((one) => one.matches('.lit')).map((one) => one.style.gridRow)).size"
    assert shown.locator(".strip").evaluate_all(framed) == 3
    expect(shown.locator(".why .head")).to_contain_text("mug")
    expect(shown.locator(".why .hint")).to_have_text(EN("compare.rows.label.keep"))
    expect(told(shown, 1)).to_have_text(["[UNK]"])
    box = still(letters(shown, 2).first)
    assert box
    page.mouse.move(box["x"] + 3, box["y"] + 8)  # in any row
    expect(shown.locator(".why .head")).to_contain_text("hugs")
    expect(told(shown, 2)).to_have_text(["h", "ugs"])


def test_keys_go_from_word_to_word_and_there_is_one_tab_stop(page: Page) -> None:
    shown = rows(page, text="hugs bugs mug")
    expect(shown.locator("[tabindex='0']")).to_have_count(1)
    word(shown, "hugs").focus()
    focused = shown.locator(".word:focus")
    ways = {"ArrowRight": "bugs", "ArrowLeft": "hugs", "End": "mug", "Home": "hugs"}
    for key, text in ways.items():
        page.keyboard.press(key)
        expect(focused).to_have_attribute("data-word", text)
        expect(shown.locator(".why .head")).to_contain_text(text)
    assert (focused.get_attribute("aria-label") or "").startswith("hugs; BPE · Sennrich et al.: hug s </w>; WordPiece")
    expect(shown.locator("[tabindex='0']")).to_have_count(1)


def test_a_pick_reaches_python_and_stays_framed(page: Page) -> None:
    shown = rows(page)
    word(shown, "mug").click()
    expect(page.get_by_text("picked: [mug]")).to_be_visible()
    expect(word(shown, "mug")).to_have_attribute("aria-pressed", "true")
    word(shown, "hugs").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("picked: [hugs]")).to_be_visible()
    expect(word(shown, "hugs")).to_be_focused()
    page.get_by_text("neutral").click()  # another payload; the pick stays
    expect(told(shown, 1)).to_have_text(["h", "u", "g", "s"])
    expect(word(shown, "hugs")).to_have_attribute("aria-pressed", "true")


def test_the_same_rows_can_change_to_boxes_and_back(page: Page) -> None:
    shown = rows(page, text="hugs")
    page.get_by_text("boxes").click()
    expect(shown.locator(".part.token")).to_have_text(["h", "u", "g", "s"])
    expect(shown.locator(".letter, .why, .totals")).to_have_count(0)
    shown.locator(".part.pretoken").focus()
    expect(shown.locator(".part.lit")).to_have_count(4 + 4 + 1 + 4)  # characters, bytes, the pre-token, tokens
    page.get_by_text("boxes").click()
    expect(letters(shown)).to_have_text(["h", "u", "g", "s"])
    expect(shown.locator(".part, .told")).to_have_count(0)


def test_a_long_text_comes_in_parts(page: Page) -> None:
    shown = rows(page, text="hugs " * 400)
    expect(shown).to_have_attribute("data-page", "0")
    drawn = int(shown.get_attribute("data-tokens") or 0)
    assert 1_400 < drawn <= 1_500
    expect(shown.locator(".token")).to_have_count(drawn)
    expect(shown.locator(".turns")).to_contain_text(
        EN("compare.rows.label.part", page=1, pages=3, shown=1494, total=3600, most=1500)
    )
    expect(shown.get_by_role("button", name="Previous part")).to_be_disabled()
    shown.get_by_role("button", name="Next part").click()
    shown.get_by_role("button", name="Next part").click()
    expect(shown.locator(".token")).to_have_count(3_600 - 2 * 1_494)
    expect(shown.get_by_role("button", name="Next part")).to_be_disabled()


def test_a_token_longer_than_a_line_lights_up_as_one(new_page: NewPage, server: Server) -> None:
    shown = rows(new_page(server, viewport={"width": 390, "height": 720}), text="x" * 26 + "hug")
    assert tokens(shown, 1) == ["[UNK]", "…", "…"]  # one unknown token
    expect(shown.locator(".line")).to_have_count(2)
    for line in shown.locator(".flow").all():
        assert line.evaluate("flow => flow.scrollWidth - flow.clientWidth") <= 0
    shown.locator(".strip").last.hover()
    expect(shown.locator(".strip.lit")).to_have_count(3 * shown.locator(".block").count())
    expect(told(shown, 1)).to_have_text(["[UNK]"])


def test_bytes_of_a_character_are_shown_as_such(page: Page) -> None:
    shown = rows(page, text="aé", kind="bytes")
    assert tokens(shown, 0) == ["a", "Ã", "©"]
    assert tokens(shown, 1) == ["a", "<0xC3>", "<0xA9>"]
    word(shown, "aé").hover()
    line = shown.locator(".why .of").nth(1)
    expect(line).to_contain_text(EN("compare.rows.label.byte"))
    expect(line).to_contain_text(EN("compare.rows.label.through"))


def test_right_to_left(page: Page) -> None:
    shown = rows(page, text="שלום abc")
    top = letters(shown)
    expect(top.first).to_have_text("ש")
    places = [left(top.nth(number)) for number in range(4)]
    assert places == sorted(places, reverse=True)
    latin = top.filter(has_text="c")
    assert left(top.filter(has_text="a")) < left(latin) < places[3]
    # The mark at the end of the word is behind its last letter, which is at its left, and reads as it is written.
    mark = shown.locator(".token.mark").first
    expect(mark).to_have_text("</w>")
    assert mark.locator("small").evaluate("one => getComputedStyle(one).unicodeBidi") == "plaintext"
    assert right(mark) <= places[3] + 1
    word(shown, "שלום").focus()
    page.keyboard.press("ArrowLeft")  # onwards, as it is read
    expect(word(shown, "abc")).to_be_focused()


def test_text_is_never_html(page: Page) -> None:
    shown = rows(page, text="<img/src=x/onerror=alert(1)> &amp;")
    expect(shown.locator("img")).to_have_count(0)
    assert "".join(letters(shown).all_text_contents()) == "<img/src=x/onerror=alert(1)>&amp;"


@pytest.mark.parametrize("language", ["en", "zh"])
def test_rows_fit(page: Page, language: str) -> None:
    text = "hugs bugs mug unhug puns " * 3 + "\nשלום עולם سلام 12 👩\u200d👧 é 你好"
    shown = rows(page, text=text, lang=language)
    height = "box => box.getBoundingClientRect().height"
    for width in (1280, 390):
        page.mouse.move(0, 0)
        resize(page, width, 720)
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
        for line in shown.locator(".line").all():
            assert right(line.locator(".block").last) <= width
        before = shown.locator(".lines").evaluate(height)
        shown.locator(".word").nth(2).hover()
        assert shown.locator(".lines").evaluate(height) == before  # what is said does not move what is pointed at
