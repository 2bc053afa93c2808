"""All workers of a server: each has one thing open, and others that it was asked about together with that.

A worker that has gone, because it went beyond a limit, was idle, or made room, is missed by nobody: a question opens
what it needs again. What took too much is not tried again for some minutes.
"""

from __future__ import annotations

import atexit
import sys
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from threading import Condition, Timer
from time import monotonic
from typing import Any

from tokviz.errors import CageError, TokvizError
from tokviz.sandbox import remote
from tokviz.sandbox.processes import CAN_FORK, PASSING, EndedError, ForkServer, Limits, Waiting, Worker
from tokviz.sandbox.remote import Question, Remote, Source
from tokviz.sandbox.worker import Held

__all__ = ["Pool", "Source"]

_REMEMBERED = 500  # failures
_ANSWERS = 100_000_000  # bytes of answers, pickled, that are kept
_LARGEST_ANSWER = 8_000_000
_ENTRY = 1_000  # bytes that an answer takes beside
_TRIED_AGAIN = 300.0  # seconds after which what took too much is tried again
_TIDY = 5.0  # seconds
_LOOK = 0.25


class Pool:
    """The workers. limits: of each, and of all. waiting: what surrounds a longer wait for one.

    >>> from tokviz.files.pipeline import Pipeline
    >>> file = b'{"model": {"type": "BPE", "vocab": {"l": 0, "o": 1, "lo": 2}, "merges": ["l o"]}}'
    >>> with Pool() as pool:
    ...     tiny = pool.open(Source("tiny", "tiny.json", Pipeline.from_file, (file,)))
    ...     tiny.encode("lol").tokens
    ('lo', 'l')
    """

    def __init__(self, limits: Limits | None = None, waiting: Waiting | None = None) -> None:
        self.limits = limits or Limits()
        self._waiting = waiting or _waiting
        self._server = ForkServer(self.limits)
        self._workers: OrderedDict[str, Worker] = OrderedDict()  # by the key of what each was begun for
        self._changed = Condition()
        self._failures: OrderedDict[bytes, tuple[float, TokvizError]] = OrderedDict()
        self._answers: OrderedDict[bytes, tuple[int, Any]] = OrderedDict()
        self._kept = 0  # bytes of answers
        self._timer: Timer | None = None
        atexit.register(self.close)

    def __enter__(self) -> Pool:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def start(self) -> None:
        """Start what workers come from, before the first is needed."""
        if CAN_FORK:
            self._server.start()

    def close(self) -> None:
        """End all workers."""
        with self._changed:
            if self._timer is not None:
                self._timer.cancel()
            workers, self._workers = list(self._workers.values()), OrderedDict()
        for worker in workers:
            worker.end()
        self._server.close()

    @property
    def weight(self) -> int:
        """Return the bytes that all workers take together, beside what they share."""
        with self._changed:
            return sum(worker.weight for worker in self._workers.values())

    @property
    def numbers(self) -> tuple[int, ...]:
        """Return the numbers of the processes."""
        with self._changed:
            return tuple(worker.number for worker in self._workers.values())

    def open(self, source: Source) -> Any:
        """Return the object that the opener makes, or a stand-in for it. Raises CageError, and what the opener raises.

        Where the system has no worker processes, it is opened here.
        """
        if not CAN_FORK:
            return source.opener(*source.args, **source.kwargs)
        return self.answer(remote.question(remote.itself(source)))

    def answer(self, question: Question) -> Any:
        """Ask a worker. Raises CageError, and what the function that is asked raises."""
        name = sha256(question.data).digest()
        with self._changed:
            if name in self._answers:
                self._answers.move_to_end(name)
                return self._answers[name][1]
        first = question.sources[0]
        self._raise_known(name, first)
        try:
            with self._worker(first.key) as worker:
                value, size = self._asked(worker, question)
        except EndedError as ended:
            error = self._failure(ended, first)
            if ended.failure not in PASSING:
                self._remember(name, error)
            raise error from None
        if size <= _LARGEST_ANSWER and not question.told:
            self._keep(name, size + _ENTRY, value)
        return value

    def _keep(self, name: bytes, size: int, value: Any) -> None:
        with self._changed:
            self._kept += size - self._answers.pop(name, (0, None))[0]
            self._answers[name] = size, value
            while self._kept > _ANSWERS:
                self._kept -= self._answers.popitem(last=False)[1][0]

    # -- one question ----------------------------------------------------------------------------------------------

    def _asked(self, worker: Worker, question: Question) -> tuple[Any, int]:
        """Return the answer of a worker, in which what the question is about is opened first."""

        def find(name: Any) -> Remote:
            (data, number), module, kind = name
            kind_class = getattr(sys.modules.get(module), kind, object)
            return Remote(
                self, question.sources, Held(data, number), kind_class if isinstance(kind_class, type) else object
            )

        for source in question.sources:
            if source.key not in worker.opened:
                self._opened(worker, source, question)
        return worker.ask(b"a", question.data, find, question.told, self._watching)

    def _opened(self, worker: Worker, source: Source, question: Question) -> None:
        """Open something in a worker. What cannot be opened is not tried again."""
        name = sha256(source.key.encode("utf-8", "surrogatepass")).digest()
        self._raise_known(name, source)
        order = remote.opening(source)
        try:
            worker.ask(b"o", order.data, lambda _: None, order.told, self._watching)
        except EndedError as ended:
            error = self._failure(ended, source)
            if ended.failure not in PASSING:
                self._remember(name, error)
            raise error from None
        except TokvizError as error:
            self._remember(name, error)
            raise
        worker.opened.add(source.key)

    def _failure(self, ended: EndedError, source: Source) -> CageError:
        """Return the error that the visitor sees."""
        match ended.failure:
            case "memory":
                return CageError("cage-memory", name=source.name, memory=self.limits.memory // 1_000_000)
            case "time":
                return CageError("cage-time", name=source.name, seconds=self.limits.processor)
            case "large":
                return CageError("cage-large", name=source.name)
            case "left":
                return CageError("cage-left", name=source.name)
            case "busy":
                return CageError("cage-busy", name=source.name)
            case "crash":
                return CageError("cage-crash", name=source.name)

    def _remember(self, name: bytes, error: TokvizError) -> None:
        with self._changed:
            self._failures[name] = monotonic(), error
            while len(self._failures) > _REMEMBERED:
                self._failures.popitem(last=False)

    def _raise_known(self, name: bytes, source: Source) -> None:
        """Raise again what went wrong; under the name that this visitor's file has, not that of the first one's."""
        with self._changed:
            since, error = self._failures.get(name, (0.0, None))
        if isinstance(error, CageError):
            if monotonic() - since > _TRIED_AGAIN:  # a busy server may have been the reason
                return
            raise CageError(error.code, **{**error.details, "name": source.name})
        if error is not None:
            raise error.with_traceback(None)

    # -- the workers -----------------------------------------------------------------------------------------------

    @contextmanager
    def _worker(self, key: str) -> Iterator[Worker]:
        """Yield the worker that was begun for a key, which belongs to the caller meanwhile."""
        worker = self._taken(key)
        if worker is None:
            with self._waiting() as still_waits:
                while worker is None:
                    if not still_waits():
                        raise EndedError("left")
                    with self._changed:
                        self._changed.wait(_LOOK)
                    worker = self._taken(key)
        try:
            yield worker
        finally:
            with self._changed:
                worker.lock.release()
                if not worker.opened:  # what it was begun for cannot be opened
                    worker.end()
                if worker.is_ended and self._workers.get(key) is worker:
                    del self._workers[key]
                self._make_room(self.limits.workers)
                self._changed.notify_all()

    def _taken(self, key: str) -> Worker | None:
        """Return the worker, or a new one; None while it is busy, or all are."""
        with self._changed:
            worker = self._workers.get(key)
            if worker is not None and worker.has_gone():
                self._end_idle(key, worker)
                worker = None
            if worker is None:
                self._make_room(self.limits.workers - 1)
                if len(self._workers) >= self.limits.workers:
                    return None
                worker = self._workers[key] = Worker(self._server, self.limits)
                self._tidy_later()
            self._workers.move_to_end(key)
            return worker if worker.lock.acquire(blocking=False) else None

    def _make_room(self, most: int) -> None:
        """End workers that nobody asks, those that were not asked for longest first, until there are few enough and
        they take little enough."""
        for key, worker in list(self._workers.items()):
            weight = sum(worker.weight for worker in self._workers.values())
            if len(self._workers) <= most and (weight <= self.limits.together or len(self._workers) == 1):
                return
            self._end_idle(key, worker)

    def _end_idle(self, key: str, worker: Worker) -> None:
        if worker.lock.acquire(blocking=False):
            del self._workers[key]
            worker.end()
            worker.lock.release()

    @contextmanager
    def _watching(self) -> Iterator[Callable[[], bool]]:
        """Yield a wait for an answer in which the memory of all workers is checked."""
        with self._waiting() as still_waits:

            def watch() -> bool:
                self._end_heaviest()
                return still_waits()

            yield watch

    def _end_heaviest(self) -> None:
        """End the heaviest worker where all together take too much; who waits for its answer is to try again."""
        with self._changed:
            weights = {worker: worker.weigh() for worker in self._workers.values()}
            if sum(weights.values()) > self.limits.most:
                max(weights, key=weights.__getitem__).crowd_out()

    def _tidy_later(self) -> None:
        if self._timer is None:
            self._timer = Timer(_TIDY, self._tidy)
            self._timer.daemon = True
            self._timer.start()

    def _tidy(self) -> None:
        """End those that were idle for long."""
        with self._changed:
            self._timer = None
            for key, worker in list(self._workers.items()):
                if monotonic() - worker.asked_at > self.limits.idle:
                    self._end_idle(key, worker)
            if self._workers:
                self._tidy_later()


@contextmanager
def _waiting() -> Iterator[Callable[[], bool]]:
    """Yield a wait that nobody breaks off."""
    yield lambda: True
