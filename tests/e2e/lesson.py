"""The `/bpe` page as a visitor sees and works it: what the tests read off the screen, and the hands they use.

Nothing here asserts; nothing here sleeps. What the picture shows changes in the key's own event, so it can be read at
once after a key; everything else follows a moment later and is waited for with `expect`.
"""

import json
import random
import re
from dataclasses import dataclass

from playwright.sync_api import FilePayload, Locator, Page, expect

from tests.e2e.conftest import open_page, still, wait_idle
from tokviz.views.shared.catalog import load

__all__ = [
    "Merge",
    "address",
    "at_address",
    "at_step",
    "cells",
    "chips",
    "done",
    "go_back",
    "open_lesson",
    "open_own",
    "open_tab",
    "picture",
    "press",
    "read_merges",
    "reload",
    "row_of",
    "shows",
    "type_corpus",
    "upload",
]


@dataclass(frozen=True)
class Merge:
    """A merge as the picture tells it. tied: pairs that had the winner's count, itself included."""

    pair: str
    count: int
    tied: int
    in_use: tuple[int, int]  # symbols in use before and after


def open_lesson(page: Page, **query: object) -> Page:
    """Open `/bpe` with this query string and wait until the picture is there."""
    open_page(page, "/bpe", query)
    picture(page).wait_for()
    return page


def open_own(page: Page, **query: object) -> Page:
    """Open `/bpe` with an empty own corpus."""
    return open_page(page, "/bpe", {"example": "own", **query})


def picture(page: Page) -> Locator:
    return page.get_by_test_id("picture")


def at_step(page: Page, step: int) -> None:
    """Wait until the picture shows this step, and not only a message that its frame is on the way."""
    expect(page.locator(f"[data-testid=picture][data-step='{step}']:not(.waiting)").first).to_be_visible()


def at_address(page: Page, **query: object) -> None:
    """Wait until the address holds these parameters, whatever else it holds."""
    page.wait_for_function(
        "query => Object.entries(query).every(([name, value]) => "
        "new URLSearchParams(location.search).get(name) === value)",
        arg={name: str(value) for name, value in query.items()},
    )


def address(page: Page) -> str:
    """The address, by the page itself: Playwright hears of it a moment later."""
    return str(page.evaluate("location.href"))


def reload(page: Page) -> None:
    """Reload a page of the app once its run is over: before, its address may not have what is drawn."""
    wait_idle(page)
    page.reload()


def go_back(page: Page) -> None:
    """Go back once the run is over, as :func:`reload` does."""
    wait_idle(page)
    page.go_back()


def at_rest(box: Locator) -> Locator:
    """The field, scrolled to, with the scrolling over: a list that opens while its page still scrolls is closed by it,
    which a hand is too slow to see."""
    box.scroll_into_view_if_needed()
    still(box)
    return box


def choose(box: Locator, option: str, *, typed: str = "") -> None:
    """Choose from a field's list. typed: what is typed before, as of a long list only what fits is drawn."""
    at_rest(box).click()
    if typed:
        box.page.get_by_role("option").first.wait_for()
        box.page.keyboard.insert_text(typed)
    box.page.get_by_role("option", name=option, exact=not typed).click()


def press(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def done(page: Page) -> str:
    """The sentence about the merge just made; in English."""
    return picture(page).locator(".say.done").inner_text()


def read_merges(page: Page, total: int) -> list[Merge]:
    """Step from the start to the end with the right arrow key and read what the picture says of each merge."""
    merges = []
    before = _in_use(page)
    for number in range(1, total + 1):
        press(page, "ArrowRight")
        at_step(page, number)
        after = _in_use(page)
        merges.append(_parse(number, done(page), (before, after)))
        before = after
    return merges


def _in_use(page: Page) -> int:
    found = re.search(r" · (\d+) in use", picture(page).locator(".about").inner_text())
    assert found
    return int(found[1])


def _parse(number: int, sentence: str, in_use: tuple[int, int]) -> Merge:
    found = re.match(rf"Merge {number}: (\S+ \S+) became \S+\. It occurred (?:(\d+) times|once)", sentence)
    assert found, sentence
    ties = re.search(r"It tied with (.+?);", sentence)
    rivals = re.split(r", | and ", ties[1]) if ties else []
    assert ties or load("en")("measure.count.alone.past") in sentence, sentence
    return Merge(found[1], int(found[2] or 1), 1 + len(rivals), in_use)


def row_of(page: Page, word: str) -> Locator:
    """The first row of a word in the picture."""
    return picture(page).locator(f".row[data-row={json.dumps(word, ensure_ascii=False)}]").first


def chips(page: Page, word: str, kind: str = "") -> list[str]:
    """The chips of a word from the left, as they are now; those that are new, or framed since they come next."""
    found: list[str] = row_of(page, word).evaluate(
        """(row, kind) => {
            for (const motion of row.getAnimations({ subtree: true })) motion.finish();
            const edges = (node) => node.getBoundingClientRect();
            const lines = (one, other) => Math.round((edges(one).top - edges(other).top) / 8);
            const inOrder = (one, other) => lines(one, other) || edges(one).left - edges(other).left;
            const every = [...row.querySelectorAll(".chip")].sort(inOrder);
            const frames = [...row.querySelectorAll(".ring.next")].map(edges);
            const isNext = (chip) => {
                const middle = (edges(chip).left + edges(chip).right) / 2;
                return frames.some(({ left, right }) => left < middle && middle < right);
            };
            const isNew = (chip) => chip.classList.contains("new");
            const wanted = { next: isNext, new: isNew }[kind] ?? (() => true);
            return every.filter(wanted).map((chip) => chip.dataset.token);
        }""",
        kind,
    )
    return found


def shows(page: Page, wanted: list[str]) -> None:
    """Wait until the rows of the first picture are these chips, from the left and from the top."""
    page.wait_for_function(
        """wanted => {
            const roots = [document, ...[...document.querySelectorAll("*")].flatMap((node) => node.shadowRoot ?? [])];
            const picture = roots.map((root) => root.querySelector("[data-testid=picture]")).find(Boolean);
            const rows = [...(picture?.querySelectorAll(".row:not(.leaving)") ?? [])];
            const edges = (node) => node.getBoundingClientRect();
            const lines = (one, other) => Math.round((edges(one).top - edges(other).top) / 8);
            const byPlace = (one, other) => lines(one, other) || edges(one).left - edges(other).left;
            const inOrder = (row) => [...row.querySelectorAll(".chip")].sort(byPlace);
            const found = rows.flatMap(inOrder).map((chip) => chip.dataset.token);
            return JSON.stringify(found) === JSON.stringify(wanted);
        }""",
        arg=wanted,
    )


def cells(page: Page, table: int, row: int) -> Locator:
    """The cells of a row of a table on the page. Tables are drawn on a canvas; this is what a screen reader gets."""
    rows = page.get_by_test_id("stDataFrame").nth(table).locator("[role=grid] tbody tr")
    return rows.nth(row).get_by_role("gridcell", include_hidden=True)


def chip_cells(page: Page, table: int, row: int) -> Locator:
    """The cells of a row of a table of text and chips."""
    return page.locator(".tokviz-data").nth(table).locator("tbody tr").nth(row).locator("td")


def open_tab(page: Page, name: str) -> Locator:
    """Open a tab and return what is in it."""
    page.get_by_role("tab", name=name).click()
    expect(page.get_by_role("tab", name=name, selected=True)).to_be_visible()
    return page.get_by_role("tabpanel").filter(visible=True)


def type_corpus(page: Page, text: str) -> None:
    """Put `text` into the panel for one's own words, once the page is at rest, and apply it by keys."""
    field = own_text(page)
    wait_idle(page)
    field.fill(text)
    field.press("Control+Enter")
    expect(field).to_have_count(0)


def own_text(page: Page) -> Locator:
    """The field of the panel for one's own words, which is opened if it is not."""
    field = page.locator(".st-key-own_text textarea")
    opener = page.locator("[class*=_own_panel] button").first
    opener.wait_for()
    if opener.get_attribute("aria-expanded") != "true":
        opener.click()
    field.wait_for()
    return field


def upload_corpus(page: Page, name: str, data: bytes) -> None:
    """Choose a file in that panel, once the page is at rest: a run that is on its way can draw the field anew under a
    file."""
    own_text(page)
    wait_idle(page)
    upload(page.locator(".st-key-own_text"), name, data)


def pick(page: Page, panel: str, option: str) -> None:
    """Press a choice of the row above the picture, such as "example"; option: how its label begins."""
    page.locator(f"[class*=_{panel}_panel] button").click()
    page.get_by_test_id("stPopoverBody").get_by_role("button", name=re.compile(f"^{re.escape(option)}")).click()
    expect(page.get_by_test_id("stPopoverBody")).to_have_count(0)


def upload(page: Page | Locator, name: str, data: bytes) -> None:
    file: FilePayload = {"name": name, "mimeType": "application/octet-stream", "buffer": data}
    page.get_by_test_id("stFileUploaderDropzoneInput").set_input_files(file)


def files_panel(page: Page, field: str = "tokenizers_files") -> Locator:
    """The field for files of tokenizers, whose panel is opened if it is not, once the page is at rest: a run that is on
    its way can draw the field anew under a file. field: its key."""
    wait_idle(page)
    opener = page.locator(f".st-key-{field}_panel button").first
    opener.wait_for()
    if opener.get_attribute("aria-expanded") != "true":
        opener.click()
    shown = page.locator(f".st-key-{field}")
    shown.wait_for()
    return shown


def close_panel(page: Page) -> None:
    """Press Escape in a panel once the page is at rest, and all that is in it is drawn."""
    wait_idle(page)
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("stPopoverBody")).to_have_count(0)


def upload_tokenizer(page: Page, name: str, data: bytes, field: str = "tokenizers_files") -> None:
    """Choose a file in that panel, which closes."""
    upload(files_panel(page, field), name, data)


def many_words(number: int) -> dict[str, int]:
    """Distinct made-up words with falling counts, always the same ones."""
    rng = random.Random(2)
    words: dict[str, int] = {}
    while len(words) < number:
        syllables = (rng.choice("bdfgklmnprstvz") + rng.choice("aeiou") for _ in range(rng.randint(2, 5)))
        words.setdefault("".join(syllables), number // (len(words) + 1) + 1)
    return words
