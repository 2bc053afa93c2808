"""Files of other kinds that are taken for a tokenizer: each is named as what it is, with what to do instead."""

from __future__ import annotations

import re
from typing import Any

from tokviz.errors import FormatError
from tokviz.files import minbpe

__all__ = ["check_json", "check_lines"]

_LOOKED_AT = 64_000  # bytes
_RWKV = re.compile(rb"[0-9]+ b?(['\"]).*\1 [0-9]+")
_SETTINGS = frozenset({"tokenizer_class", "model_type", "unk_token"})
"""Keys of files that stand beside a tokenizer.json: each tells one of them."""


def check_json(value: Any) -> None:
    """Refuse a JSON value that is known and no tokenizer. Raises FormatError.

    >>> check_json({"low": 0, "er": 1})
    Traceback (most recent call last):
    ...
    tokviz.errors.FormatError: Line 1: This is a vocabulary alone, as in vocab.json. Give merges.txt along with it.
    """
    if isinstance(value, list):
        raise FormatError("json-list", line=1)
    if not isinstance(value, dict) or isinstance(value.get("model"), dict):
        return
    if {"class_name", "config"} <= value.keys():
        raise FormatError("json-keras", line=1)
    if "bpe_ranks" in value:
        raise FormatError("json-ranks", line=1)
    if _SETTINGS & value.keys():
        raise FormatError("json-settings", line=1)
    if value and all(type(number) is int for number in value.values()):
        raise FormatError("json-vocabulary", line=1)


def check_lines(data: bytes) -> None:
    """Refuse lines that are known and neither merges nor tokens. Raises FormatError."""
    if minbpe.is_vocab(data):
        raise FormatError("minbpe-vocab", line=1)
    rows = [line.split(b" ") for line in data[:_LOOKED_AT].removeprefix(b"\xef\xbb\xbf").splitlines()[:1_000] if line]
    if not rows or rows[0][0].startswith(b"#version"):
        return
    if _RWKV.fullmatch(b" ".join(rows[0])):
        raise FormatError("lines-rwkv", line=1)
    whole = rows[:-1] or rows  # the last may be cut off
    if not all(len(row) == 2 and row[1].isdigit() for row in whole):
        return
    if all(row[0].isdigit() for row in whole):
        raise FormatError("lines-ids", line=1)
    raise FormatError("lines-counts", line=1)
