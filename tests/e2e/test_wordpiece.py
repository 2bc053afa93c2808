"""Training on `/wordpiece` in a browser: the keys, the fractions that follow the step, the scatter, the downloads."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from tokenizers import BertWordPieceTokenizer, Tokenizer

from tests.catalogs import saying
from tests.e2e.conftest import open_page, resize, still, wait_idle
from tests.e2e.lesson import at_address, at_step, cells, chip_cells, done, open_tab, picture, press, reload
from tokviz.views.shared.catalog import load

pytestmark = pytest.mark.below

EN, ZH = load("en"), load("zh")
NINE = [
    *(("##g ##s", "5 / (20 × 5) = 1/20"), ("h ##u", "15 / (15 × 36) = 1/36"), ("hu ##gs", "5 / (15 × 5) = 1/15")),
    *(("hu ##g", "10 / (10 × 15) = 1/15"), ("p ##u", "17 / (17 × 21) = 1/21"), ("b ##u", "4 / (4 × 4) = 1/4")),
    *(("bu ##n", "4 / (4 × 16) = 1/16"), ("pu ##g", "5 / (17 × 5) = 1/17"), ("pu ##n", "12 / (12 × 12) = 1/12")),
]


def open_lesson(page: Page, **query: object) -> Page:
    """Open `/wordpiece` with this query string and wait until the picture is there."""
    open_page(page, "/wordpiece", query)
    picture(page).wait_for()
    return page


@pytest.mark.journey
def test_nine_steps_by_keys(page: Page) -> None:
    """In the picture at once, in the table a moment later: the fraction is that of the step."""
    open_lesson(page)
    for step, (pair, fraction) in enumerate(NINE, start=1):
        expect(picture(page).locator(".say.next")).to_contain_text(fraction)
        if step in (1, 4, 9):  # all that follows a moment later is waited for
            expect(cells(page, 0, 0)).to_contain_text(["1", pair.replace(" ", ","), fraction])
            expect(page.get_by_text(f"{pair} has the score {fraction}.", exact=True)).to_be_visible()
        press(page, "ArrowRight")
        at_step(page, step)
        assert done(page).startswith(f"Merge {step}: {pair} became ")
        assert fraction in done(page).replace("\u00a0", " ")
    expect(picture(page)).to_contain_text(EN("bpe.stopped.no_pairs"))
    expect(chip_cells(page, 0, 0)).to_contain_text(["9", "pu##n", "pun", "12", "1/12"])
    at_address(page, step=9)
    reload(page)
    at_step(page, 9)
    press(page, "Home")
    at_step(page, 0)
    expect(cells(page, 0, 2)).to_have_text(["3", "##u,##g", "20 / (36 × 20) = 1/36", "+28.0178", "1"])


# Of each candidate: its pair, count, division and score, what is said of it, and how long both of its bars are.
WEIGHED = """(rows) => rows.map((row) => {
    const text = (part) => row.querySelector(part)?.textContent ?? "";
    const wide = (part) => row.querySelector(part).getBoundingClientRect().width;
    const texts = [".times-of", ".worth b", ".standing"].map(text);
    return [row.dataset.key, ...texts, ...[".amount", ".bar .part"].map(wide)];
})"""


def test_the_most_frequent_pair_is_seen_not_to_win(page: Page) -> None:
    """Its bar of the count is the longest, and that of its score is not: g s occurs 5 times, u g 20 times."""
    open_lesson(page, example="hug", lang="en")
    at_step(page, 0)
    wait_idle(page)
    for presents in (False, True):
        if presents:
            press(page, "f")
            expect(page.locator("[data-testid=picture].presented")).to_be_visible()
            wait_idle(page)
        for width, height in ((390, 844), (1280, 720)):
            resize(page, width, height)
            still(picture(page))
            _see_the_most_frequent_pair_not_win(page, is_wide=width > height)


def _see_the_most_frequent_pair_not_win(page: Page, *, is_wide: bool) -> None:
    candidates = picture(page).locator(".candidate-pair")
    rows = {key: told for key, *told in candidates.evaluate_all(WEIGHED)}
    winner, leader = rows["##g ##s"], rows["##u ##g"]
    assert [winner[:3], leader[:2]] == [["5", "1/20", EN("picture.label.wins")], ["20", "1/36"]]
    if is_wide:
        assert leader[2] == EN("picture.label.leads")
        expect(candidates.first.locator(".worked-out")).to_have_text("5 / (20 × 5)")
    counts, scores = ([told[at] for told in rows.values()] for at in (3, 4))
    assert leader[3] == max(counts) > 3.9 * winner[3] > 0
    assert winner[4] == max(scores) > 1.7 * leader[4] > 0
    assert candidates.evaluate_all("(rows) => rows.every((row) => row.scrollWidth <= row.clientWidth)")


def test_an_erratum_comes_and_goes_with_its_step(page: Page) -> None:
    open_lesson(page, step=1)
    card = page.get_by_text(EN("erratum.hug-wordpiece-tie.right").replace("`", ""))
    expect(page.get_by_role("heading", name=EN("candidates.title", number=2))).to_be_visible()
    expect(card).to_have_count(0)
    press(page, "ArrowRight")
    page.get_by_test_id("stExpander").filter(has=card).locator("summary").click()
    expect(card).to_be_visible()
    press(page, "ArrowRight")
    expect(page.get_by_text(EN("erratum.hug-wordpiece-third.right").replace("`", ""))).to_have_count(1)
    expect(card).to_have_count(0)


def test_a_link_restores_rules_view_and_step(page: Page) -> None:
    query = {"example": "hug", "rules": "huggingface", "vs": "course", "step": 2, "view": "versus"}
    open_lesson(page, **query)
    at_step(page, 2)
    occurred = EN("reason.count.past", count="16 times", sum="pun 12 + bun 4")
    assert done(page).startswith(EN("bpe.made", number=2, pair="##u ##n", token="##un", why=occurred))
    expect(page.get_by_text(saying("versus.measures.at-once"))).to_be_visible()
    by_count = EN("scores.by-count").partition("count")[2].partition("score")[0]  # between two terms, with their help
    expect(page.get_by_text(by_count.strip(" ,"))).to_be_visible()
    at_address(page, **query)


def test_a_scatter_of_chinese_fits(page: Page) -> None:
    """The room of letters is looked at in test_visits.py."""
    open_lesson(page, example="tea", lang="zh", step=2)
    open_tab(page, load("zh")("tab.scatter"))
    at_address(page, view="scatter")
    chart = page.get_by_test_id("stVegaLiteChart")
    expect(chart.locator("canvas, svg")).to_have_count(1)
    wait_idle(page)
    for width in (1280, 390):
        resize(page, width, 720)
        box = still(chart)
        assert box
        assert box["width"] > 200
        assert box["x"] + box["width"] <= width
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_downloads_work_in_the_library(page: Page, tmp_path: Path) -> None:
    """vocab.txt and tokenizer.json load in tokenizers and cut words as the merges say."""
    open_lesson(page, example="hug", step=1)
    open_tab(page, EN("tab.files"))
    vocabulary = tmp_path / "vocab.txt"
    vocabulary.write_bytes(_download(page, EN("files.vocab")))
    lines = vocabulary.read_text("utf-8").splitlines()
    assert lines[:5] == ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    assert lines[-9:] == ["##gs", "hu", "hugs", "hug", "pu", "bu", "bun", "pug", "pun"]
    whole = Tokenizer.from_str(_download(page, EN("files.tokenizer")).decode())
    read = BertWordPieceTokenizer(str(vocabulary))
    for text, tokens in {
        "hug": ["hug"],
        "hugs": ["hugs"],
        "bugs bun": ["bu", "##gs", "bun"],
        "mug": ["[UNK]"],
        "pu": ["pu"],
    }.items():
        assert whole.encode(text).tokens == tokens
        assert read.encode(text, add_special_tokens=False).tokens == tokens
        assert whole.encode(text).ids == read.encode(text, add_special_tokens=False).ids
    assert len(json.loads(_download(page, EN("files.json")))["steps"]) == 9
    assert b"9,pu,##n,pun,12,1," in _download(page, EN("files.merges"))


def _download(page: Page, name: str) -> bytes:
    with page.expect_download() as download:
        page.get_by_role("button", name=name).click()
    return download.value.path().read_bytes()
