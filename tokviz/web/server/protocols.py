"""uvicorn's protocols for HTTP and websockets, with limits on times and bytes.

Neither `streamlit run` nor `python app.py` lets us choose uvicorn's protocols, and `uvicorn app:app` knows them only by
flags that people forget. All of them load app.py before they call `Server.startup`, and take the protocols from their
configuration after that; so this is the one place where all can be reached. tests/web/server/test_protocols.py starts
them all: it fails if a newer uvicorn goes another way.

HTTP: uvicorn itself limits only the time between two requests. Here a request that is too slow is answered by 408, a
connection too many by 503.

Websockets: sockets of features take small messages, Streamlit's one those of a page with a long text. What sockets have
the server hold counts for their address: unfinished messages, of which the oldest give way, and the last one of each
socket, which its session keeps, of which the largest do. Nothing is compressed: a thousand times as much as was sent
would be unpacked here.
"""

from __future__ import annotations

import asyncio
from functools import partial, wraps
from typing import Any

import h11
from uvicorn._types import ASGISendEvent
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import Server
from websockets.frames import CloseCode, Frame
from websockets.http11 import Request

from tokviz.web.server import limits
from tokviz.web.server.connections import (
    Budget,
    Connections,
    alike,
    client_address,
    largest_first,
    proxies,
    who,
)
from tokviz.web.server.limits import RATE, READING_SECONDS, REST_SECONDS, Limits
from tokviz.web.streamlit_workarounds.client_messages import is_stream

_startup = Server.startup


def install(added_message: int) -> None:
    """Have every server that starts from now on use our protocols. added_message: the largest message, in bytes, on
    sockets that features add."""

    @wraps(_startup)
    async def start(self: Server, sockets: list[Any] | None = None) -> None:
        limits.raise_limit()
        socket_limits = limits.from_environment(added_message)
        connections, budgets = Connections(socket_limits), SocketBudgets(socket_limits)
        config = self.config
        config.ws_per_message_deflate = False
        config.http_protocol_class = partial(TimedProtocol, connections=connections)  # type: ignore[assignment]
        config.ws_protocol_class = partial(  # type: ignore[assignment]
            BoundedSocket, connections=connections, budgets=budgets
        )
        await _startup(self, sockets)

    Server.startup = start  # type: ignore[method-assign]


# -- HTTP --------------------------------------------------------------------------------------------------------------

_NEVER = float("inf")
_TOO_SLOW = b"HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 8\r\n\r\ntoo slow"
_TOO_MANY = b"HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Length: 20\r\n\r\ntoo many connections"


class TimedProtocol(H11Protocol):
    """One connection, until it becomes a socket."""

    def __init__(self, *, connections: Connections, **options: Any) -> None:
        super().__init__(**options)
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
        """Tell if the other end has kept the server waiting for too long."""
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


# -- websockets --------------------------------------------------------------------------------------------------------

_SMALL = 64_000  # bytes that are not counted: what an ordinary page or room sends
_FRAGMENT = 100  # bytes that each part of a message takes beside its content
_QUEUE = 256  # messages that wait for the app
_LAST_WORDS = 5.0  # seconds for the other end to read why it was closed


class BoundedSocket(WebSocketsSansIOProtocol):
    """One socket."""

    def __init__(self, *, connections: Connections, budgets: SocketBudgets, **options: Any) -> None:
        super().__init__(**options)
        self.address = ""
        self._known, self._budgets = connections, budgets
        self._unfinished = 0
        self._since = _NEVER  # when the unfinished message began
        self._heard = 0.0
        connections.add_socket(self)

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        limits = self._known.limits
        if self.response.status_code == 101:
            scope = dict(self.scope)
            self.address = client_address(scope)
            self.conn.max_message_size = limits.message if is_stream(scope) else limits.added_message

    def data_received(self, data: bytes) -> None:
        self._heard = self.loop.time()
        super().data_received(data)
        if self.transport.is_closing():
            self._free()
        elif self.queue.qsize() > _QUEUE:
            self.cut(CloseCode.POLICY_VIOLATION)
        else:
            self._count()

    def handle_cont(self, event: Frame) -> None:
        most = self.conn.max_message_size
        if most and not event.fin and len(self.frames) * _FRAGMENT > most:
            self.cut(CloseCode.MESSAGE_TOO_BIG)
        else:
            super().handle_cont(event)

    def handle_ping(self) -> None:
        if self.writable.is_set():
            super().handle_ping()
        else:
            self.conn.data_to_send()  # answers that nobody reads are not collected

    def send_receive_event_to_app(self) -> None:
        size = sum(map(len, self.frames))
        self._since = _NEVER
        self._budgets.unfinished.release(self)
        self._budgets.whole.release(self)
        super().send_receive_event_to_app()
        if size > _SMALL:
            _cut_all(self._budgets.whole.hold(self, self.address, size))

    def connection_lost(self, exc: Exception | None) -> None:
        self._known.discard_socket(self)
        super().connection_lost(exc)
        self._free()
        self.conn.parser.close()  # it has the last part of a message, too

    async def send(self, message: ASGISendEvent) -> None:
        if self.close_sent and self.transport.is_closing():
            raise ClientDisconnected  # and no error of the app, which could not know
        await super().send(message)

    def is_late(self, now: float) -> bool:
        """Tell if an unfinished message rests, or comes too slowly."""
        seconds = self._known.limits.request_seconds
        if self.read_paused:  # the app has not taken the message before
            self._heard = now
            return False
        return now - self._since > seconds + self._unfinished / RATE or (
            self._since < _NEVER and now - self._heard > seconds
        )

    def cut(self, code: CloseCode = CloseCode.TRY_AGAIN_LATER) -> None:
        """Close the socket, and free what it holds now: the other end may never read that."""
        self._free()
        if not self.handshake_complete:
            self.transport.abort()
        elif not self.transport.is_closing():
            self.conn.fail(code)
            self.handle_parser_exception()
            self.loop.call_later(_LAST_WORDS, self.transport.abort)

    def _count(self) -> None:
        """Count what is held now, and have others release theirs where that is too much."""
        parts = (self.conn.current_size or 0) + _FRAGMENT * len(self.frames)
        self._unfinished = len(self.conn.reader.buffer) + parts
        if self._unfinished and self._since == _NEVER:
            self._since = self._heard
        elif not self._unfinished:
            self._since = _NEVER
        if self._unfinished > _SMALL:
            _cut_all(self._budgets.unfinished.hold(self, self.address, self._unfinished))

    def _free(self) -> None:
        """Let go of all bytes, without waiting for a garbage collection: protocol and parser refer to each other."""
        self._budgets.unfinished.release(self)
        self._budgets.whole.release(self)
        self._since, self._unfinished = _NEVER, 0
        self.frames = []
        self.conn.reader.discard()
        self.conn.events.clear()
        if self.conn.parser_exc is not None:
            self.conn.parser_exc.with_traceback(None)


class SocketBudgets:
    """The budgets for the bytes that a server holds for all its sockets."""

    def __init__(self, allowed: Limits) -> None:
        most = allowed.socket_bytes
        self.unfinished = Budget[BoundedSocket](most // 6, most // 3, alike)
        self.whole = Budget[BoundedSocket](2 * most // 3, most, largest_first)


def _cut_all(sockets: tuple[BoundedSocket, ...]) -> None:
    for socket in sockets:
        socket.cut()
