"""Connections to rooms, without a server: admission, places that are given up, and messages, none of which may fail.

The clock stands still unless a test moves it.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from secrets import token_bytes
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from starlette.websockets import WebSocketDisconnect

from tests.coroutines import run
from tests.features.live.test_room import PAYLOAD
from tokviz.features.live import room
from tokviz.features.live.limits import WRONG_CODES, Allowance, Guesses
from tokviz.features.live.questions import shared_view
from tokviz.features.live.room import Lead, Rooms
from tokviz.features.live.stores import SqliteStore
from tokviz.features.live.web import broadcast as hub_module
from tokviz.features.live.web import room_socket as desk_module
from tokviz.features.live.web import settings as live_settings
from tokviz.features.live.web.broadcast import Broadcaster
from tokviz.features.live.web.room_socket import RoomSocket, SilentConnections

START = 1_000_000.0
NOBODY = "22222222"
HALL, HOME = "192.0.2.1", "198.51.100.1"
VIEW = getattr(shared_view(PAYLOAD), "name", "")


class Clock:
    """The time, in seconds."""

    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> float:
        return self.now


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    for module, names in ((desk_module, ("time", "monotonic")), (hub_module, ("time",))):
        for name in names:
            monkeypatch.setattr(module, name, made)
    return made


@pytest.fixture
def rooms(tmp_path: Path) -> Iterator[Rooms]:
    store = SqliteStore(tmp_path / "rooms.sqlite")
    yield Rooms(store, token_bytes)
    store.close()


@pytest.fixture
def lead(rooms: Rooms, clock: Clock) -> Lead:
    """A room, with a picture that asks at step 2."""
    made, view = rooms.open(clock()), shared_view(PAYLOAD)
    assert view is not None
    rooms.publish(made, view, clock())
    return made


@pytest.fixture
def entrance(rooms: Rooms) -> RoomSocket:
    return RoomSocket(Broadcaster(lambda: rooms), Guesses())


class Socket:
    """A connection of an address. told: the newest of each thing that the server said."""

    def __init__(self, address: str) -> None:
        self.scope = {"type": "websocket", "client": (address, 1), "headers": []}
        self.told: dict[str, Any] = {}
        self.closed: int | None = None
        self._said: asyncio.Queue[dict[str, object]] = asyncio.Queue()
        self._news = asyncio.Condition()

    def say(self, said: object) -> None:
        self._said.put_nowait({"type": "websocket.receive", "text": json.dumps(said)})

    def leave(self) -> None:
        self._said.put_nowait({"type": "websocket.disconnect", "code": 1001})

    async def until(self, check: Callable[[Socket], object]) -> None:
        async with asyncio.timeout(20), self._news:
            await self._news.wait_for(lambda: check(self))

    # -- as the server sees it

    async def accept(self) -> None:
        pass

    async def receive(self) -> dict[str, object]:
        return await self._said.get()

    async def send_text(self, text: str) -> None:
        if self.closed is not None:
            raise WebSocketDisconnect
        async with self._news:
            self.told |= json.loads(text)
            self._news.notify_all()

    async def close(self, code: int = 1000) -> None:
        async with self._news:
            self.closed = code if self.closed is None else self.closed
            self._news.notify_all()
        self.leave()


@asynccontextmanager
async def connection(entrance: RoomSocket, address: str, hello: object = None) -> AsyncIterator[Socket]:
    """A connection that has been answered, if it has said hello."""
    socket = Socket(address)
    serving = asyncio.create_task(entrance.serve(socket))  # type: ignore[arg-type]
    if hello is not None:
        socket.say(hello)
        await socket.until(lambda one: one.told or one.closed)
    try:
        yield socket
    finally:
        socket.leave()
        await serving


def student(code: str, token: str = "") -> dict[str, object]:
    return {"do": "enter", "room": code, "token": token}


def teacher(lead: Lead) -> dict[str, object]:
    return {"do": "lead", "room": lead.code, "key": lead.key}


async def answered(entrance: RoomSocket, address: str, hello: object) -> str:
    """Return "in" if somebody is let in, or else the reason."""
    async with connection(entrance, address, hello) as socket:
        return str(socket.told.get("refused") or "in")


async def ghost(entrance: RoomSocket, address: str, code: str) -> str:
    """Enter, and leave; returns the token, or why not."""
    async with connection(entrance, address, student(code)) as socket:
        return str(socket.told.get("you") or socket.told["refused"])


# -- wrong guesses lock nobody out


def test_wrong_guesses_of_an_address_lock_nobody_out_there(
    entrance: RoomSocket, lead: Lead, rooms: Rooms, clock: Clock
) -> None:
    token = rooms.enter(lead.code, "", "", clock())

    async def lesson() -> None:
        told = [await answered(entrance, HALL, student(NOBODY)) for _ in range(int(WRONG_CODES[0].most) + 5)]
        assert told == ["no-room"] * int(WRONG_CODES[0].most) + ["slow-down"] * 5
        assert await answered(entrance, HALL, {**teacher(lead), "key": "A" * 24}) == "slow-down"
        for hello in (student(lead.code), student(lead.code, token), teacher(lead)):
            assert await answered(entrance, HALL, hello) == "in"

    run(lesson())


def test_wrong_guesses_of_many_addresses_lock_nobody_out(
    entrance: RoomSocket, lead: Lead, rooms: Rooms, clock: Clock
) -> None:
    token = rooms.enter(lead.code, "", "", clock())

    async def lesson() -> None:
        for number in range(int(WRONG_CODES[1].most) + 20):
            told = await answered(entrance, f"203.0.113.{number % 200}", student(NOBODY))
        assert told == "slow-down"
        for hello in (student(lead.code), student(lead.code, token), teacher(lead)):
            assert await answered(entrance, HOME, hello) == "in"

    run(lesson())


# -- nobody fills a room


@pytest.mark.slow
def test_ghosts_of_one_address_fill_no_room(entrance: RoomSocket, lead: Lead, clock: Clock, rooms: Rooms) -> None:
    async def lesson() -> None:
        for _ in range(1_200):
            await ghost(entrance, HALL, lead.code)
            clock.now += 0.02  # a thousand within 20 seconds
        for address in (HOME, HALL):  # from the same address, too
            assert await answered(entrance, address, student(lead.code)) == "in"

    run(lesson())
    assert len(rooms.students(lead.code, clock())) < room.MAX_STUDENTS


def test_ghosts_of_many_addresses_make_room(
    entrance: RoomSocket, lead: Lead, clock: Clock, rooms: Rooms, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room, "MAX_STUDENTS", 20)
    answering = rooms.enter(lead.code, "", "", clock())
    rooms.ask(lead, VIEW, 2, clock())
    rooms.answer(lead.code, answering, 1, 0)

    async def lesson() -> None:
        async with connection(entrance, HOME, student(lead.code)) as here:
            for number in range(18):
                await ghost(entrance, f"203.0.113.{number}", lead.code)
            assert await answered(entrance, HALL, student(lead.code)) == "full"  # for the moment: those have just come
            clock.now += 10
            for _ in range(18):
                assert await answered(entrance, HALL, student(lead.code)) == "in"
            assert here.told["you"] in rooms.names(lead.code)

    run(lesson())
    assert answering in rooms.names(lead.code)  # has gone, and is a student all the same


def test_a_hall_enters_at_once(entrance: RoomSocket, lead: Lead) -> None:
    async def lesson() -> int:
        async with AsyncExitStack() as stack:
            hall = [await stack.enter_async_context(connection(entrance, HALL, student(lead.code))) for _ in range(300)]
            return sum("you" in one.told for one in hall)

    assert run(lesson()) == 300


def test_who_comes_back_has_a_place_before_newcomers(
    rooms: Rooms, lead: Lead, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One person holds all places of a hall; those who were in before get in again."""
    monkeypatch.setattr(live_settings, "students_per_address", lambda: 3)
    entrance, tokens = (
        RoomSocket(Broadcaster(lambda: rooms), Guesses()),
        [rooms.enter(lead.code, "", "", clock()) for _ in range(3)],
    )

    async def lesson() -> None:
        async with AsyncExitStack() as stack:
            greedy = [await stack.enter_async_context(connection(entrance, HALL, student(lead.code))) for _ in range(3)]
            assert await answered(entrance, HALL, student(lead.code)) == "slow-down"
            for token in tokens:
                back = await stack.enter_async_context(connection(entrance, HALL, student(lead.code, token)))
                assert back.told["you"] == token
            for one in greedy:
                await one.until(lambda one: one.closed)
                assert one.told["refused"] == "slow-down"
            assert await answered(entrance, HALL, teacher(lead)) == "in"

    run(lesson())


def test_silent_connections_are_in_nobodys_way(entrance: RoomSocket, lead: Lead) -> None:
    async def lesson() -> None:
        async with AsyncExitStack() as stack:
            silent = [await stack.enter_async_context(connection(entrance, HALL)) for _ in range(600)]
            assert await answered(entrance, HALL, student(lead.code)) == "in"
            assert silent[0].closed is not None  # the one that has waited longest
            assert silent[-1].closed is None

    run(lesson())


def test_silence_ends() -> None:
    async def wait(silent: SilentConnections) -> None:
        async with silent.until_heard(HALL):
            await asyncio.Event().wait()

    async def all_of_them() -> None:
        with pytest.raises(TimeoutError):
            await wait(SilentConnections(1, 0))
        silent = SilentConnections(1, 60)
        first, second = asyncio.create_task(wait(silent)), asyncio.create_task(wait(silent))
        with pytest.raises(TimeoutError):
            await first
        assert not second.done()
        second.cancel()

    assert desk_module._HELLO == 5
    run(all_of_them())


# -- what the teacher does about it


def test_a_removed_student_is_told_and_cannot_come_back_as_the_same(
    entrance: RoomSocket, lead: Lead, rooms: Rooms, clock: Clock
) -> None:
    async def lesson() -> None:
        async with (
            connection(entrance, HOME, student(lead.code)) as ada,
            connection(entrance, HALL, student(lead.code)) as ben,
        ):
            token = ada.told["you"]
            rooms.remove(lead, [token], clock())
            await ada.until(lambda one: one.closed)
            assert ada.told["refused"] == "removed"
            assert await answered(entrance, HOME, student(lead.code, token)) == "removed"
            assert await answered(entrance, HOME, student(lead.code)) == "in"
            assert ben.closed is None

    run(lesson())


def test_a_room_that_takes_no_new_students(entrance: RoomSocket, lead: Lead, rooms: Rooms, clock: Clock) -> None:
    token = rooms.enter(lead.code, "", "", clock())

    async def lesson() -> None:
        async with connection(entrance, HALL, student(lead.code)) as inside:
            rooms.admit(lead, clock(), new=False)
            await inside.until(lambda one: one.told.get("state", {}).get("admits") is False)
            assert await answered(entrance, HOME, student(lead.code)) == "no-new"
            assert await answered(entrance, HOME, student(lead.code, token)) == "in"
            rooms.admit(lead, clock(), new=True)
            assert await answered(entrance, HOME, student(lead.code)) == "in"
            assert inside.closed is None

    run(lesson())


def test_who_is_not_let_in_takes_nobodys_place(
    rooms: Rooms, lead: Lead, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A student whose phone sleeps since before the first question comes back, whoever knocks meanwhile."""
    monkeypatch.setattr(desk_module, "ENTERING", Allowance(1, 0))
    entrance = RoomSocket(Broadcaster(lambda: rooms), Guesses())

    async def lesson() -> None:
        token = await ghost(entrance, HALL, lead.code)
        rooms.admit(lead, clock(), new=False)
        clock.now += 60
        for _ in range(3):
            assert await answered(entrance, HALL, student(lead.code)) == "no-new"
        assert await ghost(entrance, HALL, lead.code) == "no-new"
        async with connection(entrance, HALL, student(lead.code, token)) as back:
            assert back.told["you"] == token

    run(lesson())


# -- what is shown, and what is said


FOREIGN = (
    *("//elsewhere.example/", "/\\elsewhere.example/x", "/\t/elsewhere.example", "/\n/elsewhere.example", "\\bpe"),
    *("https://elsewhere.example", "javascript:alert(1)", "", "bpe", " /bpe", "/bpe\n", "/bpe#x", "/bpe?a b", "/join"),
    *("/elsewhere", "/bpe/../elsewhere", "/room/view/x/y", "/bpe?\u202e", "/bpe?\\", "/\u2044elsewhere", "/bpe//"),
)


@pytest.mark.parametrize("place", FOREIGN)
def test_only_pages_of_the_site_are_shown(entrance: RoomSocket, lead: Lead, place: str) -> None:
    async def lesson() -> None:
        async with connection(entrance, HOME, teacher(lead)) as head:
            head.say({"do": "show", "address": place})
            await head.until(lambda one: "refused" in one.told)
            assert head.told["refused"] == "not-so"
            head.say({"do": "show", "address": "/bpe-encode?word=%E2%90%A3a&x=1+2"})
            await head.until(lambda one: one.told.get("state", {}).get("shown"))

    run(lesson())


WORDS = st.one_of(
    st.sampled_from(["", "enter", "lead", "show", "ask", "task", "answer", "close", "next-merge", "en", "/bpe", VIEW]),
    st.text(st.characters(), max_size=40),  # with halves of surrogate pairs
    st.sampled_from(["\ud800", "a\udfff", "\x00", "/\\evil.example", "A" * 24, "9" * 400]),
)
VALUES = WORDS | st.recursive(
    st.one_of(WORDS, st.integers(), st.floats(), st.booleans(), st.none()),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=3),
    max_leaves=5,
)
NAMES = ("do", "room", "token", "name", "key", "address", "view", "step", "kind", "level", "lang", "question", "choice")
MESSAGES = st.dictionaries(st.sampled_from((*NAMES, "text")), VALUES, max_size=6)
LIKELY = st.builds(
    lambda do, said: {**said, "do": do},
    st.sampled_from(["enter", "lead", "show", "ask", "task", "answer", "close", "reveal", "dismiss"]),
    MESSAGES,
)


class Noting(logging.Handler):
    """A handler that keeps the records that are logged; here each would be a traceback."""

    def __init__(self) -> None:
        super().__init__()
        self.noted: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.noted.append(self.format(record))


@example(said=[{"token": "\ud800"}], hello="student", sound=set())
@example(said=[{}, {"do": "show", "address": "/bpe", "view": "\ud800"}], hello="teacher", sound=set(NAMES))
@example(said=[{"do": "enter", "room": "\ud800" * 8}], hello="stranger", sound=set())
@example(said=[{}, {"do": "answer", "question": 1, "\ud800": "a"}], hello="student", sound=set(NAMES))
@given(
    said=st.lists(MESSAGES | LIKELY, min_size=1, max_size=5),
    hello=st.sampled_from(["student", "teacher", "stranger"]),
    sound=st.sets(st.sampled_from(NAMES)),
)
@settings(max_examples=150, deadline=None)
def test_nothing_that_is_said_fails(
    tmp_path_factory: pytest.TempPathFactory, said: list[dict[str, Any]], hello: str, sound: set[str]
) -> None:
    """The answer is a state or a refusal. sound: fields of the first message that are as they should be."""
    store = SqliteStore(tmp_path_factory.mktemp("rooms") / "rooms.sqlite")
    rooms = Rooms(store, token_bytes)
    lead, view = rooms.open(START), shared_view(PAYLOAD)
    assert view is not None
    rooms.publish(lead, view, START)
    rooms.ask(lead, VIEW, 2, START)
    first = {"student": student(lead.code), "teacher": teacher(lead), "stranger": said[0]}[hello]
    if hello != "stranger":
        first |= {name: value for name, value in said[0].items() if name not in sound | {"do", "room"}}
    handler = Noting()
    logging.getLogger("tokviz.features.live.web").addHandler(handler)

    async def talk() -> Socket:
        async with connection(RoomSocket(Broadcaster(lambda: rooms), Guesses()), HOME, first) as socket:
            for one in said[1:]:
                socket.say(one)
            return socket

    try:
        socket = run(talk())
    finally:
        logging.getLogger("tokviz.features.live.web").removeHandler(handler)
        store.close()
    assert handler.noted == []
    assert socket.told.get("refused") != "failed"
    assert socket.closed != 1011
