"""Stills for links: what of a link they use, that nothing else is trained, and what the route answers."""

from __future__ import annotations

import asyncio
import io
from threading import Event
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.testclient import TestClient

from tests.coroutines import run
from tests.strategies import hostile_texts
from tests.web.arrival.test_unfolding import named, scope_of
from tokviz import examples
from tokviz.algorithms import ALGORITHMS
from tokviz.features.stills import linked, raster
from tokviz.features.stills.figure import Figure
from tokviz.features.stills.linked import HEIGHT, USUAL_STEP, WIDTH, LinkStill, prepared, still_of
from tokviz.features.stills.web.linked import PATH, ROUTES, Stills, picture_of
from tokviz.memory import LocalMemory
from tokviz.state import sample_texts
from tokviz.state.pages import PAGES
from tokviz.state.request import Training, TrainingRequest, train
from tokviz.state.training import ApplyState, TrainState
from tokviz.views.shared.catalog import LANGUAGES
from tokviz.web import hooks
from tokviz.web.access_control import AccessControl
from tokviz.web.arrival.unfolding import tags

HOST = "localhost:8501"
pytestmark = pytest.mark.usefixtures("serving")
DRAWN = [
    (page.address, form.do)
    for page in PAGES
    for form in (page.form, *([page.second_half.form] if page.second_half else []))
    if isinstance(form.opening(form.first), TrainState | ApplyState)
]
"""The pages with a picture of a training or of a word, with their halves."""


@pytest.fixture
def client() -> TestClient:
    return TestClient(AccessControl(PlainTextResponse("app"), (ROUTES,)), base_url=f"http://{HOST}")


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[Figure]:
    """The figures that are drawn, without their pixels."""
    figures: list[Figure] = []

    def framed(figure: Figure, width: int, height: int) -> bytes:
        figures.append(figure)
        return f"{len(figures)}".encode()

    monkeypatch.setattr(raster, "framed", framed)
    monkeypatch.setattr(raster, "lacking", lambda language: "")
    return figures


@pytest.fixture
def trained(monkeypatch: pytest.MonkeyPatch) -> list[TrainingRequest]:
    """The requests for trainings of stills."""
    asked: list[TrainingRequest] = []

    def noted(request: TrainingRequest, memory: Any) -> Training[Any]:
        asked.append(request)
        return train(request, memory)

    monkeypatch.setattr(linked, "train", noted)
    return asked


# -- what of a link is used --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("address", "query", "expected"),
    [
        ("bpe", {}, LinkStill("bpe", example="sennrich")),
        ("bpe", {"example": "hug", "step": "3"}, LinkStill("bpe", example="hug", step=3)),
        ("bpe", {"example": "hug", "rules": "minbpe"}, LinkStill("bpe", example="hug", rules="minbpe")),
        ("bpe", {"example": "hug", "guide": "bpe", "card": "2", "view": "files"}, LinkStill("bpe", example="hug")),
        ("wordpiece", {"do": "encode", "step": "1"}, LinkStill("wordpiece", "encode", "hug", step=1)),
        ("bpe-encode", {"word": "newest"}, LinkStill("bpe-encode", example="sennrich", word="newest")),
        # what is the visitor's own, or is not known, shows how the page opens
        ("bpe", {"corpus": "a b c", "step": "2"}, LinkStill("bpe", example="sennrich")),
        ("bpe", {"example": "own", "step": "2"}, LinkStill("bpe", example="sennrich")),
        ("bpe", {"example": "nothing", "rules": "minbpe"}, LinkStill("bpe", example="sennrich")),
        ("bpe-encode", {"text": "mine", "step": "2"}, LinkStill("bpe-encode", example="sennrich")),
        ("bpe-encode", {"word": "secret", "step": "2"}, LinkStill("bpe-encode", example="sennrich")),
        # a knob, or another size of the vocabulary, has steps of its own
        ("bpe", {"example": "hug", "min": "4", "step": "2"}, LinkStill("bpe", example="hug")),
        ("bpe", {"example": "hug", "merges": "9000", "step": "2"}, LinkStill("bpe", example="hug")),
        ("bpe", {"example": "hug", "step": "-1"}, LinkStill("bpe", example="hug")),
        ("bpe", {"example": "hug", "step": "9" * 5_000}, LinkStill("bpe", example="hug")),
        # a page without such a picture
        ("compare", {"example": "hug", "step": "2"}, LinkStill("bpe", example="sennrich")),
        ("", {}, LinkStill("bpe", example="sennrich")),
        ("nowhere", {}, None),
    ],
)
def test_a_still_uses_names_and_the_step(address: str, query: dict[str, str], expected: LinkStill | None) -> None:
    assert still_of(address, query, "en") == expected


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("address", "do"), DRAWN)
def test_every_page_with_a_picture_has_a_still(
    address: str, do: str, language: str, drawn: list[Figure], trained: list[TrainingRequest]
) -> None:
    still = still_of(address, {"do": do} if do else {}, language)
    assert still is not None
    assert (still.page, still.do) == (address, do)
    settled, draw = prepared(still, LocalMemory())
    draw()
    assert drawn[0].language == language
    assert settled.step is not None
    assert 0 < settled.step <= USUAL_STEP
    assert {request.example for request in trained} <= set(examples.NAMES)


_NAMES = sorted(
    {parameter.name for page in PAGES for parameter in page.form.fields} | {"example", "do", "lang", "guide"}
)
_VALUES = st.one_of(hostile_texts(), st.sampled_from([*examples.NAMES, "own", "encode", "lattice", "all", "7", "-1"]))


@given(st.sampled_from([page.address for page in PAGES]), st.dictionaries(st.sampled_from(_NAMES), _VALUES, max_size=6))
def test_no_link_brings_a_text_of_its_own(address: str, query: dict[str, str]) -> None:
    still = still_of(address, query, "en")
    assert still is not None
    assert still.example in examples.NAMES
    assert not still.rules or still.rules == "source" or any(still.rules in one.presets for one in ALGORITHMS.values())
    assert len(still.word) <= 44
    assert still_of(still.page, still.query, "en") == still


@pytest.mark.parametrize(
    "query", ["corpus=zzzz+zzz", "example=own&corpus=zzzz", "example=hug&min=3&corpus=zzzz", "text=zzzz&do=encode"]
)
def test_no_text_of_a_visitor_is_trained(
    query: str, client: TestClient, drawn: list[Figure], trained: list[TrainingRequest]
) -> None:
    for page in ("bpe", "wordpiece", "unigram"):
        assert client.get(f"{PATH}/{page}.png?{query}").status_code == 200
    assert trained
    assert {(request.text, request.file) for request in trained} == {("", None)}
    assert "zzz" not in "".join(figure.description for figure in drawn)


# -- the route ---------------------------------------------------------------------------------------------------------


def test_the_answer_is_a_picture_of_one_size(client: TestClient) -> None:
    found = client.get(f"{PATH}/bpe.png?example=hug&step=2")
    assert (found.status_code, found.headers["content-type"]) == (200, "image/png")
    assert "max-age" in found.headers["cache-control"]
    assert Image.open(io.BytesIO(found.content)).size == (WIDTH, HEIGHT)
    assert client.head(f"{PATH}/bpe.png?example=hug&step=2").status_code == 200


@pytest.mark.parametrize("path", ["nowhere.png", "..%2Fbpe.png", "bpe.png/", "%00.png", ".png/bpe", ""])
def test_other_pages_are_not_found(path: str, client: TestClient) -> None:
    assert client.get(f"{PATH}/{path}").status_code == 404


def test_a_page_of_another_site_is_refused(client: TestClient) -> None:
    assert client.get(f"{PATH}/bpe.png", headers={"Origin": "https://elsewhere.example.org"}).status_code == 403


def test_a_still_is_drawn_once(client: TestClient, drawn: list[Figure]) -> None:
    links = ("example=hug&step=2", "step=2&example=hug", "example=hug&step=2&guide=bpe&card=3&x=1")
    answers = {client.get(f"{PATH}/bpe.png?{link}").content for link in links}
    assert (len(answers), len(drawn)) == (1, 1)
    beyond = {client.get(f"{PATH}/bpe.png?example=hug&step={step}").content for step in (7, 8, 99, 10_000)}
    assert (len(beyond), len(drawn)) == (1, 2)
    client.get(f"{PATH}/bpe.png?example=hug&step=2&lang=zh")
    assert [figure.language for figure in drawn] == ["en", "en", "zh"]


def test_a_part_of_a_word_shows_the_first_word(client: TestClient, drawn: list[Figure]) -> None:
    opening, found = (client.get(f"{PATH}/bpe-encode.png?{query}") for query in ("", "word=owe&step=1"))
    assert found.content == opening.content
    assert len(drawn) == 1


@pytest.mark.parametrize("rules", ["", "sentencepiece"])
def test_a_word_of_a_lattice_is_drawn_and_kept_as_that_word(
    rules: str, client: TestClient, drawn: list[Figure]
) -> None:
    link = f"{PATH}/unigram.png?do=lattice&example=sennrich&rules={rules}"
    found = [client.get(f"{link}{word}").content for word in ("&word=newer", "", "&word=newer", "&word=lowest")]
    assert found[0] == found[2] != found[1]
    assert "newer" in drawn[0].title
    assert "lowest" in drawn[1].title


def test_a_mark_that_is_no_word_breaks_nothing(client: TestClient, drawn: list[Figure]) -> None:
    for example in examples.NAMES:
        text = sample_texts.text("unigram", example)
        for letter in sorted({letter for letter in text if not letter.isalnum() and not letter.isspace()}):
            query = {"do": "lattice", "example": example, "word": letter}
            assert client.get(f"{PATH}/unigram.png", params=query).status_code == 200
    assert drawn


def test_rules_that_an_example_cannot_have_show_how_the_page_opens(client: TestClient, drawn: list[Figure]) -> None:
    opening, found = (
        client.get(f"{PATH}/unigram.png?{query}") for query in ("", "example=hug&rules=sentencepiece&step=2")
    )
    assert found.status_code == 200
    assert found.content == opening.content
    assert len(drawn) == 1


def test_one_address_waits_for_few_stills() -> None:
    """The others are told to come back, and those of another address are drawn."""
    stills, may_draw = Stills(), Event()

    def drawn(still: LinkStill, who: str) -> bytes:
        may_draw.wait()
        return b"still"

    async def asked() -> list[int]:
        requests = [_request(step, "192.0.2.1") for step in range(10)] + [_request(20, "198.51.100.1")]
        waiting = [asyncio.ensure_future(stills.answer(request)) for request in requests]
        await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        may_draw.set()
        return [(await answer).status_code for answer in waiting]

    stills.drawn = drawn  # type: ignore[method-assign]
    *first, other = run(asked())
    assert sorted(first) == [200] * 6 + [503] * 4
    assert other == 200


def test_drawing_has_its_share_of_the_time_and_no_more(drawn: list[Figure]) -> None:
    """Stills that are kept are sent all the same."""
    now = 0.0

    def clock() -> float:
        nonlocal now
        now += 8  # so long does each drawing take
        return now

    stills = Stills(clock)

    def asked(step: int | None, address: str = "192.0.2.1") -> int:
        return run(stills.answer(_request(step, address))).status_code

    assert asked(None) == 200
    answers = [asked(step) for step in range(7)]
    assert answers[0] == 200
    assert answers[-1] == 503
    assert (asked(0), asked(None)) == (200, 200)
    assert asked(6, "198.51.100.1") == 200, "one address has spent the seconds of another one"
    now += 60
    assert asked(7) == 200


def _request(step: int | None, address: str) -> Request:
    scope = {
        **scope_of(f"{PATH}/bpe.png", f"example=hug&step={step}" if step is not None else ""),
        "client": (address, 1),
    }
    return Request({**scope, "path_params": {"name": "bpe.png"}})


# -- the head of a page ------------------------------------------------------------------------------------------------


@pytest.fixture
def _hooked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hooks, "link_picture", hooks.Hook())
    hooks.link_picture.add(picture_of)


@pytest.mark.usefixtures("_hooked")
def test_the_head_names_a_picture_that_there_is(client: TestClient, trained: list[TrainingRequest]) -> None:
    made = tags({**scope_of("/bpe", "example=hug&step=2"), "headers": [(b"host", HOST.encode())]})
    assert trained == []
    told = named(made)
    found = client.get(told["og:image"])
    assert found.headers["content-type"] == told["og:image:type"]
    size = Image.open(io.BytesIO(found.content)).size
    assert size == (int(told["og:image:width"]), int(told["og:image:height"]))
    assert told["og:image:alt"]
    assert told["twitter:card"] == "summary_large_image"


@pytest.mark.usefixtures("_hooked")
def test_a_link_names_its_picture_in_full_and_in_its_language(drawn: list[Figure]) -> None:
    told = named(tags(scope_of("/under/bpe", "lang=zh&step=2&corpus=secret", x_forwarded_proto="https")))
    assert told["og:image"] == f"https://tokviz.example.org/under{PATH}/bpe.png?example=sennrich&lang=zh"
    assert told["og:image:alt"] != named(tags(scope_of("/under/bpe")))["og:image:alt"]


@pytest.mark.usefixtures("_hooked")
def test_without_letters_of_the_language_there_is_no_picture(
    monkeypatch: pytest.MonkeyPatch, client: TestClient
) -> None:
    monkeypatch.setattr(raster, "lacking", lambda language: "词" if language == "zh" else "")
    assert "og:image" in named(tags(scope_of("/bpe")))
    assert not {"og:image", "twitter:card"} & named(tags(scope_of("/bpe", "lang=zh"))).keys()
    assert client.get(f"{PATH}/bpe.png?lang=zh").status_code == 404


def test_without_the_feature_there_is_no_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hooks, "link_picture", hooks.Hook())
    assert not {"og:image", "twitter:card"} & named(tags(scope_of("/bpe"))).keys()


@pytest.mark.usefixtures("_hooked")
def test_the_frame_of_a_link_names_the_picture_where_there_is_room(drawn: list[Figure], client: TestClient) -> None:
    link = f"http://{HOST}/bpe?example=hug&step=2"
    told = client.get("/oembed", params={"url": link}).json()
    assert (told["thumbnail_width"], told["thumbnail_height"]) == (WIDTH, HEIGHT)
    assert client.get(told["thumbnail_url"]).content == client.get(f"{PATH}/bpe.png?example=hug&step=2").content
    assert "thumbnail_url" not in client.get("/oembed", params={"url": link, "maxwidth": "640"}).json()
