"""The entries that any text at all is encoded to.

What is checked, entry by entry, until a text is found whose encoding by the library has the entry:

1. its own text (of a file without a decoder, what the library encodes it from): ``encode(decode(id)) == [id]``
   (:attr:`Reach.ALONE`), or among others (``WITHIN``, with the text);
2. its own text behind and before other characters, :data:`NEIGHBORS` (``WITHIN``);
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
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache, lru_cache

import numpy as np
import numpy.typing as npt

from tokviz import bpe
from tokviz.errors import LimitError, RulesError
from tokviz.files.models import Model
from tokviz.vocabularies.derivation import derived
from tokviz.vocabularies.entries import KINDS, Vocabulary

NEIGHBORS = (" ", "a", "-", "1", "x", "e", "S", ".", "\n", "中")
"""The characters that a token is tried behind and before; those that do it most often come first."""

_COMPLETED = (16, 1_024)  # characters that complete the bytes of an entry: at first, and where these did not do it
_MOST_TEXTS = 30_000  # of one round
_AT_ONCE = 10_000  # texts that the library gets at once
_SHARES = (0.6, 0.8)  # of the work that is done after the entries' own texts, and after their neighbors
_STRIDE = 16  # of the characters beyond the first plane; all of the emoji
_BYTE = KINDS.index("byte")
_UNUSED = frozenset({0xC0, 0xC1, *range(0xF5, 0x100)})  # bytes that are in no UTF-8
_LEADS = {1: 0xC0, 2: 0xE0, 3: 0xF0}  # what begins a character of more bytes than these
_FALLBACK = re.compile(r"<0x[0-9A-F]{2}>")


class Reach(Enum):
    """The ways in which an entry can come up."""

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
        """Return the entries of one way."""
        return tuple(place for place, reached in enumerate(self.ways) if reached is way)


def reach(vocabulary: Vocabulary, progress: Callable[[float], object] = lambda share: None) -> Reached:
    """Look for a text for every entry: one or two seconds of computing for 200,000.

    progress: is told now and then which share of the work is done, as far as that is known.

    >>> from tokviz.files.pipeline import Pipeline
    >>> merges = b'"merges": ["b c", "a b"]}}'
    >>> vocab = b'{"model": {"type": "BPE", "vocab": {"a": 0, "b": 1, "c": 2, "ab": 3, "bc": 4, "abc": 5}, '
    >>> [way.value for way in reach(Vocabulary(Pipeline.from_file(vocab + merges))).ways]
    ['alone', 'alone', 'alone', 'alone', 'alone', 'never']
    """
    vocabulary = vocabulary.encoded
    ways = [Reach.NOT_FOUND] * len(vocabulary)
    texts: dict[int, str] = {}
    ids, many = vocabulary.ids.tolist(), vocabulary.pipeline.engine.many
    for start in range(0, len(vocabulary), _AT_ONCE):
        for place, encoded in enumerate(_encoded(many, vocabulary.texts[start : start + _AT_ONCE]), start):
            if ids[place] in encoded:
                ways[place] = Reach.ALONE if len(encoded) == 1 else Reach.WITHIN
                if len(encoded) > 1:
                    texts[place] = vocabulary.texts[place]
        progress(_SHARES[0] * min(1.0, (start + _AT_ONCE) / len(vocabulary)))
    is_byte = vocabulary.kinds == _BYTE
    missing = [place for place, way in enumerate(ways) if way is Reach.NOT_FOUND and not is_byte[place]]
    tries = tuple(_around())
    for number, tried in enumerate(tries, 1):
        missing = [place for place in missing if ways[place] is Reach.NOT_FOUND]
        for start in range(0, len(missing), _AT_ONCE):
            some = missing[start : start + _AT_ONCE]
            framed = [tried.replace("\0", vocabulary.texts[place]) for place in some]
            for place, text, encoded in zip(some, framed, _encoded(many, framed), strict=True):
                if ids[place] in encoded:
                    ways[place], texts[place] = Reach.WITHIN, text
        progress(_SHARES[0] + (_SHARES[1] - _SHARES[0]) * number / len(tries))
    _reach_bytes(vocabulary, ways, texts)
    _rule_out(vocabulary, ways)
    progress(1.0)
    return Reached(tuple(ways), texts)


def _encoded(many: Callable[[Sequence[str]], list[list[int]]], texts: Sequence[str]) -> list[list[int]]:
    """Return the ids of texts; none of a text that the library refuses, as it does where the unknown token is
    missing."""
    try:
        return many(texts)
    except RulesError:
        return [ids for text in texts for ids in (_encoded(many, [text]) if len(texts) > 1 else [[]])]


def _around() -> Iterator[str]:
    """Yield texts with a NUL where the entry's own text is."""
    yield from (tried for neighbor in NEIGHBORS for tried in (f"{neighbor}\0", f"\0{neighbor}"))
    yield from (f"{neighbor}\0{neighbor}" for neighbor in NEIGHBORS)


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
        framed = [before + text for text in completed for before in ("", " ")]
        for text, encoded in zip(framed, _encoded(vocabulary.pipeline.engine.many, framed), strict=True):
            for number in missing.keys() & set(encoded):
                place = missing.pop(number)
                ways[place], texts[place] = Reach.WITHIN, text


def _completed(data: bytes, most: int) -> Iterator[str]:
    """Yield texts that hold the bytes: what is missing of a first and of a last character is put in, in up to `most`
    ways."""
    yield from _characters("inside", data)[:most]
    going_on = next((at for at, byte in enumerate(data[:3]) if byte & 0xC0 != 0x80), min(len(data), 3))
    begun = next((size for size in (1, 2, 3) if len(data) >= size and data[-size] >= _LEADS[size]), 0)
    each = int(most**0.5) if going_on and begun else most
    ends = _characters("end", data[:going_on])[:each]
    begins = _characters("begin", data[len(data) - begun :])[:each]
    for head in [end.encode()[:-going_on] for end in ends] if going_on else [b""]:
        for tail in [begin.encode()[begun:] for begin in begins] if begun else [b""]:
            try:
                yield (head + data + tail).decode("utf-8")
            except UnicodeDecodeError:
                continue


def _rule_out(vocabulary: Vocabulary, ways: list[Reach]) -> None:
    """Mark those of which it is sure that no text gives them."""
    model = vocabulary.pipeline.model
    for place, way in enumerate(ways):
        if way is Reach.NOT_FOUND and int(vocabulary.ids[place]) not in vocabulary.added:
            token, data = vocabulary.tokens[place], vocabulary.data[place]
            if is_never_text(data) or is_never_merged(model, token):
                ways[place] = Reach.NEVER


def is_never_text(data: bytes) -> bool:
    """Tell if some of these bytes are in no UTF-8 at all."""
    return not _UNUSED.isdisjoint(data)


def is_never_merged(model: Model, token: str) -> bool:
    """Tell if merging surely makes this token of no text; False of a long one.

    >>> model = bpe.Model((("a", "b"),), ("a", "b", "c", "ab", "bc"))
    >>> is_never_merged(model, "ab"), is_never_merged(model, "bc")
    (False, True)
    """
    if not isinstance(model, bpe.Model) or model.encoding.whole_word:
        return False
    if _FALLBACK.fullmatch(token) or token == model.unknown_token:
        return False
    try:
        return len(derived(model, token)) != 1
    except LimitError:
        return False


@lru_cache(4_096)
def _characters(where: str, data: bytes) -> str:
    """Return characters that have these bytes at their beginning or end, or inside, but are more than them: letters of
    two bytes first, up to 1,024."""
    if not 0 < len(data) < 4:
        return ""
    codes, sizes, columns = _utf_8()
    starts = {"begin": [0], "inside": [1, 2]}.get(where, [1, 2, 3])
    is_fitting = np.zeros(len(codes), np.bool_)
    for start in starts:
        end = start + len(data)
        if end <= 4:
            fits = sizes == end if where == "end" else sizes > end
            for column, byte in zip(columns[start:end], data, strict=True):
                fits &= column == byte
            is_fitting |= fits
    return "".join(map(chr, codes[np.flatnonzero(is_fitting)[: _COMPLETED[-1]]].tolist()))


_MIXING = np.uint32(2_654_435_761)
"""Odd, and the golden section of 2 to the power of 32: products with neighbors are far apart (Knuth, The Art of
Computer Programming 3, 6.4). A browser tab has no random numbers of numpy."""


@cache
def _utf_8() -> tuple[npt.NDArray[np.int64], npt.NDArray[np.uint8], npt.NDArray[np.uint8]]:
    """Return characters, mixed: how many bytes each has, and their first, second, third and fourth bytes."""
    beyond = np.unique(np.r_[0x10000 : sys.maxunicode + 1 : _STRIDE, 0x1F300:0x1FB00])
    codes = np.r_[0x80:0xD800, 0xE000:0x10000, beyond]
    codes = codes[np.argsort(codes.astype(np.uint32) * _MIXING)]  # modulo 2 to the power of 32
    is_letter = np.fromiter((chr(code).isalpha() for code in codes.tolist()), np.bool_, len(codes))
    codes = codes[np.lexsort((codes > 0x7FF, ~is_letter))]
    sizes = (2 + (codes > 0x7FF) + (codes > 0xFFFF)).astype(np.uint8)
    columns = np.zeros((4, len(codes)), np.uint8)
    for size, lead in ((2, 0xC0), (3, 0xE0), (4, 0xF0)):
        some = sizes == size
        for at in range(size):
            bits = codes[some] >> 6 * (size - 1 - at)
            columns[at, some] = lead | bits if at == 0 else 0x80 | bits & 0x3F
    return codes, sizes, columns
