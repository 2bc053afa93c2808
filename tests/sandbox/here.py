"""A worker in the process of the tests, so that they see its objects."""

from __future__ import annotations

import socket
import sys
from typing import Any

from tests.sandbox.strangers import Library
from tokviz.sandbox import remote, wire
from tokviz.sandbox.remote import Question, Remote, Source
from tokviz.sandbox.worker import Held, _Objects, read_frame

__all__ = ["Here"]


class Here:
    """Answers questions as a pool does. told: what was told of progress while a question was answered."""

    def __init__(self) -> None:
        self.ours, self.theirs = socket.socketpair()
        self.source = Source("library", "library.json", Library)
        self.asked = 0
        self.told: list[Any] = []
        self.begin()

    def begin(self) -> None:
        """Begin with a new worker, in which nothing is left but what is opened."""
        self.objects = _Objects(self.theirs)
        self.objects.answer(b"o", remote.opening(self.source).data)

    def close(self) -> None:
        self.ours.close()
        self.theirs.close()

    def open(self) -> Any:
        return self.answer(remote.question(remote.itself(self.source)))

    def answer(self, question: Question) -> Any:
        def find(name: Any) -> Remote:
            (data, number), module, kind = name
            return Remote(self, question.sources, Held(data, number), getattr(sys.modules[module], kind, object))

        self.asked += 1
        answer = wire.loads_result(self.objects.answer(b"a", question.data), find)
        self.theirs.sendall(b"!")  # the end of what was told
        while self.ours.recv(1, socket.MSG_PEEK) != b"!":
            self.told.append(wire.loads_result(read_frame(self.ours)[1], find))
        self.ours.recv(1)
        return answer

    def real(self, value: Any) -> Any:
        """The object that a Remote stands for."""
        held = value._remote_held
        return self.objects._held[held.question][held.number]
