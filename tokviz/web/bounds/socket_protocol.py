"""uvicorn's websocket protocol with limits for what it keeps before a message is whole, which no app sees.

A room's socket takes small messages, Streamlit's one those of a page with a long text. What sockets have the server
hold counts for their address: unfinished messages, of which the oldest give way, and the last one of each socket, which
its session keeps, of which the largest do. Nothing is compressed: a thousand times as much as was sent would be
unpacked here.
"""

from __future__ import annotations

from typing import Any

from uvicorn._types import ASGISendEvent
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode, Frame
from websockets.http11 import Request

from tokviz.web.bounds.budget import Budget, alike, largest_first
from tokviz.web.bounds.connections import Connections
from tokviz.web.bounds.limits import RATE, Limits
from tokviz.web.live.settings import address
from tokviz.web.streamlit_workarounds.client_messages import is_stream

__all__ = ["BoundedSocket", "SocketBudgets"]

_NEVER = float("inf")
_SMALL = 64_000  # bytes that are not counted: what an ordinary page or room sends
_FRAGMENT = 100  # bytes that each part of a message takes beside its content
_QUEUE = 256  # messages that wait for the app
_LAST_WORDS = 5.0  # seconds for the other end to read why it was closed


class BoundedSocket(WebSocketsSansIOProtocol):
    """One socket."""

    def __init__(self, *, connections: Connections, budgets: SocketBudgets, **given: Any) -> None:
        super().__init__(**given)
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
            self.address = address(scope)
            self.conn.max_message_size = limits.message if is_stream(scope) else limits.room_message

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
        """Return whether an unfinished message rests, or comes too slowly."""
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
    """What all sockets of a server have it hold."""

    def __init__(self, allowed: Limits) -> None:
        most = allowed.socket_bytes
        self.unfinished = Budget[BoundedSocket](most // 6, most // 3, alike)
        self.whole = Budget[BoundedSocket](2 * most // 3, most, largest_first)


def _cut_all(sockets: tuple[BoundedSocket, ...]) -> None:
    for socket in sockets:
        socket.cut()
