"""oEmbed: a frame for links to this server, and nothing for any other."""

from __future__ import annotations

import pytest
from starlette.responses import PlainTextResponse
from starlette.testclient import TestClient

from tokviz.features.stills.web.linked import ROUTES
from tokviz.features.stills.web.oembed import HEIGHT, WIDTH, answer_of
from tokviz.web.access_control import AccessControl

HOST = "localhost:8501"
pytestmark = pytest.mark.usefixtures("serving")


@pytest.fixture
def client() -> TestClient:
    return TestClient(AccessControl(PlainTextResponse("app"), (ROUTES,)), base_url=f"http://{HOST}")


def test_a_link_becomes_a_frame(client: TestClient) -> None:
    found = client.get("/oembed", params={"url": f"http://{HOST}/bpe?example=hug&step=3", "maxwidth": "640"})
    told = found.json()
    assert (found.status_code, told["version"], told["type"]) == (200, "1.0", "rich")
    assert (told["width"], told["height"]) == (640, HEIGHT)
    assert f'src="http://{HOST}/bpe?example=hug&amp;step=3&amp;embed=true"' in told["html"]


@pytest.mark.parametrize(
    "link",
    [
        "",
        "http://elsewhere.example.org/bpe",
        f"http://{HOST}/nowhere",
        f"http://{HOST}/a/bpe",
        f"javascript://{HOST}/bpe",
        f"http://{HOST}@elsewhere.example.org/bpe",
        "http://[",
        f"http://{HOST}/bpe?text={'x' * 5_000}",
    ],
)
def test_what_leads_elsewhere_is_not_found(link: str, client: TestClient) -> None:
    assert client.get("/oembed", params={"url": link}).status_code == 404


def test_only_json(client: TestClient) -> None:
    assert client.get("/oembed", params={"url": f"http://{HOST}/bpe", "format": "xml"}).status_code == 501


def test_markup_in_a_link_stays_text() -> None:
    found = answer_of(f"http://{HOST}/bpe?example=%22%3E%3Cscript%3E&step=1", HOST)
    assert found is not None
    assert "<script" not in found["html"]
    assert found["html"].count("<") == 2


@pytest.mark.parametrize(("room", "size"), [((10, 10), (200, 200)), ((9999, 9999), (WIDTH, HEIGHT))])
def test_the_frame_fits_the_room(room: tuple[int, int], size: tuple[int, int]) -> None:
    found = answer_of(f"http://{HOST}/", HOST, room)
    assert found is not None
    assert (found["width"], found["height"]) == size
