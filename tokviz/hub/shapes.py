"""Whether a file that came looks like the tokenizer's file that was asked for.

A network's login page, another service, or a hub that answers anything must not be reported as a tokenizer. This is a
look at the shape; whether the tokenizer can be applied is found out when it is opened.
"""

from __future__ import annotations

import re
from typing import Any

from tokviz.errors import FormatError, LimitError
from tokviz.files import protobuf
from tokviz.files.reading import read_json, text_of

__all__ = ["is_shaped"]

_LINES = 20  # of a list, which are looked at
_MARK = re.compile(r"##\S+|\[[A-Za-z]+\]|<[a-z]+>")  # what a WordPiece vocabulary has at least one of


def is_shaped(file: str, data: bytes) -> bool:
    """Whether the content of a file, one of :data:`tokviz.hub.child.WANTED`, has the shape that its name promises.

    >>> is_shaped("tokenizer.json", b'{"model": {"type": "BPE"}}'), is_shaped("tokenizer.json", b"<html>")
    (True, False)
    """
    try:
        if file.endswith(".json"):
            return _is_json(file, read_json(data)[0])
        if file.endswith(".model"):
            return bool(protobuf.fields(data).get(1))  # the pieces
        return _is_list(file, [line.strip() for line in text_of(data).splitlines()])
    except (FormatError, LimitError):
        return False


def _is_json(file: str, value: Any) -> bool:
    if not isinstance(value, dict):
        return False
    if file == "tokenizer.json":
        return isinstance(value.get("model"), dict)
    if file == "tekken.json":
        return isinstance(value.get("vocab"), list) and isinstance(value.get("config"), dict)
    return bool(value) and all(type(number) is int for number in value.values())


def _is_list(file: str, lines: list[str]) -> bool:
    tokens = [line for line in lines if line]
    if file == "merges.txt":
        merges = [line for line in tokens if not line.startswith("#version")][:_LINES]
        return bool(merges) and all(len(line.split()) == 2 for line in merges)
    return any(map(_MARK.fullmatch, tokens)) and not any(" " in token for token in tokens[:_LINES])
