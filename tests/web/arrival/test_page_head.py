"""The index page of Streamlit with our styles in it, and all else as it is."""

from __future__ import annotations

import re

import pytest
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.testclient import TestClient
from starlette.types import Receive, Scope, Send

from tokviz.compression import decompressed
from tokviz.web.arrival.page_head import SHEETS, PageHead, files_of_pages

INDEX = "<html><head><title>Streamlit</title></head><body><div id=root></div></body></html>"
PAGE = {"Accept": "text/html,*/*"}


def client(answer: Response) -> TestClient:
    """A browser of an app that gives this answer, behind the middleware."""

    async def inside(scope: Scope, receive: Receive, send: Send) -> None:
        await answer(scope, receive, send)

    return TestClient(PageHead(inside))


def test_a_page_runs_our_script_first_and_has_our_styles_last() -> None:
    found = client(HTMLResponse(INDEX, headers={"ETag": "old"})).get("/bpe", headers=PAGE)
    style, script = files_of_pages()
    assert found.text.startswith(f'<html><head><script src="./parts/{script}"></script>')
    assert found.text.endswith(f'<link rel="stylesheet" href="./parts/{style}"></body></html>')
    assert "etag" not in found.headers  # of the page as it was: a browser would keep its copy over a change of ours
    assert found.headers["cache-control"] == "no-cache"
    preloaded = re.findall(r'rel="modulepreload" crossorigin href="./static/js/(\w+)\.', found.text)
    assert {"BidiComponent", "Html", "PageLink"} <= set(preloaded)


def test_it_is_packed_for_a_browser_that_unpacks_it() -> None:
    for encoding in ("gzip", "identity"):
        found = client(HTMLResponse(INDEX)).get("/", headers={**PAGE, "Accept-Encoding": encoding})
        assert "./parts/" in found.text
        assert found.headers.get("content-encoding", "identity") == encoding


@pytest.mark.parametrize(
    ("answer", "accept"),
    [
        (HTMLResponse(INDEX), "*/*"),
        (HTMLResponse(INDEX, 404), "text/html"),
        (PlainTextResponse("<body></body>"), "text/html"),
        (HTMLResponse("<p>no page</p>"), "text/html"),
    ],
)
def test_other_answers_stay_as_they_are(answer: Response, accept: str) -> None:
    found = client(answer).get("/", headers={"Accept": accept})
    assert found.content == bytes(answer.body)
    assert found.status_code == answer.status_code


def test_the_style_holds_all_sheets_in_their_order() -> None:
    style, _ = files_of_pages()
    text = decompressed(files_of_pages()[style].packed)
    places = [text.index(sheet.read_text(encoding="utf-8").strip()[-200:]) for sheet in SHEETS]
    assert places == sorted(places)
