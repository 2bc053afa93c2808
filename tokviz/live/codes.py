"""What a room is called and who may lead it: short codes to type, long keys to keep. Both are made of random bytes that
the caller draws.

A right code is let in however many wrong ones came before it, or one person could keep a lecture hall out of its room.
So what limits guessing is the speed of the server and the number of codes: eight letters of thirty-one are 853 billion.
Each wrong guess ends its connection; two busy cores answered 130 in a second over the socket and 800 over the route of
the views. Should 2,000 in a second be possible, one of a hundred open rooms is found after 49 days on average, and a
given room after 6.8 years; a room ends after one day. Six letters would last for 75 minutes. Keys and tokens have 144
bits.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import re

__all__ = [
    "ALPHABET",
    "CODE_BYTES",
    "KEY_BYTES",
    "LENGTH",
    "code_of",
    "is_key_of",
    "key_of",
    "locked",
    "spaced",
    "tidy",
]

ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""No letter that looks like a digit, no digit that looks like a letter."""
LENGTH = 8
CODE_BYTES = 16
"""How many random bytes a code is made of: so many more than it holds that all codes are equally likely."""
KEY_BYTES = 18

_KEY = re.compile(r"[\w-]{24}", re.ASCII)


def code_of(drawn: bytes) -> str:
    """The code that random bytes stand for.

    >>> code_of(bytes(15) + b"!")
    '22222234'
    """
    number, code = int.from_bytes(drawn, "big"), ""
    for _ in range(LENGTH):
        number, place = divmod(number, len(ALPHABET))
        code = ALPHABET[place] + code
    return code


def tidy(text: str) -> str:
    """A code as it is kept, of one as people type it; empty if it cannot be one.

    >>> tidy(" abcd-2345 "), tidy("abcd 23456"), tidy("abcd 210o")
    ('ABCD2345', '', '')
    """
    code = "".join(text[:40].upper().replace("-", "").split())
    return code if len(code) == LENGTH and set(code) <= set(ALPHABET) else ""


def spaced(code: str) -> str:
    """A code as it is read out.

    >>> spaced("ABCD2345")
    'ABCD 2345'
    """
    return f"{code[: LENGTH // 2]} {code[LENGTH // 2 :]}"


def key_of(drawn: bytes) -> str:
    """The key that random bytes stand for; students' tokens are made the same way.

    >>> key_of(bytes(KEY_BYTES))
    'AAAAAAAAAAAAAAAAAAAAAAAA'
    """
    return base64.urlsafe_b64encode(drawn).decode()


def locked(key: str) -> bytes:
    """What is kept of a key: it can be checked, and not read."""
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).digest()


def is_key_of(key: str, lock: bytes) -> bool:
    """Whether a key opens.

    >>> is_key_of("A" * 24, locked("A" * 24)), is_key_of("A" * 23 + "B", locked("A" * 24)), is_key_of("", locked(""))
    (True, False, False)
    """
    return bool(_KEY.fullmatch(key)) and hmac.compare_digest(locked(key), lock)
