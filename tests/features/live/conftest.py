"""A room's equipment: a store of each kind, and what draws the same codes every time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import count
from pathlib import Path

import pytest

from tests.features.live.redis_server import redis_server
from tokviz.features.live.room import Draw, Rooms
from tokviz.features.live.stores import SqliteStore, Store
from tokviz.features.live.web.redis_store import RedisStore

OpenStore = Callable[[], Store]


@pytest.fixture(scope="session")
def redis_address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with redis_server(tmp_path_factory.mktemp("redis")) as address:
        yield address


@pytest.fixture(params=["sqlite", pytest.param("redis", marks=pytest.mark.redis)])
def open_store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[OpenStore]:
    """Open the same store, empty at first, as often as one likes: as servers do, side by side or in turn."""
    with ExitStack() as stack:
        address = request.getfixturevalue("redis_address") if request.param == "redis" else ""

        def make() -> Store:
            store: Store = RedisStore(address) if address else SqliteStore(tmp_path / "rooms.sqlite")
            stack.callback(store.close)
            return store

        if address:
            _empty(address)
        yield make


@pytest.fixture
def store(open_store: OpenStore) -> Store:
    return open_store()


@pytest.fixture
def draw() -> Draw:
    """Bytes that differ from call to call, and not from run to run."""
    numbers = count(1)
    return lambda size: (next(numbers) * 7_919_777_777).to_bytes(size, "big")


@pytest.fixture
def rooms(store: Store, draw: Draw) -> Rooms:
    return Rooms(store, draw)


def _empty(address: str) -> None:
    import redis

    with redis.Redis.from_url(address) as base:
        base.flushdb()
