"""The wire format of protocol buffers, as far as the files of SentencePiece need it, read without that library."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping

from tokviz.errors import FormatError, LimitError

Fields = Mapping[int, list[int | bytes]]
"""The fields of a message by number, each with its values; what is a message itself is bytes."""
MAX_FIELDS = 1_000_000
"""The most fields of a message: a file of nothing but fields would be read for half a minute."""


def damaged() -> FormatError:
    """Return the error for bytes that are no message."""
    return FormatError("sentencepiece-damaged")


def fields(data: int | bytes, most: int = MAX_FIELDS) -> dict[int, list[int | bytes]]:
    """Return the fields of a message in the wire format of protocol buffers. Raises FormatError, and LimitError for
    more than `most`."""
    if not isinstance(data, bytes):
        raise damaged()
    values: dict[int, list[int | bytes]] = {}
    for count, (number, value) in enumerate(_read(data), 1):
        if count > most:
            raise LimitError("MAX_FIELDS", most, met=count)
        values.setdefault(number, []).append(value)
    return values


def _read(data: bytes) -> Iterator[tuple[int, int | bytes]]:
    at = 0

    def varint() -> int:
        nonlocal at
        value = shift = 0
        while at < len(data) and shift < 70:
            byte = data[at]
            at += 1
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value
        raise damaged()

    while at < len(data):
        key = varint()
        if key < 8:  # no field has the number 0
            raise damaged()
        match key & 7:
            case 0:
                yield key >> 3, varint()
                continue
            case 1:
                size = 8
            case 2:
                size = varint()
            case 5:
                size = 4
            case _:
                raise damaged()
        if at + size > len(data):
            raise damaged()
        yield key >> 3, data[at : at + size]
        at += size


def message_at(members: Fields, number: int) -> dict[int, list[int | bytes]]:
    """Return the fields of the message in a field; none where it is missing."""
    return fields(b"".join(value for value in members.get(number, []) if isinstance(value, bytes)))


def number_at(members: Fields, number: int, default: int) -> int:
    """Return the number in a field."""
    value = members.get(number, [default])[-1]
    if not isinstance(value, int):
        raise damaged()
    return value


def text_at(members: Fields, number: int) -> str:
    """Return the text in a field, empty where it is missing."""
    value = members.get(number, [b""])[-1]
    if not isinstance(value, bytes):
        raise damaged()
    try:
        return value.decode("utf-8")
    except UnicodeDecodeError:
        raise damaged() from None


def float_at(members: Fields, number: int) -> float:
    """Return the single-precision number in a field, 0 where it is missing."""
    value = members.get(number, [bytes(4)])[-1]
    if not isinstance(value, bytes) or len(value) != 4:
        raise damaged()
    (score,) = struct.unpack("<f", value)
    return float(score)
