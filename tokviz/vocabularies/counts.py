"""A vocabulary in numbers: by length, kind and script; and entries that are alike but for case or space."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

import numpy as np

from tokviz.vocabularies.entries import KINDS, Vocabulary
from tokviz.vocabularies.scripts import SCRIPTS

__all__ = ["Count", "Group", "by_kind", "by_length", "by_script", "counted", "duplicates"]


@dataclass(frozen=True)
class Count:
    """How many entries there are of a kind or a script, and one of them in the middle, by id, to show."""

    name: str
    number: int
    place: int


@dataclass(frozen=True)
class Group:
    """Entries that are one text but for case and the space around it. text: what they share; places: by id."""

    text: str
    places: tuple[int, ...]


def by_kind(vocabulary: Vocabulary) -> tuple[Count, ...]:
    """The kinds that there are, in the order of KINDS."""
    return _counted(vocabulary.kinds, KINDS)


def by_script(vocabulary: Vocabulary) -> tuple[Count, ...]:
    """The scripts that there are, the most frequent first."""
    return tuple(sorted(_counted(vocabulary.scripts, SCRIPTS), key=lambda count: -count.number))


def counted(vocabulary: Vocabulary) -> tuple[tuple[Count, ...], tuple[Count, ...]]:
    """The kinds, and the scripts."""
    return by_kind(vocabulary), by_script(vocabulary)


def by_length(vocabulary: Vocabulary) -> dict[tuple[int, str], int]:
    """(Characters, kind) -> number of entries, those that there are, in order.

    >>> from tokviz.files.pipeline import Pipeline
    >>> file = b'{"model": {"type": "BPE", "vocab": {"l": 0, "o": 1, "lo": 2}, "merges": ["l o"]}}'
    >>> by_length(Vocabulary(Pipeline.from_file(file)))
    {(1, 'inside'): 2, (2, 'inside'): 1}
    """
    pairs = vocabulary.characters.astype(np.int64) * len(KINDS) + vocabulary.kinds
    values, numbers = np.unique(pairs, return_counts=True)
    return {
        (value // len(KINDS), KINDS[value % len(KINDS)]): number
        for value, number in zip(values.tolist(), numbers.tolist(), strict=True)
    }


def duplicates(vocabulary: Vocabulary) -> tuple[Group, ...]:
    """The groups of two and more, the largest first, and of one size by id. Bytes, white space and added tokens are in
    none."""
    left_out = [KINDS.index(kind) for kind in ("byte", "space", "added")]
    groups: defaultdict[str, list[int]] = defaultdict(list)
    texts = vocabulary.texts
    for place in np.flatnonzero(~np.isin(vocabulary.kinds, left_out)).tolist():
        groups[texts[place].strip().casefold()].append(place)
    found = [Group(text, tuple(places)) for text, places in groups.items() if len(places) > 1]
    return tuple(sorted(found, key=lambda group: (-len(group.places), group.places)))


def _counted(column: np.ndarray[tuple[int], np.dtype[np.uint8]], names: tuple[str, ...]) -> tuple[Count, ...]:
    found = []
    for number, name in enumerate(names):
        places = np.flatnonzero(column == number)
        if len(places):
            found.append(Count(name, len(places), int(places[len(places) // 2])))
    return tuple(found)
