"""A vocabulary in numbers: by length, kind and script; duplicates; what a text uses of it; what it shares with another.

What a large text never uses is a candidate for a token that training hardly ever saw; the text cannot say whether it is
one. A text is encoded as a whole, as in :mod:`tokviz.compare`; a very long one line by line.

Two vocabularies share the entries that are encoded from the same bytes, however each file writes them. A space in front
counts, so the beginning of a word is not the same as the end of one. Added tokens are left out.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from tokviz.checks import check_limit
from tokviz.errors import RulesError
from tokviz.files.limits import has_long_runs
from tokviz.vocabularies.entries import KINDS, LENGTHS, SCRIPTS, Places, Vocabulary


@dataclass(frozen=True)
class Count:
    """The number of entries of a kind or a script, and one of them in the middle, by id, to show."""

    name: str
    number: int
    place: int


@dataclass(frozen=True)
class Group:
    """Entries that are one text but for case and the space around it. text: what they share; places: by id."""

    text: str
    places: tuple[int, ...]


def by_kind(vocabulary: Vocabulary) -> tuple[Count, ...]:
    """Return the kinds that there are, in the order of KINDS."""
    return _counts_of(vocabulary.kinds, KINDS)


def by_script(vocabulary: Vocabulary) -> tuple[Count, ...]:
    """Return the scripts that there are, the most frequent first."""
    return tuple(sorted(_counts_of(vocabulary.scripts, SCRIPTS), key=lambda count: -count.number))


def counted(vocabulary: Vocabulary) -> tuple[tuple[Count, ...], tuple[Count, ...]]:
    """Return the kinds, and the scripts."""
    return by_kind(vocabulary), by_script(vocabulary)


def by_length(vocabulary: Vocabulary) -> dict[tuple[int, str], int]:
    """Map (characters, kind) to the number of entries, in order.

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


def by_script_and_length(vocabulary: Vocabulary) -> dict[str, tuple[int, ...]]:
    """Map each script that there is, the most frequent first, to the number of entries of each length from 1.

    >>> from tokviz.files.pipeline import Pipeline
    >>> file = b'{"model": {"type": "BPE", "vocab": {"l": 0, "o": 1, "lo": 2}, "merges": ["l o"]}}'
    >>> by_script_and_length(Vocabulary(Pipeline.from_file(file)))
    {'Latin': (2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)}
    """
    pairs = vocabulary.scripts.astype(np.int64) * LENGTHS + vocabulary.lengths - 1
    numbers = np.bincount(pairs, minlength=len(SCRIPTS) * LENGTHS).reshape(len(SCRIPTS), LENGTHS)
    return {count.name: tuple(numbers[SCRIPTS.index(count.name)].tolist()) for count in by_script(vocabulary)}


def duplicates(vocabulary: Vocabulary) -> tuple[Group, ...]:
    """Return the groups of two and more, the largest first, and of one size by id. Bytes, white space and added tokens
    are in none."""
    left_out = [KINDS.index(kind) for kind in ("byte", "space", "added")]
    groups: defaultdict[str, list[int]] = defaultdict(list)
    texts = vocabulary.texts
    for place in np.flatnonzero(~np.isin(vocabulary.kinds, left_out)).tolist():
        groups[texts[place].strip().casefold()].append(place)
    repeated = [Group(text, tuple(places)) for text, places in groups.items() if len(places) > 1]
    return tuple(sorted(repeated, key=lambda group: (-len(group.places), group.places)))


def _counts_of(column: np.ndarray[tuple[int], np.dtype[np.uint8]], names: tuple[str, ...]) -> tuple[Count, ...]:
    counts = []
    for number, name in enumerate(names):
        places = np.flatnonzero(column == number)
        if len(places):
            counts.append(Count(name, len(places), int(places[len(places) // 2])))
    return tuple(counts)


# -- what a text uses --------------------------------------------------------------------------------------------------

MAX_USED = 5_000_000
"""The longest text, in characters."""
MAX_WHOLE = 1_000_000
"""The longest text that is encoded as a whole, in characters."""

_WORD = re.compile(r"[^\W\d_]+")


@dataclass(frozen=True)
class Usage:
    """The entries that a text uses. tokens: how many the text has. uses: of each entry by its place, how often it is
    used. whole: how often the words of the text, runs of letters behind a space, are this one token. is_whole: the text
    was encoded as a whole, and not line by line."""

    tokens: int
    uses: npt.NDArray[np.int64]
    whole: npt.NDArray[np.int64]
    is_whole: bool

    @property
    def unused(self) -> Places:
        """Return the entries that the text does not use."""
        return np.flatnonzero(self.uses == 0)

    @property
    def used(self) -> Places:
        """Return the entries that it uses, the most frequent first."""
        places = np.flatnonzero(self.uses)
        return places[np.argsort(-self.uses[places], kind="stable")]


def usage(vocabulary: Vocabulary, text: str) -> Usage:
    """Encode a text and count. Raises LimitError for a long one.

    >>> from tokviz.files.pipeline import Pipeline
    >>> file = b'{"model": {"type": "BPE", "vocab": {"l": 0, "o": 1, "lo": 2}, "merges": ["l o"]}}'
    >>> used = usage(Vocabulary(Pipeline.from_file(file)), "lol")
    >>> used.tokens, used.uses.tolist(), used.unused.tolist()
    (2, [1, 0, 1], [1])
    """
    check_limit("MAX_USED", MAX_USED, met=len(text))
    many, place_of = vocabulary.pipeline.engine.many, vocabulary.place_of
    uses = np.zeros(len(vocabulary), np.int64)
    tokens = 0
    encoded, is_whole = _ids_of(many, text)
    for ids in encoded:
        tokens += len(ids)
        for number in ids:
            uses[place_of[number]] += 1
    whole = np.zeros(len(vocabulary), np.int64)
    words = Counter(_WORD.findall(text))
    for times, ids in zip(words.values(), many([f" {word}" for word in words]), strict=True):
        places = [place_of[token_id] for token_id in ids]
        written = [place for place in places if vocabulary.texts[place].strip()]  # not a mark that stands alone
        if len(written) == 1:
            whole[written[0]] += times
    return Usage(tokens, uses, whole, is_whole)


def _ids_of(many: Callable[[Sequence[str]], list[list[int]]], text: str) -> tuple[list[list[int]], bool]:
    """Return the ids of a text, and whether it was encoded as a whole; else they are those of its lines."""
    if len(text) <= MAX_WHOLE and not has_long_runs(text):
        try:
            return many([text]), True
        except RulesError:  # a file that may be slow is first tried on the text, which has to be quick: lines are
            pass
    return many(text.splitlines(keepends=True)), False


# -- two vocabularies --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Overlap:
    """The entries that two vocabularies share and those that only one has, by places. Where one has several entries for
    the same bytes, each of them counts in `common` (by the places of the first) or in `only`.
    """

    common: Places
    only: Places
    only_other: Places
    kinds: dict[str, tuple[int, int, int]]

    @property
    def share(self) -> float:
        """Return the share of common entries in all different ones of both (Jaccard)."""
        every = len(self.common) + len(self.only) + len(self.only_other)
        return len(self.common) / every if every else 0.0


def overlap(first: Vocabulary, second: Vocabulary) -> Overlap:
    """Compare two vocabularies. `kinds` are (common, only the first's, only the second's) by kind; what is common has
    the kind that it has in the first.

    >>> from tokviz.files.pipeline import Pipeline
    >>> begin = b'{"model": {"type": "BPE", "merges": [], "vocab": '
    >>> files = [begin + b'{"l": 0, "o": 1}}}', begin + b'{"o": 0, "w": 1}}}']
    >>> shared = overlap(*(Vocabulary(Pipeline.from_file(file)) for file in files))
    >>> shared.common.tolist(), shared.only.tolist(), shared.only_other.tolist(), round(shared.share, 3)
    ([1], [0], [1], 0.333)
    """
    first, second = first.encoded, second.encoded
    common, only = _apart(first, second)
    _, only_other = _apart(second, first)
    counts = [
        np.bincount(vocabulary.kinds[places], minlength=len(KINDS)).tolist()
        for vocabulary, places in ((first, common), (first, only), (second, only_other))
    ]
    kinds = {kind: tuple(row) for kind, *row in zip(KINDS, *counts, strict=True) if any(row)}
    return Overlap(common, only, only_other, kinds)


def _apart(vocabulary: Vocabulary, other: Vocabulary) -> tuple[Places, Places]:
    known = {data for data, kind in zip(other.data, other.kinds.tolist(), strict=True) if kind != _ADDED}
    is_counted = vocabulary.kinds != _ADDED
    is_common = np.fromiter((data in known for data in vocabulary.data), bool, len(vocabulary))
    return np.flatnonzero(is_common & is_counted), np.flatnonzero(~is_common & is_counted)


_ADDED = KINDS.index("added")
