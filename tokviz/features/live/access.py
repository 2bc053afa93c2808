"""Access to a room: its code for students, its key for the teacher, and the students who have entered.

Codes and keys are made of random bytes that the caller draws. A right code is let in however many wrong ones came
before it, or one person could keep a lecture hall out of its room. So what limits guessing is the speed of the server
and the number of codes: eight letters of thirty-one are 853 billion. Each wrong guess ends its connection; two busy
cores answered 130 in a second over the socket and 800 over the route of the views. Should 2,000 in a second be
possible, one of a hundred open rooms is found after 49 days on average, and a given room after 6.8 years; a room ends
after one day. Six letters would last for 75 minutes. Keys and tokens have 144 bits.

A ghost is a student who entered, left and never answered; ghosts make room for newcomers. The origin of a student tells
which students came from the same address, and not from which: :func:`origin_of`.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

# -- codes and keys ----------------------------------------------------------------------------------------------------

ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""No letter that looks like a digit, no digit that looks like a letter."""
LENGTH = 8
CODE_BYTES = 16
"""The number of random bytes that make a code: so many more than it holds that all codes are equally likely."""
KEY_BYTES = 18

_KEY = re.compile(r"[\w-]{24}", re.ASCII)


def code_of(drawn: bytes) -> str:
    """Return the code that random bytes stand for.

    >>> code_of(bytes(15) + b"!")
    '22222234'
    """
    number, code = int.from_bytes(drawn, "big"), ""
    for _ in range(LENGTH):
        number, place = divmod(number, len(ALPHABET))
        code = ALPHABET[place] + code
    return code


def tidy(text: str) -> str:
    """Return a code as it is kept, of one as people type it; empty if it cannot be one.

    >>> tidy(" abcd-2345 "), tidy("abcd 23456"), tidy("abcd 210o")
    ('ABCD2345', '', '')
    """
    code = "".join(text[:40].upper().replace("-", "").split())
    return code if len(code) == LENGTH and set(code) <= set(ALPHABET) else ""


def spaced(code: str) -> str:
    """Return a code as it is read out.

    >>> spaced("ABCD2345")
    'ABCD 2345'
    """
    return f"{code[: LENGTH // 2]} {code[LENGTH // 2 :]}"


def key_of(drawn: bytes) -> str:
    """Return the key that random bytes stand for; students' tokens are made the same way.

    >>> key_of(bytes(KEY_BYTES))
    'AAAAAAAAAAAAAAAAAAAAAAAA'
    """
    return base64.urlsafe_b64encode(drawn).decode()


def locked(key: str) -> bytes:
    """Return the lock of a key: the key can be checked by it, and not read from it."""
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).digest()


def is_key_of(key: str, lock: bytes) -> bool:
    """Tell if a key opens a lock.

    >>> is_key_of("A" * 24, locked("A" * 24)), is_key_of("A" * 23 + "B", locked("A" * 24)), is_key_of("", locked(""))
    (True, False, False)
    """
    return bool(_KEY.fullmatch(key)) and hmac.compare_digest(locked(key), lock)


# -- students ----------------------------------------------------------------------------------------------------------

NEW, BACK, ANSWERED = range(3)
"""Ranks of a student who enters: a new student, one who comes back, one who has answered a question."""

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
    unpacked = [json.loads(packed) for packed in lists]
    return {token for when, tokens in unpacked if now - when < PRESENT for token in tokens}


def ghosts(entries: Mapping[str, Entry], real: Collection[str], now: float, origin: str = "") -> list[str]:
    """Return the tokens of ghosts, the oldest first. real: students who are here or have answered. origin: of the
    ghosts; of all if empty.

    >>> entries = {"a": Entry("", "x", 1.0), "b": Entry("", "y", 0.0), "c": Entry("", "x", 9.0)}
    >>> ghosts(entries, {}, 10.0), ghosts(entries, {}, 10.0, "x"), ghosts(entries, {"a"}, 10.0)
    (['b', 'a'], ['a'], ['b'])
    """
    arrivals = [
        (entry.came, token)
        for token, entry in entries.items()
        if token not in real and now - entry.came > _ARRIVING and origin in {"", entry.origin}
    ]
    return [token for _, token in sorted(arrivals)]
