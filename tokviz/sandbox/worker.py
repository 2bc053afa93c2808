"""The worker: it opens what it is sent, answers questions about it, and keeps to its limits.

A question is a call: a function with its arguments, pickled. What a result holds that is not sent is numbered and
stays; a later question refers to it by the bytes of the question that made it and by this number. So nothing has to be
kept in step with the server: what was forgotten, or was lost with another worker, is made again.

Frames are a letter and a body. From the server: ``o`` open, ``a`` ask.
From the worker: ``r`` result, ``e`` error, ``c`` a callback; ``w`` after an answer
its weight.
"""

from __future__ import annotations

import gc
import os
import socket
import struct
import traceback
from collections import OrderedDict
from collections.abc import Callable, Generator, Iterator, KeysView, Mapping, ValuesView
from contextlib import suppress
from functools import cache, partial
from time import monotonic
from types import BuiltinFunctionType, FunctionType, MappingProxyType
from typing import Any, NamedTuple

from tokviz.errors import TokvizError
from tokviz.sandbox import wire

_HEAD = struct.Struct(">cQ")
_MAX_ERROR = 100_000
_KEPT = 256  # questions whose objects are kept
_LONG = 5_000  # entries of a container that stays where it is
_ENDLESS = (Generator, Iterator, KeysView, ValuesView)
_CONTAINERS = frozenset({dict, frozenset, list, set, tuple, MappingProxyType})
_TRAVELS = _CONTAINERS | {bool, bytes, float, int, str, type(None)}
_FUNCTIONS = FunctionType | BuiltinFunctionType
_NICE = 10  # the server and its visitors go first


class Call(NamedTuple):
    """A question: a function, which both sides can import, with its arguments.

    is_long: whether a long container comes back as a whole. It is part of the question because the numbers of the
    objects in the result depend on it.
    """

    function: Callable[..., Any]
    args: tuple[Any, ...]
    kwargs: Mapping[str, Any]
    is_long: bool = False


class Opened(NamedTuple):
    """Stands for what was opened under a key."""

    key: str


class Held(NamedTuple):
    """Stands for the object with a number in the result of a question, which is given as its bytes."""

    question: bytes
    number: int


class Told(NamedTuple):
    """Stands for a function of the server that is told of progress."""

    number: int


def read_frame(connection: socket.socket, most: int = 1 << 31, end: float | None = None) -> tuple[bytes, bytes]:
    """Read the next frame. Raises EOFError when the other side has gone, or sends more than `most` bytes, and
    TimeoutError when not all of it is there at the time `end`."""
    kind, length = _HEAD.unpack(_read(connection, _HEAD.size, end))
    if length > most:
        raise EOFError
    return kind, _read(connection, length, end)


def write_frame(connection: socket.socket, kind: bytes, body: bytes) -> None:
    """Send a frame."""
    connection.sendall(_HEAD.pack(kind, len(body)))
    connection.sendall(body)


def _read(connection: socket.socket, length: int, end: float | None) -> bytes:
    data = bytearray(length)
    view, at = memoryview(data), 0
    while at < length:
        if end is not None:
            connection.settimeout(max(end - monotonic(), 0.001))
        count = connection.recv_into(view[at:], min(length - at, 1 << 20))
        if not count:
            raise EOFError
        at += count
    return bytes(data)


# -- the process -------------------------------------------------------------------------------------------------------


class Limited(NamedTuple):
    """The limits of a worker. memory: bytes that it may take beside those it begins with; seconds: of processor time
    for one question."""

    memory: int
    seconds: int


def serve(connection: socket.socket, limits: Limited) -> None:
    """Answer until the server has gone."""
    _limit(limits)
    begun = resident()
    objects = _Objects(connection)
    with suppress(EOFError, OSError):
        while True:
            kind, body = read_frame(connection)
            _limit_time(limits.seconds)
            try:
                answer = b"r", objects.answer(kind, body)
            except wire.TooLargeError:
                answer = b"e", _pickled(("large", wire.MAX_RESULT))
            except (MemoryError, RecursionError) as error:
                objects.forget()
                answer = b"e", _pickled(("memory" if isinstance(error, MemoryError) else "crash", ""))
            except Exception as error:
                answer = b"e", _failure(error)
            write_frame(connection, *answer)
            write_frame(connection, b"w", struct.pack(">Q", max(resident() - begun, 0)))


def resident(number: int | str = "self") -> int:
    """Return the bytes of memory that a process takes, this one without a number; 0 where the system does not say."""
    try:
        with open(f"/proc/{number}/statm") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError):
        return 0


def _limit(limits: Limited) -> None:
    """Take the limits of the operating system upon this process, as far as it has them."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        with suppress(OSError, ValueError), open("/proc/self/statm") as file:
            size = int(file.read().split()[0]) * os.sysconf("SC_PAGE_SIZE")
            resource.setrlimit(resource.RLIMIT_AS, (size + limits.memory, size + limits.memory))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
        resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64))
        os.nice(_NICE)
    with suppress(OSError), open("/proc/self/oom_score_adj", "w") as file:
        file.write("1000")  # where the machine runs out of memory, a worker goes and not the server


def _limit_time(seconds: int) -> None:
    """Allow so many seconds of processor time from now on."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        used = resource.getrusage(resource.RUSAGE_SELF)
        end = int(used.ru_utime + used.ru_stime) + seconds + 1
        resource.setrlimit(resource.RLIMIT_CPU, (end, resource.getrlimit(resource.RLIMIT_CPU)[1]))


def _failure(error: Exception) -> bytes:
    """Return an error for the server to raise; an unexpected one with the place where it happened."""
    if isinstance(error, TokvizError) or (isinstance(error, wire.EXPECTED) and type(error).__module__ == "builtins"):
        with suppress(Exception):
            return wire.dumps(("raised", error), lambda _: None, _MAX_ERROR)
    return _pickled(("failed", "".join(traceback.format_exception(error))[-4_000:]))


def _pickled(value: object) -> bytes:
    return wire.dumps(value, lambda _: None)


# -- its objects -------------------------------------------------------------------------------------------------------


class _Objects:
    """The objects that were opened, and those that results left here, by the question that made them."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection
        self._opened: dict[str, object] = {}
        self._held: OrderedDict[bytes, list[object]] = OrderedDict()
        self._names: dict[int, Held] = {}

    def forget(self) -> None:
        """Let go what can be made again."""
        self._held.clear()
        self._names.clear()
        gc.collect()

    def answer(self, kind: bytes, body: bytes) -> bytes:
        """Do what the server asks. Returns the pickled result."""
        if kind == b"o":
            key, opener, args, kwargs = self._loads(body)
            self._opened[key] = opener(*args, **kwargs)
            return _pickled(None)
        return self._result(body)

    def _loads(self, body: bytes, *, again: bool = False) -> Any:
        return wire.loads_request(body, partial(self._find, again=again))

    def _find(self, name: Any, *, again: bool) -> object:
        """Return the object for what stands for it. again: for a question that was answered before, so that nobody
        waits for its progress."""
        match name:
            case Opened(key):
                return self._opened[key]
            case Held(question, number):
                if question not in self._held:
                    self._result(question, again=True)
                self._held.move_to_end(question)
                return self._held[question][number]
            case Told() if again:
                return lambda *_: None
            case Told(number):
                return lambda *args: write_frame(self._connection, b"c", _pickled((number, args)))
        raise ValueError(name)

    def _result(self, question: bytes, *, again: bool = False) -> bytes:
        """Answer a question, and keep what of the answer stays here.

        All of it is numbered in its order, whatever it is called already: so the numbers are the same in each worker.
        """
        call: Call = self._loads(question, again=again)
        value = _settled(call.function(*call.args, **call.kwargs))
        held: list[object] = []
        numbers: dict[int, Held] = {}

        def name(obj: object) -> object:
            kind = type(obj)
            if isinstance(obj, type) or (isinstance(obj, _FUNCTIONS) and wire.makes_values(obj)):
                return None  # what values are made by
            if not (_stays(kind) or (obj is value and not call.is_long and kind in _CONTAINERS and len(obj) > _LONG)):  # type: ignore[arg-type]
                return None
            if id(obj) not in numbers:
                numbers[id(obj)] = Held(question, len(held))
                held.append(obj)
            path = self._names.get(id(obj)) or numbers[id(obj)]
            return tuple(path), kind.__module__, kind.__qualname__

        data = wire.dumps(value, name, wire.MAX_RESULT)
        if held:
            self._keep(question, held, numbers)
        return data

    def _keep(self, question: bytes, held: list[object], numbers: dict[int, Held]) -> None:
        self._drop(question)
        self._held[question] = held
        self._names = numbers | self._names
        while len(self._held) > _KEPT:
            self._drop(next(iter(self._held)))

    def _drop(self, question: bytes) -> None:
        """Let the objects of a question go, and the names that they have from it."""
        for obj in self._held.pop(question, ()):
            if id(obj) in self._names and self._names[id(obj)].question == question:
                del self._names[id(obj)]


def _settled(value: object) -> object:
    """Return a value that can be asked for again: what an iterator gives, as a tuple."""
    return tuple(value) if isinstance(value, _ENDLESS) else value


@cache
def _stays(kind: type) -> bool:
    """Tell if objects of a class stay: all that are no records."""
    return not (kind in _TRAVELS or wire.is_record(kind) or wire.is_plain(kind))
