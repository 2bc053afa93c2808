"""The page of own texts with Python in the tab, from disk and over http, with the network cut."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.conftest import Unconnected
from tests.e2e.local_site import Served, served, whole
from tests.e2e.own_page import at_step, native_end, own_request, press_train, type_text
from tokviz.memory import LocalMemory
from tokviz.state.request import train
from tokviz.views.algorithms import steps_csv
from tokviz.views.shared.catalog import LANGUAGES, load

pytestmark = [pytest.mark.program, pytest.mark.node]

UNIGRAM_SIZE = 20  # what the page proposes for this text
SENTENCE = "low lower lowest newest widest low low"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page with all that it loads."""
    return whole(tmp_path_factory.mktemp("own"), LANGUAGES)


@pytest.fixture
def site(folder: Path) -> Iterator[Served]:
    with served(folder) as running:
        yield running


def train_to_the_end(page: Page, algorithm: str, language: str = "en") -> None:
    """Train on the text that is typed, and step to the end: its sentences are those of Python here."""
    page.locator(f"[name=algorithm][value={algorithm}]").check()
    amount = int(page.locator("#amount").input_value())
    last, said = native_end(algorithm, SENTENCE, language, amount=amount)
    expect(page.get_by_role("slider")).to_have_attribute("max", str(last))
    expect(page.locator("#shows")).to_have_attribute("aria-busy", "false")
    page.locator("#title").focus()
    page.keyboard.press("End")
    at_step(page, last)
    expect(page.locator(".says > .say")).to_have_text(said)


def test_from_disk_without_a_network(unconnected: Unconnected, folder: Path) -> None:
    page = unconnected.new_page()
    page.goto((folder / "en" / "own.html").as_uri())
    type_text(page, SENTENCE)
    press_train(page)
    at_step(page, 0)
    for algorithm in ("bpe", "wordpiece", "unigram"):
        train_to_the_end(page, algorithm)
    trace = train(replace(own_request("unigram", SENTENCE), amount=UNIGRAM_SIZE), LocalMemory()).trace
    page.locator("#below").scroll_into_view_if_needed()
    page.get_by_role("tab", name="Downloads").click()
    with page.expect_download() as waiting:
        page.locator("#view").get_by_role("button", name="Steps (CSV)").click()
    assert waiting.value.path().read_bytes() == steps_csv(trace).encode()
    page.get_by_role("tab", name="Lattice").click()
    page.locator("#encode-text").fill("newest lowest")
    model = trace.model()
    best = page.locator("#shows table tbody tr").first.locator("td").nth(1)
    expect(page.locator("#words button")).to_have_text(["newest", "lowest"])
    expect(best).to_have_text(" ".join(model.encode("newest")))
    page.get_by_role("tab", name="Compare").click()
    expect(page.locator("#shows .text_rows")).to_contain_text("WordPiece")
    page.get_by_role("tab", name="Exercises").click()
    expect(page.get_by_test_id("guide-ask")).to_have_attribute("data-state", "open")
    page.get_by_role("tab", name="Keep").click()
    with page.expect_download() as waiting:
        page.locator("#keep button[name=replay]").click()
    assert waiting.value.suggested_filename == "tokviz-unigram-own-replay.html"
    page.get_by_role("tab", name="Training").click()
    at_step(page, native_end("unigram", SENTENCE, amount=UNIGRAM_SIZE)[0])
    page.reload()
    at_step(page, native_end("unigram", SENTENCE, amount=UNIGRAM_SIZE)[0])


def test_over_http_in_chinese_after_a_cancel(browser: Browser, site: Served) -> None:
    context = browser.new_context(locale="zh-CN")
    logged: list[str] = []
    context.on("console", lambda message: logged.append(message.text))
    page = context.new_page()
    page.goto(f"{site.url}/zh/own.html")
    page.locator("#text").fill(SENTENCE)
    page.locator("#train").click()
    say = load("zh")
    expect(page.locator("#progress")).to_have_attribute("data-phase", re.compile("download|start"))
    page.locator("#cancel").click()
    expect(page.locator("#said")).to_have_text(say("tab.own.label.canceled"))
    page.locator("#train").click()
    at_step(page, 0)
    train_to_the_end(page, "bpe", "zh")
    example = f"{site.url}/zh/own.html?page=bpe&example=sennrich"
    for is_cut in (False, True):
        site.is_cut = is_cut  # the pages are kept, and what Python said of an example
        page = context.new_page()
        if is_cut:
            page.add_init_script("Worker.prototype.postMessage = () => undefined")  # Python would never answer
        page.goto(example)
        at_step(page, 0)
    context.close()
    assert logged == []
