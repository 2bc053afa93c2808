"""Permissions of a page in the browser: all that the pages do, and nothing of another site's.

A page that asks for what its policy refuses logs an error in the console, and such a page fails its test, here and in
all other tests in a browser; test_visits.py opens each page with each of its views.
"""

from __future__ import annotations

import json
from email.message import Message
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Server, open_page
from tests.e2e.lesson import upload_tokenizer
from tests.e2e.test_tokenizers import TINY
from tokviz.views.shared.catalog import load

pytestmark = pytest.mark.below

EN = load("en")


def test_what_visitors_save_copy_and_upload(page: Page, server: Server, tmp_path: Path) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=server.url)
    open_page(page, "/bpe", {"example": "sennrich", "step": 2, "view": "course"})
    expect(page.locator("[data-testid=stVegaLiteChart] svg.marks").first).to_be_visible()
    charts = page.get_by_test_id("save-charts")
    charts.locator("summary").click()
    for kind in ("SVG", "PNG"):
        with page.expect_download() as download:
            charts.get_by_role("button", name=f"Save as {kind}").first.click()
        assert download.value.failure() is None
    page.get_by_role("button", name=EN("share.title"), exact=True).click()
    panel = page.locator(".share")
    panel.get_by_role("button", name="Copy", exact=True).click()
    expect(panel.get_by_role("status")).to_have_text(EN("share.label.copied"))
    page.keyboard.press("Escape")
    open_page(page, "/tokenizers", {"preset": "own", "text": "lol"})
    upload_tokenizer(page, "tiny.json", json.dumps(TINY).encode())
    rows = page.locator(".st-key-part_rows").get_by_test_id("text-rows")
    expect(rows.locator(".part.token")).to_have_text(["lo", "l"])


REFUSED = (
    "url => fetch(url.replace('127.0.0.1', 'localhost'), { mode: 'no-cors' }).then(() => 'ran', () => 'refused')",
    """() => {
            const module = new Blob(["Function('return 1')()"], { type: "text/javascript" });
            return import(URL.createObjectURL(module)).then(() => "ran", () => "refused");
        }""",
    """() => {
            const script = document.createElement("script");
            script.textContent = "window.hasRun = true";
            document.body.append(script);
            return window.hasRun ? "ran" : "refused";
        }""",
)
"""Things that a page may not do: ask another host, compile a text, run a script that was put in."""


@pytest.mark.allow_console("Content Security Policy")
def test_a_page_can_do_nothing_else(page: Page, server: Server) -> None:
    """That the tests above can fail."""
    open_page(page, "/bytes")
    assert [page.evaluate(script, server.url) for script in REFUSED] == ["refused"] * len(REFUSED)


@pytest.mark.parametrize(
    "path", ["/", "/bpe", "/static/index.html", "/join", "/_stcore/health", "/_stcore/host-config"]
)
def test_every_route_says_so(server: Server, path: str) -> None:
    status, headers = asked(server, path, "localhost")
    assert status in {200, 404}
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "no-referrer"
    assert "default-src" in headers["Content-Security-Policy"]


@pytest.mark.parametrize("path", ["/", "/bpe", "/join", "/_stcore/metrics", "/_stcore/host-config"])
def test_a_name_that_leads_here_gets_no_page(server: Server, path: str) -> None:
    assert asked(server, path, "evil.example")[0] == 403


@pytest.mark.parametrize("path", ["/_stcore/stream", "/room/socket"])
def test_a_name_that_leads_here_gets_no_socket(server: Server, path: str) -> None:
    key = {"Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ=="}
    upgrade = {"Connection": "Upgrade", "Upgrade": "websocket", **key}
    assert asked(server, path, "evil.example", Origin="http://evil.example", **upgrade)[0] == 403
    assert asked(server, path, "localhost", Origin="http://localhost", **upgrade)[0] == 101


def asked(server: Server, path: str, host: str, **headers: str) -> tuple[int, Message]:
    """The status and the headers of what a page gets that has this name."""
    connection = HTTPConnection(urlsplit(server.url).netloc, timeout=30)
    try:
        connection.request("GET", path, headers={"Host": host, **headers})
        answer = connection.getresponse()
        return answer.status, answer.headers
    finally:
        connection.close()
