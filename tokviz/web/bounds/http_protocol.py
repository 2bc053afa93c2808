"""uvicorn's HTTP protocol with an end to waiting: for a request, for its body, for a browser that reads its answer.

uvicorn itself limits only the time between two requests. A request that is too slow is answered by 408, a connection
too many by 503.
"""

from __future__ import annotations

import asyncio
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from tokviz.live.limits import who
from tokviz.web.bounds.connections import Connections
from tokviz.web.bounds.limits import RATE, READING_SECONDS, REST_SECONDS
from tokviz.web.live.settings import proxies

__all__ = ["TimedProtocol"]

_NEVER = float("inf")
_TOO_SLOW = b"HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 8\r\n\r\ntoo slow"
_TOO_MANY = b"HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Length: 20\r\n\r\ntoo many connections"


class TimedProtocol(H11Protocol):
    """One connection, until it becomes a socket."""

    def __init__(self, *, connections: Connections, **given: Any) -> None:
        super().__init__(**given)
        self.address = ""
        self._known = connections
        self._waits_since = _NEVER  # when the request that is expected began, or the connection
        self._body_since = _NEVER
        self._received = 0  # bytes of the body so far, about
        self._heard = 0.0  # when the last byte came
        self._answered = _NEVER  # when the answer was complete, while the body was not
        self._unread_since = _NEVER
        self._unread = 0  # bytes of the answer that were not read at the last look

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if self.client and not proxies():  # else all visitors have the address of the proxy
            self.address = who(self.client[0], "", 0)
        self._waits_since = self.loop.time()
        if not self._known.add(self):
            transport.write(_TOO_MANY)
            transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        self._known.discard(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        self._heard = self.loop.time()
        if self._waits_since == _NEVER and self._body_since == _NEVER:
            self._waits_since = self._heard
        super().data_received(data)
        self._received += len(data)
        self._note_state()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._known.discard(self)
        super().handle_websocket_upgrade(event)

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._note_state()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._unread_since = self.loop.time()
        self._known.waits(self)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._unread_since = _NEVER
        self._note_state()

    def is_late(self, now: float) -> bool:
        """Return whether the other end has kept the server waiting for too long."""
        seconds = self._known.limits.request_seconds
        if now - self._waits_since > seconds or now - self._answered > REST_SECONDS:
            return True
        if self._unread_since < _NEVER:
            before, self._unread = self._unread, self.transport.get_write_buffer_size()
            if self._unread < before:
                self._unread_since = now
            elif now - self._unread_since > READING_SECONDS:
                return True
        if self._body_since == _NEVER:
            return False
        if self.flow.read_paused:  # the app does not take it yet
            self._heard = now
        return now - self._heard > seconds or self._received < (now - self._body_since - seconds) * RATE

    def cut(self) -> None:
        """Close the connection; between two requests with an answer if there is something to answer."""
        self._known.discard(self)
        if self.conn.their_state is not h11.IDLE or self.flow.write_paused:
            self.transport.abort()
        elif not self.transport.is_closing():
            if self._waits_since < _NEVER and self._heard:
                self.transport.write(_TOO_SLOW)
            self.transport.close()

    def _note_state(self) -> None:
        """Note what is expected now: a request, its body, or the app."""
        state, now = self.conn.their_state, self.loop.time()
        is_answered = self.cycle is not None and self.cycle.response_complete
        if state is h11.SEND_BODY:
            if self._body_since == _NEVER:
                self._body_since, self._received = now, 0
            if is_answered and self._answered == _NEVER:
                self._answered = now
        else:
            self._body_since = self._answered = _NEVER
        if state is h11.IDLE:
            # After an answer, uvicorn's own time for the next request runs until the first byte of that comes.
            is_begun = self.cycle is None or bool(self.conn.trailing_data[0])
            self._waits_since = min(self._waits_since, now) if is_begun else _NEVER
        else:
            self._waits_since = _NEVER
        if state in (h11.IDLE, h11.SEND_BODY) or self.flow.write_paused:
            self._known.waits(self)
        else:
            self._known.is_served(self)
