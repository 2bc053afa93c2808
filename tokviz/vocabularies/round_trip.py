"""There and back: ids to text to ids, text to ids to text, where they first part, and why.

What a model writes is decoded, and what is decoded is often encoded again. The ids need not be the same: a text has one
encoding, and a model may write any ids. Ids and texts are the library's, here without what a post-processor puts in,
and with special tokens as text.

>>> file = b'{"model": {"type": "BPE", "vocab": {"l": 0, "o": 1, "lo": 2}, "merges": ["l o"]}}'
>>> trip = ids_trip(Pipeline.from_file(file), [0])
>>> trip.text, trip.again, trip.returns
('l', (0,), True)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from tokviz.checks import check_limit
from tokviz.errors import RulesError
from tokviz.files.pipeline import Pipeline
from tokviz.vocabularies.partings import (
    REASONS,
    IdsTrip,
    Reason,
    TextParting,
    parting_of_ids,
    parting_of_text,
)

MAX_TRIP_IDS = 10_000
"""The most ids that are sent there and back."""
MAX_SINGLES = 3_000
"""So many ids of a vocabulary, the lowest, are sent there and back alone."""


@dataclass(frozen=True)
class TextTrip:
    """A text, and its ids on their way to text and back again: `onward.text` is what comes back of the text."""

    text: str
    onward: IdsTrip
    parting: TextParting | None = None

    @property
    def returns(self) -> bool:
        """True if the text comes back."""
        return self.parting is None


@dataclass(frozen=True)
class Singles:
    """Ids of a vocabulary, each sent there and back alone. looked: how many were; entries: how many there are; lost:
    those that do not come back."""

    looked: int
    entries: int
    lost: tuple[IdsTrip, ...]

    @property
    def by_reason(self) -> tuple[tuple[Reason, int], ...]:
        """Count those that do not come back, by reason, the most frequent first."""
        counted = Counter(trip.parting.reason for trip in self.lost if trip.parting)
        return tuple(sorted(counted.items(), key=lambda one: (-one[1], REASONS.index(one[0]))))


def text_trip(pipeline: Pipeline, text: str) -> TextTrip:
    """Send a text there and back, and its ids once more. Raises TokvizError.

    >>> file = b'''{"normalizer": {"type": "Lowercase"}, "decoder": {"type": "Fuse"},
    ...     "model": {"type": "BPE", "vocab": {"l": 0, "o": 1, "lo": 2}, "merges": ["l o"]}}'''
    >>> trip = text_trip(Pipeline.from_file(file), "lOl")
    >>> trip.onward.ids, trip.onward.text, trip.parting
    ((2, 0), 'lol', TextParting(at=1, old='O', new='o', reason='normalizer', token=''))
    """
    parts = pipeline.encode(text, special=False).parts
    check_limit("MAX_TRIP_IDS", MAX_TRIP_IDS, met=len(parts))
    onward = ids_trip(pipeline, tuple(part.id for part in parts if part.id is not None))
    if onward.text == text:
        return TextTrip(text, onward)
    return TextTrip(text, onward, parting_of_text(pipeline, text, onward, parts))


def ids_trip(pipeline: Pipeline, ids: Sequence[int]) -> IdsTrip:
    """Send ids there and back. Raises TokvizError, also for what cannot be encoded again.

    >>> file = b'''{"decoder": {"type": "Fuse"},
    ...     "model": {"type": "BPE", "vocab": {"l": 0, "o": 1, "lo": 2}, "merges": ["l o"]}}'''
    >>> parting = ids_trip(Pipeline.from_file(file), [0, 0, 1]).parting
    >>> parting.at, parting.old_tokens, parting.new_tokens, parting.reason
    (1, ('l', 'o'), ('lo',), 'merges')
    """
    check_limit("MAX_TRIP_IDS", MAX_TRIP_IDS, met=len(ids))
    decoded = pipeline.decode(ids, skip_special=False)
    parts = pipeline.encode(decoded.text, special=False).parts
    again = tuple(part.id for part in parts if part.id is not None)
    names = pipeline.tokens
    tokens, again_tokens = (tuple(names.get(number, "") for number in some) for some in (ids, again))
    trip = IdsTrip(tuple(ids), tokens, decoded.text, again, again_tokens)
    if again == trip.ids:
        return trip
    return replace(trip, parting=parting_of_ids(pipeline, trip, decoded, parts))


def single_trips(pipeline: Pipeline) -> Singles:
    """Send each id of a vocabulary there and back alone, the lowest :data:`MAX_SINGLES`. Raises TokvizError.

    >>> file = b'{"model": {"type": "BPE", "vocab": {"l": 0, "o": 1, "lo": 2}, "merges": []}}'
    >>> singles = single_trips(Pipeline.from_file(file))
    >>> [trip.ids for trip in singles.lost], singles.by_reason
    ([(2,)], (('unreached', 1),))
    """
    ids = sorted(pipeline.tokens)[:MAX_SINGLES]
    if not ids:
        raise RulesError("pipeline-no-ids")
    trips = (ids_trip(pipeline, [number]) for number in ids)
    return Singles(len(ids), len(pipeline.tokens), tuple(trip for trip in trips if not trip.returns))
