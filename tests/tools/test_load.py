"""Three visitors of the load script for a few seconds: they step, and no session fails. How fast, is not tested."""

from __future__ import annotations

import urllib.request
from collections.abc import Iterator
from urllib.parse import parse_qs

import pytest

from tests.coroutines import run
from tests.e2e.conftest import Server, serve
from tokviz.features.live.stores import SqliteStore
from tools.bench.load import PAGES, stepping
from tools.bench.load_room import a_class
from tools.bench.load_visitor import VisitError, visit

pytestmark = pytest.mark.program


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serve(tmp_path_factory.mktemp("server")) as running:
        yield running
        assert "Traceback (most recent call last)" not in running.output()


def test_three_visitors_step_without_a_failure(server: Server) -> None:
    figures = run(stepping(server.url, 3, 4))
    assert figures.failures == []
    assert len(figures.openings) == 3
    assert len(figures.actions) + figures.alone >= 3


@pytest.mark.parametrize("path", PAGES)
def test_a_visitor_acts_on_the_page(server: Server, path: str) -> None:
    async def two_actions(*, reads: bool) -> tuple[int, str, bool]:
        async with visit(server.url, path, reads=reads) as visitor:
            await visitor.open()
            asked = [await visitor.act(), await visitor.act()]
            return visitor.step, visitor.query, any(seconds is not None for seconds in asked)

    step, query, is_asked = run(two_actions(reads=True))
    assert step == 2
    assert is_asked
    assert run(two_actions(reads=False))[2] == (path == "/compare")
    if path == "/compare":
        assert "word" in parse_qs(query)
    elif path != "/bpe-encode":
        assert parse_qs(query)["step"] == ["2"]


def test_what_is_sent_together_with_a_part_of_the_page_is_not_lost(server: Server) -> None:
    """A slider of the page whose message is one with that of a fragment."""

    async def together() -> str:
        async with visit(server.url, "/compare") as visitor:
            await visitor.open()
            visitor.slide("compare_size", 100)
            await visitor.act()
            return visitor.query

    query = parse_qs(run(together()))
    assert query["size"] == ["100"]
    assert "word" in query


def test_a_live_class_loses_no_answer(server: Server) -> None:
    figures, _ = run(a_class(server.url, SqliteStore(server.log.parent / "rooms.sqlite"), 5, 2))
    assert figures.counted == [5, 5, 5]
    assert len(figures.steps) == 10


def test_a_page_that_is_not_there_is_told(server: Server) -> None:
    async def nowhere() -> None:
        async with visit(server.url, "/nowhere") as visitor:
            await visitor.open()

    with pytest.raises(VisitError, match="no such page"):
        run(nowhere())


def test_a_failed_session_is_told(server: Server) -> None:
    async def act() -> None:
        async with visit(server.url, "/why") as visitor:
            await visitor.open()
            await visitor.act()

    with pytest.raises(VisitError, match="/why"):
        run(act())


def test_the_server_tells_its_health(server: Server) -> None:
    direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    with direct.open(f"{server.url}/_stcore/health", timeout=60) as answer:
        assert answer.status == 200
        assert answer.read() == b"ok"
