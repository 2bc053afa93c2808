"""The `.model` of minbpe: a pattern, special tokens with their ids, and merges, each a pair of ids.

The ids below 256 are the bytes, and the first merge makes the id 256. The `.vocab` beside it is made for people to read
and is no file to load. Source: karpathy/minbpe 1acefe8, base.py.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from tokviz.bpe import Pair
from tokviz.checks import check_limit
from tokviz.errors import FormatError, brief
from tokviz.files.reading import MAX_MERGED_CHARS, check_token_lengths, check_vocabulary_size, text_of
from tokviz.pretokenize.byte_level import BYTE_TO_CHAR

__all__ = ["MinBpe", "is_model", "is_vocab", "read_model"]

_VERSION = "minbpe v1"


@dataclass(frozen=True)
class MinBpe:
    """Content of the file. pattern: a regular expression, empty for a tokenizer that does not split text. specials:
    special tokens with their ids. merges, vocabulary: tokens in visible characters, one for each byte."""

    pattern: str
    specials: Mapping[str, int]
    merges: tuple[Pair, ...]
    vocabulary: tuple[str, ...]


def is_model(data: bytes) -> bool:
    """Tell whether a file begins as the `.model` of minbpe does."""
    return data.startswith(_VERSION.encode())


def is_vocab(data: bytes) -> bool:
    r"""Tell whether a file begins as the `.vocab` of minbpe does.

    >>> is_vocab(rb"[\u0000] 0" + b"\n"), is_vocab(b"[PAD]\n")
    (True, False)
    """
    return re.match(rb"\[\\u0000\] 0[\r\n]", data) is not None


def read_model(data: str | bytes) -> MinBpe:
    r"""Read a `.model`. Raises FormatError or LimitError.

    >>> found = read_model("minbpe v1\n\n1\n<s> 257\n108 111\n")
    >>> found.specials, found.merges, found.vocabulary[256]
    ({'<s>': 257}, (('l', 'o'),), 'lo')
    """
    lines = re.split(r"\r\n|[\r\n]", text_of(data))
    while lines and not lines[-1].strip():
        lines.pop()
    check_vocabulary_size(len(lines))
    if len(lines) < 3 or lines[0].strip() != _VERSION:
        raise FormatError("minbpe-line", line=1, text=brief(lines[0] if lines else ""))
    (count,) = _fields(lines, 2, r"[0-9]{1,6}")
    first = 3 + int(count)
    specials = {}
    for place in range(3, first):
        special, spelled = _fields(lines, place, r"\S+", r"[0-9]{1,9}")
        specials[special] = int(spelled)
    vocabulary = [BYTE_TO_CHAR[byte] for byte in range(256)]
    places = {token: number for number, token in enumerate(vocabulary)}
    merges = []
    made = 0  # characters; a token may be twice as long as the one before it
    for place in range(first, len(lines)):
        ids = [int(one) for one in _fields(lines, place, r"[0-9]{1,9}", r"[0-9]{1,9}")]
        if max(ids) >= len(vocabulary):
            raise FormatError("minbpe-order", line=place + 1, id=max(ids), next=len(vocabulary))
        left, right = (vocabulary[one] for one in ids)
        check_token_lengths((left + right,))
        made += len(left) + len(right)
        check_limit("MAX_MERGED_CHARS", MAX_MERGED_CHARS, met=made)
        if left + right in places:
            raise FormatError("minbpe-twice", line=place + 1, token=brief(left + right), id=places[left + right])
        places[left + right] = len(vocabulary)
        merges.append((left, right))
        vocabulary.append(left + right)
    for token, number in specials.items():
        if number < len(vocabulary):
            raise FormatError("id-twice", line=4, token=brief(token), other=brief(vocabulary[number]), id=number)
    return MinBpe(lines[1].strip(), specials, tuple(merges), tuple(vocabulary))


def _fields(lines: list[str], place: int, *patterns: str) -> list[str]:
    """The fields of a line, which must be like the patterns."""
    line = lines[place] if place < len(lines) else ""
    found = line.split()
    if len(found) != len(patterns) or not all(map(re.fullmatch, patterns, found)):
        raise FormatError("minbpe-line", line=place + 1, text=brief(line))
    return found
