"""The server's visits to itself: which pages, that they are drawn, and that nothing that goes wrong stays unsaid."""

import os
import subprocess
import sys
from pathlib import Path
from urllib.parse import parse_qsl

import pytest
from starlette.types import Message, Receive, Scope, Send
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from tests.coroutines import run
from tokviz import examples, guides
from tokviz.state.pages import PAGES
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


@pytest.mark.slow
def test_every_page_example_and_card_is_visited_in_every_language() -> None:
    app = App()
    run(warm_up.visit_pages(app))
    assert app.at == [(path, dict(query)) for path, query in warm_up.addresses()]
    assert {path for path, _ in app.at} == {page.address for page in PAGES}
    cards = [(query["guide"], query["card"], query["lang"]) for _, query in app.at if "guide" in query]
    assert sorted(cards) == sorted(
        (name, str(number), language)
        for name in guides.names()
        for number in range(1, len(guides.load(name).cards) + 1)
        for language in LANGUAGES
    )
    assert {query.get("example") for path, query in app.at if path == "unigram"} >= set(examples.NAMES)


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


@pytest.mark.program
def test_the_real_app_keeps_what_it_has_computed(root: Path) -> None:
    command = [sys.executable, "-W", "ignore", "-c", REAL]
    environment = {**os.environ, "TOKVIZ_WARM_UP": "off"}
    done = subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True, timeout=120, check=False)
    assert done.stdout.split("\n")[:3] == ["lifespan.startup.complete", "True", "['unigram']"], done.stderr
