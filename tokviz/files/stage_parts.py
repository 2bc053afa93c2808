"""Parts of a text at one stage: which characters are new, which alternative of a pattern matched, what is dropped."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from tokviz import bpe
from tokviz.errors import TokvizError
from tokviz.files.engine import Engine, Part, Stage
from tokviz.models.around import Span
from tokviz.pretokenize import BYTE_LEVEL
from tokviz.pretokenize.byte_level import CHAR_TO_BYTE, text_to_bytes


def character_parts(text: str) -> tuple[Part, ...]:
    """Return each character of a text as it is."""
    return tuple(Part(character, at, at + 1) for at, character in enumerate(text))


def runs(text: str, now: Sequence[Part]) -> tuple[Part, ...]:
    """Return the characters of a stage as few parts: those that are still what the text has in a row are one.

    >>> [part.text for part in runs("ab c", [Part("a", 0, 1), Part("b", 1, 2), Part("▁", 2, 3, changed=True)])]
    ['ab', '▁']
    """
    joined: list[Part] = []
    for part in now:
        last = joined[-1] if joined else None
        if last is not None and last.end == part.start and _is_plain(last, text) and _is_plain(part, text):
            joined[-1] = last._replace(text=last.text + part.text, end=part.end)
        else:
            joined.append(part)
    return tuple(joined)


def cut_parts(
    text: str, parts: Sequence[Part], now: Sequence[Part], before: Sequence[Part], *, whole: bool
) -> tuple[Part, ...]:
    """Return the parts of a stage, with what is new marked.

    parts: as the stage leaves them; now, before: the characters after it and after the stage before. whole: whether
    the stage cuts nothing, so that its characters come back as runs.
    """
    known = {part[:4] for part in before}  # text, start, end, role
    marked = [part if part[:4] in known else part._replace(changed=True) for part in now]
    if whole:
        return runs(text, marked)
    return tuple(_gathered(parts, marked))


def _is_plain(part: Part, text: str) -> bool:
    return part.role == "text" and not part.changed and part.text == text[part.start : part.end]


def _gathered(parts: Sequence[Part], characters: Sequence[Part]) -> Iterator[Part]:
    """Yield each part, changed if one of its characters is."""
    at = 0
    for part in parts:
        size, changed = 0, False
        while at < len(characters) and size < len(part.text):
            changed = changed or characters[at].changed
            size += len(characters[at].text)
            at += 1
        yield part._replace(changed=True) if changed else part


# -- alternatives of a pattern -----------------------------------------------------------------------------------------
#
# ``'s|'t| ?\p{L}+|...`` names several ways to split a pre-token off, and one of them matched. The library's own engine
# tells which: ``\K`` after an alternative drops what it has matched from the match, and leaves the search as it is.
# With one alternative marked so, and all matches removed, exactly what this alternative matched is left. An alternative
# that is a pattern by itself would not do, since it also matches where an earlier one takes the text. Patterns whose
# flags hold across alternatives count as one alternative.


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
    r"""Return the alternatives of a pattern of Oniguruma, outside of groups and classes; joined by ``|`` they are the
    pattern.

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
    branches = tuple(pattern[start + 1 : end] for start, end in zip(cuts, [*cuts[1:], len(pattern)], strict=True))
    return branches if len(branches) <= MOST else (pattern,)


def _behind_class(pattern: str, start: int) -> int:
    """Return the end of a class that begins there; classes can have others inside."""
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
    """Return all matches of a pattern in a text, in order. library: the module tokenizers."""

    def left(expression: str, *, invert: bool) -> list[tuple[int, int]]:
        split = library.pre_tokenizers.Split(library.Regex(expression), "removed", invert=invert)
        return [span for _, span in split.pre_tokenize_str(text)]

    every = alternatives(pattern)
    spans = left(pattern, invert=True)
    if len(every) == 1:
        return tuple((start, end, pattern) for start, end in spans)
    by_end: dict[int, str] = {}
    for place, alternative in enumerate(every):
        marked = "|".join((*every[:place], rf"(?:{alternative})\K", *every[place + 1 :]))
        # What is before a match and is none goes with it, so that the end alone says which it is.
        by_end.update((end, alternative) for _, end in left(marked, invert=False))
    return tuple((start, end, by_end[end]) for start, end in spans)


def named_parts(
    library: Any, element: Mapping[str, Any], before: Sequence[Part], parts: tuple[Part, ...]
) -> tuple[Part, ...]:
    """Return the pre-tokens that an element leaves, each with the alternative that matched it.

    before, parts: the pre-tokens and added tokens in front of the element and behind it. One that the element leaves
    whole keeps the alternative that it has.
    """
    if element.get("type") not in ("Split", "ByteLevel"):
        known = {(part.text, part.span): part.alternative for part in before}
        return tuple(part._replace(alternative=known.get((part.text, part.span))) for part in parts)
    cut = cache(lambda text, known: tuple(_pieces(library, element, text, known)))  # most words of a text come again
    pieces = [piece for part in before if part.role == "text" for piece in cut(part.text, part.alternative)]
    places = [place for place, part in enumerate(parts) if part.role == "text"]
    if [text for text, _ in pieces] != [parts[place].text for place in places]:
        return parts  # the element did something else than to cut by its pattern
    named = list(parts)
    for place, (_, alternative) in zip(places, pieces, strict=True):
        if alternative is not None:
            named[place] = parts[place]._replace(alternative=alternative)
    return tuple(named)


def _pieces(library: Any, element: Mapping[str, Any], text: str, known: str | None) -> Iterator[_Piece]:
    """Yield the pieces that an element makes of a pre-token, with their alternatives.

    known: the alternative that the pre-token has.
    """
    match element:
        case {"type": "Split", "pattern": {"Regex": str(pattern)}, "behavior": str(behavior)}:
            invert = element.get("invert") is True
            split = library.pre_tokenizers.Split(library.Regex(pattern), _BEHAVIORS[behavior], invert=invert)
            yield from _cut(known, split.pre_tokenize_str(text), matches(library, pattern, text))
        case {"type": "ByteLevel"}:
            is_spaced = element.get("add_prefix_space", True) and not text.startswith(" ")
            text = f" {text}" if is_spaced else text
            if element.get("use_regex", True) is False:
                yield text_to_bytes(text), known
                return
            split = library.pre_tokenizers.Split(library.Regex(GPT2), "isolated")
            cut = _cut(known, split.pre_tokenize_str(text), matches(library, GPT2, text))
            yield from ((text_to_bytes(piece), alternative) for piece, alternative in cut)


def _cut(
    known: str | None, pieces: Sequence[tuple[str, tuple[int, int]]], all_matches: Sequence[Match]
) -> Iterator[_Piece]:
    at = 0
    for text, (start, end) in pieces:
        while at < len(all_matches) and all_matches[at][1] <= start:
            at += 1
        inside = {alternative for first, _, alternative in _until(all_matches, at, end)}
        before = known if len(pieces) == 1 else None
        yield text, before or (inside.pop() if len(inside) == 1 else None)


def _until(all_matches: Sequence[Match], at: int, end: int) -> Iterator[Match]:
    while at < len(all_matches) and all_matches[at][0] < end:
        yield all_matches[at]
        at += 1


# -- dropped symbols ---------------------------------------------------------------------------------------------------
#
# tokenizers counts the characters of a token without those that were dropped before it in its word: of ``mug`` without
# ``m`` it says that ``ug`` is characters 0 to 2. In the picture tokens are below the characters that they come from.


_Kept = Mapping[int, Sequence[Span]]


def dropped_symbols(engine: Engine, text: str) -> tuple[Counter[str], int]:
    """Count the symbols of a text that become no token, and all of its symbols.

    >>> from tokviz.files.pipeline import Pipeline
    >>> file = b'{"model": {"type": "BPE", "vocab": {"l": 0}, "merges": []}}'
    >>> dropped_symbols(Pipeline.from_file(file).engine, "lolo")
    (Counter({'o': 2}), 4)
    """
    if engine.written in BYTE_LEVEL and engine.vocabulary.keys() >= CHAR_TO_BYTE.keys():
        return Counter(), 0
    try:
        model = engine.words.model
    except TokvizError:  # a file that its library applies and no model of ours can
        return Counter(), 0
    if not isinstance(model, bpe.Model) or model.encoding.unknown != "drop":
        return Counter(), 0
    words = [part.text for part in engine.pre_tokens(text) if part.role != "added"]
    return bpe.dropped_symbols(model, words), sum(map(len, words))


def dropped_parts(engine: Engine, text: str) -> tuple[Part, ...]:
    """Return the symbols of a text that become no token, in order.

    >>> from tokviz.files.pipeline import Pipeline
    >>> file = b'{"model": {"type": "BPE", "vocab": {"l": 0}, "merges": []}}'
    >>> [(part.text, part.span) for part in dropped_parts(Pipeline.from_file(file).engine, "lol")]
    [('o', (1, 2))]
    """
    return _apart(engine, text)[0]


def with_dropped(engine: Engine, stages: Sequence[Stage], text: str) -> tuple[Stage, ...]:
    """Return the stages with what is dropped among the tokens of the model, and tokens where their characters are."""
    lost, kept_spans = _apart(engine, text)
    if not lost:
        return tuple(stages)
    behind = next(place for place, stage in enumerate(stages) if stage.kind == "model")
    moved = [
        replace(stage, parts=tuple(_moved(stage.parts, kept_spans, engine.words.model))) for stage in stages[behind:]
    ]
    merged = sorted((*moved[0].parts, *lost), key=lambda part: part.start)
    return (*stages[:behind], replace(moved[0], parts=tuple(merged)), *moved[1:])


def _apart(engine: Engine, text: str) -> tuple[tuple[Part, ...], _Kept]:
    """Return the dropped characters and the places of the kept ones.

    The places are those in each pre-token that loses something.
    """
    lost: list[Part] = []
    kept_spans: dict[int, Sequence[Span]] = {}
    if not dropped_symbols(engine, text)[0]:
        return (), {}
    model, characters = engine.words.model, iter(engine.characters(text))
    assert isinstance(model, bpe.Model)
    for number, word in enumerate(engine.pre_tokens(text)):
        if word.role == "added":
            next(characters)
            continue
        spans: list[Span] = []
        while len(spans) < len(word.text):
            part = next(characters)
            spans += [part.span] * len(part.text)
        if dropped := {loss.character: loss.symbol for loss in model.dropped(word.text)}:
            lost += (Part(symbol, *spans[at], "dropped") for at, symbol in dropped.items())
            kept_spans[number] = [span for at, span in enumerate(spans) if at not in dropped]
    return tuple(lost), kept_spans


def _moved(parts: Sequence[Part], kept_spans: _Kept, model: object) -> Iterator[Part]:
    """Yield the tokens of words that lose something, each at its characters, as far as they spell what is kept."""
    assert isinstance(model, bpe.Model)
    prefix, suffix = model.rules.continuing_prefix, model.rules.end_of_word
    done: dict[int, int] = {}
    for part in parts:
        if part.role != "token" or part.word is None or part.word not in kept_spans:
            yield part
            continue
        spans, start = kept_spans[part.word], done.get(part.word, 0)
        letters = part.text.removeprefix(prefix) if start else part.text
        end = done[part.word] = start + len(letters.removesuffix(suffix))
        covered = spans[start:end]
        yield part._replace(start=covered[0][0], end=covered[-1][1]) if covered else part
