"""Where rooms are kept: what a store has to be able to do, whatever it is.

A room has a lock, an end, and tables of rows, key -> value. Every change is done whole or not at all, also when several
servers make one at the same moment, and who listens hears of it. What the tables mean is up to
:mod:`tokviz.live.room`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal, Protocol

__all__ = ["Given", "Heard", "Outcome", "Store"]

Outcome = Literal["put", "known", "full", "not-now", "gone"]
"""How a change went: done; the row was there already; the table is full; the condition does not hold; no such room."""

Given = tuple[str, str, bytes]
"""A condition: this table has this value under this key."""

Heard = Callable[[str], None]
"""Called with the code of a room that has changed, from any thread."""


class Store(Protocol):
    """Rooms by their codes. Methods may be called from any thread; they may wait, but not long."""

    def open(self, code: str, lock: bytes, now: float, ends: float, most: int) -> Outcome:
        """Open a room: "known" if the code is taken, "full" if `most` are open. Those that have ended are gone."""

    def find(self, code: str, now: float) -> bytes | None:
        """The lock of a room; None if there is none by this code, or it has ended."""

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
        """A value."""

    def rows(self, code: str, table: str) -> Mapping[str, bytes]:
        """A whole table, in no order; empty if there is none."""

    def count(self, code: str, table: str) -> int:
        """How many rows a table has."""

    def remove(self, code: str, table: str, *keys: str) -> None:
        """Take rows away, if they are there. Nobody hears of it."""

    def end(self, code: str) -> None:
        """End a room: all that was kept of it is gone."""

    def listen(self, heard: Heard) -> Callable[[], None]:
        """Have changes of rooms told; returns what ends that."""

    def close(self) -> None:
        """End all work with the store."""
