"""Hand-in codes: the answers to /practice or to a lesson as one line of text that can be read back; and their grading.

A code says which tasks, which answers, and when. Its checksum shows that no character was lost or altered on the way; a
signature shows that a server with the same key made it. Neither shows who answered, or with what help. The tasks of a
series are not in the code: they follow from it, and grading draws them again.
"""

from __future__ import annotations

import hmac
import json
import re
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from hashlib import sha256
from typing import Any

from tokviz import guides
from tokviz.errors import FormatError, RulesError, TokvizError
from tokviz.exercises import CHALLENGES, KINDS, LEVELS, RISING, check
from tokviz.exercises.hand_in import MAX_ANSWERS, Answered, HandIn
from tokviz.spreadsheet import read_csv

PREFIX = "tokviz1."
KEY = "TOKVIZ_HANDIN_KEY"
"""The name of the variable that holds the teacher's key, on the server and where codes are graded."""

_MOST = 2_000_000  # bytes of the answers of one code
_CHECK, _SIGNATURE, _LENGTH = 5, 12, 3  # bytes


def write_code(handed: HandIn, key: bytes = b"") -> str:
    """Write the answers as a code, signed where there is a key.

    >>> code = write_code(HandIn((Answered(1, "e s", True),), 1_700_000_000, 1_700_000_060, kinds=("score",), seed="7"))
    >>> code[:8], read_code(code)[0].answers[0].text, read_code(code)[1]
    ('tokviz1.', 'e s', False)
    """
    rows = [[answer.number, answer.place, answer.hints, int(answer.right), answer.text] for answer in handed.answers]
    series = [list(handed.kinds), handed.level, handed.seed, handed.challenge]
    content = [handed.began, handed.ended, handed.lesson, series, rows]
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
    packed = zlib.compress(text.encode("utf-8", "surrogatepass"), 9)
    signature = _signature(packed, key) if key else b""
    inner = bytes([len(signature)]) + signature + packed
    whole = (_LENGTH + len(inner) + _CHECK).to_bytes(_LENGTH, "big") + inner
    return PREFIX + urlsafe_b64encode(whole + _checksum(whole)).decode().rstrip("=")


def read_code(code: str, key: bytes = b"") -> tuple[HandIn, bool]:
    """Read a code, and whether it is signed: with that key, if one is given.

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
    except (ValueError, TypeError, RecursionError, zlib.error):  # made on purpose: its checksum is right
        raise RulesError("handin-content") from None


def _whole(code: str) -> bytes:
    """Return the bytes of a code of which no character was lost or altered."""
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
    """Read the record that JSON holds. Raises ValueError or TypeError for anything else."""
    began, ended, lesson, (kinds, level, seed, challenge), rows = content
    answers = tuple(_answered(*row) for row in rows)
    texts = (lesson, seed, challenge)
    if not all(type(text) is str and len(text) <= 100 for text in texts) or not 0 < len(answers) <= MAX_ANSWERS:
        raise ValueError
    if not 0 <= _whole_number(began) <= _whole_number(ended) < 2**32 or (challenge and challenge not in CHALLENGES):
        raise ValueError
    if not (lesson or challenge) and (not kinds or any(kind not in KINDS for kind in kinds)):
        raise ValueError
    if level not in (RISING, *LEVELS) or len({(answer.number, answer.place) for answer in answers}) < len(answers):
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


# -- grading a list of codes -------------------------------------------------------------------------------------------

MAX_CODES = 2_000
_TITLES = frozenset({"code", "codes", "hand-in code", "提交码"})


@dataclass(frozen=True)
class GradedCode:
    """The grade of one line. line: its number, from 1. name: what is beside the code.

    handed, points: the answers and the points of each, none where the code could not be read. of: how many there were
    to answer. signed: whether there is a signature; it was checked if a key was given. problem: what is wrong, or None.
    """

    line: int
    name: str
    handed: HandIn | None = None
    points: tuple[Fraction, ...] = ()
    of: int = 0
    signed: bool = False
    problem: TokvizError | None = None


def grade_codes(text: str, key: bytes = b"") -> tuple[GradedCode, ...]:
    """Return a grade for every line that is not empty. A code that is there twice is graded twice, and the second one
    says so.

    The answers of a series are checked again; of a lesson the word of the page that made the code counts. Raises
    RulesError for more than MAX_CODES lines.
    """
    lines = text.removeprefix("\ufeff").splitlines()
    head = next((line for line in lines if line.strip()), "")
    sign = max(";\t,", key=head.count)
    rows = [(n, [cell.strip() for cell in _cells(line, sign)]) for n, line in enumerate(lines, start=1)]
    rows = [(n, row) for n, row in rows if any(row)]
    if rows and any(cell.casefold() in _TITLES for cell in rows[0][1]):
        rows = rows[1:]
    if len(rows) > MAX_CODES:
        raise RulesError("handin-many", most=MAX_CODES)
    line_of: dict[HandIn, int] = {}
    graded = []
    for number, row in rows:
        graded_line = _graded_line(number, row, key)
        if graded_line.handed is not None and line_of.setdefault(graded_line.handed, number) != number:
            same = RulesError("handin-twice", first=line_of[graded_line.handed])
            graded_line = replace(graded_line, problem=same)
        graded.append(graded_line)
    return tuple(graded)


def _cells(line: str, sign: str) -> list[str]:
    """Return the cells of one line, which may also be a name, a blank and a code."""
    try:
        row = next((list(read.cells) for read in read_csv(line, sign)), [])
    except FormatError:  # a cell of more than 100,000 characters
        row = [line]
    if len(row) == 1:
        name, blank, code = row[0].strip().rpartition(" ")
        return [name, code] if blank else row
    return row


def _graded_line(number: int, row: list[str], key: bytes) -> GradedCode:
    start = PREFIX[:6]
    place = next((n for n, cell in enumerate(row) if cell.startswith(start)), len(row) - 1)
    name = ", ".join(cell for n, cell in enumerate(row) if cell and n != place)
    try:
        handed, signed = read_code(row[place], key)
    except TokvizError as problem:
        return GradedCode(number, name, problem=problem)
    if handed.lesson:
        points = tuple(Fraction(answer.right) for answer in handed.answers)
    else:
        points = tuple(
            check(handed.task(answer.number), answer.text or "", answer.hints).points for answer in handed.answers
        )
    return GradedCode(number, name, handed, points, _of(handed), signed)


def _of(handed: HandIn) -> int:
    """Return the number of questions: all of a known lesson, else the answered ones."""
    with suppress(TokvizError):
        if handed.lesson:
            return sum(len(card.asks) for card in guides.load(handed.lesson).cards)
    return len(handed.answers)
