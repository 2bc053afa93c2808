"""Broadcasting to a room: its whole state whenever it changes, to all who are connected on this server.

A state is small and says everything, so a message that is overtaken is left out, one that is lost is not missed, and a
browser that comes back sees what everybody sees. Changes that come together are told together.
"""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict
from time import time
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from tokviz.features.live.room import RefusedError, Rooms

_TOGETHER = 0.02  # seconds between two messages to a room
_AGAIN = 10.0  # seconds after which the students are counted again
_LOG = logging.getLogger(__name__)


class Connection:
    """A connection to a room.

    leads: whether it is a teacher's. rank: of a student, who gives way to one of a higher rank.
    token: of a student who is in.
    """

    def __init__(self, socket: WebSocket, *, leads: bool, rank: int = 0) -> None:
        self.leads, self.rank, self.token = leads, rank, ""
        self._socket = socket
        self._waiting: dict[str, str] = {}  # what is told -> the newest of it
        self._told: dict[str, str] = {}
        self._has_news = asyncio.Event()
        self.is_over = False

    def tell(self, what: str, value: object, text: str = "", *, again: bool = False) -> None:
        """Have a message sent; one that was told before only `again`. text: the message, where many get the same."""
        message = text or json.dumps({what: value})
        if again or self._told.get(what) != message:
            self._told[what] = self._waiting[what] = message
            self._has_news.set()

    def give_way(self) -> None:
        """End, so that another connection of the same address has the place; a browser tries again by itself."""
        self.tell("refused", "slow-down")
        self.end()

    def end(self) -> None:
        """Have the connection closed once all is sent."""
        self.is_over = True
        self._has_news.set()

    async def send(self) -> None:
        """Send until it is over."""
        with suppress(WebSocketDisconnect, RuntimeError):  # it has gone
            while self._waiting or not self.is_over:
                await self._has_news.wait()
                self._has_news.clear()
                while self._waiting:
                    name = next(iter(self._waiting))
                    await self._socket.send_text(self._waiting.pop(name))
            await self._socket.close()


class _Audience:
    """All connections of one room."""

    def __init__(self) -> None:
        self.connections: set[Connection] = set()
        self.changed = asyncio.Event()
        self.noted: tuple[frozenset[str], float] = (frozenset(), 0.0)  # students the store knows of, and since when
        self.scored = 0  # the question after which scores were told
        self.task: asyncio.Task[None] | None = None


class Broadcaster:
    """The rooms with connections to this server. get_rooms: opens the store when it is first needed."""

    def __init__(self, get_rooms: Callable[[], Rooms]) -> None:
        self._get_rooms = get_rooms
        self._name = secrets.token_hex(4)  # of this server
        self._audiences: dict[str, _Audience] = {}
        self._rooms: Rooms | None = None
        self._starting: asyncio.Lock | None = None

    async def rooms(self) -> Rooms:
        """Return the rooms, whose changes are listened to from now on."""
        self._starting = self._starting or asyncio.Lock()
        async with self._starting:
            if self._rooms is None:
                loop = asyncio.get_running_loop()
                rooms = await asyncio.to_thread(self._get_rooms)
                await asyncio.to_thread(rooms.store.listen, lambda code: _call(loop, lambda: self._note(code)))
                self._rooms = rooms
        return self._rooms

    def enter(self, code: str, connection: Connection) -> None:
        """Tell this one what happens in the room."""
        audience = self._audiences.setdefault(code, _Audience())
        audience.connections.add(connection)
        audience.changed.set()
        if audience.task is None:
            audience.task = asyncio.create_task(self._tell(code, audience))

    def leave(self, code: str, connection: Connection) -> None:
        """Tell it no more."""
        audience = self._audiences.get(code)
        if audience is not None:
            audience.connections.discard(connection)
            audience.changed.set()

    def _note(self, code: str) -> None:
        if code in self._audiences:
            self._audiences[code].changed.set()

    async def _tell(self, code: str, audience: _Audience) -> None:
        """Tell the room of its changes, until the last one has gone or the room has ended."""
        rooms = await self.rooms()
        while True:
            with suppress(TimeoutError):
                await asyncio.wait_for(audience.changed.wait(), _AGAIN)
            audience.changed.clear()
            try:
                await asyncio.to_thread(self._note_present, rooms, code, audience)
                if not audience.connections:
                    del self._audiences[code]
                    return
                await self._tell_once(rooms, code, audience)
            except RefusedError as refused:
                del self._audiences[code]
                for connection in audience.connections:
                    connection.tell("refused", refused.why)
                    connection.end()
                return
            except Exception:  # of a store that is away for a moment
                _LOG.exception("a room's state could not be read")
            await asyncio.sleep(_TOGETHER)

    def _note_present(self, rooms: Rooms, code: str, audience: _Audience) -> None:
        now, connections = time(), tuple(audience.connections)
        students = frozenset(connection.token for connection in connections if not connection.leads)
        if not rooms.is_open(code, now):
            raise RefusedError("no-room")
        noted, when = audience.noted
        if noted != students or now - when >= _AGAIN:
            audience.noted = (students, now)
            rooms.note_present(code, self._name, students, now)

    async def _tell_once(self, rooms: Rooms, code: str, audience: _Audience) -> None:
        state, removed = await asyncio.to_thread(lambda: (rooms.state(code, time()), rooms.removed(code)))
        texts = {leads: json.dumps({"state": state.message(leads=leads)}) for leads in (False, True)}
        for connection in audience.connections:
            if connection.token in removed:
                connection.tell("refused", "removed")
                connection.end()
            else:
                connection.tell("state", None, texts[connection.leads])
        question = state.question
        if question is not None and question.phase == "shown" and audience.scored != question.number:
            audience.scored = question.number
            scores = await asyncio.to_thread(rooms.scores, code)
            for connection in audience.connections:
                if connection.token in scores:
                    connection.tell("score", asdict(scores[connection.token]))


def _call(loop: asyncio.AbstractEventLoop, what: Callable[[], Any]) -> None:
    with suppress(RuntimeError):  # the server has ended
        loop.call_soon_threadsafe(what)
