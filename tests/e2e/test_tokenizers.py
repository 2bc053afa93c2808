"""`/tokenizers` in a browser: one character lights up at every stage, a token opens its pre-token in the picture."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.catalogs import saying
from tests.e2e.conftest import NewPage, Server, open_page, still
from tests.e2e.lesson import at_address, at_step, files_panel, go_back, press, upload_tokenizer
from tests.e2e.visits import SCHEMES, wear
from tokviz import recorded
from tokviz.views.shared.catalog import load

EN = load("en")
TINY = {"model": {"type": "BPE", "vocab": {"l": 0, "o": 1, "lo": 2}, "merges": ["l o"]}}


def rows(page: Page) -> Locator:
    """The stages of one tokenizer."""
    return page.locator(".st-key-part_rows").get_by_test_id("text-rows")


def compared(page: Page) -> Locator:
    """The text as each tokenizer splits it."""
    return page.locator(".st-key-part_units").get_by_test_id("text-rows")


@pytest.mark.journey
def test_real_models_come_first_and_a_token_says_its_id(page: Page) -> None:
    open_page(page, "/tokenizers")
    names = compared(page).locator(".gutter").first.locator(".called > span")
    expect(names.nth(1)).to_have_text(
        EN("tokenizers.compared.title", date=max(one.date for one in recorded.tokenizers()))
    )
    expect(names.nth(2)).to_have_text("GPT-4o")
    berry = compared(page).get_by_role("button", name="berry, GPT-4o (199,998 entries)")
    berry.hover()
    expect(compared(page).locator(".told p")).to_have_text("GPT-4o (199,998 entries)berryid 19772")
    berry.focus()
    page.keyboard.press("ArrowDown")
    expect(compared(page).get_by_role("button", name="berry, GPT-4 (100,256 entries)")).to_be_focused()
    page.locator(".st-key-tokenizers_small").get_by_text(EN("tokenizers.compared.small"), exact=True).click()
    expect(names.filter(has_text=EN("tokenizers.compared.miniatures"))).to_be_visible()
    at = still(names.filter(has_text=EN("tokenizers.compared.miniatures")))
    last = still(names.filter(has_text="BERT").first)
    first = still(names.filter(has_text=EN("tokenizers.name.gpt")))
    assert at
    assert last
    assert first
    assert last["y"] < at["y"] < first["y"]


def test_rows_that_agree_on_a_word_have_one_color(page: Page) -> None:
    """`strawberry` is split in several ways, `How` in one: where rows disagree must be seen without reading them."""
    open_page(page, "/tokenizers")
    ground = "node => getComputedStyle(node).backgroundColor"

    def color(token: str, row: str) -> str:
        return str(compared(page).get_by_role("button", name=f"{token}, {row} (").evaluate(ground))

    for scheme in SCHEMES:
        wear(page, scheme)
        berry = color("berry", "GPT-4o")
        assert berry == color("berry", "GPT-2") != color("berry", "GPT-4"), scheme
        assert color("How", "GPT-4o") == color("How", "GPT-4") not in {berry, color("berry", "GPT-4")}, scheme
    edge = "node => getComputedStyle(node).borderInlineStartWidth"
    assert compared(page).get_by_role("button", name="raw, GPT-4o (").evaluate(edge) == "3px"
    expect(compared(page).locator(".key-of-splits > span")).to_have_count(4)
    expect(compared(page).locator(".count.least")).to_have_text(["10"])


def test_the_choice_of_a_text_is_whole_in_a_hall(new_page: NewPage, server: Server) -> None:
    """Its type grows with the window, and so must its width: "How ma" was all of "How many r's?"."""
    page = new_page(server, viewport={"width": 1920, "height": 1080})
    open_page(page, "/tokenizers", {"present": 1})
    compared(page).locator(".part").first.wait_for()
    chosen = page.locator(".st-key-tokenizers_sample input")
    expect(chosen).to_have_value(EN("tokenizers.sample.question"))
    assert chosen.evaluate("input => input.scrollWidth <= input.clientWidth")


def test_rows_of_stages_have_plain_names_and_the_librarys_below(page: Page) -> None:
    open_page(page, "/tokenizers", {"tokenizer": "bert"})
    called = rows(page).locator(".gutter").first.locator(".called")
    expect(called.filter(has_text="TemplateProcessing").locator("> span")).to_have_text("Special tokens")
    expect(called.filter(has_text="TemplateProcessing").locator("small")).to_have_text("TemplateProcessing")


@pytest.mark.journey
def test_a_character_lights_up_at_every_stage_and_a_token_opens_its_word(page: Page) -> None:
    open_page(page, "/tokenizers", {"preset": "mixed", "tokenizer": "bert"})
    changed = rows(page).locator(".part.changed").first
    expect(changed).to_have_text("i")
    changed.hover()
    told = rows(page).locator(".told p")
    expect(told).to_have_count(6)
    expect(told.first).to_contain_text("ï")
    rows(page).locator(".part.pretoken", has_text="naive").click()
    at_address(page, word=7)
    expect(page.get_by_test_id("picture")).to_contain_text("the word has 5 characters")
    press(page, "PageDown")
    at_step(page, 1)
    at_address(page, word=7, step=1)


@pytest.mark.parametrize("path", ["/tokenizers", "/bytes"])
@pytest.mark.parametrize("is_by_keys", [True, False], ids=["keys", "button"])
def test_who_applies_a_text_stays_at_its_picture(page: Page, path: str, is_by_keys: bool) -> None:
    open_page(page, path, {"lang": "en"})
    rows(page).wait_for()
    field = page.get_by_label("Text", exact=True)
    field.fill("low lower lowest")
    if is_by_keys:
        field.press("Control+Enter")
    else:
        page.get_by_role("button", name="Apply", exact=True).click()
    at_address(page, text="low lower lowest")
    first = page.locator(".st-key-compared") if path == "/tokenizers" else rows(page)
    expect(first.locator(".part[tabindex='0']")).to_be_focused()
    assert page.evaluate("document.querySelector('[data-testid=stMain]').scrollTop") == 0
    assert field.evaluate("it => it.getBoundingClientRect().height") < 48  # a line: it covers nothing


@pytest.mark.journey
@pytest.mark.parametrize("delay", [0, 60], ids=["at once", "key by key"])
def test_a_text_is_split_while_it_is_typed(page: Page, delay: int) -> None:
    """The focus stays in the field, no key is lost, and all of it is one step back."""
    open_page(page, "/tokenizers", {"lang": "en"})
    compared(page).wait_for()
    field = page.get_by_label("Text", exact=True)
    first = field.input_value()
    field.click()
    page.keyboard.press("Control+A")
    page.keyboard.press("Delete")
    entries = page.evaluate("history.length")
    typed = ""
    for more in ("Unheard-of lighthouses", " and their keepers,", " typed\nin two lines."):
        typed += more
        page.keyboard.type(more, delay=delay)
        at_address(page, text=typed)
        expect(field).to_be_focused()
        expect(field).to_have_value(typed)
        last = typed.split()[-1].strip(".,")[-1]
        letters = compared(page).get_by_role(
            "button", name=re.compile(rf"{last}, {re.escape(EN('tokenizers.name.gpt'))}")
        )
        expect(letters.last).to_be_visible()
    assert page.evaluate("history.length") <= entries + 1
    page.keyboard.press("Control+Enter")
    expect(page.locator(".st-key-compared .part[tabindex='0']")).to_be_focused()
    go_back(page)
    expect(field).to_have_value(first)


def test_what_an_input_method_composes_is_sent_once_it_is_composed(page: Page) -> None:
    open_page(page, "/tokenizers", {"lang": "en", "preset": "own", "text": "a"})
    compared(page).wait_for()
    field = page.get_by_label("Text", exact=True)
    field.click()
    page.keyboard.press("End")
    method = page.context.new_cdp_session(page)
    method.send("Input.imeSetComposition", {"text": "ni", "selectionStart": 2, "selectionEnd": 2})
    expect(field).to_have_value("ani")
    method.send("Input.insertText", {"text": "你"})
    at_address(page, text="a你")
    expect(field).to_be_focused()


def test_a_tokenizer_of_ones_own(page: Page) -> None:
    open_page(page, "/tokenizers", {"preset": "own", "text": "lol"})
    upload_tokenizer(page, "tiny.json", json.dumps(TINY).encode())
    expect(rows(page).locator(".part.token")).to_have_text(["lo", "l"])
    expect(page.get_by_text("on this text: 2 tokens compared")).to_be_visible()  # and no longer of the preset's
    # No room stays empty below the few rows, and nothing lies over a row while nothing is pointed at.
    room = still(page.locator(".st-key-compared"))
    taken = still(compared(page))
    assert room
    assert taken
    assert room["height"] - taken["height"] < 8
    page.set_viewport_size({"width": 1280, "height": 480})
    page.mouse.move(1, 1)
    told = still(rows(page).locator(".told:has(.hint)"))
    last = still(rows(page).locator(".gutter .of").last)
    assert told
    assert last
    assert told["y"] >= last["y"] + last["height"] > 480


@pytest.mark.parametrize(
    ("path", "field", "place", "shown"),
    [
        ("/tokenizers", "tokenizers_files", ".st-key-compared", "tiny.json"),
        ("/vocabulary", "vocabulary_files", ".token-grid .about", "3 of 3 entries"),
        ("/compare", "compare_added", ".totals", "tiny.json"),
    ],
)
def test_files_are_chosen_in_the_first_window(
    path: str, field: str, place: str, shown: str, new_page: NewPage, server: Server
) -> None:
    """The foot of the side bar covered the field in a window of 720 pixels. What is chosen is shown, uncovered."""
    page = open_page(new_page(server, viewport={"width": 1280, "height": 720}), path)
    expect(page.locator(f".st-key-{field}_panel button").first).to_be_in_viewport(ratio=1)
    upload_tokenizer(page, "tiny.json", json.dumps(TINY).encode(), field)
    expect(page.locator(place).first).to_contain_text(shown)
    expect(page.get_by_test_id("stPopoverBody")).to_have_count(0)
    assert page.evaluate("document.querySelector('[data-testid=stMain]').scrollTop") == 0


def test_the_field_for_files_speaks_the_language_of_the_page(page: Page, tmp_path: Path) -> None:
    open_page(page, "/tokenizers", {"lang": "zh"})
    field = files_panel(page)
    expect(field.get_by_role("button", name="上传", exact=True)).to_be_visible()
    shown = field.aria_snapshot()
    assert "每个文件最多 64 MB" in shown
    assert "per file" not in shown
    large = tmp_path / "large.json"
    large.write_bytes(b" " * 65_000_000)
    field.locator("input").set_input_files(large)
    refused = field.get_by_test_id("stFileChip")
    expect(refused).to_have_attribute("aria-invalid", "true")
    said = refused.locator(":has(> [data-testid=stFileChipName])").evaluate(
        "it => getComputedStyle(it, '::after').content"
    )
    assert said == '"这个文件没有被接收。每个文件最多 64 MB"'


def test_a_heading_of_rows_is_within_a_narrow_window(new_page: NewPage, server: Server) -> None:
    """The rows on a phone are looked at in test_visits.py."""
    page = open_page(new_page(server, viewport={"width": 320, "height": 844}), "/tokenizers")
    name = compared(page).locator(".gutter").first.locator(".called > span")
    heading = name.filter(has_text=saying("tokenizers.compared.title"))
    expect(heading).to_be_visible()
    right = """heading => {
        const text = document.createRange();
        text.selectNodeContents(heading);
        return text.getBoundingClientRect().right;
    }"""
    assert heading.evaluate(right) <= 320


@pytest.mark.parametrize("width", [1280, 390])
def test_a_token_of_a_row_is_explained_below(new_page: NewPage, server: Server, width: int) -> None:
    """Pressed by a hand or by Enter: its tokenizer is chosen, with its word in the picture, which comes into view."""
    page = new_page(server, viewport={"width": width, "height": 800}, reduced_motion="reduce")
    open_page(page, "/tokenizers", {"preset": "own", "text": "unheard lighthouses"})
    style = EN("tokenizers.name.bert")
    token = compared(page).get_by_role("button", name=re.compile(rf"^\S+, {re.escape(style)}")).last
    token.click()
    at_address(page, tokenizer="bert", word="2")
    picture = page.locator(".st-key-part_picture").get_by_test_id("picture").first
    expect(picture).to_be_in_viewport()
    expect(token).to_have_attribute("aria-pressed", "true")
    other = compared(page).get_by_role("button", name=re.compile(rf"^\S+, {re.escape(EN('tokenizers.name.t5'))}")).first
    other.focus()
    page.keyboard.press("Enter")
    at_address(page, tokenizer="t5")
    expect(other).to_have_attribute("aria-pressed", "true")
    expect(token).to_have_attribute("aria-pressed", "false")
    rows(page).locator("[data-kind=pretoken]").last.click()  # what is chosen below is no token of the rows any more
    expect(other).to_have_attribute("aria-pressed", "false")
