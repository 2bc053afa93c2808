"""The two halves of an EM pass over all words: expected counts under the scores, then new scores from the counts.

Pieces are numbers here, and a vector of scores has one more entry at its end, for unknown characters. In single
precision every sum is rounded after each addition and in the order of the words, as sentencepiece does it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from tokviz.unigram.arrays.trellis import UNKNOWN, Floats, Ints, Trellis
from tokviz.unigram.model import UNKNOWN_PENALTY
from tokviz.unigram.plain import NOTHING

__all__ = [
    "BestPaths",
    "Expected",
    "add_up",
    "best_path_counts",
    "best_paths",
    "digamma",
    "expected_counts",
    "new_scores",
    "with_unknown",
]

_LOWEST = -100.0  # a score that digamma would only undercut for counts near 0, which the libraries drop


class Expected(NamedTuple):
    """The expected count of each piece, then that of unknown characters, and the log-likelihood of the corpus."""

    counts: Floats
    log_likelihood: float


class BestPaths(NamedTuple):
    """The best segmentation of each word: the arcs of all of them, those of a word from right to left.

    word, begin, piece: of each arc its word, the node where it begins, and its piece, the number of pieces for an
    unknown character; scores: of each word.
    """

    word: Ints
    begin: Ints
    piece: Ints
    scores: Floats

    def expected(self, weights: Ints, pieces: int) -> Expected:
        """Counts along these paths, and the likelihood of these alone."""
        counts = np.bincount(self.piece, weights[self.word], pieces + 1).astype(np.float64)
        return Expected(counts, float(np.dot(weights.astype(np.float64), self.scores.astype(np.float64))))


def with_unknown(scores: Floats) -> Floats:
    """The scores with one more behind them, that of an unknown character: 10 below the lowest."""
    lowest = scores.min() if len(scores) else scores.dtype.type(0)
    return np.append(scores, lowest - scores.dtype.type(UNKNOWN_PENALTY))


def expected_counts(trellis: Trellis, scores: Floats, weights: Ints, *, unknown_is_first: bool = False) -> Expected:
    """Expected counts over all paths of all words. weights: the words' counts; scores: those of the pieces.

    unknown_is_first: unknown characters count as piece 0, an oddity of sentencepiece.
    """
    extended = with_unknown(scores)
    forward, backward = trellis.forward(extended), trellis.backward(extended)
    totals = forward[trellis.last]
    order = trellis.reading_order
    word = trellis.word[order]
    piece = trellis.piece[order]
    arcs = forward[trellis.begin[order]] + extended[piece] + backward[trellis.end[order]] - totals[word]
    values = weights[word].astype(np.float64) * np.exp(arcs.astype(np.float64, copy=False))
    slots = np.where(piece == UNKNOWN, 0 if unknown_is_first else len(scores), piece)
    counts = add_up(slots, values, len(scores) + 1, scores.dtype)
    return Expected(counts, float(np.dot(weights.astype(np.float64), totals.astype(np.float64))))


def best_path_counts(trellis: Trellis, scores: Floats, weights: Ints) -> Expected:
    """Counts along the best path of each word; the likelihood is that of these paths alone."""
    return best_paths(trellis, scores).expected(weights, len(scores))


def best_paths(trellis: Trellis, scores: Floats) -> BestPaths:
    """The best path of each word; of equally good ones that whose last piece begins first."""
    best, back = trellis.best_scores(with_unknown(scores))
    arcs = trellis.trace_back(back)
    piece = np.where(trellis.piece[arcs] == UNKNOWN, len(scores), trellis.piece[arcs])
    return BestPaths(trellis.word[arcs], trellis.begin[arcs], piece, best[trellis.last])


def add_up(slots: Ints, values: Floats, size: int, dtype: np.dtype[Any]) -> Floats:
    """The sum of the values of each slot, added one by one in order and rounded to `dtype` each time."""
    if dtype == np.float64:
        return np.bincount(slots, values, size).astype(np.float64, copy=False)
    order = np.argsort(slots, kind="stable")
    sizes = np.bincount(slots, minlength=size)
    starts = np.cumsum(sizes) - sizes
    by_size = np.argsort(-sizes, kind="stable")  # so that the slots with an n-th value are the first of them
    sums = np.zeros(size, dtype)
    starts, sizes, values = starts[by_size], sizes[by_size], values[order]
    open_slots = np.searchsorted(-sizes, -np.arange(int(sizes[0]) if size else 0), side="left")
    for n, many in enumerate(open_slots.tolist()):
        sums[:many] = sums[:many].astype(np.float64) + values[starts[:many] + n]
    result = np.empty(size, dtype)
    result[by_size] = sums
    return result


def new_scores(counts: Floats, *, prior: bool) -> Floats:
    """The scores of pieces with these counts: log(count / sum), or with `prior` the same with digamma for log.

    A count of nothing makes the score of an unknown character, 10 below the lowest.
    """
    total = np.cumsum(counts, dtype=counts.dtype)[-1]
    if prior:
        whole = digamma(np.array([total])).astype(counts.dtype).astype(np.float64)
        return np.maximum(digamma(np.maximum(counts, NOTHING)) - whole, _LOWEST).astype(counts.dtype)
    used = counts > NOTHING
    scores = np.empty_like(counts)
    scores[used] = np.log(counts[used] / total)
    scores[~used] = scores[used].min() - UNKNOWN_PENALTY
    return scores


def digamma(values: Floats) -> Floats:
    """The derivative of the logarithm of the gamma function at values above 0, by recurrence and series.

    >>> digamma(np.array([1.0, 0.5, 10.0])).round(6).tolist()
    [-0.577216, -1.96351, 2.251753]
    """
    x = values.astype(np.float64)
    result = np.zeros_like(x)
    while np.any(small := x < 7):
        result[small] -= 1 / x[small]
        x[small] += 1
    x -= 0.5
    square = (1 / x) * (1 / x)
    fourth = square * square
    result += (
        np.log(x)
        + (1 / 24) * square
        - (7 / 960) * fourth
        + (31 / 8064) * fourth * square
        - (127 / 30720) * fourth * fourth
    )
    return result
