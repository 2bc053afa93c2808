"""Two tokenizers, one beside the other: tokens, ids, merges, scores, added tokens and settings that differ.

A merge counts as moved when its order among the merges that both have is another one: when one is taken out, all later
numbers are smaller by one, and nothing is merged otherwise. The fewest merges that account for the other order are
named. Ids count as they are.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from tokviz import bpe, unigram
from tokviz.files.pipeline import Pipeline
from tokviz.merging.steps import Pair
from tokviz.models.added_tokens import AddedToken
from tokviz.vocabularies.changes.records import (
    AddedChange,
    Changes,
    Moved,
    MovedMerge,
    Numbered,
    NumberedMerge,
    Rescored,
)
from tokviz.vocabularies.changes.settings import differing_settings

__all__ = ["changes"]


def changes(old: Pipeline, new: Pipeline) -> Changes:
    """Compare two tokenizers. Raises what :attr:`Pipeline.model` raises.

    >>> begin = '{"model": {"type": "BPE", "vocab": {"l": 0, "o": 1, "lo": 2}, "merges": '
    >>> files = [begin + merges + "}}" for merges in ('["l o"]', "[]")]
    >>> found = changes(*(Pipeline.from_file(file.encode()) for file in files))
    >>> found.merges_removed, found.are_none
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
    """The tokens that only the first has."""
    return tuple(Numbered(number, token) for token, number in _by_id(ours) if token not in theirs)


# -- merges ------------------------------------------------------------------------------------------------------------


def _merges(pipeline: Pipeline) -> Mapping[Pair, int]:
    """Pair -> its number from 1; none where there are no merges, or they follow from the tokens."""
    model = pipeline.model
    return {pair: rank + 1 for pair, rank in model.ranks.items()} if isinstance(model, bpe.Model) else {}


def _numbered_merges(ours: Mapping[Pair, int], theirs: Mapping[Pair, int]) -> tuple[NumberedMerge, ...]:
    found = (NumberedMerge(number, pair) for pair, number in ours.items() if pair not in theirs)
    return tuple(sorted(found, key=lambda one: one.number))


def _moved_merges(before: Mapping[Pair, int], after: Mapping[Pair, int]) -> Iterator[MovedMerge]:
    both = sorted((pair for pair in before if pair in after), key=before.__getitem__)
    stay = _longest_rising([after[pair] for pair in both])
    for place, pair in enumerate(both):
        if place not in stay:
            yield MovedMerge(pair, before[pair], after[pair])


def _longest_rising(numbers: Sequence[int]) -> set[int]:
    """The places of a longest subsequence of different numbers that rises.

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
    found: set[int] = set()
    at = places[-1] if places else -1
    while at >= 0:
        found.add(at)
        at = previous[at]
    return found


# -- scores and added tokens -------------------------------------------------------------------------------------------


def _scores(pipeline: Pipeline) -> Mapping[str, float]:
    """Rule by which pieces are chosen where it is neither a merge nor an id."""
    match pipeline.model:
        case unigram.Model(scores=scores):
            return scores
        case bpe.Model(ranked=tuple(ranked)):
            return {token: rank for rank, token in enumerate(ranked, 1)}
    return {}


def _rescored(before: Mapping[str, float], after: Mapping[str, float]) -> Iterator[Rescored]:
    for token, score in before.items():
        if token in after and after[token] != score:
            yield Rescored(token, score, after[token])


def _added(pipeline: Pipeline) -> Mapping[str, AddedToken]:
    """The tokens that are found before the model or never in a text, by their texts."""
    engine = pipeline.engine
    return {one.content: one for one in (*engine.kept, *engine.added)}


def _added_changes(before: Mapping[str, AddedToken], after: Mapping[str, AddedToken]) -> Iterator[AddedChange]:
    for token in dict.fromkeys((*before, *after)):
        old, new = before.get(token), after.get(token)
        if old is None or new is None or replace(old, id=new.id) != new:
            yield AddedChange(token, old, new)
