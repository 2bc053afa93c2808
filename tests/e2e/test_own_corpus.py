"""A corpus of one's own where nothing is stepped through: typed above the rows, whose verdict stays near the top."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.e2e.conftest import NewPage, Server, open_page, screenshot
from tests.e2e.in_window import SIZES
from tests.e2e.lesson import at_address, close_panel, own_text, type_corpus
from tests.e2e.test_rows_in_window import edges

WORDS = "low 5\nlower 2\nnewest 6\nwidest 3"
MOST_ABOVE = 0.4  # of the window: the corpus, the text, and that so few words teach little


def test_who_applies_a_corpus_goes_on_with_what_is_made_of_it(new_page: NewPage, server: Server) -> None:
    page = new_page(server)
    other = "newest 8, widest 3, hugs 4"
    for path, goal in (
        ("/compare", page.get_by_test_id("text-rows").locator("button.word[tabindex='0']")),
        ("/why", page.locator(".st-key-why_size input")),
    ):
        open_page(page, path, {"lang": "en", "example": "own"})
        expect(own_text(page)).to_be_visible()
        for text in (WORDS, other, other):  # the same again draws nothing new
            type_corpus(page, text)
            at_address(page, corpus=text)
            expect(goal).to_be_focused()


def test_what_is_said_of_the_trainings_stays_near_the_top(new_page: NewPage, server: Server) -> None:
    page = new_page(server)
    for kind, sizes in SIZES.items():
        query = {"lang": "en", "example": "own", "corpus": WORDS, "text": "lowest newer"}
        open_page(page, "/compare", {**query, **({"embed": "true"} if kind else {})})
        page.get_by_test_id("picture").locator(".says").first.wait_for()
        for width, height in sizes:
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
            screenshot(page, f"own-compare-{width}")
            top = edges(page, "picture", ".says")[0]
            assert top <= MOST_ABOVE * height, (width, height)
            own_text(page)  # opens over what is below
            assert edges(page, "picture", ".says")[0] == top
            close_panel(page)
