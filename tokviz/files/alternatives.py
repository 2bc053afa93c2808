r"""Which alternative of a pattern cut a pre-token: ``'s|'t| ?\p{L}+|...`` names seven ways, and one of them matched.

It is asked of the library's own engine. ``\K`` behind an alternative drops what it has matched from the match, and
leaves the search as it is: with one alternative marked so, and all matches removed, exactly what this alternative
matched is left. An alternative that is a pattern by itself would not do, since it also matches where an earlier one
takes the text. Patterns whose flags hold across alternatives are not taken apart, and count as one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from tokviz.files.records import Part
from tokviz.pretokenize.byte_level import text_to_bytes

__all__ = ["GPT2", "MOST", "alternatives", "matches", "named_parts"]

MOST = 32
"""The most alternatives that are told apart: each takes one more search of the text. Patterns in use have up to 13."""
GPT2 = r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"
"""The pattern that ``ByteLevel`` cuts by, where it cuts."""

_FLAGS = re.compile(r"\(\?[a-zA-Z-]+\)|\(\?[a-zA-Z]*x")  # (?i) goes on over |, and with x white space means nothing
_BEHAVIORS = {
    "Removed": "removed",
    "Isolated": "isolated",
    "MergedWithPrevious": "merged_with_previous",
    "MergedWithNext": "merged_with_next",
    "Contiguous": "contiguous",
}
Match = tuple[int, int, str]
"""From one character to another, and the alternative that matched there."""
_Piece = tuple[str, str | None]


def alternatives(pattern: str) -> tuple[str, ...]:
    r"""The alternatives of a pattern of Oniguruma, outside of groups and classes; joined by ``|`` they are the pattern.

    >>> alternatives(r"'(?:s|t)|[|[|]]+|\|")
    ("'(?:s|t)", '[|[|]]+', '\\|')
    """
    if _FLAGS.search(pattern):
        return (pattern,)
    cuts, depth, at = [-1], 0, 0
    while at < len(pattern):
        match pattern[at]:
            case "\\":
                at += 1
            case "[":
                at = _behind_class(pattern, at) - 1
            case "(":
                depth += 1
            case ")":
                depth -= 1
            case "|" if not depth:
                cuts.append(at)
        at += 1
    found = tuple(pattern[start + 1 : end] for start, end in zip(cuts, [*cuts[1:], len(pattern)], strict=True))
    return found if len(found) <= MOST else (pattern,)


def _behind_class(pattern: str, start: int) -> int:
    """Where a class ends that begins there; classes can have others inside."""
    depth, at = 0, start
    while at < len(pattern):
        if pattern[at] == "\\":
            at += 1
        elif pattern[at] == "[":
            depth += 1
            at += pattern[at + 1 : at + 2] == "^"
            at += pattern[at + 1 : at + 2] == "]"  # the first one is a member
        elif pattern[at] == "]":
            depth -= 1
            if not depth:
                return at + 1
        at += 1
    return at


def matches(library: Any, pattern: str, text: str) -> tuple[Match, ...]:
    """All matches of a pattern in a text, in order. library: the module tokenizers."""

    def left(expression: str, *, invert: bool) -> list[tuple[int, int]]:
        split = library.pre_tokenizers.Split(library.Regex(expression), "removed", invert=invert)
        return [span for _, span in split.pre_tokenize_str(text)]

    every = alternatives(pattern)
    spans = left(pattern, invert=True)
    if len(every) == 1:
        return tuple((start, end, pattern) for start, end in spans)
    by_end: dict[int, str] = {}
    for place, one in enumerate(every):
        marked = "|".join((*every[:place], rf"(?:{one})\K", *every[place + 1 :]))
        # What stands before a match and is none goes with it, so that the end alone says which it is.
        by_end.update((end, one) for _, end in left(marked, invert=False))
    return tuple((start, end, by_end[end]) for start, end in spans)


def named_parts(
    library: Any, element: Mapping[str, Any], before: Sequence[Part], parts: tuple[Part, ...]
) -> tuple[Part, ...]:
    """The pre-tokens that an element leaves, each with the alternative that matched it.

    before, parts: the pre-tokens and added tokens in front of the element and behind it. One that the element leaves
    whole keeps the alternative that it has.
    """
    if element.get("type") not in ("Split", "ByteLevel"):
        known = {(part.text, part.span): part.alternative for part in before}
        return tuple(part._replace(alternative=known.get((part.text, part.span))) for part in parts)
    cut = cache(lambda text, kept: tuple(_pieces(library, element, text, kept)))  # most words of a text come again
    pieces = [piece for part in before if part.role == "text" for piece in cut(part.text, part.alternative)]
    places = [place for place, part in enumerate(parts) if part.role == "text"]
    if [text for text, _ in pieces] != [parts[place].text for place in places]:
        return parts  # the element did something else than to cut by its pattern
    named = list(parts)
    for place, (_, alternative) in zip(places, pieces, strict=True):
        if alternative is not None:
            named[place] = parts[place]._replace(alternative=alternative)
    return tuple(named)


def _pieces(library: Any, element: Mapping[str, Any], text: str, kept: str | None) -> Iterator[_Piece]:
    """What an element makes of a pre-token, and by which alternative. kept: the one that the pre-token has."""
    match element:
        case {"type": "Split", "pattern": {"Regex": str(pattern)}, "behavior": str(behavior)}:
            invert = element.get("invert") is True
            split = library.pre_tokenizers.Split(library.Regex(pattern), _BEHAVIORS[behavior], invert=invert)
            yield from _cut(kept, split.pre_tokenize_str(text), matches(library, pattern, text))
        case {"type": "ByteLevel"}:
            is_spaced = element.get("add_prefix_space", True) and not text.startswith(" ")
            text = f" {text}" if is_spaced else text
            if element.get("use_regex", True) is False:
                yield text_to_bytes(text), kept
                return
            split = library.pre_tokenizers.Split(library.Regex(GPT2), "isolated")
            cut = _cut(kept, split.pre_tokenize_str(text), matches(library, GPT2, text))
            yield from ((text_to_bytes(piece), alternative) for piece, alternative in cut)


def _cut(kept: str | None, pieces: Sequence[tuple[str, tuple[int, int]]], found: Sequence[Match]) -> Iterator[_Piece]:
    at = 0
    for text, (start, end) in pieces:
        while at < len(found) and found[at][1] <= start:
            at += 1
        inside = {one for first, _, one in _until(found, at, end)}
        before = kept if len(pieces) == 1 else None
        yield text, before or (inside.pop() if len(inside) == 1 else None)


def _until(found: Sequence[Match], at: int, end: int) -> Iterator[Match]:
    while at < len(found) and found[at][0] < end:
        yield found[at]
        at += 1
