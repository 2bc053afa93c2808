"""Pictures of links: there is one for each page that trains, small, in each language; other names are not answered."""

from __future__ import annotations

import pytest
from PIL import Image
from starlette.responses import PlainTextResponse
from starlette.testclient import TestClient

from tests.web.arrival.test_unfolding import named, scope_of
from tokviz.algorithms import ALGORITHMS
from tokviz.state.pages import PAGES
from tokviz.views.shared.catalog import LANGUAGES, load
from tokviz.web.access_control import AccessControl
from tokviz.web.arrival import previews
from tokviz.web.arrival.previews import FOLDER, HEIGHT, PATH, WIDTH, drawn_pages, file_of
from tokviz.web.arrival.unfolding import tags

HOST = "localhost:8501"
LARGEST = 40_000
"""Bytes of a picture."""
pytestmark = pytest.mark.usefixtures("serving")


@pytest.fixture
def client() -> TestClient:
    return TestClient(AccessControl(PlainTextResponse("app")), base_url=f"http://{HOST}")


def picture_of(path: str, query: str = "") -> str:
    """Return the address of the picture that the head of a page names."""
    return named(tags(scope_of(path, query)))["og:image"]


def test_each_algorithm_has_a_picture_in_each_language() -> None:
    assert {page.address for page in drawn_pages()} == set(ALGORITHMS)
    files = {file_of(page, language) for page in drawn_pages() for language in LANGUAGES}
    assert {path.name for path in FOLDER.iterdir()} == files  # `python -m tools.previews` draws them
    for name in files:
        with Image.open(FOLDER / name) as image:
            assert (image.format, image.size) == ("PNG", (WIDTH, HEIGHT))
        assert (FOLDER / name).stat().st_size < LARGEST, name


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("address", ["", "nowhere", *(page.address for page in PAGES)])
def test_every_page_names_a_picture_that_is_sent(address: str, language: str, client: TestClient) -> None:
    told = named(tags(scope_of(f"/{address}", f"lang={language}&step=2&corpus=mine")))
    sent = client.get(told["og:image"].removeprefix("http://tokviz.example.org"))
    assert (sent.status_code, sent.headers["content-type"]) == (200, told["og:image:type"])
    assert sent.headers["x-content-type-options"] == "nosniff"
    assert load(language)("app.name") not in told["og:image:alt"]  # it is a sentence about the picture


@pytest.mark.parametrize(
    ("address", "shown"), [("wordpiece", "wordpiece"), ("bpe-encode", "bpe"), ("compare", "bpe"), ("", "bpe")]
)
def test_a_page_without_a_picture_shows_that_of_its_parent_or_of_bpe(address: str, shown: str) -> None:
    assert picture_of(f"/{address}", "lang=zh&example=hug") == f"http://tokviz.example.org{PATH}/{shown}.zh.png"


def test_a_language_without_pictures_has_the_english_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(previews, "_files", lambda: frozenset({"bpe.en.png"}))
    assert picture_of("/bpe", "lang=zh").endswith(f"{PATH}/bpe.en.png")


@pytest.mark.parametrize(
    "path",
    [
        f"{PATH}/bpe.png?example=hug&step=3",  # as links that were unfolded earlier name it
        f"{PATH}/none.png",
        f"{PATH}/..%2f..%2fapp.py",
        f"{PATH}/",
        "/oembed?url=http%3A%2F%2Flocalhost%3A8501%2Fbpe",
    ],
)
def test_what_was_drawn_on_request_once_is_not_there(path: str, client: TestClient) -> None:
    sent = client.get(path)
    assert sent.status_code == 404
    assert sent.text != "app"
