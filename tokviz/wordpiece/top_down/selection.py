"""One iteration of a top-down training: which substrings are kept, from the longest to the shortest.

A kept substring (under the rules of the code every substring, kept or not) takes its count away from those that it
begins with. Put differently: each place where a count begins is taken by the longest that may take it, and what remains
of a count is the weight of the places that nothing longer took. That is how it is computed here, on arrays, and how the
page explains it for a word.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from tokviz.checkpoint import checkpoint
from tokviz.checks import check_limit
from tokviz.wordpiece.top_down.rules import Rules

Ints = np.ndarray[Any, np.dtype[Any]]
Flags = np.ndarray[Any, np.dtype[np.bool_]]
Known = Sequence[Flags]
"""For each length, from 1 on, whether the substring of each number is among some tokens."""


@dataclass(frozen=True, eq=False)
class Kept:
    """The substrings that an iteration kept: for each length, from 1 on, their numbers, and what remained of them."""

    ids: tuple[Ints, ...]
    counts: tuple[Ints, ...]

    def is_like(self, other: Kept) -> bool:
        """Tell if these are the same substrings."""
        return all(np.array_equal(a, b) for a, b in zip(self.ids, other.ids, strict=True))

    def tokens(self, substrings: Substrings) -> dict[str, int]:
        """Return token -> what remained of its count. Of two that look the same, the count of the shorter one."""
        remains: dict[str, int] = {}
        for length in range(len(self.ids), 0, -1):
            names = substrings.names(length, self.ids[length - 1])
            remains.update(zip(names, self.counts[length - 1].tolist(), strict=True))
        return remains


def select(substrings: Substrings, starts: Ints, threshold: int, rules: Rules) -> Kept:
    """Select among the substrings that begin at the places `starts`, which ascend."""
    weights, is_taken = substrings.weights, np.zeros(len(substrings.rest), np.bool_)
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
            free = free[~is_taken[free]]
        remains = np.zeros(len(totals), np.int64)
        np.add.at(remains, ids[free], weights[free])
        enough = remains > threshold if rules.keep == "above" else remains >= threshold
        if threshold < 1:  # also what nothing remained of, but not what does not begin here
            occurs = np.zeros(len(totals), np.bool_)
            occurs[ids[here]] = True
            enough &= occurs
        kept_numbers = np.flatnonzero(enough)
        kept_ids.append(kept_numbers)
        kept_counts.append(remains[kept_numbers])
        if rules.subtract == "kept":
            is_taken[free[enough[ids[free]]]] = True
        longer = len(ids)
    return Kept(tuple(reversed(kept_ids)), tuple(reversed(kept_counts)))


def lengths_taking(substrings: Substrings, starts: Ints, kept: Kept, rules: Rules) -> Ints:
    """Return for each of the places `starts` the length of the substring that took it; 0 if none did."""
    if rules.subtract == "all":
        return substrings.rest[starts]
    lengths = np.zeros(len(starts), np.int64)
    for length, (ids, numbers) in enumerate(zip(substrings.ids, kept.ids, strict=True), start=1):
        is_kept = np.zeros(len(substrings.totals[length - 1]), np.bool_)
        is_kept[numbers] = True
        here = starts[: np.searchsorted(starts, len(ids))]
        lengths[: len(here)][is_kept[ids[here]]] = length
    return lengths


@dataclass(frozen=True, eq=False)
class SubstringCounts:
    """The substrings of one length that begin at some places: their numbers, their counts, and what remains of them."""

    ids: Ints
    counts: Ints
    remains: Ints


def count_substrings(substrings: Substrings, starts: Ints, taken_by: Ints, length: int) -> SubstringCounts:
    """Count the substrings of this length; taken_by: see :func:`lengths_taking`."""
    ids = substrings.ids[length - 1]
    size = int(np.searchsorted(starts, len(ids)))
    here = starts[:size]
    counts = np.zeros(len(substrings.totals[length - 1]), np.int64)
    remains = np.zeros_like(counts)
    np.add.at(counts, ids[here], substrings.weights[here])
    free = here[taken_by[:size] <= length]
    np.add.at(remains, ids[free], substrings.weights[free])
    occurring = np.flatnonzero(counts)
    return SubstringCounts(occurring, counts[occurring], remains[occurring])


class CountedPlace(NamedTuple):
    """A place that is counted. at: in the word, in characters. taken_by: the longer token that took it, if one did."""

    at: int
    token: str
    taken_by: str | None


def counted_places(
    word: str, number: int, substrings: Substrings, starts: Ints, taken_by: Ints, length: int
) -> tuple[CountedPlace, ...]:
    """Return the places of a word where substrings of this length are counted, from its beginning on.

    number: of the word. starts, taken_by: see :func:`lengths_taking`.
    """
    here, places = substrings.within(number, starts)

    def token(at: int, size: int) -> str:
        return (substrings.prefix if at else "") + word[at : at + size]

    return tuple(
        CountedPlace(at, token(at, length), token(at, by) if by > length else None)
        for at, by in zip(places.tolist(), taken_by[here].tolist(), strict=True)
        if at + length <= len(word)
    )


def characters_of(words: Iterable[str], prefix: str) -> dict[str, int]:
    """Return the tokens that are added to those kept, each with the count 1: all characters, with and without the
    mark."""
    characters = sorted(set().union(*words))
    return dict.fromkeys((*characters, *(prefix + character for character in characters)), 1)


def in_order(special_tokens: Iterable[str], characters: Collection[str], tokens: Mapping[str, int]) -> tuple[str, ...]:
    """Return the vocabulary: special tokens, characters, then all tokens from the most frequent on, equal ones by name.

    >>> in_order(["[UNK]"], "ba", {"a": 1, "b": 1, "my": 2, "na": 5, "##a": 1, "##b": 1})
    ('[UNK]', 'a', 'b', 'na', 'my', '##a', '##b')
    """
    ranked = (token for token, _ in sorted(tokens.items(), key=best_first))
    return tuple(dict.fromkeys((*special_tokens, *sorted(characters), *ranked)))


def best_first(counted: tuple[str, int]) -> tuple[int, str]:
    """Return the sort key that puts the most frequent tokens first, equal ones by name."""
    token, count = counted
    return -count, token


# -- substrings under numbers ------------------------------------------------------------------------------------------
# All substrings of some words under numbers, so that a training works on arrays instead of strings.
#
# A *place* is a character of a word and with it the rest of the word from there on. Places are in the order of falling
# length of that rest: so the places from which a substring of a given length is possible are always the first so many.
# Substrings that begin a word and ones that do not are different where these have a mark, as their tokens are.


MAX_SUBSTRINGS = 20_000_000
"""The most substrings that the words of a top-down training may have, each counted at every place."""


class Substrings:
    """The substrings of the words of `counts`; `prefix` is the mark of those that do not begin a word.

    longest: the length of the longest word. ids: for each length, from 1 on, the number of the substring at each place.
    totals: for each length, how often the one of each number occurs. weights: how often the word of each place does.
    Raises LimitError.
    """

    def __init__(self, counts: Mapping[str, int], prefix: str) -> None:
        self.words, self.prefix = tuple(counts), prefix
        lengths = np.array([len(word) for word in self.words], np.int64)
        check_limit("MAX_SUBSTRINGS", MAX_SUBSTRINGS, met=int((lengths * (lengths + 1) // 2).sum()))
        self.longest = int(lengths.max(initial=0))
        self._ends = np.cumsum(lengths)
        self._begins = self._ends - lengths
        times = lengths.astype(np.intp)  # where that has 32 bits, numpy takes no others
        word_of = np.repeat(np.arange(len(self.words)), times)
        rest = np.repeat(self._ends, times) - np.arange(len(word_of))
        self._character = np.argsort(-rest, kind="stable")  # place -> which character of all words one after another
        self._place = np.empty_like(self._character)
        self._place[self._character] = np.arange(len(rest))
        self.rest, self.word_of = rest[self._character], word_of[self._character]
        self.weights = np.array(list(counts.values()), np.int64)[self.word_of]
        self.is_later = self._character > self._begins[self.word_of]
        self.ids: list[Ints] = []
        self.totals: list[Ints] = []
        self._examples: list[Ints] = []  # for each length a place of each number
        self._number()

    def _number(self) -> None:
        codes = np.frombuffer("".join(self.words).encode("utf-32-le"), np.uint32).astype(np.int64)
        _, letters = np.unique(codes, return_inverse=True)
        kinds = int(letters.max(initial=0)) + 1
        before = self.is_later.astype(np.int64) * bool(self.prefix)
        for length in range(1, self.longest + 1):
            checkpoint()
            places = int(np.searchsorted(-self.rest, -length, side="right"))  # where the rest is long enough
            keys = before[:places] * kinds + letters[self._character[:places] + (length - 1)]
            examples, ids = _numbered(keys)
            self.ids.append(ids.astype(np.int32))
            totals = np.zeros(len(examples), np.int64)
            np.add.at(totals, ids, self.weights[:places])
            self.totals.append(totals)
            self._examples.append(examples)
            before = ids

    def names(self, length: int, ids: Ints) -> list[str]:
        """Return the tokens of some substrings of this length, with their mark."""
        tokens = []
        for place in self._examples[length - 1][ids].tolist():
            word = self.word_of[place]
            at = int(self._character[place] - self._begins[word])
            text = self.words[word][at : at + length]
            tokens.append(self.prefix + text if at else text)
        return tokens

    def standing(self, number: int, length: int, places: Ints) -> Ints:
        """Return the indices of the places, which ascend, at which the substring of this length and number begins."""
        ids = self.ids[length - 1]
        here = ids[places[: np.searchsorted(places, len(ids))]]
        return np.flatnonzero(here == number)

    def within(self, word: int, places: Ints) -> tuple[Ints, Ints]:
        """Return the indices of the places that are in the word of this number, from its beginning on, and where in it
        they are."""
        own = self._place[self._begins[word] : self._ends[word]]
        nearest = np.minimum(np.searchsorted(places, own), len(places) - 1)
        offsets = np.flatnonzero(places[nearest] == own)
        return nearest[offsets], offsets

    def known(self, kept_ids: Sequence[Ints]) -> Known:
        """Return the tokens for splitting words: for each length the kept numbers, and all characters."""
        flags = [np.zeros(len(totals), np.bool_) for totals in self.totals]
        for is_known, ids in zip(flags, kept_ids, strict=True):
            is_known[ids] = True
        if flags:
            flags[0][:] = True
        for (length, number), (other_length, other) in self._namesakes:
            both = flags[length - 1][number] or flags[other_length - 1][other]
            flags[length - 1][number] = flags[other_length - 1][other] = both
        return flags

    def starts(self, known: Known) -> Ints:
        """Return the places, ascending, at which pieces begin when words are split by the longest match."""
        longest = np.ones(len(self.rest), np.int64)
        for length, flags in enumerate(known, start=1):
            if length > 1 and flags.any():
                longest[np.flatnonzero(flags[self.ids[length - 1]])] = length
        following = np.arange(len(longest)) + longest[self._place]  # character -> where the piece after it begins
        begins, ends = np.zeros((2, len(longest) + 1), np.bool_)
        ends[self._ends] = True
        at = self._begins
        while len(at):
            begins[at] = True
            at = following[at]
            at = at[~ends[at]]
        return np.flatnonzero(begins[self._character])

    @property
    def everywhere(self) -> Ints:
        """All places."""
        return np.arange(len(self.rest))

    def cut(self, starts: Ints, words: Ints | None = None) -> dict[str, tuple[str, ...]]:
        """Return word -> its pieces, if these begin at the places `starts`; of the words with these numbers, or of
        all."""
        numbers = np.arange(len(self.words)) if words is None else words
        begins, ends = self._begins[numbers], self._ends[numbers]
        characters = np.sort(self._character[starts])
        first, last = (np.searchsorted(characters, edge).tolist() for edge in (begins, ends))
        cuts = characters.tolist()
        pieces = {}
        for number, begin, low, high in zip(numbers.tolist(), begins.tolist(), first, last, strict=True):
            word = self.words[number]
            edges = [*(at - begin for at in cuts[low:high]), len(word)]
            texts = [word[a:b] for a, b in pairwise(edges)]
            pieces[word] = (texts[0], *(self.prefix + text for text in texts[1:]))
        return pieces

    @cached_property
    def _namesakes(self) -> list[tuple[tuple[int, int], tuple[int, int]]]:
        """Substrings of one name: where a word begins with the mark, its beginnings look like pieces inside a word.

        Each is a length and a number.
        """
        pairs: dict[tuple[tuple[int, int], tuple[int, int]], None] = {}
        size = len(self.prefix)
        for word, begin in zip(self.words, self._begins.tolist(), strict=True):
            if self.prefix and word.startswith(self.prefix):
                here, inside = int(self._place[begin]), int(self._place[begin + size]) if len(word) > size else 0
                for length in range(size + 1, len(word) + 1):
                    first = length, int(self.ids[length - 1][here])
                    other = length - size, int(self.ids[length - size - 1][inside])
                    pairs[first, other] = None
        return list(pairs)


def _numbered(keys: Ints) -> tuple[Ints, Ints]:
    """Return the index at which each different key occurs once, and the number of each key; numbers ascend with the
    keys.

    That is what `np.unique` does, which takes its time to find the first place of each.
    """
    order = np.argsort(keys)
    in_order = keys[order]
    is_new = np.concatenate([[True], in_order[1:] != in_order[:-1]])
    numbers = np.empty(len(order), np.int64)
    numbers[order] = np.cumsum(is_new) - 1
    return order[is_new], numbers
