"""Stores of rooms: what a store has to be able to do, and the one in a file.

A room has a lock, an end, and tables of rows, key -> value. Every change is done whole or not at all, also when several
servers make one at the same moment, and listeners hear of it. What the tables mean is up to `room.py`.

The store in a file is for one server, which it outlives. Several servers need `web/redis_store.py`. A change is in the
operating system's hands when a method returns. Listeners hear of the changes that this process makes.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from threading import RLock
from typing import Literal, Protocol

Outcome = Literal["put", "known", "full", "not-now", "gone"]
"""The outcomes of a change: done; the row was there already; the table is full; the condition fails; no such room."""

Given = tuple[str, str, bytes]
"""A condition: this table has this value under this key."""

Heard = Callable[[str], None]
"""Called with the code of a room that has changed, from any thread."""


class Store(Protocol):
    """Rooms by their codes. Methods may be called from any thread; they may wait, but not long."""

    def open(self, code: str, lock: bytes, now: float, ends: float, most: int) -> Outcome:
        """Open a room: "known" if the code is taken, "full" if `most` are open. Those that have ended are gone."""

    def find(self, code: str, now: float) -> bytes | None:
        """Return the lock of a room; None if there is none by this code, or it has ended."""

    def put(
        self,
        code: str,
        table: str,
        key: str,
        value: bytes,
        *,
        once: bool = False,
        most: int = 0,
        given: Given | None = None,
    ) -> Outcome:
        """Set a row. once: one that is there stays as it is. most: rows that the table may have; 0: any number."""

    def get(self, code: str, table: str, key: str) -> bytes | None:
        """Return a value."""

    def rows(self, code: str, table: str) -> Mapping[str, bytes]:
        """Return a whole table, in no order; empty if there is none."""

    def count(self, code: str, table: str) -> int:
        """Return the number of rows of a table."""

    def remove(self, code: str, table: str, *keys: str) -> None:
        """Take rows away, if they are there. Nobody hears of it."""

    def end(self, code: str) -> None:
        """End a room: all that was kept of it is gone."""

    def listen(self, heard: Heard) -> Callable[[], None]:
        """Call a function with each change of a room; return a function that ends that."""

    def close(self) -> None:
        """End all work with the store."""


# -- one file ----------------------------------------------------------------------------------------------------------

_TABLES = """
CREATE TABLE IF NOT EXISTS rooms (code TEXT PRIMARY KEY, lock BLOB NOT NULL, ends REAL NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS cells (
    code TEXT NOT NULL, tab TEXT NOT NULL, key TEXT NOT NULL, value BLOB NOT NULL, PRIMARY KEY (code, tab, key)
);
"""
_BUSY = 5.0  # seconds that another process may hold the file


class SqliteStore:
    """A :class:`Store` in a file. Raises sqlite3.Error or OSError if it cannot be written."""

    def __init__(self, file: Path) -> None:
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        file.touch(mode=0o600)
        self._base = sqlite3.connect(file, timeout=_BUSY, isolation_level=None, check_same_thread=False)
        self._lock = RLock()
        self._listening: list[Heard] = []
        self._base.execute("PRAGMA journal_mode=WAL")
        self._base.execute("PRAGMA synchronous=NORMAL")  # a power cut may lose the last answers, a killed server none
        self._base.execute("PRAGMA secure_delete=ON")  # what has ended is not left in the file
        self._base.executescript(_TABLES)

    def open(self, code: str, lock: bytes, now: float, ends: float, most: int) -> Outcome:
        with self._change() as base:
            base.execute("DELETE FROM cells WHERE code IN (SELECT code FROM rooms WHERE ends <= ?)", (now,))
            base.execute("DELETE FROM rooms WHERE ends <= ?", (now,))
            if base.execute("SELECT 1 FROM rooms WHERE code = ?", (code,)).fetchone():
                return "known"
            if base.execute("SELECT count(*) FROM rooms").fetchone()[0] >= most:
                return "full"
            base.execute("INSERT INTO rooms VALUES (?, ?, ?)", (code, lock, ends))
            return "put"

    def find(self, code: str, now: float) -> bytes | None:
        lock = self._first("SELECT lock FROM rooms WHERE code = ? AND ends > ?", code, now)
        return lock if isinstance(lock, bytes) else None

    def put(
        self,
        code: str,
        table: str,
        key: str,
        value: bytes,
        *,
        once: bool = False,
        most: int = 0,
        given: Given | None = None,
    ) -> Outcome:
        with self._change() as base:
            if self._first("SELECT 1 FROM rooms WHERE code = ?", code) is None:
                return "gone"
            if given is not None and self.get(code, *given[:2]) != given[2]:
                return "not-now"
            is_known = self.get(code, table, key) is not None
            if once and is_known:
                return "known"
            if most and not is_known and self.count(code, table) >= most:
                return "full"
            base.execute("INSERT OR REPLACE INTO cells VALUES (?, ?, ?, ?)", (code, table, key, value))
        self._tell(code)
        return "put"

    def get(self, code: str, table: str, key: str) -> bytes | None:
        value = self._first("SELECT value FROM cells WHERE code = ? AND tab = ? AND key = ?", code, table, key)
        return value if isinstance(value, bytes) else None

    def rows(self, code: str, table: str) -> Mapping[str, bytes]:
        with self._lock:
            return dict(self._base.execute("SELECT key, value FROM cells WHERE code = ? AND tab = ?", (code, table)))

    def count(self, code: str, table: str) -> int:
        size = self._first("SELECT count(*) FROM cells WHERE code = ? AND tab = ?", code, table)
        return size if isinstance(size, int) else 0

    def remove(self, code: str, table: str, *keys: str) -> None:
        rows = [(code, table, key) for key in keys]
        with self._change() as base:
            base.executemany("DELETE FROM cells WHERE code = ? AND tab = ? AND key = ?", rows)

    def end(self, code: str) -> None:
        with self._change() as base:
            base.execute("DELETE FROM cells WHERE code = ?", (code,))
            base.execute("DELETE FROM rooms WHERE code = ?", (code,))
        self._tell(code)

    def listen(self, heard: Heard) -> Callable[[], None]:
        with self._lock:
            self._listening.append(heard)
        return lambda: self._listening.remove(heard)

    def close(self) -> None:
        with self._lock:
            self._base.close()

    @contextmanager
    def _change(self) -> Iterator[sqlite3.Connection]:
        """Yield a connection for one change: all or nothing, and nobody else in between."""
        with self._lock:
            self._base.execute("BEGIN IMMEDIATE")
            try:
                yield self._base
            except BaseException:
                self._base.execute("ROLLBACK")
                raise
            self._base.execute("COMMIT")

    def _first(self, query: str, *values: object) -> object:
        with self._lock:
            row = self._base.execute(query, values).fetchone()
        return None if row is None else row[0]

    def _tell(self, code: str) -> None:
        for heard in tuple(self._listening):
            heard(code)
