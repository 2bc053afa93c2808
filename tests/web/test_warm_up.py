"""The server's visits to itself: which pages, that they are drawn, and that nothing that goes wrong stays unsaid."""

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import parse_qsl

import pytest
from starlette.types import Message, Receive, Scope, Send
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from tests.coroutines import run
from tokviz import examples, guides
from tokviz.algorithms import ALGORITHMS
from tokviz.state.pages import PAGES
from tokviz.state.training import FORMS
from tokviz.texts import LANGUAGES
from tokviz.web import warm_up
from tokviz.web.streamlit_workarounds import page_visit


class App:
    """An app that draws each page at once; `at` is who has asked for what."""

    def __init__(
        self, ends: "ForwardMsg.ScriptFinishedStatus.ValueType" = ForwardMsg.FINISHED_SUCCESSFULLY, code: int = 0
    ) -> None:
        self.at: list[tuple[str, dict[str, str]]] = []
        self._ends, self._code = ends, code

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        assert (scope["type"], scope["path"]) == ("websocket", "/_stcore/stream")
        assert (await receive())["type"] == "websocket.connect"
        if self._code:
            await send({"type": "websocket.close", "code": self._code})
            return
        await send({"type": "websocket.accept"})
        asked = BackMsg.FromString((await receive())["bytes"]).rerun_script
        self.at.append((asked.page_name, dict(parse_qsl(asked.query_string))))
        for end in (ForwardMsg.FINISHED_EARLY_FOR_RERUN, self._ends):
            told: Message = {"type": "websocket.send", "bytes": ForwardMsg(script_finished=end).SerializeToString()}
            await send(told)
        assert (await receive())["type"] == "websocket.disconnect"


def test_every_page_example_and_card_is_there_in_every_language() -> None:
    links = list(warm_up.addresses())
    assert {path for path, _ in links} == {page.address for page in PAGES}
    cards = [(query["guide"], query["card"], query["lang"]) for _, query in links if "guide" in query]
    assert sorted(cards) == sorted(
        (name, str(number), language)
        for name in guides.names()
        for number in range(1, len(guides.load(name).cards) + 1)
        for language in LANGUAGES
    )
    assert {query.get("example") for path, query in links if path == "unigram"} >= set(examples.NAMES)


def test_each_page_is_visited_and_no_training_of_an_example_is_drawn_beside(monkeypatch: pytest.MonkeyPatch) -> None:
    computed: list[tuple[str, Mapping[str, str]]] = []
    monkeypatch.setattr(warm_up, "compute", lambda algorithm, query, *_, **__: computed.append((algorithm.name, query)))
    monkeypatch.setattr("asyncio.sleep", no_sleep)
    app = App()
    run(warm_up.visit_pages(app))
    assert {(page.address, language) for page in PAGES for language in LANGUAGES} == {
        (path, query["lang"]) for path, query in app.at if query.keys() == {"lang"}
    }
    trained = [(path, query) for path, query in app.at if path in FORMS and query.keys() != {"lang"}]
    assert all(query["example"] == "own" or query.get("do") for path, query in trained)
    links = [(path, dict(query)) for path, query in warm_up.addresses()]
    assert all(link in links for link in (*app.at, *computed))
    assert {path for path, _ in computed} == set(ALGORITHMS)
    assert {what(path, query) for path, query in links} == {what(path, query) for path, query in (*app.at, *computed)}


async def no_sleep(_: float) -> None:
    """Other visitors have their time at once."""


def what(path: str, query: Mapping[str, str]) -> tuple[str, frozenset[tuple[str, str]]]:
    """Return the page and query that a link shows, on whichever card."""
    return path, frozenset((name, value) for name, value in query.items() if name not in ("guide", "card"))


def test_whoever_is_refused_says_so_and_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    monkeypatch.setattr(warm_up._log, "warning", lambda text, *more, **_: said.append(text % more))
    run(warm_up.visit_pages(App(code=1013)))
    assert said == [f"{warm_up.FAILED}: /"]


def test_a_page_that_ends_in_an_error_is_told_apart() -> None:
    assert run(page_visit.visit(App(), "bpe", {}))
    assert not run(page_visit.visit(App(ForwardMsg.FINISHED_WITH_COMPILE_ERROR), "bpe", {}))


@pytest.mark.parametrize(("said", "wanted"), [("", True), ("on", True), ("off", False), (" OFF ", False), ("0", False)])
def test_they_can_be_turned_off(said: str, wanted: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TOKVIZ_WARM_UP", said)
    assert warm_up.is_wanted() is wanted


REAL = """
import asyncio, app

from tokviz.web.streamlit_workarounds import page_visit
from tokviz.web.computing import memory

async def main():
    going, done = asyncio.Queue(), asyncio.Queue()
    served = asyncio.create_task(app.app({"type": "lifespan", "asgi": {}, "state": {}}, going.get, done.put))
    await going.put({"type": "lifespan.startup"})
    print((await done.get())["type"])
    print(await page_visit.visit(app.app, "unigram", {"example": "hug", "lang": "zh"}))
    print([key[0] for key in memory._traces()._entries])
    await going.put({"type": "lifespan.shutdown"})
    await served

asyncio.run(main())
"""


SEEN = """
import asyncio, app

from tokviz.web import startup, warm_up
from tokviz.web.computing import cache
from tokviz.web.streamlit_workarounds import page_visit

made, real = [], cache.payload_json
cache.payload_json = lambda built: made.append(1) or real(built)
links = [link for link in warm_up.addresses() if link[0] in ("bpe", "unigram", "wordpiece", "picky")]
seen = [
    (path, query)
    for path, query in links
    if query["lang"] == "zh" and ("guide" in query or query.get("example") == "tea")
]
warm_up.addresses = lambda: iter(seen)

async def main():
    going, done = asyncio.Queue(), asyncio.Queue()
    served = asyncio.create_task(app.app({"type": "lifespan", "asgi": {}, "state": {}}, going.get, done.put))
    await going.put({"type": "lifespan.startup"})
    await done.get()
    await startup._loading
    await warm_up.visit_pages(app.app)
    print(len(made) > 10)
    made.clear()
    print(all([await page_visit.visit(app.app, path, query) for path, query in seen]), len(made))
    await going.put({"type": "lifespan.shutdown"})
    await served

asyncio.run(main())
"""


@pytest.mark.program
def test_pages_open_with_what_was_computed_without_drawing_them(root: Path) -> None:
    """The first visit of a link finds its training and its picture: a page that asked for others would make them."""
    command = [sys.executable, "-W", "ignore", "-c", SEEN]
    environment = {**os.environ, "TOKVIZ_WARM_UP": "off"}
    done = subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True, timeout=120, check=False)
    assert done.stdout.split("\n")[:2] == ["True", "True 0"], done.stderr


@pytest.mark.program
def test_the_real_app_keeps_what_it_has_computed(root: Path) -> None:
    command = [sys.executable, "-W", "ignore", "-c", REAL]
    environment = {**os.environ, "TOKVIZ_WARM_UP": "off"}
    done = subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True, timeout=120, check=False)
    assert done.stdout.split("\n")[:3] == ["lifespan.startup.complete", "True", "['unigram']"], done.stderr
