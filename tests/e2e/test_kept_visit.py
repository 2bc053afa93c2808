"""Texts, files and the lesson of a visit: after a reload, and on another server, they are there again or are named."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.catalogs import saying
from tests.e2e.conftest import STREAMLIT_RUN, NewPage, Server, open_page, screenshot, serve, wait_idle
from tests.e2e.lesson import (
    address,
    at_address,
    at_step,
    choose,
    close_panel,
    files_panel,
    press,
    reload,
    row_of,
    type_corpus,
    upload_corpus,
    upload_tokenizer,
)
from tests.e2e.test_tokenizers import compared
from tokviz import bpe, examples
from tokviz.files.tokenizer_json import write_bpe
from tokviz.views.shared.catalog import load

EN = load("en")
LONG = " ".join(f"lowest{number % 90} newer wider" for number in range(400))
TOKENIZER = write_bpe(bpe.train(examples.load("sennrich").corpus, merges=3, rules="huggingface").model()).encode()
SMALL_STORE = """
    const put = IDBObjectStore.prototype.put;
    IDBObjectStore.prototype.put = function (value, key) {
        if (this.name === "values") throw new DOMException("full", "QuotaExceededError");
        return put.call(this, value, key);
    };
"""


def has_kept(page: Page, *names: str, field: str = "") -> None:
    """Wait until the tab has all of this, which it is told at the end of a run. names: of files and texts that it
    keeps, or cannot keep; field: the one that a text is in, where others have the same name."""
    wanted = [f'"name":"{name}"' for name in names] + [f'"field":"{field}'] * bool(field)
    page.wait_for_function(
        "wanted => wanted.every((part) => (sessionStorage['tokviz-visit'] ?? '').includes(part))", arg=wanted
    )


def again(page: Page, *names: str, field: str = "") -> Page:
    """The page, reloaded once the tab has what :func:`has_kept` says."""
    has_kept(page, *names, field=field)
    reload(page)
    wait_idle(page)
    return page


def alerts(page: Page) -> Locator:
    return page.get_by_test_id("stAlert")


def names(page: Page) -> Locator:
    """The names of the rows on `/tokenizers`."""
    return compared(page).locator(".gutter").first.locator(".called > span")


def test_a_text_of_any_length_outlasts_a_reload(new_page: NewPage, server: Server) -> None:
    assert len(LONG) > 8_000
    page = open_page(new_page(server), "/bpe", {"example": "own"})
    charts = page.get_by_test_id("save-charts")
    expect(charts).to_be_hidden()  # no chart is there to be saved
    type_corpus(page, LONG)
    row_of(page, "newer").wait_for()
    before = address(page)
    expect(row_of(again(page, EN("example.own")), "newer")).to_be_visible()
    expect(page.locator(".st-key-own_text")).to_have_count(0)  # the panel for a text is not opened
    assert address(page) == before
    page.get_by_test_id("stSidebarNavLink").filter(has_text="WordPiece").click()  # and is that of the visit
    expect(row_of(page, "lowest0")).to_be_visible()


def test_a_file_with_a_corpus_and_a_text_to_encode_outlast_a_reload(new_page: NewPage, server: Server) -> None:
    page = open_page(new_page(server), "/bpe", {"example": "own", "corpus": "low 5"})
    upload_corpus(page, "words.txt", b"hug 10\npug 5\npun 12\nbun 4\nhugs 5")
    row_of(page, "hug").wait_for()
    expect(row_of(again(page, "words.txt"), "hug")).to_be_visible()
    expect(page.locator("[class*=_example_panel]")).to_contain_text("words.txt")
    open_page(page, "/bytes")
    field = page.locator(".st-key-bytes_text textarea")
    field.fill("newest " * 240)
    field.press("Control+Enter")
    at_address(page, preset="own")
    page = again(page, field="typed bytes_text")
    expect(page.locator(".st-key-bytes_text textarea")).to_have_value("newest " * 240)


def test_files_of_tokenizers_outlast_a_reload_and_are_known_on_all_pages(new_page: NewPage, server: Server) -> None:
    page = open_page(new_page(server), "/tokenizers")
    upload_tokenizer(page, "bytebpe.json", TOKENIZER)
    expect(names(page).filter(has_text="bytebpe.json")).to_be_visible()
    page.wait_for_url("**tokenizer=bytebpe.json*")
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.method))
    expect(names(again(page, "bytebpe.json")).filter(has_text="bytebpe.json")).to_be_visible()
    assert "PUT" not in sent  # the server has the file
    expect(alerts(page).filter(has_text=saying("notice.link"))).to_have_count(0)
    assert "tokenizer=bytebpe.json" in address(page)
    for name in ("Vocabulary", "Inside a tokenizer"):
        page.get_by_test_id("stSidebarNavLink").filter(has_text=name).click()
        files_panel(page, "vocabulary_files" if name == "Vocabulary" else "tokenizers_files")
        expect(page.locator("[class*=st-key-beside_]").filter(has_text="bytebpe.json").first).to_be_visible()
        close_panel(page)  # a click before would close it, and no more
    open_page(page, "/bpe-encode")
    files_panel(page, "bpe_encode_files")
    page.get_by_test_id("stPopoverBody").get_by_role("button", name=EN("upload.use")).click()
    in_use = page.locator(".st-key-bpe_encode_files_panel").filter(has_text="bytebpe.json")
    expect(in_use).to_be_visible()
    again(page, "bytebpe.json", EN("encode.applied"))
    expect(in_use).to_be_visible()
    open_page(page, "/compare")
    choose(page.locator(".st-key-compare_slot_1 input"), EN("compare.file"), typed=EN("compare.file"))
    for _ in range(2):
        expect(page.get_by_test_id("text-rows").get_by_text("bytebpe.json").first).to_be_visible()
        again(page, "bytebpe.json", EN("compare.tokenizers"))
    open_page(page, "/tokenizers")
    files_panel(page)
    page.get_by_role("button", name="✕").click()
    expect(names(page).filter(has_text="bytebpe.json")).to_have_count(0)
    expect(names(again(page)).filter(has_text="GPT-4o").first).to_be_visible()
    expect(names(page).filter(has_text="bytebpe.json")).to_have_count(0)


def test_files_that_are_not_there_are_named_and_no_link_is_blamed(new_page: NewPage, server: Server) -> None:
    page = open_page(new_page(server), "/tokenizers", {"tokenizer": "bytebpe.json"})
    expect(alerts(page)).to_have_text(re.compile(re.escape(EN("visit.not-here", names="bytebpe.json"))))
    page.add_init_script(SMALL_STORE)
    again(page)
    upload_tokenizer(page, "large.json", TOKENIZER)
    page.wait_for_url("**tokenizer=large.json*")
    lost = alerts(again(page, "large.json")).filter(has_text=EN("visit.lost", name="large.json"))
    expect(lost).to_be_visible()
    expect(alerts(page)).to_have_count(1)


def test_a_refused_file_is_told_without_a_text(new_page: NewPage, server: Server) -> None:
    page = open_page(new_page(server), "/tokenizers", {"preset": "own"})
    upload_tokenizer(page, "broken.json", b"{")
    expect(alerts(page).filter(has_text=EN("tokenizers.empty"))).to_be_visible()
    expect(page.locator("[data-testid=stAlertContentError]")).to_be_visible()


@pytest.mark.allow_console("ERR_|WebSocket|Failed to|server endpoint|not responding|disconnected")
def test_a_server_that_is_away_is_one_line_and_another_gets_everything_back(new_page: NewPage, tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    first.mkdir()
    second.mkdir()
    with serve(first) as server:
        page = open_page(new_page(server), "/bpe", {"example": "sennrich"})
        at_step(page, 0)
        trained = open_page(new_page(server), "/bpe", {"example": "own", "corpus": "low 5, lower 2"})
        upload_corpus(trained, "words.txt", b"hug 10\npug 5\npun 12\nbun 4\nhugs 5")
        row_of(trained, "hug").wait_for()
        expect(trained.locator("[class*=_example_panel]")).to_contain_text("words.txt")
        other = open_page(new_page(server), "/tokenizers")
        upload_tokenizer(other, "bytebpe.json", TOKENIZER)
        expect(names(other).filter(has_text="bytebpe.json")).to_be_visible()
        has_kept(trained, "words.txt")
        has_kept(other, "bytebpe.json")
    line = page.get_by_test_id("connection")
    expect(line).to_have_text(EN("connection.lost.stepping"))
    press(page, "ArrowRight")
    at_step(page, 1)
    expect(other.get_by_test_id("connection")).to_have_text(re.compile(f"^{re.escape(EN('connection.lost'))}"))
    expect(page.get_by_test_id("stDialog")).to_have_count(0)
    screenshot(page, "connection-lost")
    port = urlsplit(server.url).port
    command = [part if "port" not in part else f"--server.port={port}" for part in STREAMLIT_RUN]
    with serve(second, command):
        expect(line).to_have_text("")
        expect(names(other).filter(has_text="bytebpe.json")).to_be_visible()
        files_panel(other)
        expect(other.locator("[class*=st-key-beside_]").filter(has_text="bytebpe.json")).to_be_visible()
        press(page, "ArrowRight")
        at_step(page, 2)
        wait_idle(trained)
        expect(row_of(trained, "hug")).to_be_visible()  # and not the text that the file took the place of
        expect(trained.locator("[class*=_example_panel]")).to_contain_text("words.txt")
        expect(alerts(trained)).to_have_count(0)
        for tab in (page, other, trained):
            tab.goto("about:blank")
