"""Differences between two versions of a tokenizer: tokens, ids, merges, scores, added tokens and settings.

    found = changes(old, new)                 # Changes: tokens, ids, merges, scores, added tokens, settings
    changed = changes_of_text(old, new, text) # TextChanges: the parts of a text that get other tokens or ids
    reason(old, new, found, changed.parts[0]) # Reason: the difference between the files that explains one of them

The two are pipelines of any files, which need not be of one format. Nothing here is text for readers. The last two
functions are in :mod:`tokviz.vocabularies.text_changes`.

A merge counts as moved when its order among the merges that both have is another one: when one is removed, all later
numbers are smaller by one, and nothing is merged otherwise. The fewest merges that account for the other order are
named. Ids count as they are.
"""

from __future__ import annotations

import json
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from difflib import SequenceMatcher
from typing import Any, Literal

from tokviz import bpe, unigram
from tokviz.files.pipeline import Pipeline
from tokviz.merging.steps import Pair
from tokviz.models.added_tokens import AddedToken


@dataclass(frozen=True)
class Numbered:
    """A token with its id."""

    id: int
    token: str


@dataclass(frozen=True)
class Moved:
    """A token that both have, under another id."""

    token: str
    old: int
    new: int


@dataclass(frozen=True)
class NumberedMerge:
    """A merge with its number in the list of merges, counted from 1."""

    number: int
    pair: Pair


@dataclass(frozen=True)
class MovedMerge:
    """A merge that both have, which comes at another place among those that both have; with its two numbers."""

    pair: Pair
    old: int
    new: int


@dataclass(frozen=True)
class Rescored:
    """A piece with another score: a log probability of Unigram, a rank of SentencePiece BPE counted from 1."""

    token: str
    old: float
    new: float


@dataclass(frozen=True)
class AddedChange:
    """An added token that only one of the two has, or that has other options; the id alone is no change here."""

    token: str
    old: AddedToken | None
    new: AddedToken | None


@dataclass(frozen=True)
class Setting:
    """A setting with another value. path: where it is in the file, such as ``normalizer.lowercase``."""

    path: str
    old: object
    new: object


@dataclass(frozen=True)
class Changes:
    """All that differs between two tokenizers. Tokens are in the order of their ids, merges of their numbers."""

    tokens_added: tuple[Numbered, ...]
    tokens_removed: tuple[Numbered, ...]
    ids_moved: tuple[Moved, ...]
    merges_added: tuple[NumberedMerge, ...]
    merges_removed: tuple[NumberedMerge, ...]
    merges_moved: tuple[MovedMerge, ...]
    scores: tuple[Rescored, ...]
    added_tokens: tuple[AddedChange, ...]
    settings: tuple[Setting, ...]

    @property
    def are_none(self) -> bool:
        """True if the two tokenizers are identical."""
        return not any(getattr(self, field.name) for field in fields(self))


@dataclass(frozen=True)
class ChangedPart:
    """A part of a text that gets other tokens, or the same ones under other ids.

    start: where it occurs first, in characters; count: how often it occurs. old_words, new_words: its words as each
    model gets them, and whether one is an added token.
    """

    text: str
    start: int
    count: int
    old: tuple[str, ...]
    new: tuple[str, ...]
    old_ids: tuple[int | None, ...]
    new_ids: tuple[int | None, ...]
    old_words: tuple[tuple[str, bool], ...]
    new_words: tuple[tuple[str, bool], ...]

    @property
    def are_ids_alone(self) -> bool:
        """True if the tokens are the same and only their ids differ."""
        return self.old == self.new


@dataclass(frozen=True)
class TextChanges:
    """A text under two tokenizers: the number of its tokens, the parts that change, the most frequent first, and the
    tokens that are put around it, if these differ."""

    old_tokens: int
    new_tokens: int
    parts: tuple[ChangedPart, ...]
    around: tuple[tuple[str, ...], tuple[str, ...]] | None


ReasonKind = Literal[
    "id-moved",
    "added-token",
    "words",
    "token-removed",
    "token-added",
    "merge-removed",
    "merge-added",
    "merge-order",
    "score",
    "options",
    "rounding",
    "unexplained",
]
"""The differences that explain a changed part:

- ``id-moved``: a token has a different id; ``added-token``: a text is an added token in one of the two.
- ``words``: the model gets different words, because of settings before it.
- ``token-removed``, ``token-added``: a token that only the old one has, or only the new one.
- ``merge-removed``, ``merge-added``: the same of a merge; ``merge-order``: two merges changed their order.
- ``score``: a piece has a different score; ``options``: options of the model differ.
- ``rounding``: the same scores are added up in single precision, which rounds them.
"""


@dataclass(frozen=True)
class Reason:
    """The reason why a part of a text changes: the first difference between the files that shows in it.

    tokens: the token, the pair of a merge, or of ``merge-order`` the pair that the old one merges first and then that
    of the new one. old, new: the id, the number or the score in each file, None where it has none. paths: of settings.
    """

    kind: ReasonKind
    tokens: tuple[str, ...] = ()
    old: float | None = None
    new: float | None = None
    paths: tuple[str, ...] = ()


# -- comparing two files -----------------------------------------------------------------------------------------------


def changes(old: Pipeline, new: Pipeline) -> Changes:
    """Compare two tokenizers. Raises what :attr:`Pipeline.model` raises.

    >>> begin = '{"model": {"type": "BPE", "vocab": {"l": 0, "o": 1, "lo": 2}, "merges": '
    >>> files = [begin + merges + "}}" for merges in ('["l o"]', "[]")]
    >>> differences = changes(*(Pipeline.from_file(file.encode()) for file in files))
    >>> differences.merges_removed, differences.are_none
    ((NumberedMerge(number=1, pair=('l', 'o')),), False)
    """
    before, after = old.vocabulary, new.vocabulary
    merges_before, merges_after = _merges(old), _merges(new)
    return Changes(
        tokens_added=_numbered(after, before),
        tokens_removed=_numbered(before, after),
        ids_moved=tuple(
            Moved(token, number, after[token])
            for token, number in _by_id(before)
            if token in after and after[token] != number
        ),
        merges_added=_numbered_merges(merges_after, merges_before),
        merges_removed=_numbered_merges(merges_before, merges_after),
        merges_moved=tuple(_moved_merges(merges_before, merges_after)),
        scores=tuple(_rescored(_scores(old), _scores(new))),
        added_tokens=tuple(_added_changes(_added(old), _added(new))),
        settings=tuple(differing_settings(old.engine.settings, new.engine.settings)),
    )


def _by_id(ids: Mapping[str, int]) -> list[tuple[str, int]]:
    return sorted(ids.items(), key=lambda entry: (entry[1], entry[0]))


def _numbered(ours: Mapping[str, int], theirs: Mapping[str, int]) -> tuple[Numbered, ...]:
    """Return the tokens that only the first has."""
    return tuple(Numbered(number, token) for token, number in _by_id(ours) if token not in theirs)


# -- merges ------------------------------------------------------------------------------------------------------------


def _merges(pipeline: Pipeline) -> Mapping[Pair, int]:
    """Map each pair to its number from 1; empty where there are no merges, or they follow from the tokens."""
    model = pipeline.model
    return {pair: rank + 1 for pair, rank in model.ranks.items()} if isinstance(model, bpe.Model) else {}


def _numbered_merges(ours: Mapping[Pair, int], theirs: Mapping[Pair, int]) -> tuple[NumberedMerge, ...]:
    merges = (NumberedMerge(number, pair) for pair, number in ours.items() if pair not in theirs)
    return tuple(sorted(merges, key=lambda merge: merge.number))


def _moved_merges(before: Mapping[Pair, int], after: Mapping[Pair, int]) -> Iterator[MovedMerge]:
    both = sorted((pair for pair in before if pair in after), key=before.__getitem__)
    stay = _longest_rising([after[pair] for pair in both])
    for place, pair in enumerate(both):
        if place not in stay:
            yield MovedMerge(pair, before[pair], after[pair])


def _longest_rising(numbers: Sequence[int]) -> set[int]:
    """Return the places of a longest subsequence of different numbers that rises.

    >>> sorted(_longest_rising([1, 5, 2, 3, 4]))
    [0, 2, 3, 4]
    """
    ends: list[int] = []  # the smallest last number of a rising sequence of each length
    places: list[int] = []  # and where it is
    previous: list[int] = []
    for place, number in enumerate(numbers):
        length = bisect_left(ends, number)
        previous.append(places[length - 1] if length else -1)
        ends[length : length + 1] = [number]
        places[length : length + 1] = [place]
    rising: set[int] = set()
    at = places[-1] if places else -1
    while at >= 0:
        rising.add(at)
        at = previous[at]
    return rising


# -- scores and added tokens -------------------------------------------------------------------------------------------


def _scores(pipeline: Pipeline) -> Mapping[str, float]:
    """Return the numbers by which pieces are chosen, where these are neither merges nor ids."""
    match pipeline.model:
        case unigram.Model(scores=scores) | bpe.Model(scores=Mapping() as scores):
            return scores
    return {}


def _rescored(before: Mapping[str, float], after: Mapping[str, float]) -> Iterator[Rescored]:
    for token, score in before.items():
        if token in after and after[token] != score:
            yield Rescored(token, score, after[token])


def _added(pipeline: Pipeline) -> Mapping[str, AddedToken]:
    """Return the tokens that are found before the model or never in a text, by their texts."""
    engine = pipeline.engine
    return {token.content: token for token in (*engine.kept, *engine.added)}


def _added_changes(before: Mapping[str, AddedToken], after: Mapping[str, AddedToken]) -> Iterator[AddedChange]:
    for token in dict.fromkeys((*before, *after)):
        old, new = before.get(token), after.get(token)
        if old is None or new is None or replace(old, id=new.id) != new:
            yield AddedChange(token, old, new)


# -- settings ----------------------------------------------------------------------------------------------------------


class _Missing:
    """The value of a setting that a file does not have."""

    def __repr__(self) -> str:
        return "MISSING"


MISSING = _Missing()
"""The value of a setting that one of two files does not have."""


def differing_settings(old: Any, new: Any, path: str = "") -> Iterator[Setting]:
    """Yield the settings that differ, in the order of the old file.

    Objects of one type are compared member by member, lists element by element; an element that was put in or taken out
    is one setting.

    >>> old = {"normalizer": [{"type": "NFC"}], "model": {"dropout": None}}
    >>> new = {"normalizer": [{"type": "NFC"}, {"type": "Lowercase"}], "model": {"dropout": 0.1}}
    >>> for setting in differing_settings(old, new):
    ...     print(setting.path, setting.old, setting.new)
    normalizer[1] MISSING {'type': 'Lowercase'}
    model.dropout None 0.1
    """
    if isinstance(old, Mapping) and isinstance(new, Mapping) and old.get("type") == new.get("type"):
        for key in dict.fromkeys((*old, *new)):
            yield from differing_settings(old.get(key, MISSING), new.get(key, MISSING), f"{path}.{key}".lstrip("."))
    elif _is_list(old) and _is_list(new):
        yield from _differing_elements(old, new, path)
    elif old is not new and _written(old) != _written(new):
        yield Setting(path, old, new)


def _differing_elements(old: Sequence[Any], new: Sequence[Any], path: str) -> Iterator[Setting]:
    kinds = SequenceMatcher(
        None, [_written(element) for element in old], [_written(element) for element in new], autojunk=False
    )
    for tag, start, end, begin, stop in kinds.get_opcodes():
        if tag == "equal":
            continue
        if end - start == stop - begin:
            for place, (element, other) in enumerate(zip(old[start:end], new[begin:stop], strict=True), start):
                yield from differing_settings(element, other, f"{path}[{place}]")
        else:
            yield from (Setting(f"{path}[{place}]", old[place], MISSING) for place in range(start, end))
            yield from (Setting(f"{path}[{place}]", MISSING, new[place]) for place in range(begin, stop))


def _is_list(value: object) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str)


def _written(value: object) -> str:
    """Return a value as JSON, in which 1 and true are not the same."""
    return json.dumps(value, sort_keys=True, default=repr)
