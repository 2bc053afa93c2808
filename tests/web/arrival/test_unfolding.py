"""Links to the app that unfold: what the index page says of a link, whatever is in the link, and who is told."""

from __future__ import annotations

import re
from html import unescape
from html.parser import HTMLParser

import pytest
from hypothesis import given
from starlette.responses import HTMLResponse
from starlette.testclient import TestClient
from starlette.types import Receive, Scope, Send

from tests.strategies import hostile_texts
from tokviz.views.shared.catalog import load
from tokviz.web.arrival import previews, unfolding
from tokviz.web.arrival.page_head import PageHead
from tokviz.web.arrival.unfolding import tags, title_of

INDEX = "<html><head><title>Streamlit</title></head><body><div id=root></div></body></html>"
EN = load("en")


def scope_of(path: str, query: str = "", **headers: str) -> Scope:
    listed = {"host": "tokviz.example.org", **{name.replace("_", "-"): value for name, value in headers.items()}}
    return {
        "type": "http",
        "method": "GET",
        "scheme": "http",
        "path": path,
        "query_string": query.encode(),
        "headers": [(name.encode(), value.encode()) for name, value in listed.items()],
    }


def named(made: str) -> dict[str, str]:
    found = re.findall(r'<meta property="([\w:]+)" content="([^"]*)">', made)
    return {name: unescape(content) for name, content in found}


def test_a_link_says_its_page_its_example_and_its_step() -> None:
    told = named(tags(scope_of("/bpe", "example=hug&step=3&lang=zh", x_forwarded_proto="https")))
    assert told["og:title"] == title_of("bpe", {"example": "hug", "step": "3"}, load("zh"))
    assert told["og:url"] == "https://tokviz.example.org/bpe?example=hug&step=3&lang=zh"
    assert told["og:description"] == load("zh")("app.tagline")


@pytest.mark.parametrize(
    ("path", "query"), [("/", ""), ("/nowhere", ""), ("/bpe", "example=own&step=x"), ("/under/bpe", "step=9999999")]
)
def test_what_is_not_known_is_not_said(path: str, query: str) -> None:
    told = named(tags(scope_of(path, query)))
    assert told["og:title"] in {EN("app.name"), title_of("", {}, EN), title_of("bpe", {}, EN)}


@pytest.mark.parametrize("path", ["/under", "/under/", "/under/bpe"])
def test_what_is_asked_for_is_below_the_folder_of_the_app(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unfolding, "prefix", lambda: "/under")
    made = unescape(tags(scope_of(path)))
    assert named(made)["og:image"].startswith(f"http://tokviz.example.org/under{previews.PATH}/")


class Elements(HTMLParser):
    """The elements of a text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append(tag)


@given(hostile_texts(), hostile_texts())
def test_no_link_becomes_markup(path: str, query: str) -> None:
    text = query.encode("utf-8", "replace").decode()
    found = Elements(tags(scope_of(f"/{path}", f"example={text}"))).found
    assert set(found) == {"meta"}


@pytest.mark.parametrize(
    ("agent", "accept", "is_told"),
    [
        ("Slackbot-LinkExpanding 1.0", "*/*", True),
        ("facebookexternalhit/1.1", "*/*", True),
        ("Mozilla/5.0", "text/html,*/*", True),
        ("curl/8", "*/*", False),
    ],
)
def test_who_is_told(agent: str, accept: str, is_told: bool) -> None:
    async def inside(scope: Scope, receive: Receive, send: Send) -> None:
        await HTMLResponse(INDEX)(scope, receive, send)

    found = TestClient(PageHead(inside)).get("/bpe?step=2", headers={"User-Agent": agent, "Accept": accept})
    assert ("og:title" in found.text) is is_told


def test_pages_of_different_links_are_told_apart() -> None:
    async def inside(scope: Scope, receive: Receive, send: Send) -> None:
        await HTMLResponse(INDEX)(scope, receive, send)

    client = TestClient(PageHead(inside))
    titles = {
        named(client.get(f"/bpe?step={step}", headers={"Accept": "text/html"}).text)["og:title"] for step in (1, 2, 1)
    }
    assert titles == {title_of("bpe", {"step": str(step)}, EN) for step in (1, 2)}
