"""Connections to a server byte by byte, for what no client sends: requests and messages without an end."""

from __future__ import annotations

import base64
import os
import socket
from contextlib import suppress
from urllib.parse import urlsplit

from tests.e2e.conftest import Server

__all__ = ["Raw", "resident"]

_SECONDS = 20.0


class Raw:
    """One connection. start: what it sends at once."""

    def __init__(self, url: str, start: bytes = b"") -> None:
        place = urlsplit(url)
        self._socket = socket.create_connection((place.hostname or "", place.port or 80), _SECONDS)
        self.head = ""
        if start:
            self.send(start)

    @classmethod
    def upgraded(cls, url: str, path: str, headers: str = "") -> Raw:
        """A websocket that is open; `head` is what the server answered."""
        key = base64.b64encode(os.urandom(16)).decode()
        opened = cls(
            url,
            f"GET {path} HTTP/1.1\r\nHost: {urlsplit(url).netloc}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
            f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n{headers}\r\n".encode(),
        )
        while not opened.head.endswith("\r\n\r\n"):
            opened.head += opened._socket.recv(1).decode()
        return opened

    def send(self, data: bytes) -> None:
        """Send, as far as the other end takes it."""
        with suppress(ConnectionError, TimeoutError):
            self._socket.sendall(data)

    def send_frame(self, payload: bytes, opcode: int = 2, *, is_last: bool = False) -> None:
        """Send a part of a message, masked with zeros."""
        size = len(payload)
        length = bytes([0x80 | size]) if size < 126 else b"\xff" + size.to_bytes(8)
        self.send(bytes([(0x80 if is_last else 0) | opcode]) + length + bytes(4) + payload)

    def abort(self) -> None:
        """Hang up as a process does that is killed."""
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
        self._socket.close()

    def is_open(self) -> bool:
        """Tell if the server has not closed it so far; what it has sent is lost."""
        self._socket.setblocking(False)
        try:
            while True:
                if not self._socket.recv(65_536):
                    return False
        except BlockingIOError:
            return True
        except ConnectionError:
            return False
        finally:
            self._socket.settimeout(_SECONDS)

    def rest(self) -> bytes:
        """All that the server sends until it closes the connection. Raises TimeoutError if it does not."""
        found = b""
        with suppress(ConnectionError):
            while data := self._socket.recv(65_536):
                found += data
        return found

    def close_code(self) -> int:
        """The code with which the server closes the socket, 1006 without one. Raises TimeoutError if it does not."""
        sent = self.rest()
        place = sent.rfind(b"\x88")
        return int.from_bytes(sent[place + 2 : place + 4]) if place >= 0 else 1006

    def close(self) -> None:
        """Hang up."""
        self._socket.close()


def resident(server: Server) -> float:
    """The memory of a server's process, in MB."""
    with open(f"/proc/{server.pid}/status", encoding="ascii") as status:
        return next(int(line.split()[1]) / 1000 for line in status if line.startswith("VmRSS"))
