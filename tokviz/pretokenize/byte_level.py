"""Bytes as printable characters: the table that byte-level tokenizers share.

A byte-level tokenizer works on the 256 byte values, and writes each as one visible character so that its tokens can be
printed and stored as text (a space becomes ``Ġ``). This module holds that table and its inverse. It does not split text
and knows nothing of merges.
"""

from __future__ import annotations

from codecs import charmap_decode
from collections.abc import Mapping
from types import MappingProxyType

__all__ = ["BYTE_TO_CHAR", "CHAR_TO_BYTE", "bytes_of", "text_to_bytes"]


def _table() -> dict[int, str]:
    """Return byte -> character: bytes that print in Latin-1 stand for themselves, the 68 others take U+0100 onwards in
    ascending order."""
    printable = [*range(33, 127), *range(161, 173), *range(174, 256)]
    table = {byte: chr(byte) for byte in printable}
    others = (byte for byte in range(256) if byte not in table)
    table.update((byte, chr(0x100 + i)) for i, byte in enumerate(others))
    return dict(sorted(table.items()))


BYTE_TO_CHAR: Mapping[int, str] = MappingProxyType(_table())
"""Byte value -> the character that shows it (GPT-2 ``encoder.py``, tokenizers ``ByteLevel``)."""

CHAR_TO_BYTE: Mapping[str, int] = MappingProxyType({char: byte for byte, char in BYTE_TO_CHAR.items()})
"""The inverse of :data:`BYTE_TO_CHAR`."""
_CHARS = "".join(BYTE_TO_CHAR.values())


def text_to_bytes(text: str) -> str:
    """Return `text` as UTF-8, one visible character a byte; half a character (a surrogate) is three bytes.

    >>> text_to_bytes("a é")
    'aĠÃ©'
    """
    return charmap_decode(text.encode("utf-8", "surrogatepass"), "strict", _CHARS)[0]


def bytes_of(token: str) -> bytes:
    """Return the bytes that the characters of `token` stand for.

    A token with any other character, such as a special token with a space, is its own UTF-8, as in tokenizers.

    >>> bytes_of("aĠÃ©"), bytes_of("a b")
    (b'a \\xc3\\xa9', b'a b')
    """
    try:
        return bytes(map(CHAR_TO_BYTE.__getitem__, token))
    except KeyError:
        return token.encode("utf-8", "surrogatepass")
