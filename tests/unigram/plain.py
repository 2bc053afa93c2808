"""Plain definitions of all that training does side by side: one by one, and the same to the last bit."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from tokviz.pretokenize import METASPACE
from tokviz.unigram.trellis import Floats, Ints

__all__ = ["add_singly", "add_up", "best_singly", "in_order", "losses", "repeats", "repeats_in_lines", "substrings"]


def in_order(numbers: Ints) -> Ints:
    """Return the places of some numbers in ascending order, equal ones as they come."""
    return np.array(sorted(range(len(numbers)), key=numbers.tolist().__getitem__), np.int64)


# -- sums --------------------------------------------------------------------------------------------------------------


def add_up(slots: Ints, values: Floats, size: int, dtype: np.dtype[Any]) -> Floats:
    """Sum up the values of each slot, rounded after each addition."""
    sums = [dtype.type(0)] * size
    for slot, value in zip(slots.tolist(), values.tolist(), strict=True):
        sums[slot] = dtype.type(float(sums[slot]) + value)
    return np.array(sums, dtype)


def add_singly(sums: Floats, sources: Ints, targets: Ints, arcs: Floats) -> None:
    """Add for each arc in turn, to the sum at its target, the arc times the sum at its source, all in logarithms."""
    number: Any = sums.dtype.type
    for source, target, arc in zip(sources.tolist(), targets.tolist(), arcs, strict=True):
        low, high = sorted((number(sums[source] + arc), sums[target]))
        if low != -math.inf:
            high = number(float(high) + math.log1p(math.exp(float(number(low - high)))))
        sums[target] = high


def best_singly(scores: Floats, back: Ints, begins: Ints, ends: Ints, arcs: Floats, first: int) -> None:
    """Take each arc in turn as the best to its end if it is better."""
    for i, (begin, end, arc) in enumerate(zip(begins.tolist(), ends.tolist(), arcs, strict=True), first):
        total = scores[begin] + arc
        if total > scores[end]:
            scores[end], back[end] = total, i


def losses(
    frequency: Floats, pieces: Ints, splits: Sequence[Sequence[int]], total: Any, parts: Sequence[int]
) -> Floats:
    """Estimate the losses piece by piece, as the libraries do."""
    number: Any = frequency.dtype.type
    log_total = number(np.log(float(total)))
    found = []
    for i, split, many in zip(pieces.tolist(), splits, parts, strict=True):
        own = number(np.log(float(frequency[i])) - float(log_total))
        after = number(np.log(float(total + frequency[i] * number(many - 1))))
        other = number(0)
        for j in split:
            other = number(float(other) + (np.log(float(frequency[j] + frequency[i])) - float(after)))
        found.append(own - other)
    return np.array(found, frequency.dtype)


# -- seeds -------------------------------------------------------------------------------------------------------------


def spans(word: str, longest: int | None) -> Iterable[tuple[int, int]]:
    """Yield begin and end of the substrings of at least two characters."""
    for begin in range(len(word) - 1):
        for end in range(begin + 2, min(len(word), begin + (longest or len(word))) + 1):
            yield begin, end


def substrings(words: Mapping[str, int], longest: int | None, *, strict: bool) -> list[tuple[str, int]]:
    """Count the substrings of words, the most frequent first."""
    counts: Counter[str] = Counter()
    for word, count in words.items():
        for begin, end in spans(word, longest):
            counts[word[begin:end]] += count
    if strict:
        for word, count in words.items():
            if counts.get(word) == count:
                del counts[word]
    return sorted(counts.items(), key=lambda item: -item[1])


def repeats(words: Iterable[str], longest: int | None) -> list[tuple[str, int]]:
    """Return the substrings that different characters follow, with the number of their places."""
    counts: Counter[str] = Counter()
    follows: defaultdict[str, set[str]] = defaultdict(set)
    for word in words:
        for begin, end in spans(word, longest):
            counts[word[begin:end]] += 1
            follows[word[begin:end]].add((word + "\0")[end])
    return [(piece, count) for piece, count in counts.items() if len(follows[piece]) > 1]


def repeats_in_lines(lines: Sequence[str], longest: int | None) -> list[tuple[str, int]]:
    """Return the same of lines that end in a NUL, by bytes, and of what is followed by that NUL."""
    counts: Counter[str] = Counter()
    end_counts: Counter[str] = Counter()
    follows: defaultdict[str, set[int]] = defaultdict(set)
    after_end: defaultdict[str, set[int]] = defaultdict(set)
    for line, after in pairwise((*filter(None, lines), "")):
        words = line.replace(METASPACE, " " + METASPACE).split(" ")
        place = 0
        for word in filter(None, words):
            for begin, end in spans(word, longest):
                piece = word[begin:end]
                counts[piece] += 1
                follows[piece].add(([*line[place + end :].encode()[:1]] or [0])[0])
                if place + end == len(line):
                    end_counts[piece] += 1
                    after_end[piece].add(([*after.encode()[:1]] or [256])[0])
            place += len(word)
    nodes = {
        piece: count * (len(follows[piece]) > 1) + end_counts[piece] * (len(after_end[piece]) > 1)
        for piece, count in counts.items()
    }
    return [(piece, count) for piece, count in nodes.items() if count]
