"""Texts in gzip's format, as they are stored and sent."""

from __future__ import annotations

import zlib


def compressed(text: str) -> bytes:
    """Return a text in gzip's format, as browsers read it."""
    packer = zlib.compressobj(6, wbits=31)
    return packer.compress(text.encode("utf-8", "surrogatepass")) + packer.flush()


def decompressed(data: bytes) -> str:
    """Return the text of compressed bytes."""
    return zlib.decompress(data, wbits=31).decode("utf-8", "surrogatepass")
