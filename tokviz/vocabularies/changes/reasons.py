"""Why a part of a text changes: which difference between two files shows in it.

Where both models get the same words, the first word with other tokens is encoded step by step by both, and the first
step that only one of them takes names a merge, a token, a score or an option.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import zip_longest

from tokviz import bpe, unigram
from tokviz.bpe.encoding import EncodeTrace
from tokviz.errors import LimitError
from tokviz.files.models import Model
from tokviz.files.pipeline import Pipeline
from tokviz.merging.steps import Pair
from tokviz.vocabularies.changes.records import ChangedPart, Changes, Reason, ReasonKind

__all__ = ["reason"]

_BEFORE_MODEL = ("normalizer", "pre_tokenizer")
_ANY_MODEL = ("model",)


def reason(old: Pipeline, new: Pipeline, found: Changes, part: ChangedPart) -> Reason:
    """The difference that explains a changed part. found: all differences of the two.

    >>> from tokviz.vocabularies.changes import changes, changes_of_text
    >>> begin = '{"model": {"type": "BPE", "vocab": {"l": 0, "o": 1, "lo": 2}, "merges": '
    >>> old, new = (Pipeline.from_file(f"{begin}{merges}}}}}".encode()) for merges in ('["l o"]', "[]"))
    >>> reason(old, new, changes(old, new), changes_of_text(old, new, "lo").parts[0])
    Reason(kind='merge-removed', tokens=('l', 'o'), old=1, new=None, paths=())
    """
    if part.are_ids_alone:
        moves = zip(part.old, part.old_ids, part.new_ids, strict=True)
        return next(Reason("id-moved", (token,), one, other) for token, one, other in moves if one != other)
    if part.old_words != part.new_words:
        return _other_words(found, part)
    for word, is_added in part.old_words:
        if not is_added and old.model.encode_word(word) != new.model.encode_word(word):
            return _other_tokens(old.model, new.model, found, word)
    for word, is_added in part.old_words:  # an id that two tokens have is shown as the other one
        for token in () if is_added else old.model.encode_word(word):
            one, other = old.vocabulary.get(token), new.vocabulary.get(token)
            if one != other:
                return Reason("id-moved", (token,), one, other)
    return _by_settings(found, "options", _ANY_MODEL)


def _other_words(found: Changes, part: ChangedPart) -> Reason:
    """The models get other words: an added token was found by one of them, or a setting before them differs."""
    old, new = ({word for word, is_added in words if is_added} for words in (part.old_words, part.new_words))
    changed = {one.token for one in found.added_tokens}
    for token in sorted(old ^ new):
        if token in changed:
            return Reason("added-token", (token,), old=1 if token in old else None, new=1 if token in new else None)
    return _by_settings(found, "words", _BEFORE_MODEL)


def _by_settings(found: Changes, kind: ReasonKind, parts: Sequence[str]) -> Reason:
    """The settings of some parts of the file that differ."""
    paths = tuple(one.path for one in found.settings if re.split(r"[.\[]", one.path)[0] in parts)
    return Reason(kind, paths=paths) if paths else Reason("unexplained")


def _other_tokens(old: Model, new: Model, found: Changes, word: str) -> Reason:
    """The same word becomes other tokens."""
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
    return _by_settings(found, "options", _ANY_MODEL)


def _by_vocabulary(old: Model, new: Model, word: str) -> Reason | None:
    """A token of the word that only one of the two has."""
    for token in _only(old.encode_word(word), old, new):
        return Reason("token-removed", (token,), old.ids.get(token))
    for token in _only(new.encode_word(word), new, old):
        return Reason("token-added", (token,), None, new.ids.get(token))
    return None


def _only(tokens: Iterable[str], ours: Model, theirs: Model) -> list[str]:
    """The longest tokens first: a longer one is what others were chosen for."""
    known, other = ours.ids, theirs.ids
    return sorted({one for one in tokens if one in known and one not in other}, key=lambda one: (-len(one), one))


def _by_score(old: unigram.Model, new: unigram.Model, word: str) -> Reason | None:
    """The piece of the word whose score changed most."""
    pieces = dict.fromkeys((*old.encode_word(word), *new.encode_word(word)))
    both = [one for one in pieces if one in old.scores and one in new.scores and old.scores[one] != new.scores[one]]
    if not both:
        return None
    most = max(both, key=lambda one: abs(old.scores[one] - new.scores[one]))
    return Reason("score", (most,), old.scores[most], new.scores[most])


# -- merging -----------------------------------------------------------------------------------------------------------


def _by_merging(old: bpe.Model, new: bpe.Model, word: str) -> Reason | None:
    """The first merge of the word that only one of the two makes."""
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
    """ours, theirs: the merges of the old and the new one at the step where they part."""
    if ours is not None and new.rank(ours) is None:
        return _alone(old, ours, is_old=True)
    if theirs is not None and old.rank(theirs) is None:
        return _alone(new, theirs, is_old=False)
    if ours is None or theirs is None:
        return None
    return Reason("merge-order", (*ours, *theirs), _number(old, ours), _number(new, theirs))


def _alone(model: bpe.Model, pair: Pair, *, is_old: bool) -> Reason:
    """A merge that only this model makes; where merges follow from the tokens, a token that only it has."""
    if model.encoding.rank_by == "token":
        token = model.rules.join(*pair)
        number = model.ids.get(token)
        return Reason("token-removed", (token,), number) if is_old else Reason("token-added", (token,), None, number)
    number = _number(model, pair)
    return Reason("merge-removed", pair, number) if is_old else Reason("merge-added", pair, None, number)


def _number(model: bpe.Model, pair: Pair) -> int | None:
    rank = model.rank(pair)
    return None if rank is None else rank + 1
