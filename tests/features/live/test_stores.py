"""One suite of tests for every store of rooms."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from queue import Queue

import pytest

from tests.features.live.conftest import OpenStore
from tokviz.features.live.stores import Store

NOW, ENDS = 1_000.0, 1_100.0


def test_a_room_is_found_until_it_ends(store: Store) -> None:
    assert store.find("ROOM", NOW) is None
    assert store.open("ROOM", b"lock", NOW, ENDS, most=5) == "put"
    assert store.find("ROOM", NOW) == b"lock"
    assert store.find("ROOM", ENDS) is None


def test_a_code_is_taken_until_its_room_has_ended(store: Store) -> None:
    assert store.open("ROOM", b"one", NOW, ENDS, most=5) == "put"
    assert store.open("ROOM", b"two", NOW, ENDS, most=5) == "known"
    assert store.find("ROOM", NOW) == b"one"
    store.end("ROOM")
    assert store.find("ROOM", NOW) is None
    assert store.open("ROOM", b"two", NOW, ENDS, most=5) == "put"


def test_no_more_rooms_than_may_be(store: Store) -> None:
    assert [store.open(f"R{n}", b"", NOW, ENDS + n, most=2) for n in range(3)] == ["put", "put", "full"]
    assert store.open("R3", b"", ENDS, ENDS + 9, most=2) == "put"  # the first one has ended by then


def test_rows(store: Store) -> None:
    store.open("ROOM", b"", NOW, ENDS, most=5)
    assert store.rows("ROOM", "t") == {}
    assert store.put("ROOM", "t", "a", b"\x00\xff") == "put"
    assert store.put("ROOM", "t", "b", b"") == "put"
    assert store.put("ROOM", "t", "a", b"2") == "put"
    assert (store.get("ROOM", "t", "a"), store.get("ROOM", "t", "b"), store.get("ROOM", "t", "c")) == (b"2", b"", None)
    assert store.get("ROOM", "other", "a") is None
    assert store.get("OTHER", "t", "a") is None
    assert (store.rows("ROOM", "t"), store.count("ROOM", "t")) == ({"a": b"2", "b": b""}, 2)
    store.remove("ROOM", "t")
    store.remove("ROOM", "t", "a")
    store.remove("ROOM", "t", "a")
    assert store.rows("ROOM", "t") == {"b": b""}
    store.put("ROOM", "t", "c", b"")
    store.remove("ROOM", "t", "a", "b", "c")
    assert store.rows("ROOM", "t") == {}


def test_a_row_once(store: Store) -> None:
    store.open("ROOM", b"", NOW, ENDS, most=5)
    assert store.put("ROOM", "t", "a", b"1", once=True) == "put"
    assert store.put("ROOM", "t", "a", b"2", once=True) == "known"
    assert store.get("ROOM", "t", "a") == b"1"


def test_a_full_table_takes_changes_and_nothing_new(store: Store) -> None:
    store.open("ROOM", b"", NOW, ENDS, most=5)
    assert [store.put("ROOM", "t", key, b"1", most=2) for key in "abc"] == ["put", "put", "full"]
    assert store.put("ROOM", "t", "a", b"2", most=2) == "put"


def test_a_condition(store: Store) -> None:
    store.open("ROOM", b"", NOW, ENDS, most=5)
    given = ("now", "question", b"1 open")
    assert store.put("ROOM", "t", "a", b"1", given=given) == "not-now"
    store.put("ROOM", "now", "question", b"1 open")
    assert store.put("ROOM", "t", "a", b"1", given=given) == "put"
    store.put("ROOM", "now", "question", b"1 closed")
    assert store.put("ROOM", "t", "a", b"2", given=given) == "not-now"
    assert store.get("ROOM", "t", "a") == b"1"


def test_what_has_ended_takes_nothing_and_leaves_nothing(store: Store) -> None:
    assert store.put("ROOM", "t", "a", b"1") == "gone"
    store.open("ROOM", b"", NOW, ENDS, most=5)
    store.put("ROOM", "t", "a", b"1")
    store.end("ROOM")
    assert store.put("ROOM", "t", "a", b"1") == "gone"
    store.open("ROOM", b"", NOW, ENDS, most=5)
    assert store.rows("ROOM", "t") == {}
    assert store.get("ROOM", "t", "a") is None


def test_another_server_goes_on_with_it(open_store: OpenStore) -> None:
    first = open_store()
    first.open("ROOM", b"lock", NOW, ENDS, most=5)
    first.put("ROOM", "t", "a", b"1")
    first.close()
    second = open_store()
    assert (second.find("ROOM", NOW), second.get("ROOM", "t", "a")) == (b"lock", b"1")


def test_many_at_once_are_all_counted_and_none_twice(open_store: OpenStore) -> None:
    stores = [open_store() for _ in range(3)]
    stores[0].open("ROOM", b"", NOW, ENDS, most=5)
    with ThreadPoolExecutor(8) as threads:
        work = [(stores[n % 3], f"{n % 100}") for n in range(300)]
        done = list(threads.map(lambda one: one[0].put("ROOM", "t", one[1], b"1", once=True, most=90), work))
    assert done.count("put") == 90
    assert stores[1].count("ROOM", "t") == 90


def test_who_listens_hears_of_changes_and_of_the_end(store: Store) -> None:
    heard: Queue[str] = Queue()
    store.open("ROOM", b"", NOW, ENDS, most=5)
    stop = store.listen(heard.put)
    store.put("ROOM", "t", "a", b"1")
    assert heard.get(timeout=10) == "ROOM"
    store.put("ROOM", "t", "a", b"1", once=True)  # changes nothing
    store.end("ROOM")
    assert heard.get(timeout=10) == "ROOM"
    assert heard.empty()
    stop()
    store.open("NEXT", b"", NOW, ENDS, most=5)
    store.put("NEXT", "t", "a", b"1")
    assert heard.empty()


@pytest.mark.redis
def test_two_servers_at_one_redis_hear_of_each_other(redis_address: str) -> None:
    from tokviz.features.live.web.redis_store import RedisStore

    one, two = RedisStore(redis_address), RedisStore(redis_address)
    heard: Queue[str] = Queue()
    two.listen(heard.put)
    one.open("SHARED", b"", NOW, ENDS, most=1_000)
    one.put("SHARED", "t", "a", b"1")
    assert heard.get(timeout=10) == "SHARED"
    one.end("SHARED")
    one.close()
    two.close()
