"""The two best segmentations of a piece by itself, with ties broken exactly as the libraries happen to break them.

Which of two equally good splits comes second decides what tokenizers and sentencepiece remove, and small corpora are
full of such ties. Both search from the end with a priority queue; what comes first among equals depends on how that
queue is laid out: a binary heap in C++'s standard library, a heap of four children a node in Rust's dary_heap. Where
nothing ties, the arrays of :mod:`tokviz.unigram.arrays.pruning` find the same without this.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

__all__ = ["BinaryHeap", "QuaternaryHeap", "two_best"]

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
    """What two libraries' heaps have in common: the item of greatest priority is on top."""

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
    """The best and the second best path, each as the places in `arcs` of its arcs; one path if there is no other.

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
    found: list[list[int]] = []
    while agenda.items and len(found) < 2:
        top = agenda.pop()
        if top.arc == _BEGINNING:
            path = []
            here = top.rest
            while here is not None and here.rest is not None:
                path.append(here.arc)
                here = here.rest
            found.append(path)
            continue
        if top.position == 0:
            agenda.push(_Hypothesis(zero + top.score, zero + top.score, 0, _BEGINNING, top))
        for i in ending[top.position]:
            begin, _, score = arcs[i]
            agenda.push(_Hypothesis(to_arc[i] + top.score, score + top.score, begin, i, top))
    return found


_BEGINNING = -2
