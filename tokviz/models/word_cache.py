"""Encoded words, remembered: each is encoded once and looked up from then on, and the lookups are counted.

Nothing is ever forgotten; who encodes endless streams should make a new encoder now and then.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

__all__ = ["Memory", "Remembered"]


@dataclass(frozen=True)
class Remembered:
    """A memory at one moment: its words, how often one was found in it (hits) and how often not (misses)."""

    words: int
    hits: int
    misses: int


class Memory:
    """A function from a word to its tokens, computed once for each word.

    >>> memory = Memory(tuple)
    >>> memory("low"), memory.joined(["low", "no"]), memory.snapshot()
    (('l', 'o', 'w'), ['l', 'o', 'w', 'n', 'o'], Remembered(words=2, hits=1, misses=2))
    """

    def __init__(self, encode: Callable[[str], tuple[str, ...]]) -> None:
        self._tokens = _Filled(encode)
        self._asked = 0

    def __call__(self, word: str) -> tuple[str, ...]:
        self._asked += 1
        return self._tokens[word]

    def joined(self, words: Sequence[str]) -> list[str]:
        """The tokens of several words, one after the other."""
        self._asked += len(words)
        known = self._tokens
        tokens: list[str] = []
        for word in words:
            tokens.extend(known[word])
        return tokens

    def snapshot(self) -> Remembered:
        """The numbers as they are now."""
        words = len(self._tokens)
        return Remembered(words, self._asked - words, words)


class _Filled(dict[str, tuple[str, ...]]):
    """A dict that computes what it does not hold yet, so that what it holds is found at the speed of a dict."""

    def __init__(self, encode: Callable[[str], tuple[str, ...]]) -> None:
        super().__init__()
        self._encode = encode

    def __missing__(self, word: str) -> tuple[str, ...]:
        tokens = self[word] = self._encode(word)
        return tokens
