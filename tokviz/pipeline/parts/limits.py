"""What would keep a library, which nothing interrupts, for longer than two seconds: refused when a file is read.

Files in use stay far below all of these. What patterns do to a text is :mod:`tokviz.pipeline.parts.guard`'s business.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from tokviz.checks import check_limit
from tokviz.errors import LimitError
from tokviz.formats.reading import MAX_VOCABULARY, wrong_shape
from tokviz.pipeline.parts.elements import elements
from tokviz.pipeline.parts.guard import MAX_PATTERN_CHARS, patterns

__all__ = [
    "MAX_ADDED",
    "MAX_ADDED_CHARS",
    "MAX_CUTS",
    "MAX_LOOKED_UP",
    "MAX_NESTED",
    "MAX_OPENED",
    "MAX_PADDED",
    "MAX_PUT",
    "check_listed",
    "check_nested",
    "check_parts_of",
]

MAX_ADDED = 50_000
"""The most added tokens of a file; its library looks for each of them in every text. Files in use have up to 7,000."""
MAX_ADDED_CHARS = 1_000_000
"""How many characters these may have together."""
MAX_OPENED = 2 * MAX_VOCABULARY
"""The most brackets and braces of a file that open: a list for each merge or piece, an object for each added token."""
MAX_PADDED = 100_000
"""The greatest length that padding may bring a text to."""
MAX_PUT = 1_000
"""The most tokens that a post-processor may put around a text."""
MAX_LOOKED_UP = 1_000
"""The longest word that a WordPiece model may look up: the library tries all that it begins with, from each place."""
MAX_NESTED = 200
"""The most pieces of a Unigram model that begin with one another: so many are looked at from each place of a text."""
MAX_CUTS = 100_000_000
"""The sum of the squares of the lengths of ranks: each is cut everywhere to find the merges that make it."""

_OTHERS = 1_000  # elements that have a content, too


def check_listed(data: bytes) -> None:
    """Refuse a JSON file with too many added tokens, or too much of anything, before it is read. Raises LimitError."""
    listed = data.count(b'"content"')
    if listed > MAX_ADDED + _OTHERS:
        raise LimitError("MAX_ADDED", MAX_ADDED, met=listed)
    check_limit("MAX_OPENED", MAX_OPENED, met=data.count(b"[") + data.count(b"{"))


def check_parts_of(file: Mapping[str, Any], text: str) -> None:
    """Refuse a tokenizer.json. text: as which it was read, for the line. Raises FormatError or LimitError."""
    added = file.get("added_tokens")
    if added is not None and not isinstance(added, list):
        raise wrong_shape("added_tokens", text)
    check_limit("MAX_ADDED", MAX_ADDED, met=len(added or ()))
    contents = (one.get("content") for one in added or () if isinstance(one, dict))
    check_limit("MAX_ADDED_CHARS", MAX_ADDED_CHARS, met=sum(len(one) for one in contents if isinstance(one, str)))
    _check_padding(file.get("padding"), text)
    check_limit("MAX_PATTERN_CHARS", MAX_PATTERN_CHARS, met=sum(map(len, patterns(file))))
    put = max(map(_put, elements("post_processor", file.get("post_processor"))), default=0)
    check_limit("MAX_PUT", MAX_PUT, met=put)
    match file.get("model"):
        case {"max_input_chars_per_word": int(most)} if most > MAX_LOOKED_UP:
            raise LimitError("MAX_LOOKED_UP", MAX_LOOKED_UP, met=most)
        case {"vocab": list(vocabulary)}:
            check_nested(one[0] for one in vocabulary if isinstance(one, list) and one and isinstance(one[0], str))


def check_nested(pieces: Iterable[str]) -> None:
    """Refuse pieces of which too many begin with one another. Raises LimitError.

    >>> check_nested(["a" * length for length in range(1, 300)])
    Traceback (most recent call last):
    ...
    tokviz.errors.LimitError: ...
    """
    known = list(pieces)
    if max(map(len, known), default=0) <= MAX_NESTED:
        return
    chain: list[str] = []  # the pieces that the last one begins with, and it
    for piece in sorted(known):
        while chain and not piece.startswith(chain[-1]):
            chain.pop()
        chain.append(piece)
        check_limit("MAX_NESTED", MAX_NESTED, met=len(chain))


def _check_padding(padding: Any, text: str) -> None:
    """Refuse lengths that would fill the memory."""
    if padding is None:
        return
    if not isinstance(padding, dict):
        raise wrong_shape("padding", text)
    strategy = padding.get("strategy")
    fixed = strategy.get("Fixed") if isinstance(strategy, dict) else None
    for number in (fixed, padding.get("pad_to_multiple_of")):
        if isinstance(number, int):
            check_limit("MAX_PADDED", MAX_PADDED, met=number)


def _put(element: Mapping[str, Any]) -> int:
    """How many tokens a template puts around a text, the text as one; 0 for other elements."""
    match element:
        case {"type": "TemplateProcessing", "single": list(template), "special_tokens": dict(specials)}:
            sizes = {
                name: len(one["ids"])
                for name, one in specials.items()
                if isinstance(one, dict) and isinstance(one.get("ids"), list)
            }
            return sum(_size(one, sizes) for one in template)
    return 0


def _size(entry: Any, sizes: Mapping[str, int]) -> int:
    match entry:
        case {"SpecialToken": {"id": str(name)}}:
            return sizes.get(name, 1)
    return 1
