"""Worker processes in which uploaded tokenizers are opened (:mod:`tokviz.sandbox`).

Those that come with tokviz, and those of the folder of the operator, are opened in this process.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

from tokviz.sandbox import Pool, Source
from tokviz.web.computing.cache import TraceKey
from tokviz.web.streamlit_workarounds import run_queue, sessions


def opened(key: TraceKey, name: str, opener: Callable[..., Any], /, *args: object, **kwargs: object) -> Any:
    """Open files under a name, and a key that names their content.

    Raises TokvizError.
    """
    return pool().open(Source(repr(key), name, opener, args, kwargs))


@cache
def pool() -> Pool:
    """Return the workers of this server."""
    return Pool(waiting=_waiting)


@contextmanager
def _waiting() -> Iterator[Callable[[], bool]]:
    """Let others run while a visitor waits; nobody waits any more when the visitor has left."""
    with run_queue.step_aside():
        yield sessions.still_waits
