"""The lattices of many words at once, as arrays: what training sums over.

An arc leads from a node to a node; each word has one node a position, and all words share one numbering. Arcs are kept
in groups of those that begin at the same position of their word and are equally long. In a group no two arcs share an
end, so that a whole group is one array operation, and groups in order are a sweep from left to right over all words.
Within a node, sums therefore run in the same order as in the C++ of sentencepiece and the Rust of tokenizers, and where
the arrays hold single precision, they round as sentencepiece does.

:class:`~tokviz.unigram.lattice.Lattice` is the readable equal of this for one word; a property test compares them.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from tokviz.checkpoint import checkpoints
from tokviz.errors import LimitError

Floats = NDArray[np.floating[Any]]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]

MAX_TRELLIS_ARCS = 3_000_000
"""The most arcs of one trellis (a bound on memory: training on so many takes 450 MB). English has about four a
letter at first."""

THIN = 6
"""Groups of fewer arcs are small: array operations on them would take longer than loops."""

UNKNOWN = -1
"""The piece of an arc for a character that no piece covers by itself; as an index, the last score of an array."""


def log_add(x: Floats, y: Floats) -> Floats:
    """Return log(exp(x) + exp(y)), by element; x may be minus infinity. Computed in double, rounded to the type of
    `x`."""
    high = np.maximum(x, y)
    gap: Floats = (np.minimum(x, y) - high).astype(np.float64, copy=False)
    np.exp(gap, out=gap)
    np.log1p(gap, out=gap)
    gap += high
    return gap.astype(x.dtype, copy=False)


def cells(array: Floats) -> memoryview[float]:
    """Return the numbers of an array to read and write one by one, as floats; what is put in is rounded.

    >>> sums = np.array([0.0], np.float32)
    >>> cells(sums)[0] = 0.1
    >>> cells(sums)[0]
    0.10000000149011612
    """
    return cast("memoryview[float]", array.data)


def in_order(numbers: Ints) -> Ints:
    """Return the places of some numbers in ascending order, equal ones as they come. Numbers are not below 0.

    >>> in_order(np.array([70_000, 3, 3, 0])).tolist()
    [3, 1, 2, 0]
    """
    # By digits of 16 bits, which numpy sorts in linear time; larger numbers it compares.
    digits = numbers.astype("<i8", copy=False).view("<u2").reshape(-1, 4).T
    used = max(-(-int(numbers.max(initial=0)).bit_length() // 16), 1)
    return np.lexsort(digits[:used]).astype(np.int64, copy=False)


@dataclass(frozen=True, eq=False)
class Trellis:
    """Arcs of many words, sorted by the position where they begin, then by length, then by word.

    begin, end: nodes. piece: a number, or UNKNOWN. word: the number of the word. key: position and length in one
    number, with unknown characters after all known arcs of their position. first, last: each word's outer nodes.
    """

    begin: Ints
    end: Ints
    piece: Ints
    word: Ints
    key: Ints
    first: Ints
    last: Ints
    stride: int

    @classmethod
    def of(cls, words: Sequence[str], pieces: Iterable[str]) -> Trellis:
        """Make the trellis of the arcs of `words` for `pieces`, which are numbered in their order."""
        numbers = {piece: i for i, piece in enumerate(pieces)}
        prefixes = set(numbers)
        for piece in numbers:
            for end in range(len(piece) - 1, 0, -1):
                if piece[:end] in prefixes:
                    break
                prefixes.add(piece[:end])
        find = dict.fromkeys(prefixes, UNKNOWN) | numbers
        stride = max(map(len, numbers), default=1) + 2
        piece_numbers = array("q")  # a list of as many numbers would take five times the memory
        places = array("q")  # of each arc, node and length in one number
        words_of: list[int] = []
        node = 0
        for word in checkpoints(words):
            length = len(word)
            before = len(piece_numbers)
            for begin in range(length):
                at = (node + begin) * stride - begin
                number = find.get(word[begin], UNKNOWN)
                piece_numbers.append(number)
                places.append(at + begin + 1)
                for end in range(begin + 2, length + 1):
                    number = find.get(word[begin:end])  # type: ignore[assignment]
                    if number is None:
                        break
                    if number >= 0:
                        piece_numbers.append(number)
                        places.append(at + end)
            words_of.append(len(piece_numbers) - before)
            if len(piece_numbers) > MAX_TRELLIS_ARCS:
                raise LimitError("MAX_TRELLIS_ARCS", MAX_TRELLIS_ARCS, met="more")
            node += length + 1
        lengths: Ints = np.fromiter(map(len, words), np.int64, len(words))
        first: Ints = np.cumsum(lengths + 1) - (lengths + 1)
        begins, spans = np.divmod(np.frombuffer(places, np.int64), stride)
        word_of = np.repeat(np.arange(len(words)), words_of)
        piece_of: Ints = np.frombuffer(piece_numbers, np.int64)
        key = (begins - first[word_of]) * stride + spans
        return cls(begins, begins + spans, piece_of, word_of, key, first, first + lengths, stride)._in_order()

    def _in_order(self) -> Trellis:
        """Return the same with unknown characters at the end of their position's groups, and the arcs sorted.

        Writes into `key`, which the caller has just made.
        """
        unknown = self.piece == UNKNOWN
        self.key[unknown] += self.stride - 1 - self.key[unknown] % self.stride
        if np.all(self.key[1:] >= self.key[:-1]):
            return self
        return self.of_arcs(in_order(self.key))

    def of_arcs(self, arcs: Ints | Bools) -> Trellis:
        """Return the trellis of some of the arcs, by their places or by a mask. It must still hold a path for each
        word."""
        return replace(
            self,
            begin=self.begin[arcs],
            end=self.end[arcs],
            piece=self.piece[arcs],
            word=self.word[arcs],
            key=self.key[arcs],
        )

    def renumber(self, numbers: Ints) -> Trellis:
        """Return the trellis for some of the pieces: `numbers` holds the new number of each, UNKNOWN for one that is
        gone.

        A single character that is gone becomes an unknown one.
        """
        piece = np.append(numbers, UNKNOWN)[self.piece]
        stay = (piece != UNKNOWN) | (self.end - self.begin == 1)
        return replace(self, piece=piece).of_arcs(stay)._in_order()

    def words(self, chosen: Ints) -> Trellis:
        """Return the trellis of the chosen words, which may repeat; word number n of it is `chosen[n]`."""
        return self._between(self.first[chosen], self.last[chosen])

    def pieces(self, chosen: Ints) -> Trellis | None:
        """Return the trellis of the chosen pieces as words of their own, each read inside of a word that has it; None
        if one is in no word."""
        somewhere = np.full(int(self.piece.max(initial=UNKNOWN)) + 2, -1)  # the last entry is that of UNKNOWN
        somewhere[self.piece] = np.arange(len(self.piece))
        if len(chosen) and chosen.max() >= len(somewhere) - 1:
            return None
        arcs = somewhere[chosen]
        return None if np.any(arcs < 0) else self._between(self.begin[arcs], self.end[arcs])

    def _between(self, begins: Ints, ends: Ints) -> Trellis:
        """Return the trellis of the strings between two nodes of a word each, which are its words in this order."""
        order = self.reading_order
        ordered = self.begin[order]
        starts = np.searchsorted(ordered, begins)
        sizes = np.searchsorted(ordered, ends) - starts
        row = np.repeat(np.arange(len(sizes)), sizes)
        within = np.arange(len(row)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
        arcs = order[starts[row] + within]
        fits = self.end[arcs] <= ends[row]
        if not np.all(fits):
            row, arcs = row[fits], arcs[fits]
        first = np.cumsum(ends - begins + 1) - (ends - begins + 1)
        shift = (first - begins)[row]
        begin = self.begin[arcs] + shift
        key = (begin - first[row]) * self.stride + self.key[arcs] % self.stride
        return Trellis(
            begin, self.end[arcs] + shift, self.piece[arcs], row, key, first, first + ends - begins, self.stride
        )._in_order()

    @property
    def nodes(self) -> int:
        return int(self.last[-1]) + 1 if len(self.last) else 0

    @property
    def recorded_bytes(self) -> int:
        """The memory that the arcs take."""
        return sum(array.nbytes for array in (self.begin, self.end, self.piece, self.word, self.key))

    @cached_property
    def groups(self) -> tuple[slice, ...]:
        """The groups of arcs from left to right, up to the position from which on all are small."""
        cuts = np.flatnonzero(np.diff(self.key)) + 1
        bounds = np.array([0, *cuts.tolist(), len(self.key)])
        large = bounds[:-1][np.diff(bounds) >= THIN]
        if not len(large):
            return ()
        stop = int(np.searchsorted(self.key, (self.key[large[-1]] // self.stride + 1) * self.stride))
        return tuple(slice(a, b) for a, b in pairwise(bounds[bounds <= stop].tolist()))

    @cached_property
    def groups_from_the_right(self) -> tuple[slice, ...]:
        """The groups by position from right to left, at each position the shorter arcs first."""
        positions = [int(self.key[group.start]) // self.stride for group in self.groups]
        return tuple(self.groups[i] for i in sorted(range(len(positions)), key=lambda i: -positions[i]))

    @cached_property
    def tail(self) -> slice:
        """The arcs after the groups, which are too few for an array operation."""
        return slice(self.groups[-1].stop if self.groups else 0, len(self.key))

    @cached_property
    def tail_from_the_right(self) -> Ints:
        """The same by position from right to left, at each position the shorter arcs first."""
        key = self.key[self.tail]
        order: Ints = self.tail.start + np.argsort(key % self.stride - key // self.stride * self.stride, kind="stable")
        return order

    @cached_property
    def reading_order(self) -> Ints:
        """The arcs by word, then position, then length: the order in which others add up."""
        return in_order(self.begin)  # arcs from one node are by length already

    # -- sums over all paths ---------------------------------------------------------------------------------------

    def forward(self, scores: Floats) -> Floats:
        """Return for each node the logarithm of the sum over all paths to it. `scores`: of the pieces, then of
        UNKNOWN."""
        sums = np.full(self.nodes, -np.inf, scores.dtype)
        sums[self.first] = 0
        arcs = scores[self.piece]
        for group in checkpoints(self.groups):
            ends = self.end[group]
            sums[ends] = log_add(sums[ends], arcs[group] + sums[self.begin[group]])
        tail = self.tail
        _add_singly(sums, self.begin[tail], self.end[tail], arcs[tail])
        return sums

    def backward(self, scores: Floats) -> Floats:
        """Return for each node the logarithm of the sum over all paths from it to the end of its word."""
        sums = np.full(self.nodes, -np.inf, scores.dtype)
        sums[self.last] = 0
        arcs = scores[self.piece]
        tail = self.tail_from_the_right
        _add_singly(sums, self.end[tail], self.begin[tail], arcs[tail])
        for group in checkpoints(self.groups_from_the_right):
            begins = self.begin[group]
            sums[begins] = log_add(sums[begins], arcs[group] + sums[self.end[group]])
        return sums

    # -- the best path ---------------------------------------------------------------------------------------------

    def best_scores(self, scores: Floats) -> tuple[Floats, Ints]:
        """Return for each node the score of the best path to it and the arc that ends it; of equal ones the first to
        begin."""
        best = np.full(self.nodes, -np.inf, scores.dtype)
        best[self.first] = 0
        back = np.full(self.nodes, -1, np.int64)
        arcs = scores[self.piece]
        for group in checkpoints(self.groups):
            ends = self.end[group]
            totals = best[self.begin[group]] + arcs[group]
            better = totals > best[ends]
            ends = ends[better]
            best[ends] = totals[better]
            back[ends] = np.arange(group.start, group.stop)[better]
        tail = self.tail
        _best_singly(best, back, self.begin[tail], self.end[tail], arcs[tail], tail.start)
        return best, back

    def best_from_the_right(self, scores: Floats) -> Floats:
        """Return for each node the score of the best path from it to the end of its word."""
        best = np.full(self.nodes, -np.inf, scores.dtype)
        best[self.last] = 0
        arcs = scores[self.piece]
        tail = self.tail_from_the_right
        _best_singly(best, np.zeros(self.nodes, np.int64), self.end[tail], self.begin[tail], arcs[tail], 0)
        for group in self.groups_from_the_right:
            begins = self.begin[group]
            best[begins] = np.maximum(best[begins], arcs[group] + best[self.end[group]])
        return best

    def trace_back(self, back: Ints) -> Ints:
        """Return all arcs of the best paths, those of a word from right to left, in waves over all words."""
        waves = []
        arcs = back[self.last]
        arcs = arcs[arcs >= 0]
        while len(arcs):
            waves.append(arcs)
            arcs = back[self.begin[arcs]]
            arcs = arcs[arcs >= 0]
        return np.concatenate(waves) if waves else np.zeros(0, np.int64)

    def trace_back_looking_ahead(self, scores: Floats, best: Floats) -> Ints:
        """Return the same, where each arc looks for the best one before it after adding its own score, as the lattices
        of the libraries do: what then rounds to the same sum is a tie, and the first to begin wins."""
        totals = best[self.begin] + scores[self.piece]
        by_end = self.reading_order[in_order(self.end[self.reading_order])]
        sizes = np.bincount(self.end, minlength=self.nodes)
        starts = np.cumsum(sizes) - sizes
        waves: list[Ints] = []
        node, ahead = self.last, np.zeros(len(self.last), scores.dtype)
        while True:
            going = sizes[node] > 0
            node, ahead = node[going], ahead[going]
            if not len(node):
                return np.concatenate(waves) if waves else np.zeros(0, np.int64)
            many = sizes[node]
            row = np.repeat(np.arange(len(node)), many)
            offsets = np.cumsum(many) - many
            arcs = by_end[starts[node][row] + np.arange(len(row)) - offsets[row]]
            sums = totals[arcs] + ahead[row]
            hits = np.flatnonzero(sums == np.maximum.reduceat(sums, offsets)[row])
            chosen = arcs[hits[np.unique(row[hits], return_index=True)[1]]]
            waves.append(chosen)
            node, ahead = self.begin[chosen], scores[self.piece[chosen]]


# -- one arc at a time -------------------------------------------------------------------------------------------------
# Where too few arcs are side by side for array operations: after the position at which all but a few words have
# ended, and in small corpora everywhere. In single precision every operation is rounded, so that the results are those
# of the arrays.


def _add_singly(sums: Floats, sources: Ints, targets: Ints, arcs: Floats) -> None:
    """Add for each arc in turn, to the sum at its target, the arc times the sum at its source, all in logarithms."""
    values, rounded = cells(sums), cells(np.empty(1, sums.dtype))
    for source, target, arc in zip(sources.tolist(), targets.tolist(), arcs.tolist(), strict=True):
        rounded[0] = values[source] + arc
        high, low = rounded[0], values[target]
        if high < low:
            high, low = low, high
        if low != -math.inf:
            rounded[0] = low - high
            high += math.log1p(math.exp(rounded[0]))
        values[target] = high


def _best_singly(scores: Floats, back: Ints, begins: Ints, ends: Ints, arcs: Floats, first: int) -> None:
    """Take each arc in turn as the best to its end if it is better. first: the place of the first arc."""
    values, rounded = cells(scores), cells(np.empty(1, scores.dtype))
    for i, (begin, end, arc) in enumerate(zip(begins.tolist(), ends.tolist(), arcs.tolist(), strict=True), first):
        rounded[0] = values[begin] + arc
        if rounded[0] > values[end]:
            values[end] = rounded[0]
            back[end] = i
