"""`/compare` in a browser: pick a word in the rows or the table, follow it to its trace, take the report away."""

from __future__ import annotations

import pytest
from playwright.sync_api import FilePayload, Page, expect

from tests.catalogs import saying
from tests.e2e.conftest import open_page, resize, wait_idle
from tests.e2e.lesson import address, at_address, at_step, choose, go_back, open_tab, picture, press
from tokviz.views.shared.catalog import load

EN, ZH = load("en"), load("zh")
MERGES_UN = EN("compare.why.joins", name="BPE", pair="u + n", when=EN("measure.count.when", step=2, worth=16))


@pytest.mark.journey
def test_why_hugs_is_cut_in_three_ways(page: Page) -> None:
    open_page(page, "/compare", {"example": "hug"})
    rows = page.get_by_test_id("text-rows")  # the table below says it too
    expect(rows.get_by_text(saying("compare.gone.whole-word", piece="hugs", cost=5))).to_be_visible()
    first, last = (EN("measure.score.when", step=step, worth=score) for step, score in ((1, "1/20"), (3, "1/15")))
    merges = EN("compare.why.joins", name="WordPiece", pair="##g + ##s", when=first)
    made = EN("compare.why.joins.made", pair="hu + ##gs", when=last)
    expect(rows.get_by_text(merges + made)).to_be_visible()


@pytest.mark.below
def test_a_row_of_the_table_is_a_word(page: Page) -> None:
    open_page(page, "/compare", {"example": "hug"})
    row = page.locator(".st-key-compare_differing tbody tr").first
    expect(row.locator("td")).to_contain_text(["pun", "12", "pun", "p##u##n", "pun"])
    row.get_by_role("button", name="pun").click()
    expect(page.get_by_label(EN("compare.word"), exact=True)).to_have_value("pun")
    at_address(page, example="hug", word="pun")
    rows = page.get_by_test_id("text-rows")
    expect(rows.get_by_text(MERGES_UN).first).to_be_visible()


@pytest.mark.journey
def test_a_word_that_is_picked_in_the_rows(page: Page) -> None:
    open_page(page, "/compare", {"example": "hug"})
    page.get_by_test_id("text-rows").locator("[data-word=puns]").click()
    expect(page.get_by_label(EN("compare.word"), exact=True)).to_have_value("puns")
    at_address(page, word="puns")


def test_from_a_word_to_the_step_that_decided(page: Page) -> None:
    open_page(page, "/compare", {"example": "hug", "word": "hugs", "lang": "zh"})
    page.get_by_test_id("text-rows").get_by_text(ZH("compare.open-encoding", step="1")).first.click()
    at_step(page, 1)
    expect(
        picture(page).first.locator("[data-token='ug']").first
    ).to_be_visible()  # the page has a picture of the text too
    at_address(page, example="hug", vocab=10, step=1, lang="zh")


def test_tab_goes_from_the_picked_word_to_its_links(page: Page) -> None:
    open_page(page, "/compare", {"example": "hug", "word": "hugs", "lang": "en"})
    rows = page.get_by_test_id("text-rows")
    word = rows.locator("[data-word=hugs]")
    word.focus()
    page.keyboard.press("Tab")
    expect(rows.locator(".links a").first).to_be_focused()
    page.keyboard.press("Enter")
    at_address(page, example="hug", step=1)
    expect(page.get_by_role("heading", level=1)).to_have_text(EN("page.bpe-encode"))


def test_the_slider_changes_what_is_cut(page: Page) -> None:
    open_page(page, "/compare", {"example": "hug"})
    expect(page.get_by_text("10 tokens; 7 to 14 possible")).to_be_visible()
    page.get_by_test_id("stSidebar").get_by_role("slider").press("ArrowLeft")
    expect(page.get_by_text("9 tokens; 7 to 14 possible")).to_be_visible()
    expect(page.get_by_test_id("picture").locator(".knob")).to_have_text(EN("clock.label.size", n=9))
    at_address(page, size=9)


def test_the_first_choice_counts_and_going_back_leads_to_what_the_page_chose(page: Page) -> None:
    open_page(page, "/compare")
    before, size = address(page), page.locator(".knob").inner_text()
    press(page, "ArrowRight")
    page.wait_for_url("**size=*")
    go_back(page)
    expect(page.locator(".knob")).to_have_text(size)
    assert address(page) == before  # which the picture has not written
    open_page(page, "/compare")
    chosen = EN("compare.slot", name="BPE", preset=EN("preset.subword-nmt"))
    choose(page.locator(".st-key-compare_slot_1 input"), chosen, typed=chosen)
    at_address(page, t="bpe:course,bpe:subword-nmt,unigram:soft-em")


def test_no_button_of_the_side_bar_is_cut_off(page: Page) -> None:
    open_page(page, "/compare")
    for key in ("compare_add", "compare_remove"):
        button = page.locator(f".st-key-{key} button")
        expect(button).to_be_visible()
        assert button.evaluate("it => [...it.querySelectorAll('*')].every(one => one.scrollWidth <= one.clientWidth)")


def test_back_brings_back_the_word_before(page: Page) -> None:
    open_page(page, "/compare", {"example": "hug", "word": "pug"})
    field = page.get_by_label(EN("compare.word"), exact=True)
    field.fill("bun")
    field.press("Enter")
    at_address(page, word="bun")
    go_back(page)
    at_address(page, word="pug")
    expect(field).to_have_value("pug")


def test_a_tokenizer_of_ones_own(page: Page) -> None:
    page.set_viewport_size({"width": 1280, "height": 1000})  # a list that opens at the edge is closed by scrolling
    open_page(page, "/compare", {"example": "hug", "text": "hugs"})
    field = page.get_by_test_id("stSidebar").get_by_role("combobox").nth(0)
    choose(field, EN("compare.file"), typed=EN("compare.file"))
    expect(page.get_by_text(EN("compare.upload.none"))).to_be_visible()
    file: FilePayload = {"name": "vocab.txt", "mimeType": "text/plain", "buffer": b"[UNK]\nhug\n##s\n"}
    wait_idle(page)  # a run that is on its way can draw the field anew under a file
    page.get_by_test_id("stFileUploaderDropzoneInput").set_input_files(file)
    expect(page.get_by_test_id("text-rows").locator(".totals")).to_contain_text("vocab.txt 2 tokens")


@pytest.mark.parametrize(
    ("language", "query"),
    [
        ("zh", {"example": "tea", "view": "marks"}),
        ("en", {"example": "zug", "view": "measures", "t": "bpe:course,bpe:minbpe,unigram:hard-em"}),
    ],
)
@pytest.mark.below
def test_nothing_is_wider_than_the_screen(page: Page, language: str, query: dict[str, str]) -> None:
    """With other examples than in test_visits.py, which opens every view."""
    open_page(page, "/compare", {**query, "lang": language})
    expect(page.get_by_role("heading", name=load(language)("page.compare"))).to_be_visible()
    open_tab(page, load(language)(f"compare.tab.{query['view']}"))
    wait_idle(page)
    for width in (1280, 390):
        resize(page, width, 720)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
