"""A text under two tokenizers: which parts of it get other tokens or ids.

The text is divided where neither of the two has a token or a word that goes on, so that a part is mostly one word; the
tokens of the whole text are compared, white space, line ends and what the first word begins with included.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import chain

from tokviz.files.engine import Part
from tokviz.files.pipeline import EngineAround, Pipeline
from tokviz.vocabularies.changes.records import ChangedPart, TextChanges

__all__ = ["changes_of_text"]


@dataclass(frozen=True)
class _Word:
    """A word as the model gets it, and the characters of the text that it comes from."""

    text: str
    is_added: bool
    start: int
    end: int


@dataclass(frozen=True)
class _Reading:
    """A text as one tokenizer has it."""

    parts: Sequence[Part]
    words: Sequence[_Word]
    around: tuple[str, ...]


def changes_of_text(old: Pipeline, new: Pipeline, text: str) -> TextChanges:
    """Encode a text with both, and compare it part by part. Raises LimitError for a text that is too long to be
    encoded, and what the libraries raise.

    >>> begin = '{"model": {"type": "BPE", "vocab": {"l": 0, "o": 1, "lo": 2}, "merges": '
    >>> files = [begin + merges + "}}" for merges in ('["l o"]', "[]")]
    >>> found = changes_of_text(*(Pipeline.from_file(file.encode()) for file in files), "lo")
    >>> [(part.text, part.old, part.new) for part in found.parts]
    [('lo', ('lo',), ('l', 'o'))]
    """
    before, after = _read(old, text), _read(new, text)
    starts = _starts(text, before, after)
    found: dict[tuple[object, ...], ChangedPart] = {}
    pieces = zip(_by_start(before, starts), _by_start(after, starts), starts, [*starts[1:], len(text)], strict=True)
    for (old_tokens, old_words), (new_tokens, new_words), start, end in pieces:
        part = ChangedPart(
            text=text[start:end],
            start=start,
            count=1,
            old=tuple(one.text for one in old_tokens),
            new=tuple(one.text for one in new_tokens),
            old_ids=tuple(one.id for one in old_tokens),
            new_ids=tuple(one.id for one in new_tokens),
            old_words=tuple((one.text, one.is_added) for one in old_words),
            new_words=tuple((one.text, one.is_added) for one in new_words),
        )
        if part.old != part.new or part.old_ids != part.new_ids:
            key = (part.text, part.old, part.new, part.old_ids, part.new_ids)
            first = found.get(key)
            found[key] = part if first is None else replace(first, count=first.count + 1)
    parts = tuple(sorted(found.values(), key=lambda part: (-part.count, part.start)))
    around = None if before.around == after.around else (before.around, after.around)
    return TextChanges(len(before.parts), len(after.parts), parts, around)


def _read(pipeline: Pipeline, text: str) -> _Reading:
    around = EngineAround(pipeline.engine)
    words = []
    at = 0
    for (word, is_added), spans in zip(around.words(text), around.places(text), strict=True):
        start = min((span[0] for span in spans), default=at)
        at = max((span[1] for span in spans), default=at)
        words.append(_Word(word, is_added, start, at))
    whole = pipeline.encode(text)
    put = tuple(part.text for part in whole.parts if part.role == "put")
    return _Reading(pipeline.encode(text, special=False).parts, words, put)


def _starts(text: str, *readings: _Reading) -> list[int]:
    """Return the places where parts of the text begin: no token and no word of either tokenizer goes on there."""
    goes_on = bytearray(len(text) + 1)
    for reading in readings:
        spans = chain((part.span for part in reading.parts), ((word.start, word.end) for word in reading.words))
        for start, end in spans:
            if end - start > 1:
                goes_on[start + 1 : end] = b"\1" * (end - start - 1)
    return [place for place in range(max(len(text), 1)) if not goes_on[place]]


def _by_start(reading: _Reading, starts: Sequence[int]) -> list[tuple[list[Part], list[_Word]]]:
    """The tokens and the words of each part of the text."""
    found: list[tuple[list[Part], list[_Word]]] = [([], []) for _ in starts]
    for token in reading.parts:
        found[bisect_right(starts, token.start) - 1][0].append(token)
    for word in reading.words:
        found[bisect_right(starts, word.start) - 1][1].append(word)
    return found
