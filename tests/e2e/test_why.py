"""`/why` in a browser: pictures, lines and the slider; both schemes, both languages, wide and narrow; Back."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.catalogs import saying
from tests.e2e.conftest import open_page, resize, still, wait_idle
from tests.e2e.lesson import at_address, go_back, reload, type_corpus, upload_corpus
from tests.e2e.visits import SCHEMES, wear
from tokviz.views.shared.catalog import load

EN = load("en")


def arithmetic(merges: int, size: int) -> str:
    """The line on the size of the vocabulary, as it is read."""
    return EN("why.arithmetic", alphabet=17, merges=merges, sum=size).replace("*", "")


CHARTS = 3  # two over the sizes, and the rows of models


def drawn(page: Page) -> None:
    """Wait until pictures and charts are there."""
    expect(page.get_by_test_id("picture")).to_have_count(3)
    expect(page.locator("[data-testid=stVegaLiteChart] canvas, [data-testid=stVegaLiteChart] svg")).to_have_count(
        CHARTS
    )


def reads(picture: Locator, row: int, label: str) -> None:
    """Wait until a row of a picture says this word and these tokens."""
    expect(picture.locator(".row").nth(row).locator(".chips")).to_have_attribute("aria-label", label)


@pytest.mark.journey
def test_the_opening_example_and_the_slider(page: Page) -> None:
    open_page(page, "/why", {"lang": "en"})
    drawn(page)
    expect(page.locator(".legend-toggle:visible")).to_have_count(0)  # there are no steps whose signs it would explain
    words, characters, subwords = page.get_by_test_id("picture").all()
    for picture, tokens in ((words, "⟨unknown⟩"), (characters, "r u n n i n g"), (subwords, "run n ing")):
        reads(picture, 2, f"running: {tokens}")
    subwords.locator(".row").nth(2).locator(".chip[data-token=ing]").hover()
    expect(subwords.locator(".read")).to_have_text(saying("picture.label.symbol_made", symbol="ing"))
    expect(subwords.locator(".row").nth(1).locator(".ring.lit")).to_have_count(0)  # thinking is one token
    expect(page.get_by_text(arithmetic(17, 34))).to_be_visible()
    row = page.locator(".st-key-part_figures tbody tr").nth(2)
    expect(row.locator("td")).to_contain_text(["Subwords (BPE)", "34", "2.06", "3.2% (1)", "2.37", "0.0% (0)"])
    widths = page.locator(".st-key-part_figures tr td:nth-child(3) i").evaluate_all(
        "all => all.map((it) => it.offsetWidth)"
    )
    whole = max(widths)  # of characters: words have 1.00 of 4.13 tokens per word
    assert [width / whole for width in widths] == pytest.approx([1 / 4.129, 1, 2.0645 / 4.129], abs=0.03)
    # Every picture that is not text says in words what it shows.
    alt = saying("why.lines.alt", what=EN("why.column.tokens_per_word"), size=34)
    expect(page.get_by_label(alt).first).to_be_attached()
    chart = page.get_by_test_id("stVegaLiteChart")
    labels = chart.locator(":is(.mark-text.role-mark, .role-axis-label) text")
    here = chart.locator(".mark-rule.role-mark line")  # where the slider is
    inks = []
    for scheme in SCHEMES:  # a chart that is drawn already follows the system
        wear(page, scheme)
        drawn_in = labels.evaluate_all("all => all.map((it) => getComputedStyle(it).fill)")
        drawn_in += here.evaluate_all("all => all.map((it) => getComputedStyle(it).stroke)")
        inks.append(set(drawn_in))
    assert [len(ink) for ink in inks] == [1, 1]
    assert inks[0] != inks[1]

    page.get_by_role("slider").focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_text(arithmetic(18, 35))).to_be_visible()
    at_address(page, size=35)
    go_back(page)
    expect(page.get_by_text(arithmetic(17, 34))).to_be_visible()


def test_a_word_of_ones_own(page: Page) -> None:
    open_page(page, "/why", {"lang": "en"})
    drawn(page)
    field = page.get_by_label(EN("why.own"), exact=True)
    field.fill("quizzing")
    field.press("Enter")
    words, characters, subwords = page.get_by_test_id("picture").all()
    reads(words, 0, "quizzing: ⟨unknown⟩")
    reads(characters, 0, "quizzing: ⟨unknown⟩ u i ⟨unknown⟩ ⟨unknown⟩ i n g")
    reads(subwords, 0, "quizzing: ⟨unknown⟩ u i ⟨unknown⟩ ⟨unknown⟩ ing")
    expect(page.get_by_text(saying("why.own.never", characters=EN.listed(["q", "z"])))).to_be_visible()
    at_address(page, word="quizzing")
    reload(page)
    expect(page.get_by_label(EN("why.own"), exact=True)).to_have_value("quizzing")
    expect(page.get_by_text(saying("why.own.never", characters=EN.listed(["q", "z"])))).to_be_visible()


def test_a_file_of_ones_own(page: Page) -> None:
    open_page(page, "/why", {"example": "own", "lang": "en"})
    type_corpus(page, "hug 10, pug 5, hugs 5")
    at_address(page, corpus="hug 10, pug 5, hugs 5")
    upload_corpus(page, "words.txt", b"low 5\nlower 2\nnewest 6\nwidest 3")
    expect(page.get_by_role("button", name="Corpus words.txt")).to_be_visible()
    expect(page.get_by_test_id("picture").first.locator(".row").first).to_contain_text("newest")
    page.wait_for_function("() => !new URLSearchParams(location.search).has('corpus')")
    drawn(page)


@pytest.mark.parametrize(("example", "language"), [("tea", "zh"), ("lighthouse", "en")])
def test_the_page_fits(page: Page, example: str, language: str) -> None:
    """With texts that are longer, or have no spaces; the first example is looked at in test_visits.py."""
    open_page(page, "/why", {"example": example, "lang": language})
    drawn(page)
    wait_idle(page)
    main = page.get_by_test_id("stMainBlockContainer")
    for width in (1280, 390):
        resize(page, width, 720)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        for part in (*page.get_by_test_id("picture").all(), *page.get_by_test_id("stVegaLiteChart").all()):
            box, frame = still(part), still(main)
            assert box
            assert frame
            assert frame["x"] <= box["x"]
            assert box["x"] + box["width"] <= frame["x"] + frame["width"]
