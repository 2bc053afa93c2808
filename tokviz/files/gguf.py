"""The metadata of a GGUF file, in which llama.cpp keeps the tokenizer of a model; the tensors behind it are not read.

A file begins with four letters, a version, the numbers of tensors and of entries, and the entries: each a key, the
number of a type, and a value. Only the entries of the tokenizer are kept, and the file may end behind the last entry.
Lengths in a file may lie: each is held against the bytes that are there before anything is made of it.
Source: ggml, docs/gguf.md, version 3, and gguf.cpp, which refuses keys that are there twice and lists of lists.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from tokviz.checks import check_limit
from tokviz.errors import FormatError, LimitError, brief
from tokviz.files.reading import GGUF, MAX_FILE_BYTES, MAX_VOCABULARY

MAX_METADATA = 10_000
"""The most entries of metadata. Files in use have up to a hundred."""

_VERSIONS = (2, 3)
_KEPT = "tokenizer."
_MAX_KEY = 1_000  # bytes; ggml allows 65,535
_BOOL, _STRING, _LIST = 7, 8, 9
_NUMBERS = {0: "B", 1: "b", 2: "H", 3: "h", 4: "I", 5: "i", 6: "f", _BOOL: "?", 10: "Q", 11: "q", 12: "d"}
_BYTES = frozenset({0, 1})

Metadata = Mapping[str, Any]
"""Key -> number, text, tuple of either, or the bytes of a list of them."""


def read_metadata(data: bytes) -> Metadata:
    r"""Return the entries of the tokenizer in a GGUF file, of which the first bytes are enough.

    Raises FormatError for a file that is cut off or wrong, and LimitError.

    >>> entry = struct.pack("<Q14sIQ5s", 14, b"tokenizer.name", 8, 5, b"llama")
    >>> read_metadata(b"GGUF" + struct.pack("<IQQ", 3, 0, 1) + entry)
    mappingproxy({'tokenizer.name': 'llama'})
    """
    reader = _Reader(data)
    version = reader.number("I")
    if version not in _VERSIONS:
        raise FormatError("gguf-version", found=version)
    reader.number("Q")  # tensors
    count = reader.number("Q")
    check_limit("MAX_METADATA", MAX_METADATA, met=count)
    kept: dict[str, Any] = {}
    for _ in range(count):
        key = reader.text("key", _MAX_KEY)
        if key in kept:
            raise wrong_value(key)
        value = reader.value(key, is_kept=key.startswith(_KEPT))
        if key.startswith(_KEPT):
            kept[key] = value
    return MappingProxyType(kept)


def wrong_value(key: str) -> FormatError:
    """Return the error for an entry whose value is of another kind than llama.cpp writes there."""
    return FormatError("gguf-value", key=brief(key))


class _Reader:
    """The bytes of a file, and the place up to which they are read."""

    def __init__(self, data: bytes) -> None:
        self._data, self._at = data, len(GGUF)

    def number(self, kind: str) -> Any:
        """Return a number, of a kind as in :mod:`struct`."""
        form = f"<{kind}"
        (value,) = struct.unpack(form, self._take(struct.calcsize(form)))
        return value

    def text(self, key: str, most: int) -> str:
        """Return a text of at most so many bytes."""
        size = self.number("Q")
        if size > most:
            raise wrong_value(key) if size <= self._left else self._cut_off()
        try:
            return self._take(size).decode("utf-8")
        except UnicodeDecodeError:
            raise wrong_value(key) from None

    def value(self, key: str, *, is_kept: bool) -> Any:
        """Return a value; None for one that is passed over."""
        kind = self.number("I")
        if kind == _STRING:
            (text,) = self._texts(key, 1, is_kept=is_kept) or (None,)
            return text
        if kind in _NUMBERS:
            return self.number(_NUMBERS[kind])
        if kind != _LIST:
            raise wrong_value(key)
        return self._list(key, is_kept=is_kept)

    def _list(self, key: str, *, is_kept: bool) -> tuple[Any, ...] | bytes | None:
        kind, count = self.number("I"), self.number("Q")
        if kind not in _NUMBERS and kind != _STRING:
            raise wrong_value(key)
        size = 8 if kind == _STRING else struct.calcsize(f"<{_NUMBERS[kind]}")
        if count * size > self._left:
            raise self._cut_off()
        if kind in _BYTES and is_kept:
            return self._take(count)
        if is_kept:
            check_limit("MAX_VOCABULARY", MAX_VOCABULARY, met=count)
        if kind == _STRING:
            return self._texts(key, count, is_kept=is_kept)
        values = self._take(count * size)
        return struct.unpack(f"<{count}{_NUMBERS[kind]}", values) if is_kept else None

    def _texts(self, key: str, count: int, *, is_kept: bool) -> tuple[str, ...] | None:
        if is_kept:
            return tuple(self.text(key, self._left) for _ in range(count))
        for _ in range(count):
            self._take(self.number("Q"))
        return None

    @property
    def _left(self) -> int:
        return len(self._data) - self._at

    def _take(self, size: int) -> bytes:
        if size > self._left:
            raise self._cut_off()
        taken = self._data[self._at : self._at + size]
        self._at += size
        return taken

    def _cut_off(self) -> FormatError | LimitError:
        """Return the error for a file that ends too early, or whose metadata is longer than what is read of it."""
        if len(self._data) >= MAX_FILE_BYTES:
            return LimitError("MAX_FILE_BYTES", MAX_FILE_BYTES, met=len(self._data) + 1)
        return FormatError("gguf-short")
