"""`/bpe-encode` in a browser: a word is stepped through, the address follows, uploads step, hostile words are text."""

import pytest
from playwright.sync_api import Dialog, Page, expect
from tokenizers import Tokenizer, models, pre_tokenizers, trainers

from tests.catalogs import saying
from tests.e2e.conftest import open_page, still, wait_idle
from tests.e2e.lesson import (
    address,
    at_address,
    at_step,
    choose,
    go_back,
    open_tab,
    press,
    reload,
    shows,
    upload_tokenizer,
)
from tokviz.views.shared.catalog import load

EN, ZH = load("en"), load("zh")
LOWEST = [
    *(["l", "o", "w", "e", "s", "t", "</w>"], ["l", "o", "w", "es", "t", "</w>"], ["l", "o", "w", "est", "</w>"]),
    *(["l", "o", "w", "est</w>"], ["lo", "w", "est</w>"], ["low", "est</w>"]),
]
HOSTILE = (
    "<script>alert(1)</script>",
    "<img/src=x/onerror=alert(2)>",
    "**bold**_it_~~no~~",
    "$x^2$",
    ":red[x]:material/home:",
    "``a`b``",
    "[a](javascript:alert(3))",
)


def open_encode(page: Page, **query: object) -> Page:
    """Open `/bpe-encode` with this query string and wait until the word is in the picture."""
    open_page(page, "/bpe-encode", query)
    page.get_by_test_id("picture").first.wait_for()
    return page


def ten(page: Page, **query: object) -> Page:
    return open_encode(page, example="sennrich", merges=10, **query)


def choose_word(page: Page, word: str) -> None:
    choose(page.get_by_test_id("stMain").get_by_role("combobox", name="Word"), word)


@pytest.mark.journey
def test_lowest_steps_to_low_est_with_the_arrow_keys(page: Page) -> None:
    ten(page, word="lowest")
    shows(page, LOWEST[0])
    rows = page.get_by_test_id("picture").first.locator(".try")
    expect(rows.nth(0)).to_contain_text("merge 1")
    expect(rows.nth(1)).to_contain_text("merge 4")
    expect(rows.nth(2)).to_contain_text("never merged")
    for k, chips in enumerate(LOWEST[1:], start=1):
        press(page, "ArrowRight")
        at_step(page, k)
        shows(page, chips)
        at_address(page, step=k)
    expect(page.get_by_test_id("picture").first).to_contain_text(EN("encode.stopped.no-pair-known"))
    go_back(page)
    at_step(page, 4)
    shows(page, LOWEST[4])
    reload(page)
    at_step(page, 4)
    shows(page, LOWEST[4])


def test_the_merge_that_is_used_is_lit_on_a_ruler_and_boxes_have_the_colors_of_the_training(page: Page) -> None:
    ten(page, word="lowest")
    picture = page.get_by_test_id("picture").first
    rungs = picture.locator(".rung")
    expect(rungs).to_have_count(10)
    for k, (number, used) in enumerate(((1, []), (2, ["1"]), (3, ["1", "2"]), (4, ["1", "2", "3"])), start=0):
        at_step(page, k)
        expect(picture.locator(".rung.wins")).to_have_attribute("data-number", str(number))
        assert picture.locator(".rung.used").evaluate_all("nodes => nodes.map((node) => node.dataset.number)") == used
        press(page, "ArrowRight")
    hue = "node => getComputedStyle(node).getPropertyValue('--hue')"
    here = picture.locator(".box.made[data-token='est</w>']").evaluate(hue)
    assert here == picture.locator(".rung[data-number='3']").evaluate(hue)
    open_page(page, "/bpe", {"example": "sennrich", "merges": 10, "step": 3})
    page.get_by_test_id("picture").wait_for()
    assert page.get_by_test_id("picture").locator(".box.made[data-token='est</w>']").first.evaluate(hue) == here


def test_another_word_starts_at_its_beginning_and_back_returns(page: Page) -> None:
    ten(page, step=3)
    at_step(page, 3)
    choose_word(page, "slow")
    at_step(page, 0)
    shows(page, ["s", "l", "o", "w", "</w>"])
    at_address(page, word="slow")
    assert "step=" not in address(page)
    go_back(page)
    at_step(page, 3)
    shows(page, LOWEST[3])


@pytest.mark.below
def test_another_view_keeps_the_step(page: Page) -> None:
    ten(page)
    press(page, "ArrowRight", "ArrowRight")
    at_address(page, step=2)
    for view in ("longest", "dropout"):
        open_tab(page, EN(f"tab.{view}"))
        at_address(page, view=view, step=2)
        shows(page, LOWEST[2])
    expect(page.get_by_text("400 draws gave")).to_be_visible()


@pytest.mark.below
def test_dropout_keeps_its_seed_while_another_view_is_open(page: Page) -> None:
    ten(page, view="dropout", dropout=50, seed=9)
    seed = page.get_by_role("spinbutton", name=EN("encode.dropout.seed"))
    expect(seed).to_have_value("9")
    expect(page.get_by_text("400 draws gave")).to_be_visible()
    open_tab(page, EN("tab.tokens"))
    expect(page.get_by_text(EN("encode.measure.tokens"), exact=True)).to_be_visible()
    press(page, "PageDown")
    at_address(page, step=1)
    open_tab(page, EN("tab.dropout"))
    expect(seed).to_have_value("9")
    expect(page.get_by_role("slider", name=EN("encode.dropout.share"))).to_have_attribute("aria-valuetext", "50%")
    at_address(page, dropout=50, seed=9)


APPLIED = {"example": "sennrich", "rules": "subword-nmt", "merges": 10, "apply": "subword-nmt"}


def test_what_a_vocabulary_undoes_is_stepped_through(page: Page) -> None:
    open_encode(page, **APPLIED, vocabulary="corpus", threshold=3, text="lowest low", step=6)
    picture = page.get_by_test_id("picture").first
    at_step(page, 6)
    shows(page, ["lo", "west"])
    expect(picture).to_contain_text("Next: is lo@@ in the vocabulary?")
    press(page, "ArrowRight")
    at_step(page, 7)
    shows(page, ["l", "o", "west"])
    expect(picture).to_contain_text(saying("encode.apply.check.undone", token="lo@@", pair="l o"))
    press(page, "End")
    shows(page, ["l@@", "o@@", "w@@", "e@@", "s@@", "t"])
    at_address(page, apply="subword-nmt", threshold=3, step=17)
    reload(page)
    shows(page, ["l@@", "o@@", "w@@", "e@@", "s@@", "t"])


def test_glossaries_are_typed_and_a_broken_one_is_a_message(page: Page) -> None:
    open_encode(page, **APPLIED, text="newestNYC low")
    patterns = page.get_by_role("textbox", name=EN("encode.apply.glossaries"))
    patterns.fill("NYC")
    patterns.press("Control+Enter")
    at_address(page, glossaries="NYC")
    page.get_by_test_id("picture").first.get_by_role("button", name="Forward").click()  # the keys are the field's
    shows(page, ["newest", "NYC"])
    patterns.fill("(")
    patterns.press("Control+Enter")
    expect(page.get_by_test_id("stAlert")).to_contain_text(saying("error.glossary-pattern"))
    patterns.fill("low")
    patterns.press("Control+Enter")
    shows(page, ["newestNYC"])
    expect(page.get_by_test_id("stAlert")).to_have_count(0)


@pytest.mark.below
def test_a_long_word_is_stepped_part_by_part(page: Page) -> None:
    open_encode(page, example="sennrich", merges=10, loop="one-at-a-time", text="lowest" * 200)
    picture = page.get_by_test_id("picture").first
    expect(picture.locator(".row .chip").last).to_have_attribute("data-token", "… + 1,121")
    press(page, "End")
    at_step(page, 801)
    expect(picture).to_contain_text(EN("encode.stopped.no-pair-known"))
    expect(picture.locator(".row .chip[data-token*='1,121']")).to_have_count(0)


@pytest.mark.below
def test_the_way_back_is_a_walk_of_its_own(page: Page) -> None:
    ten(page, text="lowest slow", view="decode")
    walk = page.get_by_test_id("picture").nth(1)
    walk.get_by_role("button", name="Forward").click()
    walk.get_by_role("button", name="Forward").click()
    expect(walk).to_have_attribute("data-step", "2")
    expect(walk.locator(".row").nth(1).locator(".chips")).to_have_attribute("aria-label", "Text so far: low est␣")
    expect(walk.locator(".try .worth")).to_have_text(["→", "→ est␣", "→ low"])
    walk.locator(".try").nth(1).hover()
    expect(walk.locator(".read")).to_have_text("est</w> reads as est␣.")
    expect(walk.locator(".ring.lit")).to_have_count(1)


@pytest.mark.below
def test_the_tokens_of_a_text_take_as_many_lines_as_they_need(page: Page) -> None:
    ten(page, text="lowest slow " * 20, view="tokens")
    shown = page.get_by_test_id("picture").nth(1)
    chips = shown.locator(".row .chip")
    expect(chips).to_have_count(20 * len(["low", "est</w>", "s", "low</w>"]))
    expect(shown.get_by_role("button")).to_have_count(0)  # nothing steps it
    first, last = still(chips.first), still(chips.last)
    whole = still(shown)
    assert first is not None
    assert last is not None
    assert whole is not None
    assert last["y"] > first["y"] + first["height"]
    assert last["y"] + last["height"] <= whole["y"] + whole["height"] + 1
    assert all(box["x"] + box["width"] <= whole["x"] + whole["width"] for box in (first, last))


def test_the_picture_has_the_room_that_sentences_leave(page: Page) -> None:
    """As high as the longest sentences of the word, whichever step is in the picture, and no higher."""
    ten(page, text="lowest")
    shown = page.get_by_test_id("picture").first
    heights = []
    for k in range(6):
        at_step(page, k)
        heights.append(
            shown.evaluate("""picture => {
            const says = picture.querySelector(":scope > .says");
            const last = says.lastElementChild.getBoundingClientRect();
            return [says.getBoundingClientRect().height, last.bottom - says.getBoundingClientRect().top];
        }""")
        )
        press(page, "ArrowRight")
    assert len({round(whole) for whole, _ in heights}) == 1
    assert max(told for _, told in heights) == pytest.approx(heights[0][0], abs=2)


@pytest.mark.below
def test_longest_first_is_searched_below_the_merges(page: Page) -> None:
    ten(page, text="lowest", view="longest")
    searched = page.get_by_test_id("picture").nth(1)
    row = searched.locator(".row .chips")
    expect(row.first).to_have_attribute("aria-label", "By merges: low est</w>")
    expect(row.last).to_have_attribute("aria-label", "Longest first: l o w e s t </w>")
    expect(searched.locator(".try.wins")).to_have_attribute("data-key", "est</w>")
    searched.get_by_role("button", name="Forward").click()
    expect(row.last).to_have_attribute("aria-label", "Longest first: l o w est</w>")
    searched.get_by_role("button", name="Forward").click()
    expect(row.last).to_have_attribute("aria-label", "Longest first: low est</w>")
    expect(searched).to_contain_text(EN("encode.longest.end"))
    expect(page.get_by_test_id("picture").first).to_have_attribute("data-step", "0")


def test_a_tokenizer_trained_elsewhere_steps(page: Page) -> None:
    theirs = Tokenizer(models.BPE())
    theirs.pre_tokenizer = pre_tokenizers.Whitespace()
    trainer = trainers.BpeTrainer(vocab_size=40, show_progress=False)
    theirs.train_from_iterator(["low lower newest widest low newest"] * 3, trainer)
    ten(page, text="newest lower", word="lower")
    shows(page, [*"lower", "</w>"])
    upload_tokenizer(page, "tokenizer.json", theirs.to_str().encode(), "bpe_encode_files")
    shows(page, list("lower"))
    press(page, "End")
    shows(page, theirs.encode("lower").tokens)
    expect(page.get_by_role("textbox", name=EN("encode.text"))).to_have_value("newest lower")


@pytest.mark.below
def test_hostile_words_are_text_in_every_view(page: Page) -> None:
    dialogs: list[str] = []
    page.on("dialog", lambda dialog: _note_and_dismiss(dialog, dialogs))
    ten(page, text=" ".join(HOSTILE), word=HOSTILE[-1])
    for word in HOSTILE[:2]:
        choose_word(page, word)
        expect(page.get_by_test_id("picture").first.locator(".row")).to_have_attribute("data-row", word)
        shows(page, [*word, "</w>"])
    for view in ("derivation", "longest", "decode", "dropout", "tokens"):
        open_tab(page, EN(f"tab.{view}"))
        at_view = "" if view == "tokens" else view
        page.wait_for_function("view => (new URLSearchParams(location.search).get('view') ?? '') === view", arg=at_view)
        wait_idle(page)
        made = page.get_by_test_id("stMain").locator(
            "script:not([data-testid=stHtml] > script), img, .katex, a[href^='javascript'], del,"
            " .stMarkdownColoredText:not(button *)"  # the labels of the row above the picture
        )
        assert made.evaluate_all("elements => elements.map((element) => element.outerHTML)") == []
    assert not dialogs


def _note_and_dismiss(dialog: Dialog, noted: list[str]) -> None:
    noted.append(dialog.message)
    dialog.dismiss()
