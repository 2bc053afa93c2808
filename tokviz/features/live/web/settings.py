"""Settings of the live class that depend on where it is served: its store and its limits. Read from the environment;
docs/how-to/deploy.md lists the names.
"""

from __future__ import annotations

import os
import secrets
import sqlite3
import tempfile
from contextlib import suppress
from functools import cache
from pathlib import Path

from tokviz.features.live.room import RefusedError, Rooms
from tokviz.features.live.stores import SqliteStore, Store
from tokviz.web.server.connections import number_of

_FILE = "rooms.sqlite"


def _store_errors() -> tuple[type[Exception], ...]:
    with suppress(ImportError):
        from redis import RedisError

        return (OSError, sqlite3.Error, RedisError)
    return (OSError, sqlite3.Error)


STORE_ERRORS = _store_errors()
"""The exceptions of a store that cannot be reached or written."""
FAILURES: tuple[type[Exception], ...] = (RefusedError, *STORE_ERRORS)
"""The same, and what a room refuses."""


@cache
def rooms() -> Rooms:
    """Return the rooms of this server; the store is opened, and made, when it is first asked for."""
    return Rooms(_store(os.environ.get("TOKVIZ_STORE", "")), secrets.token_bytes)


def students_per_address() -> int:
    """Return the most students of one address at once.

    A lecture hall has one address.
    """
    return number_of("TOKVIZ_STUDENTS_PER_ADDRESS", 600)


def _store(named: str) -> Store:
    if named.startswith(("redis://", "rediss://", "unix://")):
        try:
            from tokviz.features.live.web.redis_store import RedisStore
        except ImportError:
            raise OSError("TOKVIZ_STORE names Redis. Install the extra: pip install 'tokviz-lab[cluster]'") from None
        return RedisStore(named)
    if named:
        return SqliteStore(Path(named))
    state = Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state") / "tokviz"
    try:
        return SqliteStore(state / _FILE)
    except OSError:  # a container that may write nowhere else; such rooms go with it
        own = Path(tempfile.gettempdir()) / f"tokviz-{os.getuid() if hasattr(os, 'getuid') else 'rooms'}"
        own.mkdir(mode=0o700, exist_ok=True)
        if hasattr(os, "getuid") and own.stat().st_uid != os.getuid():
            raise
        return SqliteStore(own / _FILE)
