"""The pruning of tokenizers and sentencepiece: an estimate of the loss from the two best splits of a piece.

If a piece goes, its occurrences go to the parts of its second best segmentation, whose frequencies grow by as much.
The two differ in what they divide by, in what becomes of unused pieces, in a slip (see `Rules.slip`) and in precision.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from tokviz.checkpoint import checkpoints
from tokviz.unigram.em import with_unknown, without_whole_words
from tokviz.unigram.rules import Rules
from tokviz.unigram.trellis import UNKNOWN, Floats, Ints, Trellis


class Decision(NamedTuple):
    """For each piece its occurrences in the best paths and the estimated loss (NaN where none is estimated).

    kept: the pieces that stay, in the order in which they go on.
    """

    occurrences: Floats
    loss: Floats
    kept: Ints


def decide(trellis: Trellis, names: Sequence[str], scores: Floats, weights: Ints, rules: Rules, size: int) -> Decision:
    """Decide what a pruning keeps of the pieces: `size` of them at least, unless unused ones go in any case."""
    single = rules.flow == "sentencepiece"
    extended = with_unknown(scores)
    best, _ = trellis.best_scores(extended)
    arcs = trellis.trace_back_looking_ahead(extended, best)
    unknown = 0 if single else len(names)  # sentencepiece takes unknown characters for its first piece
    slots = np.where(trellis.piece[arcs] == UNKNOWN, unknown, trellis.piece[arcs])
    occurrences = np.bincount(slots, weights[trellis.word[arcs]], len(names) + 1).astype(scores.dtype)
    lattices = trellis.pieces(np.arange(len(names)))
    splits = split_by_itself(names, scores, unknown, BinaryHeap if single else QuaternaryHeap, lattices)
    number: Any = scores.dtype.type  # a scalar that rounds like the arrays
    total = number(np.cumsum(occurrences, dtype=np.float64)[-1])
    whole = total if single else number(weights.sum())  # what a loss is a share of

    unused = occurrences[: len(names)] == 0
    is_split = np.array([split is None for split in splits], np.bool_)
    has_one = np.array([split == [] for split in splits], np.bool_)  # there is no other split
    is_out = unused | is_split if single else unused & ~has_one
    unjudged = np.flatnonzero(~is_out & (is_split | has_one))
    candidates = np.flatnonzero(~is_out & ~(is_split | has_one))
    chosen = [splits[i] or [] for i in candidates.tolist()]
    parts = [len(names) + 1] * len(chosen) if rules.slip else [len(split) for split in chosen]
    loss = np.full(len(names), np.nan, scores.dtype)
    loss[candidates] = occurrences[candidates] / whole * _losses(occurrences, candidates, chosen, total, parts)
    candidates = candidates[np.argsort(-loss[candidates], kind="stable")]
    if len(unjudged) <= size:  # where there are more, the libraries never meet their end of the list
        candidates = candidates[: size - len(unjudged)]
    return Decision(occurrences[: len(names)], loss, np.concatenate([unjudged, candidates]))


def _losses(
    frequency: Floats, pieces: Ints, splits: Sequence[Sequence[int]], total: Any, parts: Sequence[int]
) -> Floats:
    """Estimate for each of some pieces what one occurrence loses when the parts of its split take its place.

    parts: how many these count as. Logarithms are computed in double precision, and all results rounded.
    """
    kind, double = frequency.dtype, np.float64
    own = frequency[pieces]
    before = (np.log(own.astype(double)) - double(kind.type(np.log(double(total))))).astype(kind)
    after = np.log((total + own * (np.array(parts, np.int64) - 1).astype(kind)).astype(double)).astype(kind)
    other = np.zeros(len(pieces), kind)
    going = np.arange(len(pieces))
    for n in range(max(map(len, splits), default=0)):  # the n-th part of all that have one
        going = going[[len(splits[i]) > n for i in going.tolist()]]
        grown = frequency[[splits[i][n] for i in going.tolist()]] + own[going]
        gained = np.log(grown.astype(double)) - after[going].astype(double)
        other[going] = (other[going].astype(double) + gained).astype(kind)
    return before - other


def split_by_itself(
    names: Sequence[str],
    scores: Floats,
    unknown: int,
    heap: type[BinaryHeap] | type[QuaternaryHeap],
    lattices: Trellis | None = None,
) -> list[list[int] | None]:
    """Return for each piece its second best segmentation, as numbers of pieces; [] if there is only one, None if its
    best segmentation is not the piece itself. Unknown characters have the number `unknown`. lattices: those of the
    pieces, where they are known."""
    whole = lattices or Trellis.of(names, names)
    parts = without_whole_words(whole)
    extended = with_unknown(scores)
    best, back = parts.best_scores(extended)
    after = parts.best_from_the_right(extended)
    others = best[parts.last]
    near = (1e-9 if scores.dtype == np.float64 else 1e-4) * np.maximum(1, np.abs(others))
    on_a_best_path = best[parts.begin] + extended[parts.piece] + after[parts.end] >= (others - near)[parts.word]
    arcs = parts.trace_back(back)
    traced = np.bincount(parts.word[arcs], minlength=len(names))
    tied = np.bincount(parts.word[on_a_best_path], minlength=len(names)) > traced
    tied |= np.abs(scores - others) <= near

    splits: list[list[int] | None] = [[] for _ in names]
    for word, piece in zip(parts.word[arcs].tolist(), parts.piece[arcs].tolist(), strict=True):
        split = splits[word]
        assert split is not None
        split.insert(0, unknown if piece == UNKNOWN else piece)
    order = whole.reading_order
    bounds = np.searchsorted(whole.word[order], np.arange(len(names) + 1))
    for i, name in enumerate(checkpoints(names)):
        if len(name) == 1:
            splits[i] = []
        elif tied[i]:
            mine = order[bounds[i] : bounds[i + 1]]
            begins, ends = whole.begin[mine] - whole.first[i], whole.end[mine] - whole.first[i]
            listed = list(zip(begins.tolist(), ends.tolist(), extended[whole.piece[mine]], strict=True))
            first, second = two_best(len(name), listed, scores.dtype.type(0), heap)
            pieces = [unknown if whole.piece[mine[j]] == UNKNOWN else int(whole.piece[mine[j]]) for j in second]
            splits[i] = pieces if len(first) == 1 else None
        elif others[i] > scores[i]:
            splits[i] = None
    return splits


# -- the two best segmentations of a piece -----------------------------------------------------------------------------
# Of a piece by itself, with ties broken exactly as the libraries happen to break them.
#
# Which of two equally good splits comes second decides what tokenizers and sentencepiece remove, and small corpora are
# full of such ties. Both search from the end with a priority queue; what comes first among equals depends on how that
# queue is laid out: a binary heap in C++'s standard library, a heap of four children a node in Rust's dary_heap. Where
# nothing ties, the arrays of :mod:`tokviz.unigram.em` find the same without this.

Number = Any
"""A float, or a numpy.float32, whose sums round to single precision."""


@dataclass(frozen=True, eq=False)
class _Hypothesis:
    """The end of a path: the arcs from one that begins at `position` on."""

    priority: Number
    score: Number
    position: int
    arc: int
    rest: _Hypothesis | None


class _Heap:
    """The common part of two libraries' heaps: the item of greatest priority is on top."""

    def __init__(self) -> None:
        self.items: list[_Hypothesis] = []

    def push(self, item: _Hypothesis) -> None:
        self.items.append(item)
        self._rise(len(self.items) - 1, item)

    def pop(self) -> _Hypothesis:
        item = self.items.pop()
        if not self.items:
            return item
        top = self.items[0]
        self._rise(self._sink(), item)
        return top

    def _rise(self, hole: int, item: _Hypothesis) -> None:
        """Put an item at or above a hole, wherever it belongs."""
        raise NotImplementedError

    def _sink(self) -> int:
        """Move the hole at the top down to a leaf, the best child up each time; return where it ends."""
        raise NotImplementedError


class BinaryHeap(_Heap):
    """std::priority_queue."""

    def _rise(self, hole: int, item: _Hypothesis) -> None:
        items = self.items
        while hole > 0 and items[(hole - 1) // 2].priority < item.priority:
            items[hole] = items[(hole - 1) // 2]
            hole = (hole - 1) // 2
        items[hole] = item

    def _sink(self) -> int:
        items = self.items
        size, hole = len(items), 0
        while (child := 2 * hole + 2) < size:
            if items[child].priority < items[child - 1].priority:
                child -= 1
            items[hole] = items[child]
            hole = child
        if child == size:  # a last node with one child
            items[hole] = items[child - 1]
            hole = child - 1
        return hole


class QuaternaryHeap(_Heap):
    """dary_heap's QuaternaryHeap with the order of tokenizers, in which equals are never equal: the new one rises."""

    def _rise(self, hole: int, item: _Hypothesis) -> None:
        items = self.items
        while hole > 0 and not item.priority < items[(hole - 1) // 4].priority:
            items[hole] = items[(hole - 1) // 4]
            hole = (hole - 1) // 4
        items[hole] = item

    def _sink(self) -> int:
        items, hole = self.items, 0
        while (first := 4 * hole + 1) < len(items):
            # `max` takes the first of equals, and so do both ways in which the library compares siblings.
            child = max(range(first, min(first + 4, len(items))), key=lambda i: items[i].priority)
            items[hole] = items[child]
            hole = child
        return hole


def two_best(
    length: int, arcs: Sequence[tuple[int, int, Number]], zero: Number, heap: Callable[[], _Heap]
) -> list[list[int]]:
    """Find the best and the second best path, each as the places in `arcs` of its arcs; one path if there is no other.

    arcs: begin, end and score of each, ordered by begin, then length. zero: of the type of the scores.
    """
    ending: list[list[int]] = [[] for _ in range(length + 1)]
    best: list[Number | None] = [zero, *([None] * length)]
    to_arc: list[Number] = []  # the score of the best path that ends with the arc
    for i, (begin, end, score) in enumerate(arcs):
        total = best[begin] + score
        to_arc.append(total)
        ending[end].append(i)
        known = best[end]
        if known is None or total > known:
            best[end] = total
    agenda = heap()
    agenda.push(_Hypothesis(zero, zero, length, -1, None))
    paths: list[list[int]] = []
    while agenda.items and len(paths) < 2:
        top = agenda.pop()
        if top.arc == _BEGINNING:
            path = []
            here = top.rest
            while here is not None and here.rest is not None:
                path.append(here.arc)
                here = here.rest
            paths.append(path)
            continue
        if top.position == 0:
            agenda.push(_Hypothesis(zero + top.score, zero + top.score, 0, _BEGINNING, top))
        for i in ending[top.position]:
            begin, _, score = arcs[i]
            agenda.push(_Hypothesis(to_arc[i] + top.score, score + top.score, begin, i, top))
    return paths


_BEGINNING = -2
