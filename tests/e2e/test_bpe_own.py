"""One's own corpus on `/bpe`: typed, uploaded, refused with a message, hostile, and large."""

import json
import random
import re
from pathlib import Path

import pytest
from playwright.sync_api import Dialog, Locator, Page, expect

from tests.catalogs import saying
from tests.e2e.conftest import open_page
from tests.e2e.lesson import (
    at_address,
    at_rest,
    at_step,
    chip_cells,
    chips,
    close_panel,
    done,
    many_words,
    open_own,
    open_tab,
    own_text,
    pick,
    picture,
    press,
    reload,
    row_of,
    type_corpus,
    upload_corpus,
)
from tokviz.views.shared.catalog import load

EN = load("en")
SLOW = 60_000  # milliseconds: for a file that is meant to take long
WORDS = "low 5\nlower 2\nnewest 6\nwidest 3"


def test_typed_words_step_and_travel_in_the_address(page: Page) -> None:
    open_own(page)
    expect(picture(page)).to_have_count(0)
    type_corpus(page, WORDS)
    at_step(page, 0)
    page.get_by_role("heading", level=1).click()  # out of the field
    press(page, "ArrowRight")
    at_step(page, 1)
    assert done(page).startswith("Merge 1: e s became es. It occurred 9 times: newest 6 + widest 3.")
    at_address(page, corpus=WORDS, step=1)
    reload(page)
    at_step(page, 1)
    assert chips(page, "newest", "new") == ["es"]


def test_who_applies_a_text_goes_on_with_the_picture(page: Page) -> None:
    open_own(page)
    for text, count in ((WORDS, "6×"), ("newest 8, widest 3", "8×")):
        type_corpus(page, text)
        expect(row_of(page, "newest").locator(".times")).to_have_text(count)
        expect(picture(page).locator("[name=forward]")).to_be_focused()
        press(page, "ArrowRight")
        at_step(page, 1)


@pytest.mark.parametrize("size", [(1280, 720), (390, 844)])
def test_the_button_applies_a_text_beside_the_picture(page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    open_page(page, "/bpe", {"lang": "en"})
    at_step(page, 0)
    field = own_text(page)
    expect(field).to_be_focused()
    page.keyboard.insert_text("newest 6, widest 3")
    expect(page.get_by_test_id("word-count")).to_have_text("2 words, 2 different · 18 characters")
    page.locator(".st-key-own_foot").get_by_role("button", name="Apply").click()
    at_address(page, example="own", corpus="newest 6, widest 3")
    expect(field).to_have_count(0)
    expect(picture(page).locator("[name=forward]")).to_be_focused()
    assert page.evaluate("document.querySelector('[data-testid=stMain]').scrollTop") == 0


def test_what_was_typed_stays(page: Page) -> None:
    wrong = "low 5\nlower two and a half\nnewest 6\nwidest 3"
    open_own(page)
    type_corpus(page, wrong)
    expect(page.get_by_test_id("stAlert").filter(has_text="lower two and a half")).to_be_visible()
    expect(own_text(page)).to_have_value(wrong)
    close_panel(page)
    pick(page, "example", load("en")("example.hug"))
    expect(picture(page)).to_contain_text(saying("reason.count.present", pair="u g", count="20 times"))
    expect(own_text(page)).to_have_value(wrong)
    type_corpus(page, wrong.replace("two and a half", "2"))
    at_step(page, 0)


FILES = [  # name, content, what is said about it
    ("counts.txt", WORDS.encode(), ""),
    ("swapped.csv", b"5,low\n2,lower\n7,newest\n3,widest\n", load("en")("note.columns-swapped")),
    ("utf16.txt", WORDS.replace("6", "8").encode("utf-16"), "UTF-16"),
    ("counts.json", b'{"low": 5, "lower": 2, "newest": 9, "widest": 3}', ""),
]


def test_uploaded_files(page: Page) -> None:
    open_own(page)
    for count, (name, data, note) in enumerate(FILES, start=6):
        upload_corpus(page, name, data)
        expect(row_of(page, "newest").locator(".times")).to_have_text(f"{count}×")
        at_step(page, 0)
        expect(page.get_by_test_id("stAlert")).to_have_count(1 if note else 0)
        if note:
            expect(page.get_by_test_id("stAlert")).to_contain_text(note)


def test_files_that_are_refused(page: Page, tmp_path: Path) -> None:
    open_own(page)
    upload_corpus(page, "latin1.txt", "café 5".encode("latin-1"))
    expect(page.get_by_test_id("stAlert")).to_contain_text("0xE9")
    large = tmp_path / "large.txt"
    large.write_bytes(b"a " * 12_500_000)
    own_text(page)
    page.get_by_test_id("stFileUploaderDropzoneInput").set_input_files(large)
    expect(page.get_by_test_id("stFileUploader")).to_contain_text("File must be 20.0MB or smaller")
    expect(page.get_by_test_id("stAlert")).to_contain_text("0xE9")  # the file before is still the one in use


HOSTILE = {
    "<script>alert(1)</script>": 9,
    "<img/src=x/onerror=alert(2)>": 8,
    "**bold**_it_~~no~~": 7,
    "$x^2$": 6,
    ":red[x]:material/home:": 5,  # Streamlit's own markup
    ":streamlit:": 5,
    "``a`b``": 4,
    "[a](javascript:alert(3))": 3,
    "&lt;b&gt;": 2,
    "=HYPERLINK(1)": 1,
}
WORD_JOINER = "\u2060"  # may be inside a word to keep it from being markup; nobody sees it


@pytest.mark.below
def test_hostile_words_are_shown_as_text(page: Page) -> None:
    dialogs: list[str] = []
    page.on("dialog", lambda dialog: _note_and_dismiss(dialog, dialogs))
    page.set_viewport_size({"width": 1280, "height": 1200})  # room for every word
    open_own(page, corpus=json.dumps(HOSTILE), rules="course", merges="all")
    at_step(page, 0)
    expect(page.get_by_role("heading", name="Candidates for merge 1")).to_be_visible()
    _is_only_text(page)
    press(page, "End")
    in_view = [word for word in HOSTILE if row_of(page, word).count()]
    assert len(in_view) >= 3  # what a picture of its largest size has room for
    for word, count in ((word, HOSTILE[word]) for word in in_view):
        expect(row_of(page, word).locator(".chip")).to_have_count(1)  # the last steps may still be on their way
        assert chips(page, word) == [word]
        expect(row_of(page, word).locator(".times")).to_have_text(f"{count}×")

    vocabulary = open_tab(page, "Two vocabularies")
    expect(vocabulary.locator(".tokviz-chip").nth(len(HOSTILE) - 1)).to_be_visible()
    shown = vocabulary.locator(".tokviz-chip").evaluate_all(
        "all => all.map((chip) => [...chip.childNodes].filter((one) => one.nodeName !== 'SUP')"
        ".map((one) => one.textContent).join(''))"
    )
    assert set(HOSTILE) <= set(map(_read, shown))
    _is_only_text(page)

    tree = open_tab(page, "Merge tree")
    for word in HOSTILE:
        at_rest(tree.get_by_role("combobox")).click()
        page.keyboard.insert_text(word)  # a long list has only some of its options in the page
        page.get_by_role("option", name=word, exact=True).click()
        expect(tree.locator(".tokviz-tree .tokviz-chip").first).to_contain_text(word)
        _is_only_text(page)
    assert not dialogs


@pytest.mark.below
def test_hostile_words_in_sums_are_text(page: Page) -> None:
    open_own(page, rules="course", merges="all")
    for word in HOSTILE:
        type_corpus(page, json.dumps({word: 5}))
        _wait_for_text(chip_cells(page, 0, 0).last, f"{word} ")
        _is_only_text(page)


@pytest.mark.below
def test_hostile_words_in_messages_are_text(page: Page) -> None:
    open_own(page)
    for word in HOSTILE:
        type_corpus(page, json.dumps({"low": 1, word: -1}))
        _wait_for_text(page.get_by_test_id("stAlert"), word)
        _is_only_text(page)


OUR_COUNT = re.compile(r"<strong>[A-Z][a-z' ]+: [\d,]+</strong>")
"""The heads of the two vocabularies, such as how many symbols are in use."""


def _read(text: str) -> str:
    return text.replace(WORD_JOINER, "")


def _wait_for_text(place: Locator, text: str) -> None:
    expect(place).to_contain_text(re.compile(f"{WORD_JOINER}?".join(map(re.escape, text))))


def _note_and_dismiss(dialog: Dialog, noted: list[str]) -> None:
    noted.append(dialog.message)
    dialog.dismiss()


def _is_only_text(page: Page) -> None:
    """Nothing of the hostile words became markup: no element of theirs, no emphasis, formula, link, icon or color. One
    script is ours, the one that says the language, and so are the first words of the buttons above the picture and
    the bold names behind them."""
    ours = ".st-key-top_row p > .stMarkdownColoredText:first-child"
    made = page.get_by_test_id("stMain").locator(
        "script:not([data-testid=stHtml] > script), img, .katex, a[href^='javascript'], em, del, "
        f"strong:not({ours} + strong), "
        f":is(.stMarkdownColoredText, [data-testid=stMarkdownContainer] [style*=color]):not({ours}), "
        "[data-testid=stMarkdownContainer] [role=img]"
    )
    found = made.evaluate_all("elements => elements.map((element) => element.outerHTML)")
    assert [one for one in found if not OUR_COUNT.fullmatch(one)] == []


@pytest.mark.below
def test_a_file_that_takes_long_can_be_cancelled_and_made_again(page: Page) -> None:
    rng = random.Random(7)
    words = ["".join(rng.choices("abcdefghijklmnop", k=rng.randint(4, 12))) for _ in range(60_000)]
    open_own(page, rules="course", merges=200, view="files")
    upload_corpus(page, "words.txt", " ".join(words).encode())
    at_step(page, 0)
    replay = page.get_by_role("button", name=EN("files.replay"), exact=True)
    cancel = page.locator("[class*=st-key-cancel_file_]").get_by_role("button", name=EN("train.cancel"), exact=True)
    replay.scroll_into_view_if_needed()
    expect(cancel).to_have_count(0)
    replay.click()
    expect(replay).to_be_disabled()
    cancel.click(timeout=SLOW)
    expect(page.get_by_text(EN("files.cancelled"))).to_be_visible(timeout=SLOW)
    expect(cancel).to_have_count(0)
    with page.expect_download(timeout=SLOW) as saved:
        replay.click()
    assert saved.value.suggested_filename == "tokviz-bpe-own-replay.html"
    expect(cancel).to_have_count(0)


def test_a_large_corpus_stays_light(page: Page) -> None:
    words = many_words(5_000)
    open_own(page, rules="course", merges=3_000)
    upload_corpus(page, "many.json", json.dumps(words).encode())
    at_step(page, 0)
    rows = picture(page).locator(".row")
    assert rows.count() <= 48
    expect(picture(page).locator(".words-head")).to_contain_text("of 5,000 shown")

    rare = list(words)[-1]
    page.get_by_role("searchbox").fill(rare)
    expect(row_of(page, rare)).to_be_visible()
    assert rows.count() <= 96
    page.get_by_role("searchbox").fill("no such word")
    expect(picture(page).locator(".words-head")).to_contain_text("No word found")
    page.get_by_role("searchbox").fill("")
    expect(row_of(page, rare)).to_have_count(0)

    page.get_by_role("heading", level=1).click()
    scrubber = page.get_by_role("slider", name="Step")
    scrubber.fill("276")  # frames come in parts; this one reaches to 279
    at_step(page, 276)
    for step in range(277, 285):
        press(page, "ArrowRight")
        at_step(page, step)
        assert done(page).startswith(f"Merge {step}: ")
    press(page, "End")
    at_step(page, 3_000)
    assert done(page).startswith("Merge 3,000: ")
    assert rows.count() <= 48
    scrubber.fill("1500")
    at_step(page, 1_500)
    assert done(page).startswith("Merge 1,500: ")
