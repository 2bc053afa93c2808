"""The socket of a room: the first message says who it is, the others what to do. JSON both ways.

What makes no sense is refused by name, and a browser that sends too much or too long is disconnected.
"""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import asdict
from time import monotonic, time
from typing import Any, TypeVar

from starlette.websockets import WebSocket, WebSocketDisconnect

from tokviz.errors import TokvizError
from tokviz.exercises.answers import UnreadableError
from tokviz.features.live import access, tasks
from tokviz.features.live.access import ANSWERED, NEW, origin_of
from tokviz.features.live.limits import ENTERING, MESSAGES, Allowance, Bucket, Guesses, Places
from tokviz.features.live.questions import ShownPage, Written
from tokviz.features.live.room import Lead, RefusedError, Rooms
from tokviz.features.live.web import settings
from tokviz.features.live.web.broadcast import Broadcaster, Connection
from tokviz.state import pages
from tokviz.views.shared.catalog import LANGUAGES, load
from tokviz.web.server.connections import client_address
from tokviz.web.streamlit_workarounds.environment_options import prefix

MAX_MESSAGE = 16_000
"""Characters of a message; a teacher's has an address in it."""

Found = TypeVar("Found")

_HELLO = 5.0  # seconds until a connection has to have said who it is
_SILENT = 300  # connections of one address that have not said so yet
_LEADERS = 40  # connections of one room that lead
_CLEARING = Allowance(1, 1)  # looks for ghosts, which read all students of a room
_LEADING = Allowance(200, 60)  # a teacher who drags the slider
_LOG = logging.getLogger(__name__)


class RoomSocket:
    """The handler of WebSocket messages. One per server, so that rate limits apply across connections."""

    def __init__(self, hub: Broadcaster, guesses: Guesses) -> None:
        self._hub = hub
        self._guesses = guesses
        self._entering, self._clearing = Bucket(ENTERING), Bucket(_CLEARING)
        self._silent = SilentConnections(_SILENT, _HELLO)
        self._students = Places[Connection](settings.students_per_address())
        self._leaders = Places[Connection](_LEADERS)
        self._secret = secrets.token_bytes(16)  # of this process alone, so that origins lead to no address

    async def serve(self, socket: WebSocket) -> None:
        """Serve one connection, from the first message to the last."""
        await socket.accept()
        try:
            rooms, name = await self._hub.rooms(), client_address(socket.scope)
            async with self._silent.until_heard(name):
                hello = _read(await _next_text(socket))
            code = access.tidy(_text(hello, "room"))
            if hello.get("do") == "lead":
                lead = Lead(code, _text(hello, "key"))
                await self._guessed(name, lambda: rooms.check(lead, time()))
                connection = Connection(socket, leads=True)
                with _place(self._leaders, code, connection):
                    await self._attend(socket, code, connection, _leading(rooms, lead))
            else:
                token = _text(hello, "token")
                standing = await self._guessed(name, lambda: rooms.standing(code, token, time()))
                connection = Connection(socket, leads=False, rank=standing)
                with _place(self._students, name, connection):
                    await self._enter(rooms, name, code, connection, token, _text(hello, "name"))
                    await self._attend(socket, code, connection, _learning(rooms, code, connection.token))
        except RefusedError as refused:
            await _close(socket, refused.why)
        except (TimeoutError, WebSocketDisconnect):
            await _close(socket, "")
        except _SlowDownError:
            await _close(socket, "slow-down", 1008)
        except Exception:
            _LOG.exception("a connection to a room failed")
            await _close(socket, "failed", 1011)

    async def _attend(
        self, socket: WebSocket, code: str, connection: Connection, obey: Callable[[dict[str, Any]], Any]
    ) -> None:
        """Tell and be told, until the connection is over."""
        self._hub.enter(code, connection)
        sending = asyncio.create_task(connection.send())
        try:
            await self._listen(socket, connection, obey)
        finally:
            sending.cancel()
            self._hub.leave(code, connection)

    async def _enter(
        self, rooms: Rooms, name: str, code: str, connection: Connection, token: str, nickname: str
    ) -> None:
        """Let a student in, and tell what the student has done so far."""
        origin = origin_of(name, code, self._secret)
        if connection.rank == NEW:
            await self._make_way(rooms, code, origin)

        def enter() -> str:
            return rooms.enter(code, token, nickname, time(), origin)

        try:
            connection.token = await asyncio.to_thread(enter)
        except RefusedError as refused:
            if refused.why != "full" or not await self._clear(rooms, code, ""):
                raise
            connection.token = await asyncio.to_thread(enter)
        connection.tell("you", connection.token)
        connection.tell("mine", _given(*await asyncio.to_thread(rooms.choice, code, connection.token)))
        score = (await asyncio.to_thread(rooms.scores, code)).get(connection.token)
        if score is not None:
            connection.tell("score", asdict(score))

    async def _guessed(self, name: str, look: Callable[[], Found]) -> Found:
        """Look before anything is charged: a right code or key is let in, however many wrong ones came before it."""
        try:
            return await asyncio.to_thread(look)
        except RefusedError as refused:
            if refused.why in {"no-room", "not-yours"} and not self._guesses.charge(name, monotonic()):
                raise _SlowDownError from None
            raise

    async def _make_way(self, rooms: Rooms, code: str, origin: str) -> None:
        """Let a new student of an address enter; beyond the allowance each takes the place of a ghost from there."""
        crowd = f"{code} {origin}"
        if self._entering.take(crowd, monotonic()):
            return
        self._entering.put_back(crowd, await self._clear(rooms, code, origin), monotonic())
        if not self._entering.take(crowd, monotonic()):
            raise _SlowDownError

    async def _clear(self, rooms: Rooms, code: str, origin: str) -> int:
        if not self._clearing.take(f"{code} {origin}", monotonic()):
            return 0
        return await asyncio.to_thread(rooms.clear, code, time(), origin)

    async def _listen(self, socket: WebSocket, connection: Connection, obey: Callable[[dict[str, Any]], Any]) -> None:
        bucket = Bucket(_LEADING if connection.leads else MESSAGES)
        while not connection.is_over:
            text = await _next_text(socket)
            if not bucket.take("", monotonic()):
                raise _SlowDownError
            try:
                done = await asyncio.to_thread(obey, _read(text))
            except RefusedError as refused:
                connection.tell("refused", refused.why, again=True)
            except _UnreadableError as unreadable:
                connection.tell("unreadable", unreadable.details, again=True)
            else:
                if done is not None:
                    connection.rank = ANSWERED
                    connection.tell("mine", _given(*done))


@contextmanager
def _place(places: Places[Connection], name: str, connection: Connection) -> Iterator[None]:
    """Have a place for a connection, perhaps that of another one."""
    if not places.enter(name, connection):
        raise _SlowDownError
    try:
        yield
    finally:
        places.leave(name, connection)


class _SlowDownError(Exception):
    """One address asks for too much."""


class _UnreadableError(Exception):
    """An answer that is none. details: why, with the number of the question."""

    def __init__(self, details: Mapping[str, object]) -> None:
        super().__init__()
        self.details = details


def _leading(rooms: Rooms, lead: Lead) -> Callable[[dict[str, Any]], Any]:
    """Return the function that does what a teacher asks for."""

    def obey(said: dict[str, Any]) -> None:
        now = time()
        match said.get("do"):
            case "show":
                place = _text(said, "address")
                if not is_page(place):
                    raise RefusedError("not-so")
                rooms.show(lead, ShownPage(place, _text(said, "view"), _number(said, "step")), now)
            case "ask":
                rooms.ask(lead, _text(said, "view"), _number(said, "step"), now)
            case "task":
                rooms.pose(lead, _task(said), now)
            case "close":
                rooms.turn(lead, "closed", now)
            case "reveal":
                rooms.turn(lead, "shown", now)
            case "dismiss":
                rooms.dismiss(lead, now)
            case _:
                raise RefusedError("not-so")

    return obey


def _learning(rooms: Rooms, code: str, token: str) -> Callable[[dict[str, Any]], Any]:
    """Return the function that takes a student's answers."""

    def obey(said: dict[str, Any]) -> tuple[int, int | str]:
        if said.get("do") != "answer":
            raise RefusedError("not-so")
        number = _number(said, "question")
        if "text" in said:
            written = _graded(rooms.ask_of(code, number), number, _text(said, "text"))
            rooms.answer(code, token, number, written)
            return number, written.label
        choice = _number(said, "choice")
        rooms.answer(code, token, number, choice)
        return number, choice

    return obey


def _task(said: dict[str, Any]) -> dict[str, Any]:
    """Return the task that a teacher asks for, drawn again each time."""
    kind, level, language = _text(said, "kind"), _number(said, "level"), _text(said, "lang")
    if language not in LANGUAGES:
        raise RefusedError("not-so")
    try:
        return tasks.class_question(kind, level, secrets.token_hex(8), load(language))
    except TokvizError:
        raise RefusedError("not-so") from None


def _given(number: int, answer: int | str | None) -> dict[str, object]:
    """Return a student's answer to the question of a number, as a message."""
    return {"question": number, "answer": answer}


def _graded(ask: Mapping[str, Any], number: int, text: str) -> Written:
    if not ask.get("field"):
        raise RefusedError("not-so")
    try:
        return tasks.grade_answer(ask, text)
    except UnreadableError as error:
        raise _UnreadableError({"question": number, "why": tasks.unreadable_answer(ask, error.line)}) from None


async def _next_text(socket: WebSocket) -> str:
    """Return the next message."""
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1000))
    text = message.get("text")
    if text is None:  # bytes, which nobody here sends
        raise RefusedError("not-so")
    return str(text)


def _read(text: str) -> dict[str, Any]:
    if len(text) > MAX_MESSAGE:
        raise _SlowDownError
    try:
        said = json.loads(text)
        json.dumps(said, ensure_ascii=False).encode()  # half of a surrogate pair is no text that could be kept
    except (ValueError, RecursionError):
        raise RefusedError("not-so") from None
    if not isinstance(said, dict):
        raise RefusedError("not-so")
    return said


def _text(said: dict[str, Any], name: str) -> str:
    value = said.get(name, "")
    if not isinstance(value, str):
        raise RefusedError("not-so")
    return value


def _number(said: dict[str, Any], name: str) -> int:
    value = said.get(name, 0)
    if type(value) is not int or not 0 <= value < 10**9:
        raise RefusedError("not-so")
    return value


async def _close(socket: WebSocket, why: str, status: int = 1000) -> None:
    """Say why, and hang up; a browser that has gone already hears neither."""
    with suppress(WebSocketDisconnect, RuntimeError):
        if why:
            await socket.send_text(json.dumps({"refused": why}))
        await socket.close(status)


# -- connections that have not said who they are -----------------------------------------------------------------------


class SilentConnections:
    """The connections that have not said who they are, which must not take the places of those that have.

    There are at most so many of each address, for so many seconds. The one that has waited longest makes way.
    """

    def __init__(self, most: int, seconds: float) -> None:
        self._most, self._seconds = most, seconds
        self._waiting: dict[str, list[asyncio.Timeout]] = {}

    @asynccontextmanager
    async def until_heard(self, name: str) -> AsyncIterator[None]:
        """Wait for the first message of a connection. Raises TimeoutError."""
        async with asyncio.timeout(self._seconds) as limit:
            waiting = self._waiting.setdefault(name, [])
            waiting.append(limit)
            try:
                if len(waiting) > self._most and not (longest := waiting.pop(0)).expired():
                    longest.reschedule(0)
                yield
            finally:
                if limit in waiting:
                    waiting.remove(limit)
                if self._waiting.get(name) == []:
                    del self._waiting[name]


# -- pages that may be shown -------------------------------------------------------------------------------------------


def is_page(address: str) -> bool:
    """Tell if an address is a page of this site, as a path with a query.

    The room checks its letters.

    >>> [is_page(one) for one in ("/bpe?step=2", "/", "/why/", "/elsewhere", "//bpe", "/join/ABCD2345", "bpe")]
    [True, True, True, False, False, False, False]
    """
    path, start = address.partition("?")[0], prefix()
    return path.removesuffix("/") in {f"{start}/{page.address}".removesuffix("/") for page in pages.PAGES}
