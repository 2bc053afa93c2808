"""What of a stage travels to students: its payload without questions, which would tell their answers, and the questions
by themselves, which stay with the server.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

__all__ = ["MAX_BYTES", "SharedView", "name_of", "packed", "shared", "unpacked"]

MAX_BYTES = 1_500_000
"""A larger payload, packed, is not shared: students get the address alone."""


@dataclass(frozen=True)
class SharedView:
    """A stage for students. name: of its payload. payload: packed JSON. asks: step -> the question there."""

    name: str
    payload: bytes
    asks: Mapping[str, Mapping[str, Any]]


def name_of(payload: str) -> str:
    """What names a payload: the same for the same text."""
    return sha256(payload.encode("utf-8", "surrogatepass")).hexdigest()[:20]


def shared(payload: str) -> SharedView | None:
    """The part of a stage's payload that students get; None if it is too large.

    >>> view = shared('{"first": 2, "quiz": "q", "frames": [{"say": []}, {"say": [], "ask": {"options": []}}]}')
    >>> view.asks, unpacked(view.payload)
    ({'3': {'options': []}}, '{"first":2,"frames":[{"say":[]},{"say":[]}]}')
    """
    stage = json.loads(payload)
    stage.pop("quiz", None)
    asks = {}
    for step, frame in enumerate(stage["frames"], stage["first"]):
        ask = frame.pop("ask", None)
        if ask is not None:
            asks[str(step)] = ask
    if "search" in stage:
        stage["search"] = False  # no server answers to what a student would search for
    bare = packed(json.dumps(stage, ensure_ascii=False, separators=(",", ":")))
    return SharedView(name_of(payload), bare, asks) if len(bare) <= MAX_BYTES else None


def packed(text: str) -> bytes:
    """A text in gzip's format, as browsers read it."""
    packer = zlib.compressobj(6, wbits=31)
    return packer.compress(text.encode("utf-8", "surrogatepass")) + packer.flush()


def unpacked(data: bytes) -> str:
    """The text."""
    return zlib.decompress(data, wbits=31).decode("utf-8", "surrogatepass")
