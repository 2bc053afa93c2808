"""What would keep a library, which nothing interrupts, for longer than two seconds: refused when a file is read.

Files in use stay far below all of these. What patterns do to a text is :mod:`tokviz.files.guard`'s business.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from math import ceil
from typing import Any

from tokviz.checks import check_limit
from tokviz.errors import LimitError
from tokviz.files.elements import elements, name_of, put_in
from tokviz.files.growth import growths
from tokviz.files.guard import MAX_PATTERN_CHARS, pattern_chars
from tokviz.files.reading import MAX_VOCABULARY, check_token_lengths, wrong_shape

__all__ = [
    "MAX_ADDED",
    "MAX_ADDED_CHARS",
    "MAX_CUTS",
    "MAX_GROWTH",
    "MAX_LOOKED_UP",
    "MAX_MARK_CHARS",
    "MAX_MERGES",
    "MAX_NESTED",
    "MAX_OPENED",
    "MAX_OVERFLOW",
    "MAX_PADDED",
    "MAX_PUT",
    "MAX_REPEATED",
    "check_listed",
    "check_nested",
    "check_overflow",
    "check_parts_of",
]

MAX_ADDED = 50_000
"""The most added tokens of a file; its library looks for each of them in every text. Files in use have up to 7,000."""
MAX_ADDED_CHARS = 1_000_000
"""How many characters these may have together."""
MAX_OPENED = 2 * MAX_VOCABULARY
"""The most brackets and braces of a file that open: a list for each merge or piece, an object for each added token."""
MAX_GROWTH = 1_000
"""How many times as long normalizers and pre-tokenizers, or decoders, may make a text. Chains multiply; those in use
come to a dozen, for the text that they lengthen most."""
MAX_MARK_CHARS = 100
"""The longest prefix of pieces within a word, suffix, unknown token, pad token, and token that a post-processor puts
in: each may be written, or looked up, for every character of a text. Those in use have up to 20."""
MAX_PADDED = 100_000
"""The greatest length that padding may bring a text to."""
MAX_PUT = 1_000
"""The most tokens that a post-processor may put around a text."""
MAX_REPEATED = 4
"""The most times that a post-processor may put in the text itself. Those in use do so once."""
MAX_OVERFLOW = 5_000_000
"""The most tokens in all the stretches of a text that truncation leaves: its library makes each of them, with what the
post-processor puts around it and with its padding."""
MAX_LOOKED_UP = 1_000
"""The longest word that a WordPiece model may look up: the library tries all that it begins with, from each place."""
MAX_NESTED = 200
"""The most pieces of a Unigram model that begin with one another: so many are looked at from each place of a text."""
MAX_CUTS = 100_000_000
"""The sum of the squares of the lengths of ranks: each is cut everywhere to find the merges that make it."""
MAX_MERGES = 1_000_000
"""The most merges that ranks stand for: every two that make a third. OpenAI's o200k has 446,189."""

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
    found = [one for one in contents if isinstance(one, str)]
    check_limit("MAX_ADDED_CHARS", MAX_ADDED_CHARS, met=sum(map(len, found)))
    check_token_lengths(found)
    _check_padding(file.get("padding"), text)
    check_limit("MAX_PATTERN_CHARS", MAX_PATTERN_CHARS, met=pattern_chars(file))
    for part, growth in growths(file):
        check_limit("MAX_GROWTH", MAX_GROWTH, met=ceil(growth), part=part)
    for element in elements("post_processor", file.get("post_processor")):
        _check_put(element)
    _check_model(file)


def check_overflow(file: Mapping[str, Any], number: int) -> None:
    """Refuse a text of so many tokens where truncation makes too much of it. Raises LimitError.

    >>> check_overflow({"truncation": {"max_length": 512, "stride": 128}}, 1_000_000)
    >>> check_overflow({"truncation": {"max_length": 2, "stride": 0}, "padding": {"strategy": {"Fixed": 512}}}, 50_000)
    Traceback (most recent call last):
    ...
    tokviz.errors.LimitError: ...
    """
    match file.get("truncation"):
        case {"max_length": int(longest), **others}:
            put = sum(map(_put, elements("post_processor", file.get("post_processor"))))
            room, stride = longest - put, others.get("stride")
            if number <= room:
                return
            step = max(1, room - (stride if isinstance(stride, int) else 0))
            padded = max(_padded(file.get("padding")), default=0)
            check_limit("MAX_OVERFLOW", MAX_OVERFLOW, met=-(-number // step) * max(longest, padded), number=number)


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


def _check_model(file: Mapping[str, Any]) -> None:
    """Refuse what the model would write or look up again and again, and pieces that are too long."""
    model = file.get("model")
    if not isinstance(model, dict):
        return
    for key in ("continuing_subword_prefix", "end_of_word_suffix", "unk_token"):
        _check_mark(key, model.get(key))
    longest, vocabulary = model.get("max_input_chars_per_word"), model.get("vocab")
    if isinstance(longest, int):
        check_limit("MAX_LOOKED_UP", MAX_LOOKED_UP, met=longest)
    if isinstance(vocabulary, dict):
        check_token_lengths(vocabulary)
    elif isinstance(vocabulary, list):
        pieces = [one[0] for one in vocabulary if isinstance(one, list) and one and isinstance(one[0], str)]
        check_token_lengths(pieces)
        check_nested(pieces)


def _check_mark(part: str, mark: Any) -> None:
    if isinstance(mark, str):
        check_limit("MAX_MARK_CHARS", MAX_MARK_CHARS, met=len(mark), part=part)


def _check_padding(padding: Any, text: str) -> None:
    """Refuse lengths that would fill the memory."""
    if padding is None:
        return
    if not isinstance(padding, dict):
        raise wrong_shape("padding", text)
    for number in _padded(padding):
        check_limit("MAX_PADDED", MAX_PADDED, met=number)
    _check_mark("pad_token", padding.get("pad_token"))


def _padded(padding: Any) -> Iterator[int]:
    """The lengths that padding brings a text to, or to a multiple of."""
    if isinstance(padding, dict):
        strategy = padding.get("strategy")
        fixed = strategy.get("Fixed") if isinstance(strategy, dict) else None
        yield from (one for one in (fixed, padding.get("pad_to_multiple_of")) if isinstance(one, int))


def _check_put(element: Mapping[str, Any]) -> None:
    """Refuse an element that puts in too many tokens, too long ones, or the text too often."""
    check_limit("MAX_PUT", MAX_PUT, met=_put(element))
    match element:
        case {"type": "TemplateProcessing", "single": list(template)}:
            times = sum(isinstance(one, dict) and "Sequence" in one for one in template)
            check_limit("MAX_REPEATED", MAX_REPEATED, met=times)
    for token, _ in put_in(element):
        _check_mark(name_of(element), token)


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
