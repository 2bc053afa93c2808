"""Where the tokenizers of strangers are opened: in the worker processes of this server (:mod:`tokviz.sandbox`).

Those that come with tokviz, and those of the folder of whoever runs the server, are opened in this process.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

from streamlit.runtime import Runtime, exists

from tokviz.sandbox import Pool, Source
from tokviz.web.computing import limits
from tokviz.web.computing.cache import TraceKey
from tokviz.web.server import runs

__all__ = ["opened", "pool"]


def opened(key: TraceKey, name: str, opener: Callable[..., Any], /, *args: object, **kwargs: object) -> Any:
    """What the opener makes of files: of a name, and with a key that names their content. Raises TokvizError."""
    return pool().open(Source(repr(key), name, opener, args, kwargs))


@cache
def pool() -> Pool:
    """The workers of this server."""
    return Pool(waiting=_waiting)


@contextmanager
def _waiting() -> Iterator[Callable[[], bool]]:
    """While a visitor waits, others run; nobody waits any more when the visitor has left."""
    session = limits.session()

    def still_waits() -> bool:
        return not (session and exists()) or Runtime.instance().is_active_session(session)

    with runs.left():
        yield still_waits
