"""Hand-in codes: what somebody answered on /practice or in a lesson, as one line of text that can be read back.

A code says which tasks, which answers, and when. Its checksum shows that no character was lost or altered on the way; a
signature shows that a server with the same key made it. Neither shows who answered, or with what help. The tasks of a
series are not in the code: they follow from it, and grading draws them anew.
"""

from __future__ import annotations

import hmac
import json
import re
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from tokviz.errors import RulesError
from tokviz.exercises import CHALLENGES, KINDS, LEVELS, RISING, Task, about, task_at

__all__ = ["KEY", "MAX_ANSWERS", "PREFIX", "Answered", "HandIn", "made", "read"]

PREFIX = "tokviz1."
MAX_ANSWERS = 200
"""The most answers of one code."""
KEY = "TOKVIZ_HANDIN_KEY"
"""The name of the variable that holds the teacher's key, on the server and where codes are graded."""

_MOST = 2_000_000  # bytes of the answers of one code
_CHECK, _SIGNATURE, _LENGTH = 5, 12, 3  # bytes


@dataclass(frozen=True)
class Answered:
    """One answer. number: of the task in its series, or of the card in its lesson, from 1. place: of the question on
    its card, from 0. text: as it was written; None for who asked to be told. hints: how many were taken. right: what
    the page said of it."""

    number: int
    text: str | None
    right: bool
    hints: int = 0
    place: int = 0


@dataclass(frozen=True)
class HandIn:
    """The answers of a visit to one lesson, or to one series of tasks: kinds, level and seed, or a challenge.

    began, ended: when the first and the last was answered, in seconds since 1970.
    """

    answers: tuple[Answered, ...]
    began: int
    ended: int
    lesson: str = ""
    kinds: tuple[str, ...] = ()
    level: int = RISING
    seed: str = ""
    challenge: str = ""

    def task(self, number: int) -> Task:
        """The task of that number; a lesson has none, since what its cards ask is about pages."""
        if self.challenge:
            return about("find-corpus", challenge=self.challenge)
        return task_at(self.kinds, self.seed, self.level, number)


def made(handed: HandIn, key: bytes = b"") -> str:
    """The code, signed where there is a key.

    >>> code = made(HandIn((Answered(1, "e s", True),), 1_700_000_000, 1_700_000_060, kinds=("score",), seed="7"))
    >>> code[:8], read(code)[0].answers[0].text, read(code)[1]
    ('tokviz1.', 'e s', False)
    """
    rows = [[one.number, one.place, one.hints, int(one.right), one.text] for one in handed.answers]
    series = [list(handed.kinds), handed.level, handed.seed, handed.challenge]
    content = [handed.began, handed.ended, handed.lesson, series, rows]
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
    packed = zlib.compress(text.encode("utf-8", "surrogatepass"), 9)
    signature = _signature(packed, key) if key else b""
    inner = bytes([len(signature)]) + signature + packed
    whole = (_LENGTH + len(inner) + _CHECK).to_bytes(_LENGTH, "big") + inner
    return PREFIX + urlsafe_b64encode(whole + _checksum(whole)).decode().rstrip("=")


def read(code: str, key: bytes = b"") -> tuple[HandIn, bool]:
    """What a code says, and whether it is signed: with that key, if one is given.

    Raises RulesError for what is no code, for one that was cut off or altered, and, with a key, for one that is not
    signed or signed with another key.
    """
    whole = _whole(code.strip())
    size, packed = whole[_LENGTH], whole[_LENGTH + 1 : -_CHECK]
    signature, packed = packed[:size], packed[size:]
    if key and not signature:
        raise RulesError("handin-unsigned")
    if key and not hmac.compare_digest(signature, _signature(packed, key)):
        raise RulesError("handin-key")
    try:
        unpacked = zlib.decompressobj()
        text = unpacked.decompress(packed, _MOST)
        if not unpacked.eof:
            raise ValueError
        return _handed(json.loads(text.decode("utf-8", "surrogatepass"))), bool(signature)
    except (ValueError, TypeError, RecursionError, zlib.error):  # made by somebody who knows how checksums are made
        raise RulesError("handin-content") from None


def _whole(code: str) -> bytes:
    """The bytes of a code of which no character was lost or altered."""
    body = code.removeprefix(PREFIX)
    if body == code or len(body) < 4:
        raise RulesError("handin-none", prefix=PREFIX[:-1])
    if not re.fullmatch(r"[A-Za-z0-9_-]+", body):
        raise RulesError("handin-altered")
    length = int.from_bytes(urlsafe_b64decode(body[:4]), "big")
    expected = len(PREFIX) + (length * 8 + 5) // 6
    if len(code) < expected:
        raise RulesError("handin-cut", met=len(code), expected=expected)
    if len(code) > expected or length <= _LENGTH + _CHECK:
        raise RulesError("handin-altered")
    whole = urlsafe_b64decode(body + "=" * (-len(body) % 4))
    is_usual = urlsafe_b64encode(whole).decode().rstrip("=") == body  # the last character has bits that say nothing
    if not is_usual or _checksum(whole[:-_CHECK]) != whole[-_CHECK:]:
        raise RulesError("handin-altered")
    return whole


def _checksum(data: bytes) -> bytes:
    return sha256(data).digest()[:_CHECK]


def _signature(packed: bytes, key: bytes) -> bytes:
    return hmac.digest(key, b"tokviz hand-in\0" + packed, "sha256")[:_SIGNATURE]


def _handed(content: Any) -> HandIn:
    """The record behind what JSON holds. Raises ValueError or TypeError for anything else."""
    began, ended, lesson, (kinds, level, seed, challenge), rows = content
    answers = tuple(_answered(*row) for row in rows)
    texts = (lesson, seed, challenge)
    if not all(type(one) is str and len(one) <= 100 for one in texts) or not 0 < len(answers) <= MAX_ANSWERS:
        raise ValueError
    if not 0 <= _whole_number(began) <= _whole_number(ended) < 2**32 or (challenge and challenge not in CHALLENGES):
        raise ValueError
    if not (lesson or challenge) and (not kinds or any(kind not in KINDS for kind in kinds)):
        raise ValueError
    if level not in (RISING, *LEVELS) or len({(one.number, one.place) for one in answers}) < len(answers):
        raise ValueError
    return HandIn(answers, began, ended, lesson, tuple(kinds), level, seed, challenge)


def _answered(number: object, place: object, hints: object, right: object, text: object) -> Answered:
    if not (text is None or isinstance(text, str)):
        raise TypeError
    counted = _whole_number(number), _whole_number(place), _whole_number(hints)
    if not (0 < counted[0] < 10_000 and 0 <= counted[1] < 100 and 0 <= counted[2] < 100):
        raise ValueError
    return Answered(counted[0], text, bool(right), counted[2], counted[1])


def _whole_number(value: object) -> int:
    if type(value) is not int:
        raise TypeError
    return value
