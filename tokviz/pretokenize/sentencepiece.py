"""SentencePiece's normalizer, with the character map that a `.model` brings along.

The map is a double-array trie of strings (Darts) with what each is replaced by: at each place of the text the longest
that is there is replaced. Around it white space is trimmed, marked, and put before or after the text. Source:
sentencepiece 0.2.3, normalizer.cc, and darts.h, which it brings along.
"""

from __future__ import annotations

import struct
from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from tokviz.pretokenize.named import METASPACE
from tokviz.pretokenize.normalizers import Dropped

Mapped = tuple[int, str]
"""The number of characters of a text that are replaced, and what replaces them."""


class CharacterMap:
    """A compiled character map. Raises ValueError for one that is damaged."""

    def __init__(self, data: bytes) -> None:
        (size,) = struct.unpack_from("<I", data) if len(data) > 4 else (0,)
        if not 0 < size <= len(data) - 4 or size % 4:
            raise ValueError(size)
        self._units = array("I", struct.unpack_from(f"<{size // 4}I", data, 4))
        self._replacements = data[4 + size :]
        self._known: dict[str, Mapped | None] = {}  # what is found at two characters, whatever follows them

    @property
    def longest_replacement(self) -> int:
        """The number of bytes of the longest replacement."""
        return max(map(len, self._replacements.split(b"\0")))

    def longest(self, text: str, start: int) -> Mapped | None:
        """Return the longest string of the map that begins at a character of a text."""
        two = text[start : start + 2]
        if two in self._known:
            return self._known[two]
        match, seen = self._walk(text, start)
        if seen <= len(two):
            self._known[two] = match
        return match

    def shortest(self, text: str) -> str | None:
        """Return the replacement of the shortest string of the map that a text begins with; None for none.

        The library of tokenizer.json asks for this one.
        """
        units = self._units
        place = _offset(units[0])
        for byte in text.encode("utf-8", "replace"):
            place ^= byte
            if not byte or place >= len(units) or units[place] & _LABEL != byte:
                return None
            unit = units[place]
            place ^= _offset(unit)
            if unit >> 8 & 1 and place < len(units):
                return self._replacement(units[place] & _VALUE)
        return None

    def _walk(self, text: str, start: int) -> tuple[Mapped | None, int]:
        """Return the same, and how many characters were looked at, the end of the text being one."""
        units, match = self._units, None
        place, at = _offset(units[0]), start
        while at < len(text):
            for byte in text[at].encode("utf-8", "replace"):
                place ^= byte
                if place >= len(units) or units[place] & _LABEL != byte:
                    return match, at - start + 1
                unit = units[place]
                place ^= _offset(unit)
            at += 1
            if unit >> 8 & 1 and place < len(units):
                match = at - start, self._replacement(units[place] & _VALUE)
        return match, at - start + 1

    def _replacement(self, begin: int) -> str:
        end = self._replacements.find(b"\0", begin)
        return self._replacements[begin : end if end >= 0 else None].decode("utf-8", "replace")


_VALUE, _LABEL = (1 << 31) - 1, 1 << 31 | 0xFF


def _offset(unit: int) -> int:
    return unit >> 10 << ((unit & 1 << 9) >> 6)


@dataclass(frozen=True)
class SentencePieceNormalizer:
    """The changes that sentencepiece makes to a text before it splits it, with options named as there.

    character_map: the compiled map, empty for none. user_defined: symbols that the map does not touch.

    >>> SentencePieceNormalizer()("  low  lower ")
    '▁low▁lower'
    """

    character_map: bytes = b""
    add_dummy_prefix: bool = True
    remove_extra_whitespaces: bool = True
    escape_whitespaces: bool = True
    treat_whitespace_as_suffix: bool = False
    user_defined: frozenset[str] = frozenset()

    def __call__(self, text: str) -> str:
        """Normalize a text."""
        return "".join(chunk for _, chunk in self.chunks(text))

    def placed(self, text: str) -> tuple[str, list[int]]:
        """Return the normalized text, and where each of its characters begins in the original, and the end.

        >>> SentencePieceNormalizer().placed(" a  b ")
        ('▁a▁b', [1, 1, 2, 4, 5])
        """
        normalized = self._untrimmed(text)
        if not normalized:
            return "", [len(text)]
        made: list[str] = []
        places, at = [], 0
        for number, chunk in normalized:
            made += chunk
            places += [at] * len(chunk)
            at += number
        while self.remove_extra_whitespaces and made and made[-1] == self._mark:
            made.pop()
            at = places.pop()
        if self.add_dummy_prefix and self.treat_whitespace_as_suffix:
            made.append(self._mark)
            places.append(at)
        return "".join(made), [*places, at]

    def chunks(self, text: str) -> Iterator[tuple[int, str]]:
        """Return the text piece by piece, as the map cuts it."""
        normalized = self._untrimmed(text)
        if not normalized:
            return iter([(len(text), "")])
        if self.remove_extra_whitespaces:
            _trim(normalized, self._mark)
        if self.add_dummy_prefix and self.treat_whitespace_as_suffix:
            normalized.append((0, self._mark))
        return iter(normalized)

    @property
    def _mark(self) -> str:
        return METASPACE if self.escape_whitespaces else " "

    def _untrimmed(self, text: str) -> list[tuple[int, str]]:
        """Return the same with what is trimmed from the end; nothing for a text of spaces that are trimmed."""
        mapped = list(self._mapped(text))
        trims = self.remove_extra_whitespaces
        first = next((i for i, (_, chunk) in enumerate(mapped) if not trims or chunk != " "), len(mapped))
        if first == len(mapped):
            return []
        normalized = [(number, "") for number, _ in mapped[:first]]
        mark = self._mark
        if self.add_dummy_prefix and not self.treat_whitespace_as_suffix:
            normalized.append((0, mark))
        is_after_space = trims
        for number, chunk in mapped[first:]:
            if is_after_space:
                chunk = chunk.lstrip(" ")
            if chunk:
                is_after_space = trims and chunk.endswith(" ")
            normalized.append((number, chunk.replace(" ", mark)))
        return normalized

    @property
    def dropped(self) -> Dropped:
        """The spaces that it takes off the beginning of a text, or puts there."""
        if self.remove_extra_whitespaces:
            return "each"
        return "one" if self.add_dummy_prefix else "none"

    def of_token(self, content: str) -> str:
        """Return a user-defined symbol as it is."""
        return content

    def _mapped(self, text: str) -> Iterator[tuple[int, str]]:
        """Yield the text in pieces that the map knows, single characters and user-defined symbols."""
        if self._map is None and not self.user_defined:
            yield from ((1, character) for character in text)
            return
        place = 0
        while place < len(text):
            symbol = next(
                (candidate for candidate in self._symbols.get(text[place], ()) if text.startswith(candidate, place)), ""
            )
            match = None if symbol or self._map is None else self._map.longest(text, place)
            number, chunk = match or (len(symbol) or 1, symbol or text[place])
            yield number, chunk
            place += number

    @cached_property
    def _map(self) -> CharacterMap | None:
        return CharacterMap(self.character_map) if self.character_map else None

    @cached_property
    def _symbols(self) -> dict[str, list[str]]:
        """The user-defined symbols by their first character, the longest first."""
        symbols: dict[str, list[str]] = {}
        for symbol in sorted(self.user_defined, key=len, reverse=True):
            symbols.setdefault(symbol[0], []).append(symbol)
        return symbols


def _trim(chunks: list[tuple[int, str]], mark: str) -> None:
    """Take the marks off the end of what was made."""
    for i in range(len(chunks) - 1, -1, -1):
        number, chunk = chunks[i]
        chunks[i] = number, chunk.rstrip(mark)
        if chunks[i][1]:
            break
