"""How many times as long the elements of a tokenizer.json may make a text, as far as the file alone tells.

Each element has a factor, in bytes of UTF-8, for the text that it lengthens most; a chain has the product. Files in use
come to a dozen. Two things are left out, so that they do: a Unicode form (or a table that is no worse) that
has nothing of another element before it to lengthen again, and replacements of plain strings that touch nothing of what
was put in before, of which only the greatest counts.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from tokviz.files.elements import elements, name_of
from tokviz.pretokenize import METASPACE
from tokviz.pretokenize.sentencepiece import CharacterMap

__all__ = ["LIGATURE", "growth_of", "growths"]

LIGATURE = 40
"""What a table of SentencePiece may turn a character into without being counted, in bytes: NFKC makes 33 of one Arabic
ligature."""

# What each may make of one byte, the first time.
_FORMS: Mapping[str, float] = MappingProxyType(
    {"NFC": 3, "NFD": 3, "NFKC": 11, "NFKD": 11, "Lowercase": 1.5, "BertNormalizer": 5}
)
_TABLE = "Precompiled"
_UNDONE = frozenset({"ByteLevel", "Metaspace"})  # as decoders these take away what they put in before the model
_MAY_MATCH_NOTHING = re.compile(r"[*?|^$]|\\[ABGKZbz]|\{,|\{0|^$")


def growths(file: Mapping[str, Any]) -> tuple[tuple[str, float], ...]:
    """How many times as long a text can be behind each part of a file, or the text of tokens behind its decoder.

    >>> double = {"type": "Replace", "pattern": {"String": "a"}, "content": "aa"}
    >>> growths({"normalizer": double, "pre_tokenizer": {"type": "ByteLevel", "add_prefix_space": False}})
    (('normalizer', 2.0), ('pre_tokenizer', 4.0), ('decoder', 1.0))
    """
    normalizers, cutters, decoders = (
        elements(part, file.get(part)) for part in ("normalizer", "pre_tokenizer", "decoder")
    )
    return (
        ("normalizer", growth_of(normalizers)),
        ("pre_tokenizer", growth_of((*normalizers, *cutters))),
        ("decoder", growth_of([one for one in decoders if name_of(one) not in _UNDONE])),
    )


def growth_of(members: Sequence[Mapping[str, Any]]) -> float:
    """How many times as long these elements may make a text, one after the other.

    >>> growth_of([{"type": "Prepend", "prepend": "▁"}, {"type": "NFKD"}]), growth_of([{"type": "NFC"}] * 50)
    (4.0, 1.0)
    """
    growth = 1.0
    put_in: frozenset[str] | None = frozenset()  # the characters that elements may have put in; None for any
    seen: set[str] = set()
    last = ""
    for one in members:
        kind = name_of(one)
        if factor := _form(one):
            if kind in seen and (kind != last or kind == _TABLE):  # a form done twice changes nothing
                growth *= factor
            put_in = None
        else:
            factor, read, written = _factor(one)
            is_apart = put_in is not None and read is not None and put_in.isdisjoint(read)
            growth = max(growth, factor) if is_apart else growth * factor
            if factor > 1 or (put_in and not is_apart):
                put_in = None if put_in is None or written is None else put_in | written
        seen.add(kind)
        last = kind
    return growth


def _form(element: Mapping[str, Any]) -> float:
    """The factor of a Unicode form or a table that is like one; 0 for other elements."""
    compiled = element.get("precompiled_charsmap")
    if name_of(element) == _TABLE and isinstance(compiled, str):
        longest = _longest(compiled)
        return longest if longest <= LIGATURE else 0
    return _FORMS.get(name_of(element), 0)


def _factor(element: Mapping[str, Any]) -> tuple[float, frozenset[str] | None, frozenset[str] | None]:
    """The factor of another element, of which characters it looks for a string, and which it puts in; None for any."""
    match element:
        case {"type": "Replace", "pattern": {"String": str(found)}, "content": str(content)} if found:
            return max(1.0, _size(content) / _size(found)), frozenset(found), frozenset(content)
        case {"type": "Replace", "pattern": {"Regex": str(pattern)}, "content": str(content)}:
            is_between = _MAY_MATCH_NOTHING.search(pattern) is not None  # each two characters, at the worst
            return max(1.0, _size(content) + is_between), None, frozenset(content)
        case {"type": "Replace", "content": str(content)}:
            return 1.0 + _size(content), None, frozenset(content)
        case {"type": "Prepend", "prepend": str(content)}:
            return 1.0 + _size(content), None, frozenset(content)
        case {"type": "Precompiled", "precompiled_charsmap": str(compiled)}:
            return float(_longest(compiled)), None, None
        case {"type": "ByteLevel"}:  # a byte becomes a character of up to two, and each pre-token may get a space
            return (2.0 if element.get("add_prefix_space") is False else 4.0), None, None
        case {"type": "Metaspace"}:
            mark = element.get("replacement")
            size = _size(mark) if isinstance(mark, str) else _size(METASPACE)
            return (1.0 if element.get("prepend_scheme") == "never" else 2.0) * size, None, None
        case {"type": "BPEDecoder", "suffix": ""} | {"type": "CTC", "word_delimiter_token": ""}:
            return 2.0, None, None  # a space between each two characters
    return 1.0, frozenset(), None


def _size(text: str) -> int:
    return len(text.encode("utf-8", "surrogatepass"))


def _longest(compiled: str) -> int:
    """The longest that a table of SentencePiece makes of a character, in bytes; 1 for one that the library refuses."""
    try:
        return max(1, CharacterMap(base64.b64decode(compiled)).longest_replacement)
    except (binascii.Error, ValueError):
        return 1
