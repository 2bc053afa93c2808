"""One worker as the server sees it: started, asked, and ended when it crashes or goes beyond a limit."""

from __future__ import annotations

import os
import select
import signal
import socket
import struct
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass
from pickle import UnpicklingError
from threading import Lock
from time import monotonic
from typing import Any, Literal

from tokviz.sandbox import fork_server, wire
from tokviz.sandbox.worker import Limited, read_frame, resident, write_frame

CAN_FORK = hasattr(os, "fork") and hasattr(socket, "recv_fds")
"""True if this system has worker processes; Windows has none."""

Failure = Literal["memory", "time", "crash", "large", "left", "busy"]
"""The reason why there is no answer: a limit of memory or time, a crash, a result that is too large, nobody who waits
for it, a system that starts no process or has no room."""
PASSING: tuple[Failure, ...] = ("left", "busy")
"""Those of the moment, and not of the question."""

Waiting = Callable[[], AbstractContextManager[Callable[[], bool]]]
"""A context around a longer wait; it gives a function that tells whether the answer is still wanted."""

_SOON = 0.02  # seconds: no longer wait
_ROOM = 1_000_000  # bytes that a frame may have beside a result
_LOOK = 0.25  # seconds between two looks at whether a visitor still waits
_PASSED_ON = ("HOME", "LANG", "LC_ALL", "LC_CTYPE", "PATH", "SYSTEMROOT", "TMPDIR", "TZ")  # no secret is among these
_ONE_THREAD = {
    "MALLOC_ARENA_MAX": "2",
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "RAYON_NUM_THREADS": "1",
    "TOKENIZERS_PARALLELISM": "false",
}


@dataclass(frozen=True)
class Limits:
    """The limits of one worker for one question.

    memory: bytes beside those that all workers share; processor: seconds of processor time; wait: seconds until the
    answer is there. workers: how many there are at most. together: bytes of all of them that are kept while nobody
    asks; most: bytes of all of them at any time, beyond which the heaviest is ended. idle: seconds after which one that
    nobody asks is ended.
    """

    memory: int = 1_000_000_000
    processor: int = 120
    wait: float = 240.0
    workers: int = 16
    together: int = 800_000_000
    most: int = 1_200_000_000
    idle: float = 45.0


class EndedError(Exception):
    """A worker gave no answer."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(failure)
        self.failure: Failure = failure


def _tell(sent: Any, callbacks: Mapping[int, Callable[..., object]]) -> None:
    """Call a function that is told of progress. Raises UnpicklingError where a worker makes up a number."""
    match sent:
        case (int(number), tuple(args)) if number in callbacks:
            callbacks[number](*args)
        case _:
            raise UnpicklingError


def _number(control: socket.socket) -> int:
    """Return the answer of the fork server. Raises ConnectionError when it has gone."""
    answer = control.recv(fork_server.NUMBER.size, socket.MSG_WAITALL)
    if len(answer) < fork_server.NUMBER.size:
        raise ConnectionError
    return int(fork_server.NUMBER.unpack(answer)[0])


class ForkServer:
    """The process that forks workers. It is started when it is first needed, and again when it has gone."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._lock = Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._control: socket.socket | None = None

    def start(self) -> None:
        """Start it, and wait until it has loaded the libraries."""
        with self._lock:
            self._started()

    def fork(self) -> tuple[socket.socket, int]:
        """Return a new worker: the connection to it, and the number of its process. Raises EndedError where there is
        none."""
        ours, theirs = socket.socketpair()
        try:
            with self._lock:
                try:
                    number = self._asked(b"f", 0, [theirs.fileno()])
                except OSError:  # it has gone since
                    self._end()
                    number = self._asked(b"f", 0, [theirs.fileno()])
        except OSError:
            number = 0
        finally:
            theirs.close()
        if not number:
            ours.close()
            raise EndedError("busy")
        return ours, number

    def ended(self, number: int) -> int:
        """Return the exit code of a worker that has been ended, as `subprocess` has it."""
        with self._lock, suppress(OSError):
            if self._control is not None:
                return self._asked(b"w", number, [])
        return 0

    def close(self) -> None:
        """End it; the workers end with their connections."""
        with self._lock:
            self._end()

    def _asked(self, letter: bytes, number: int, files: Sequence[int]) -> int:
        control = self._started()
        socket.send_fds(control, [letter + fork_server.NUMBER.pack(number)], files)
        return _number(control)

    def _started(self) -> socket.socket:
        if self._control is not None and self._process is not None and self._process.poll() is None:
            return self._control
        self._end()
        ours, theirs = socket.socketpair()
        passed_on = {name: value for name, value in os.environ.items() if name in _PASSED_ON}
        environment = {**passed_on, **_ONE_THREAD, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        numbers = map(str, Limited(self._limits.memory, self._limits.processor))
        self._process = subprocess.Popen(
            [sys.executable, "-m", fork_server.__name__, str(theirs.fileno()), *numbers],
            env=environment,
            pass_fds=[theirs.fileno()],
            start_new_session=True,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,  # what libraries write when they end a process is of no use to anybody
        )
        theirs.close()
        self._control = ours
        _number(ours)
        return ours

    def _end(self) -> None:
        if self._control is not None:
            self._control.close()
        if self._process is not None:
            self._process.kill()
            self._process.wait()
        self._control = self._process = None


class Worker:
    """A worker process. It answers one question at a time: hold `lock` for that.

    opened: the keys of what was opened there. weight: the bytes that it takes. asked_at: when it was last asked.
    """

    def __init__(self, server: ForkServer, limits: Limits) -> None:
        self._server, self._limits = server, limits
        self._connection, self.number = server.fork()
        self._begun = resident(self.number)
        self.lock = Lock()
        self.opened: set[str] = set()
        self.weight = 0
        self.asked_at = monotonic()
        self.is_ended = False
        self._is_crowded_out = False

    def ask(
        self,
        kind: bytes,
        body: bytes,
        find: Callable[[Any], object],
        callbacks: Mapping[int, Callable[..., object]],
        waiting: Waiting,
    ) -> tuple[Any, int]:
        """Return the answer, and how many bytes it was.

        find: makes what stands for an object that stays. callbacks: what is called with progress.

        Raises EndedError, the errors that are sent, and what a function of `callbacks` raises.
        """
        end = monotonic() + self._limits.wait
        try:
            self._connection.settimeout(self._limits.wait)
            write_frame(self._connection, kind, body)
            while True:
                letter, answer = self._next(end, waiting)
                if letter != b"c":
                    break
                _tell(wire.loads_result(answer, find), callbacks)
            self.weight = struct.unpack(">Q", self._next(end, waiting)[1])[0]
        except EndedError:
            self.end()
            raise
        except (UnpicklingError, struct.error):  # of an answer that is none
            self.end()
            raise EndedError("crash") from None
        except TimeoutError:
            self.end()
            raise EndedError("time") from None
        except (EOFError, OSError):
            raise EndedError(self._failure()) from None
        except BaseException:  # of a visitor who has left
            self.end()
            raise
        self.asked_at = monotonic()
        return self._taken(letter, answer, find), len(answer)

    def _taken(self, letter: bytes, answer: bytes, find: Callable[[Any], object]) -> Any:
        try:
            value = wire.loads_result(answer, find)
        except UnpicklingError as error:  # something went wrong in the worker, or it is hostile
            self.end()
            raise EndedError("crash") from error
        if letter == b"r":
            return value
        match letter, value:
            case b"e", ("raised", Exception() as raised):
                raise raised
            case b"e", ("memory" | "large" | "crash" as failure, _):
                raise EndedError(failure)
            case b"e", ("failed", str(text)):
                raise RuntimeError(f"in a worker: {text}")
        self.end()
        raise EndedError("crash")

    def _next(self, end: float, waiting: Waiting) -> tuple[bytes, bytes]:
        """Return the next frame. Raises EndedError when it takes too long, or nobody waits any more."""
        poll = select.poll()
        poll.register(self._connection, select.POLLIN)
        if not poll.poll(_SOON * 1000):
            with waiting() as still_waits:
                while not poll.poll(_LOOK * 1000):
                    if monotonic() > end:
                        raise EndedError("time")
                    if not still_waits():
                        raise EndedError("left")
        if monotonic() > end:  # of one that tells of its progress for ever
            raise EndedError("time")
        return read_frame(self._connection, wire.MAX_RESULT + _ROOM, end)

    def has_gone(self) -> bool:
        """Tell if it ended while it had no call to answer: an idle one has nothing to say."""
        if not self.lock.acquire(blocking=False):
            return False
        try:
            poll = select.poll()
            poll.register(self._connection, select.POLLIN)
            return self.is_ended or bool(poll.poll(0))
        finally:
            self.lock.release()

    def _failure(self) -> Failure:
        """End the process, and return why it ended."""
        self.end()
        if self._is_crowded_out:
            return "busy"
        match -self._status:
            case signal.SIGXCPU:
                return "time"
            case signal.SIGABRT | signal.SIGKILL:  # what libraries do without memory, and what the system does
                return "memory"
        return "crash"

    def end(self) -> None:
        """End the process with all that it started."""
        if self.is_ended:
            return
        self.kill()
        self.is_ended = True
        self._connection.close()
        self._status = self._server.ended(self.number)

    def kill(self) -> None:
        """Have the process end; who waits for its answer ends the rest."""
        if self.is_ended:
            return
        # Until it has been ended here nobody waits for it, so the number is still its own.
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self.number, signal.SIGKILL)

    def crowd_out(self) -> None:
        """Have it end because there is no room for it among the others."""
        self._is_crowded_out = True
        self.kill()

    def weigh(self) -> int:
        """Return the bytes that it takes now, beside what it began with."""
        return max(resident(self.number) - self._begun, 0)

    _status = 0
