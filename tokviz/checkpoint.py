"""Checkpoints of long computations: places where their visitor can end them, or see how far they are.

Loops that may take longer than a moment call :func:`checkpoint` every some thousand turns. What happens there is up to
whoever began the computation: it may draw a progress bar, or raise what ends it. By default nothing happens.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeVar

Value = TypeVar("Value")

EVERY = 1_000
"""So many turns of a loop are between two checkpoints."""


def _nothing() -> None:
    """Let a computation go on."""


_watch: ContextVar[Callable[[], None]] = ContextVar("watch", default=_nothing)


def checkpoint() -> None:
    """Call what watches this computation; what it raises ends the computation."""
    _watch.get()()


def checkpoints(values: Iterable[Value]) -> Iterator[Value]:
    """Go through values with a checkpoint at the first and then at every 1,000th.

    >>> def say():
    ...     print("still here")
    >>> with watched(say):
    ...     sum(checkpoints(range(1_500)))
    still here
    still here
    1124250
    """
    for number, value in enumerate(values):
        if number % EVERY == 0:
            _watch.get()()
        yield value


@contextmanager
def watched(watch: Callable[[], None]) -> Iterator[None]:
    """Call `watch` at every checkpoint inside the block, in this thread, and what watches around the block."""
    around = _watch.get()

    def both() -> None:
        watch()
        around()

    before = _watch.set(both)
    try:
        yield
    finally:
        _watch.reset(before)
