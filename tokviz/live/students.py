"""Students of a room: how one is kept, which of them are here, and which are ghosts, who make room for newcomers.

A ghost entered, left and never answered. The origin of a student tells which students came from the same address, and
not from which: :func:`origin_of`.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

__all__ = ["ANSWERED", "BACK", "NEW", "Entry", "Student", "ghosts", "origin_of", "pack_presence", "present"]

NEW, BACK, ANSWERED = range(3)
"""Ranks of who enters: a new student, one who comes back, one who has answered a question."""

PRESENT = 30.0  # seconds for which a server's list of students holds
_ARRIVING = 5.0  # seconds after which a student who came is on the list of a server


@dataclass(frozen=True)
class Entry:
    """A student as the store keeps it. name: may be empty. came: when the student entered last."""

    name: str
    origin: str
    came: float

    def packed(self) -> bytes:
        """Return the entry as bytes.

        >>> Entry.unpacked(Entry("Ada", "1f", 2.5).packed())
        Entry(name='Ada', origin='1f', came=2.5)
        """
        return json.dumps([self.name, self.origin, self.came], ensure_ascii=False).encode("utf-8", "replace")

    @staticmethod
    def unpacked(stored: bytes) -> Entry:
        """Return the entry that the bytes stand for."""
        return Entry(*json.loads(stored))


@dataclass(frozen=True)
class Student:
    """A student as the teacher sees one. token: not for the screen, because it is what makes a browser this student.
    answers: number of questions that were answered. is_here: whether the student is connected."""

    token: str
    name: str
    origin: str
    answers: int
    is_here: bool


def origin_of(address: str, code: str, secret: bytes) -> str:
    """Return a name for an address in a room. Without the secret nobody finds the address, not even by trying all.

    >>> origin_of("192.0.2.7", "ABCD2345", b"s") == origin_of("192.0.2.7", "ABCD2345", b"s")
    True
    >>> origin_of("192.0.2.7", "ABCD2345", b"s") == origin_of("192.0.2.7", "ABCD2346", b"s")
    False
    """
    return hmac.new(secret, f"{code} {address}".encode("utf-8", "replace"), hashlib.sha256).hexdigest()[:16]


def pack_presence(tokens: Iterable[str], now: float) -> bytes:
    """Return a server's list of the students who are connected to it."""
    return json.dumps([now, sorted(tokens)]).encode()


def present(lists: Iterable[bytes], now: float) -> set[str]:
    """Return the tokens of all students who are connected to a server. The list of a server that has died is too old.

    >>> sorted(present([pack_presence("ab", 50.0), pack_presence("bc", 40.0), pack_presence("d", 1.0)], 60.0))
    ['a', 'b', 'c']
    """
    read = [json.loads(one) for one in lists]
    return {token for when, tokens in read if now - when < PRESENT for token in tokens}


def ghosts(entries: Mapping[str, Entry], real: Collection[str], now: float, origin: str = "") -> list[str]:
    """Return the tokens of ghosts, the oldest first. real: students who are here or have answered. origin: of the
    ghosts; of all if empty.

    >>> entries = {"a": Entry("", "x", 1.0), "b": Entry("", "y", 0.0), "c": Entry("", "x", 9.0)}
    >>> ghosts(entries, {}, 10.0), ghosts(entries, {}, 10.0, "x"), ghosts(entries, {"a"}, 10.0)
    (['b', 'a'], ['a'], ['b'])
    """
    found = [
        (entry.came, token)
        for token, entry in entries.items()
        if token not in real and now - entry.came > _ARRIVING and origin in {"", entry.origin}
    ]
    return [token for _, token in sorted(found)]
