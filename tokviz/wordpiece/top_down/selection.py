"""One iteration of a top-down training: which substrings are kept, from the longest to the shortest.

A kept substring (under the rules of the code every substring, kept or not) takes its count away from those that it
begins with. Said otherwise: each place where a count begins is taken by the longest that may take it, and what remains
of a count is the weight of the places that nothing longer took. That is how it is computed here, and how it is told of
a word.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from tokviz.wordpiece.top_down.rules import Rules
from tokviz.wordpiece.top_down.substrings import Ints, Substrings

__all__ = ["Cast", "Kept", "Tally", "best_first", "casts", "characters_of", "in_order", "select", "takers", "tally"]


@dataclass(frozen=True, eq=False)
class Kept:
    """What an iteration kept: for each length, from 1 on, the numbers of the substrings, and what remained of them."""

    ids: tuple[Ints, ...]
    counts: tuple[Ints, ...]

    def is_like(self, other: Kept) -> bool:
        """Whether these are the same substrings."""
        return all(np.array_equal(a, b) for a, b in zip(self.ids, other.ids, strict=True))

    def tokens(self, substrings: Substrings) -> dict[str, int]:
        """Token -> what remained of its count. Of two that look the same, the count of the shorter one."""
        found: dict[str, int] = {}
        for length in range(len(self.ids), 0, -1):
            names = substrings.names(length, self.ids[length - 1])
            found.update(zip(names, self.counts[length - 1].tolist(), strict=True))
        return found


def select(substrings: Substrings, starts: Ints, threshold: int, rules: Rules) -> Kept:
    """Select among the substrings that begin at the places `starts`, which ascend."""
    weights, taken = substrings.weights, np.zeros(len(substrings.rest), np.bool_)
    kept_ids: list[Ints] = []
    kept_counts: list[Ints] = []
    longer = 0  # at so many places, the first ones, a longer substring than those of this length is possible
    for length in range(substrings.longest, 0, -1):
        ids, totals = substrings.ids[length - 1], substrings.totals[length - 1]
        here = starts[: np.searchsorted(starts, len(ids))]
        if rules.subtract == "all":  # the rest of the word has taken each place where it is longer
            free = here[np.searchsorted(here, longer) :]
        else:  # substrings that are too rare anywhere take nothing
            free = here[(totals >= threshold)[ids[here]]]
            free = free[~taken[free]]
        remains = np.zeros(len(totals), np.int64)
        np.add.at(remains, ids[free], weights[free])
        enough = remains > threshold if rules.keep == "above" else remains >= threshold
        if threshold < 1:  # also what nothing remained of, but not what does not begin here
            occurs = np.zeros(len(totals), np.bool_)
            occurs[ids[here]] = True
            enough &= occurs
        kept = np.flatnonzero(enough)
        kept_ids.append(kept)
        kept_counts.append(remains[kept])
        if rules.subtract == "kept":
            taken[free[enough[ids[free]]]] = True
        longer = len(ids)
    return Kept(tuple(reversed(kept_ids)), tuple(reversed(kept_counts)))


def takers(substrings: Substrings, starts: Ints, kept: Kept, rules: Rules) -> Ints:
    """For each of the places `starts` the length of the substring that took it; 0 if none did."""
    if rules.subtract == "all":
        return substrings.rest[starts]
    found = np.zeros(len(starts), np.int64)
    for length, (ids, numbers) in enumerate(zip(substrings.ids, kept.ids, strict=True), start=1):
        is_kept = np.zeros(len(substrings.totals[length - 1]), np.bool_)
        is_kept[numbers] = True
        here = starts[: np.searchsorted(starts, len(ids))]
        found[: len(here)][is_kept[ids[here]]] = length
    return found


@dataclass(frozen=True, eq=False)
class Tally:
    """The substrings of one length that begin at some places: their numbers, their counts, and what remains of them."""

    ids: Ints
    counts: Ints
    remains: Ints


def tally(substrings: Substrings, starts: Ints, taken_by: Ints, length: int) -> Tally:
    """Count the substrings of this length; taken_by: see :func:`takers`."""
    ids = substrings.ids[length - 1]
    size = int(np.searchsorted(starts, len(ids)))
    here = starts[:size]
    counts = np.zeros(len(substrings.totals[length - 1]), np.int64)
    remains = np.zeros_like(counts)
    np.add.at(counts, ids[here], substrings.weights[here])
    free = here[taken_by[:size] <= length]
    np.add.at(remains, ids[free], substrings.weights[free])
    found = np.flatnonzero(counts)
    return Tally(found, counts[found], remains[found])


class Cast(NamedTuple):
    """A place that is counted. at: in the word, in characters. taken_by: the longer token that took it, if one did."""

    at: int
    token: str
    taken_by: str | None


def casts(
    word: str, number: int, substrings: Substrings, starts: Ints, taken_by: Ints, length: int
) -> tuple[Cast, ...]:
    """The places of a word where substrings of this length are counted, from its beginning on.

    number: of the word. starts, taken_by: see :func:`takers`.
    """
    here, places = substrings.within(number, starts)

    def token(at: int, size: int) -> str:
        return (substrings.prefix if at else "") + word[at : at + size]

    return tuple(
        Cast(at, token(at, length), token(at, by) if by > length else None)
        for at, by in zip(places.tolist(), taken_by[here].tolist(), strict=True)
        if at + length <= len(word)
    )


def characters_of(words: Iterable[str], prefix: str) -> dict[str, int]:
    """The tokens that are added to those kept, each with the count 1: all characters, with and without the mark."""
    characters = sorted(set().union(*words))
    return dict.fromkeys((*characters, *(prefix + character for character in characters)), 1)


def in_order(special_tokens: Iterable[str], characters: Collection[str], tokens: Mapping[str, int]) -> tuple[str, ...]:
    """The vocabulary: special tokens, characters, then all tokens from the most frequent on, equal ones by name.

    >>> in_order(["[UNK]"], "ba", {"a": 1, "b": 1, "my": 2, "na": 5, "##a": 1, "##b": 1})
    ('[UNK]', 'a', 'b', 'na', 'my', '##a', '##b')
    """
    ranked = (token for token, _ in sorted(tokens.items(), key=best_first))
    return tuple(dict.fromkeys((*special_tokens, *sorted(characters), *ranked)))


def best_first(counted: tuple[str, int]) -> tuple[int, str]:
    """What puts tokens with their counts in order: the most frequent first, equal ones by name."""
    token, count = counted
    return -count, token
