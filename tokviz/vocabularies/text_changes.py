"""A text under two versions of a tokenizer: which parts of it get other tokens or ids, and why.

The text is divided where neither of the two has a token or a word that goes on, so that a part is mostly one word; the
tokens of the whole text are compared, white space, line ends and what the first word begins with included.

The reason is the difference between the files that shows in a part. Where both models get the same words, the first
word with other tokens is encoded step by step by both, and the first step that only one of them takes names a merge, a
token, a score or an option.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import chain, zip_longest

from tokviz import bpe, unigram
from tokviz.bpe.encoding import EncodeTrace
from tokviz.errors import LimitError
from tokviz.files.engine import Part
from tokviz.files.models import Model
from tokviz.files.pipeline import EngineAround, Pipeline
from tokviz.merging.steps import Pair
from tokviz.vocabularies.changes import ChangedPart, Changes, Reason, ReasonKind, TextChanges


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
    >>> changed = changes_of_text(*(Pipeline.from_file(file.encode()) for file in files), "lo")
    >>> [(part.text, part.old, part.new) for part in changed.parts]
    [('lo', ('lo',), ('l', 'o'))]
    """
    before, after = _read(old, text), _read(new, text)
    starts = _starts(text, before, after)
    by_key: dict[tuple[object, ...], ChangedPart] = {}
    pieces = zip(_by_start(before, starts), _by_start(after, starts), starts, [*starts[1:], len(text)], strict=True)
    for (old_tokens, old_words), (new_tokens, new_words), start, end in pieces:
        part = ChangedPart(
            text=text[start:end],
            start=start,
            count=1,
            old=tuple(token.text for token in old_tokens),
            new=tuple(token.text for token in new_tokens),
            old_ids=tuple(token.id for token in old_tokens),
            new_ids=tuple(token.id for token in new_tokens),
            old_words=tuple((word.text, word.is_added) for word in old_words),
            new_words=tuple((word.text, word.is_added) for word in new_words),
        )
        if part.old != part.new or part.old_ids != part.new_ids:
            key = (part.text, part.old, part.new, part.old_ids, part.new_ids)
            first = by_key.get(key)
            by_key[key] = part if first is None else replace(first, count=first.count + 1)
    parts = tuple(sorted(by_key.values(), key=lambda part: (-part.count, part.start)))
    around = None if before.around == after.around else (before.around, after.around)
    return TextChanges(len(before.parts), len(after.parts), parts, around)


def _read(pipeline: Pipeline, text: str) -> _Reading:
    around = EngineAround(pipeline.engine)
    words = []
    at = 0
    for (word, is_added, _), spans in zip(around.read(text), around.places(text), strict=True):
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
    """Return the tokens and the words of each part of the text."""
    groups: list[tuple[list[Part], list[_Word]]] = [([], []) for _ in starts]
    for token in reading.parts:
        groups[bisect_right(starts, token.start) - 1][0].append(token)
    for word in reading.words:
        groups[bisect_right(starts, word.start) - 1][1].append(word)
    return groups


# -- reasons -----------------------------------------------------------------------------------------------------------

_BEFORE_MODEL = ("normalizer", "pre_tokenizer")
_ANY_MODEL = ("model",)


def reason(old: Pipeline, new: Pipeline, changes: Changes, part: ChangedPart) -> Reason:
    """Return the difference that explains a changed part. changes: all differences of the two.

    >>> from tokviz.vocabularies.changes import changes
    >>> begin = '{"model": {"type": "BPE", "vocab": {"l": 0, "o": 1, "lo": 2}, "merges": '
    >>> old, new = (Pipeline.from_file(f"{begin}{merges}}}}}".encode()) for merges in ('["l o"]', "[]"))
    >>> reason(old, new, changes(old, new), changes_of_text(old, new, "lo").parts[0])
    Reason(kind='merge-removed', tokens=('l', 'o'), old=1, new=None, paths=())
    """
    if part.are_ids_alone:
        moves = zip(part.old, part.old_ids, part.new_ids, strict=True)
        return next(Reason("id-moved", (token,), old_id, other) for token, old_id, other in moves if old_id != other)
    if part.old_words != part.new_words:
        return _other_words(changes, part)
    for word, is_added in part.old_words:
        if not is_added and old.model.encode_word(word) != new.model.encode_word(word):
            return _other_tokens(old.model, new.model, changes, word)
    for word, is_added in part.old_words:  # an id that two tokens have is shown as the other one
        for token in () if is_added else old.model.encode_word(word):
            old_id, other = old.vocabulary.get(token), new.vocabulary.get(token)
            if old_id != other:
                return Reason("id-moved", (token,), old_id, other)
    if any(map(_is_rounded, (old.model, new.model), (part.old_words, part.new_words), (part.old, part.new))):
        return Reason("rounding")
    return _by_settings(changes, "options", _ANY_MODEL)


def _is_rounded(model: Model, words: Sequence[tuple[str, bool]], tokens: tuple[str, ...]) -> bool:
    """Tell if a text has other tokens than its words, because one sum is rounded."""
    if not (isinstance(model, unigram.Model) and model.is_single):
        return False
    alone = ((word,) if is_added else model.encode_word(word) for word, is_added in words)
    return tuple(chain.from_iterable(alone)) != tokens


def _other_words(changes: Changes, part: ChangedPart) -> Reason:
    """Return the reason why the models get other words: an added token that one of them finds, or a setting."""
    old, new = ({word for word, is_added in words if is_added} for words in (part.old_words, part.new_words))
    changed = {token.token for token in changes.added_tokens}
    for token in sorted(old ^ new):
        if token in changed:
            return Reason("added-token", (token,), old=1 if token in old else None, new=1 if token in new else None)
    return _by_settings(changes, "words", _BEFORE_MODEL)


def _by_settings(changes: Changes, kind: ReasonKind, parts: Sequence[str]) -> Reason:
    """Return the settings of some parts of the file that differ."""
    paths = tuple(setting.path for setting in changes.settings if re.split(r"[.\[]", setting.path)[0] in parts)
    return Reason(kind, paths=paths) if paths else Reason("unexplained")


def _other_tokens(old: Model, new: Model, changes: Changes, word: str) -> Reason:
    """Return the reason why the same word becomes other tokens."""
    if isinstance(old, bpe.Model) and isinstance(new, bpe.Model):
        try:
            merged = _by_merging(old, new, word)
        except LimitError:  # too long to be encoded step by step
            merged = None
        if merged is not None:
            return merged
    listed = _by_vocabulary(old, new, word)
    if listed is not None:
        return listed
    if isinstance(old, unigram.Model) and isinstance(new, unigram.Model):
        rescored = _by_score(old, new, word)
        if rescored is not None:
            return rescored
        if old.is_single != new.is_single:
            return Reason("rounding")
    return _by_settings(changes, "options", _ANY_MODEL)


def _by_vocabulary(old: Model, new: Model, word: str) -> Reason | None:
    """Return a token of the word that only one of the two has."""
    for token in _only(old.encode_word(word), old, new):
        return Reason("token-removed", (token,), old.ids.get(token))
    for token in _only(new.encode_word(word), new, old):
        return Reason("token-added", (token,), None, new.ids.get(token))
    return None


def _only(tokens: Iterable[str], ours: Model, theirs: Model) -> list[str]:
    """Return the tokens that one model lacks, the longest first: a longer one is what others were chosen for."""
    known, other = ours.ids, theirs.ids
    return sorted(
        {token for token in tokens if token in known and token not in other}, key=lambda token: (-len(token), token)
    )


def _by_score(old: unigram.Model, new: unigram.Model, word: str) -> Reason | None:
    """Return the piece of the word whose score changed most."""
    pieces = dict.fromkeys((*old.encode_word(word), *new.encode_word(word)))
    typecode = "f" if old.is_single or new.is_single else "d"
    both = [
        piece
        for piece in pieces
        if piece in old.scores
        and piece in new.scores
        and array(typecode, [old.scores[piece]]) != array(typecode, [new.scores[piece]])
    ]
    if not both:
        return None
    most = max(both, key=lambda piece: abs(old.scores[piece] - new.scores[piece]))
    return Reason("score", (most,), old.scores[most], new.scores[most])


# -- merging -----------------------------------------------------------------------------------------------------------


def _by_merging(old: bpe.Model, new: bpe.Model, word: str) -> Reason | None:
    """Return the first merge of the word that only one of the two makes."""
    before, after = old.explain(word), new.explain(word)
    if "whole-word" in (before.stopped, after.stopped) or before.start != after.start:
        return _by_vocabulary(old, new, word)
    for ours, theirs in zip_longest(_pairs(before), _pairs(after)):
        if ours != theirs:
            return _parted(old, new, ours, theirs)
    return None


def _pairs(encoding: EncodeTrace) -> list[Pair]:
    return [step.pair for step in encoding]


def _parted(old: bpe.Model, new: bpe.Model, ours: Pair | None, theirs: Pair | None) -> Reason | None:
    """Return the reason at the step where two encodings differ. ours, theirs: their merges there."""
    if ours is not None and new.rank(ours) is None:
        return _alone(old, ours, is_old=True)
    if theirs is not None and old.rank(theirs) is None:
        return _alone(new, theirs, is_old=False)
    if ours is None or theirs is None:
        return None
    before, after = old.scores or {}, new.scores or {}
    for token in (old.rules.join(*ours), old.rules.join(*theirs)):
        if before.get(token) != after.get(token):
            return Reason("score", (token,), before.get(token), after.get(token))
    return Reason("merge-order", (*ours, *theirs), _number(old, ours), _number(new, theirs))


def _alone(model: bpe.Model, pair: Pair, *, is_old: bool) -> Reason:
    """Return a merge that only this model makes; where merges follow from the tokens, a token that only it has."""
    if model.encoding.rank_by == "token":
        token = model.rules.join(*pair)
        number = model.ids.get(token)
        return Reason("token-removed", (token,), number) if is_old else Reason("token-added", (token,), None, number)
    number = _number(model, pair)
    return Reason("merge-removed", pair, number) if is_old else Reason("merge-added", pair, None, number)


def _number(model: bpe.Model, pair: Pair) -> int | None:
    rank = model.rank(pair)
    return None if rank is None else rank + 1
