"""Which entries any text at all is encoded to.

What is checked, entry by entry, until a text is found whose encoding by the library has the entry:

1. its own text, alone: ``encode(decode(id)) == [id]`` (:attr:`Reach.ALONE`);
2. its own text behind and before other characters, :data:`NEIGHBOURS` (``WITHIN``, with the text that was found);
3. of bytes that are no whole characters: its bytes with what completes them, in up to 1,024 ways for either end, by
   itself and behind a space (``WITHIN``, too).

Of what is left no text gives (``NEVER``):

- a BPE token that merging does not make of its own first symbols: what is around a token never changes the order of the
  merges inside it. Not so where words are looked up whole, and for bytes that stand for unknown characters;
- bytes that UTF-8 does not use at all.

For all others none of these texts did it, which is no proof (``NOT_FOUND``): often the normalizer or the pre-tokenizer
leaves no such pre-token.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from functools import cache
from random import Random

from tokviz import bpe
from tokviz.errors import LimitError
from tokviz.vocabularies.derivation import derived
from tokviz.vocabularies.entries import KINDS, Vocabulary

__all__ = ["NEIGHBOURS", "Reach", "Reached", "reach"]

NEIGHBOURS = ("a", "x", "e", "S", "1", "-", ".", " ", "\n", "中")
"""The characters that a token is tried behind and before."""

_COMPLETED = (16, 1_024)  # characters that complete the bytes of an entry: at first, and where these did not do it
_MOST_TEXTS = 30_000  # of one round
_STRIDE = 16  # of the characters beyond the first plane; all of the emoji
_BYTE = KINDS.index("byte")
_UNUSED = frozenset({0xC0, 0xC1, *range(0xF5, 0x100)})  # bytes that are in no UTF-8
_LEADS = {1: 0xC0, 2: 0xE0, 3: 0xF0}  # what begins a character of more bytes than these
_FALLBACK = re.compile(r"<0x[0-9A-F]{2}>")


class Reach(Enum):
    """How an entry can come up."""

    ALONE = "alone"
    WITHIN = "within"
    NEVER = "never"
    NOT_FOUND = "not-found"


@dataclass(frozen=True)
class Reached:
    """Of each entry, by its place: how it can come up, and of those ``WITHIN`` a text that has it."""

    ways: tuple[Reach, ...]
    texts: dict[int, str]

    def places(self, way: Reach) -> tuple[int, ...]:
        """The entries of one way."""
        return tuple(place for place, one in enumerate(self.ways) if one is way)


def reach(vocabulary: Vocabulary) -> Reached:
    """Look for a text for every entry. 200,000 take some seconds, and half a minute where hardly any is found alone.

    >>> from tokviz.pipeline import Pipeline
    >>> merges = b'"merges": ["b c", "a b"]}}'
    >>> vocab = b'{"model": {"type": "BPE", "vocab": {"a": 0, "b": 1, "c": 2, "ab": 3, "bc": 4, "abc": 5}, '
    >>> [one.value for one in reach(Vocabulary(Pipeline.from_file(vocab + merges))).ways]
    ['alone', 'alone', 'alone', 'alone', 'alone', 'never']
    """
    ways = [Reach.NOT_FOUND] * len(vocabulary)
    texts: dict[int, str] = {}
    many = vocabulary.pipeline.engine.many
    for place, found in enumerate(many(vocabulary.texts)):
        if found == [int(vocabulary.ids[place])]:
            ways[place] = Reach.ALONE
    is_byte = vocabulary.kinds == _BYTE
    missing = [place for place, way in enumerate(ways) if way is Reach.NOT_FOUND and not is_byte[place]]
    for tried in _around():
        missing = [place for place in missing if ways[place] is Reach.NOT_FOUND]
        asked = [tried.replace("\0", vocabulary.texts[place]) for place in missing]
        for place, text, found in zip(missing, asked, many(asked), strict=True):
            if int(vocabulary.ids[place]) in found:
                ways[place], texts[place] = Reach.WITHIN, text
    _reach_bytes(vocabulary, ways, texts)
    _rule_out(vocabulary, ways)
    return Reached(tuple(ways), texts)


def _around() -> Iterator[str]:
    """Texts with a NUL where the entry's own text stands."""
    yield from (f"{one}\0" for one in NEIGHBOURS)
    yield from (f"\0{one}" for one in NEIGHBOURS)
    yield from (f"{one}\0{one}" for one in NEIGHBOURS)


def _reach_bytes(vocabulary: Vocabulary, ways: list[Reach], texts: dict[int, str]) -> None:
    missing = {
        int(vocabulary.ids[place]): place
        for place, way in enumerate(ways)
        if way is Reach.NOT_FOUND and vocabulary.kinds[place] == _BYTE
    }
    for most in _COMPLETED:
        if not missing:
            return
        most = min(most, 1 + _MOST_TEXTS // len(missing))
        completed = [text for place in missing.values() for text in _completed(vocabulary.data[place], most)]
        asked = [before + text for text in completed for before in ("", " ")]
        for text, found in zip(asked, vocabulary.pipeline.engine.many(asked), strict=True):
            for number in missing.keys() & set(found):
                place = missing.pop(number)
                ways[place], texts[place] = Reach.WITHIN, text


def _completed(data: bytes, most: int) -> Iterator[str]:
    """Texts that hold the bytes: what is missing of a first and of a last character is put in, in up to `most` ways."""
    known = _characters_with()
    yield from known.get(("inside", data), ())[:most]
    going_on = next((at for at, byte in enumerate(data[:3]) if byte & 0xC0 != 0x80), min(len(data), 3))
    begun = next((size for size in (1, 2, 3) if len(data) >= size and data[-size] >= _LEADS[size]), 0)
    each = int(most**0.5) if going_on and begun else most
    ends = known.get(("end", data[:going_on]), ())[:each]
    begins = known.get(("begin", data[len(data) - begun :]), ())[:each]
    for head in [one.encode()[:-going_on] for one in ends] if going_on else [b""]:
        for tail in [one.encode()[begun:] for one in begins] if begun else [b""]:
            try:
                yield (head + data + tail).decode("utf-8")
            except UnicodeDecodeError:
                continue


def _rule_out(vocabulary: Vocabulary, ways: list[Reach]) -> None:
    """Mark those of which it is sure that no text gives them."""
    model = vocabulary.pipeline.model
    by_merges = isinstance(model, bpe.Model) and not model.encoding.whole_word
    for place, way in enumerate(ways):
        if way is not Reach.NOT_FOUND or int(vocabulary.ids[place]) in vocabulary.added:
            continue
        token = vocabulary.tokens[place]
        if not _UNUSED.isdisjoint(vocabulary.data[place]):
            ways[place] = Reach.NEVER
        elif by_merges and not _FALLBACK.fullmatch(token) and token != model.unknown_token:
            assert isinstance(model, bpe.Model)
            try:
                is_made = len(derived(model, token)) == 1
            except LimitError:
                continue
            if not is_made:
                ways[place] = Reach.NEVER


@cache
def _characters_with() -> dict[tuple[str, bytes], list[str]]:
    """Where in a character, and which of its bytes -> characters that have these there, letters of two bytes first."""
    codes = [*range(0x80, 0xD800), *range(0xE000, 0x10000), *range(0x10000, sys.maxunicode + 1, _STRIDE)]
    codes += range(0x1F300, 0x1FB00)
    Random(0).shuffle(codes)
    every = sorted(map(chr, codes), key=lambda one: (not one.isalpha(), one > "\u07ff"))
    found: dict[tuple[str, bytes], list[str]] = {}
    for one in every:
        data = one.encode()
        size = len(data)
        keys = [("begin", data[:cut]) for cut in range(1, size)] + [("end", data[-cut:]) for cut in range(1, size)]
        keys += [("inside", data[start:end]) for start in range(1, size) for end in range(start + 1, size)]
        for key in keys:
            kept = found.setdefault(key, [])
            if len(kept) < _COMPLETED[-1]:
                kept.append(one)
    return found
