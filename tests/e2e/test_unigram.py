"""Training on `/unigram` in a browser: a round by keys, turning between the halves, cancelling, the first visit."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import NewPage, Server, open_page, resize, wait_idle
from tests.e2e.lesson import at_address, at_step, chip_cells, done, picture, press, reload, row_of, upload_corpus
from tests.unigram.conventions import SOFT
from tokviz import examples, unigram
from tokviz.views.shared.catalog import load
from tokviz.views.shared.sentences import without_marks
from tokviz.views.unigram import narration

EN, ZH = load("en"), load("zh")
SLOW = 120_000  # milliseconds: for a training that is meant to take long


def open_training(page: Page, **query: object) -> Page:
    """Open the training half with this query string and wait until the picture is there."""
    open_page(page, "/unigram", query)
    picture(page).wait_for()
    return page


@pytest.mark.below
def test_the_first_visit_is_usable(server: Server, new_page: NewPage) -> None:
    """From the click on the page's link to a picture that follows a key. How fast, `make load` measures."""
    page = open_page(new_page(server))
    link = page.get_by_test_id("stSidebar").get_by_role("link", name=EN("page.unigram"), exact=True)
    link.click()
    picture(page).wait_for()
    press(page, "ArrowRight")
    at_step(page, 1)
    expect(page.locator(".st-key-part_now").get_by_role("heading").first).to_be_visible()


@pytest.mark.below
def test_a_round_by_keys(page: Page) -> None:
    """Seeds, two passes and the pruning: what the picture says changes with the key, the tables a moment later."""
    open_training(page, example="hug", rules="soft-em", seeds="strict-substrings")
    training = unigram.train(examples.load("hug").corpus, vocab_size=10, rules=SOFT)
    for step in range(1, 7):
        press(page, "ArrowRight")
        at_step(page, step)
        assert done(page) == without_marks(narration.done(training[step - 1], EN))
        if step == 1:
            expect(page.get_by_text("10 × 0.8286 (hug) + 5 × 0.296 (hugs)")).to_be_visible()
            expect(chip_cells(page, 0, 1)).to_have_text(["hug", "7.8918%", "15/210 × 20/210 = 0.0068027"])
            expect(row_of(page, "hugs").locator(".way.first [data-token]")).to_have_text(["h", "ugs"])
        if step == 5:
            expect(page.get_by_role("heading", name=EN("unigram.prune.title", number=6))).to_be_visible()
            expect(chip_cells(page, 0, 0)).to_contain_text(["1", "pu", "0"])
            assert chip_cells(page, 0, 5).locator(".tokviz-bar").count() > 0  # losses above 0 have bars
            starts = "bars => bars.map((bar) => `${bar.closest('td').cellIndex} ${bar.getBoundingClientRect().left}`)"
            drawn = page.locator(".tokviz-data").first.locator(".tokviz-bar").evaluate_all(starts)
            assert len(set(drawn)) == len({start.split()[0] for start in drawn})  # in a column at one place
    press(page, "End")
    at_step(page, 15)
    expect(picture(page)).to_contain_text(EN("unigram.stopped.vocab_size", left=EN.count("count.pieces", 10), size=10))
    at_address(page, step=15, rules="soft-em", seeds="strict-substrings")
    reload(page)
    at_step(page, 15)
    press(page, "Home")
    at_step(page, 0)
    expect(page.get_by_role("heading", name=EN("unigram.seed.title", number=1))).to_be_visible()


@pytest.mark.below
def test_turning_between_the_halves_keeps_step_and_word(page: Page) -> None:
    open_training(page, example="hug", rules="soft-em", seeds="strict-substrings", step=4)
    at_step(page, 4)
    page.get_by_text(EN("unigram.mode.lattice"), exact=True).click()
    at_address(page, do="lattice", at=4, rules="soft-em", seeds="strict-substrings")
    field = page.get_by_label(EN("lattice.word"), exact=True)
    field.fill("hugs")
    field.press("Enter")
    at_address(page, word="hugs")
    page.get_by_text(EN("unigram.mode.train"), exact=True).click()
    at_step(page, 4)
    at_address(page, step=4, rules="soft-em", seeds="strict-substrings")
    expect(page.get_by_role("heading", name=EN("unigram.maximize.title", number=5))).to_be_visible()
    page.get_by_text(EN("unigram.mode.lattice"), exact=True).click()
    expect(page.get_by_label(EN("lattice.word"), exact=True)).to_have_value("hugs")


def test_a_long_training_can_be_cancelled_and_resumed(page: Page) -> None:
    rng = random.Random(7)
    words = sorted({"".join(rng.choices("abcdefghijklmnop", k=rng.randint(4, 12))) for _ in range(40_000)})
    open_page(page, "/unigram", {"example": "own", "rules": "soft-em", "vocab": 100})
    upload_corpus(page, "words.txt", " ".join(words).encode())
    # The panel for one's own text has a button of that name, too, until it closes.
    cancel = page.locator("[class*=st-key-train_cancel_]").get_by_role("button", name=EN("train.cancel"), exact=True)
    cancel.click(timeout=SLOW)
    resume = page.get_by_role("button", name=EN("unigram.resume"), exact=True)
    expect(page.get_by_text(EN("train.cancelled"))).to_be_visible(timeout=SLOW)
    resume.click()
    picture(page).wait_for(timeout=SLOW)
    at_step(page, 0)
    expect(resume).to_have_count(0)


@pytest.mark.below
def test_nothing_is_wider_than_the_screen(page: Page) -> None:
    """At steps of each kind, whose tables differ; more of the page is asked in test_visits.py."""
    open_training(page, example="hug", rules="soft-em", seeds="strict-substrings", step=1, lang="zh")
    for step in (1, 2, 5):
        picture(page).locator("[name=scrubber]").fill(str(step))
        at_step(page, step)
        wait_idle(page)
        expect(page.locator(".tokviz-data").first).to_be_visible()
        for width in (1280, 390):
            resize(page, width, 720)
            assert page.evaluate("document.documentElement.scrollWidth") <= width, step
