"""Encoded words, remembered: each is encoded once and looked up from then on, and the lookups are counted.

Nothing is ever forgotten; who encodes endless streams should make a new encoder now and then.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

__all__ = ["Memory", "Remembered"]


@dataclass(frozen=True)
class Remembered:
    """A memory at one moment: its words, how often one was found in it (hits) and how often not (misses)."""

    words: int
    hits: int
    misses: int


class Memory:
    """A function from a word to its tokens, asked once for each word.

    >>> memory = Memory(tuple)
    >>> memory("low"), memory("low"), memory.snapshot()
    (('l', 'o', 'w'), ('l', 'o', 'w'), Remembered(words=1, hits=1, misses=1))
    """

    def __init__(self, encode: Callable[[str], tuple[str, ...]]) -> None:
        self._encode = encode
        self._tokens: dict[str, tuple[str, ...]] = {}
        self._hits = 0
        self._misses = 0

    def __call__(self, word: str) -> tuple[str, ...]:
        tokens = self._tokens.get(word)
        if tokens is None:
            tokens = self._tokens[word] = self._encode(word)
            self._misses += 1
        else:
            self._hits += 1
        return tokens

    def snapshot(self) -> Remembered:
        """The numbers as they are now."""
        return Remembered(len(self._tokens), self._hits, self._misses)
