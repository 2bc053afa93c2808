"""An EM pass over all words, and the losses by which a pruning decides.

A pass has two halves: expected counts under the scores, then new scores from the counts. Pieces are numbers here, and a
vector of scores has one more entry at its end, for unknown characters. In single precision every sum is rounded after
each addition and in the order of the words, as sentencepiece does it.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Any, NamedTuple

import numpy as np

from tokviz.checkpoint import checkpoint
from tokviz.unigram.model import UNKNOWN_PENALTY
from tokviz.unigram.plain import NOTHING
from tokviz.unigram.rules import Rules
from tokviz.unigram.trellis import UNKNOWN, Bools, Floats, Ints, Trellis, cells, in_order

_SIDE_BY_SIDE = 48
"""So many slots or more get their next value by one array operation, fewer by loops."""
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
        """Count along these paths, with the likelihood of these alone."""
        counts = np.bincount(self.piece, weights[self.word], pieces + 1).astype(np.float64)
        return Expected(counts, log_likelihood(weights, self.scores))


def log_likelihood(weights: Ints, scores: Floats) -> float:
    """Add up the log probabilities of the words, each as often as the word occurs."""
    # A dot product would go through the BLAS, whose threads spin, and whose last bit differs between machines.
    return float(np.sum(weights * scores.astype(np.float64)))


def with_unknown(scores: Floats) -> Floats:
    """Return the scores with one more at the end, that of an unknown character: 10 below the lowest."""
    lowest = scores.min() if len(scores) else scores.dtype.type(0)
    return np.append(scores, lowest - scores.dtype.type(UNKNOWN_PENALTY))


def expected_counts(trellis: Trellis, scores: Floats, weights: Ints, *, unknown_is_first: bool = False) -> Expected:
    """Compute the expected counts over all paths of all words. weights: the words' counts; scores: those of the pieces.

    unknown_is_first: unknown characters count as piece 0, an oddity of sentencepiece.
    """
    extended = with_unknown(scores)
    forward, backward = trellis.forward(extended), trellis.backward(extended)
    totals = forward[trellis.last]
    piece, word, order = trellis.piece, trellis.word, trellis.reading_order
    arcs = forward[trellis.begin] + extended[piece] + backward[trellis.end] - totals[word]
    values = weights.astype(np.float64)[word] * np.exp(arcs.astype(np.float64, copy=False))
    slots = np.where(piece == UNKNOWN, 0 if unknown_is_first else len(scores), piece)
    counts = add_up(slots[order], values[order], len(scores) + 1, scores.dtype)
    return Expected(counts, log_likelihood(weights, totals))


def best_path_counts(trellis: Trellis, scores: Floats, weights: Ints) -> Expected:
    """Count along the best path of each word; the likelihood is that of these paths alone."""
    return best_paths(trellis, scores).expected(weights, len(scores))


def best_paths(trellis: Trellis, scores: Floats) -> BestPaths:
    """Find the best path of each word; of equally good ones that whose last piece begins first."""
    best, back = trellis.best_scores(with_unknown(scores))
    arcs = trellis.trace_back(back)
    piece = np.where(trellis.piece[arcs] == UNKNOWN, len(scores), trellis.piece[arcs])
    return BestPaths(trellis.word[arcs], trellis.begin[arcs], piece, best[trellis.last])


def add_up(slots: Ints, values: Floats, size: int, dtype: np.dtype[Any]) -> Floats:
    """Sum up the values of each slot, added one by one in order and rounded to `dtype` each time."""
    if dtype == np.float64:
        return np.bincount(slots, values, size).astype(np.float64, copy=False)
    order = in_order(slots)
    sizes = np.bincount(slots, minlength=size)
    starts = np.cumsum(sizes) - sizes
    by_size = np.argsort(-sizes, kind="stable")  # so that the slots with an n-th value are the first of them
    sums = np.zeros(size, dtype)
    starts, sizes, values = starts[by_size], sizes[by_size], values[order]
    open_slots = np.searchsorted(-sizes, -np.arange(int(sizes[0]) if size else 0), side="left")
    side_by_side = int(np.searchsorted(-open_slots, -_SIDE_BY_SIDE, side="right"))
    for n, many in enumerate(open_slots[:side_by_side].tolist()):
        sums[:many] = sums[:many].astype(np.float64) + values[starts[:many] + n]
    left = zip((starts + side_by_side).tolist(), (starts + sizes).tolist(), strict=True)
    sums_in_place = cells(sums)
    for slot, (start, stop) in enumerate(islice(left, _SIDE_BY_SIDE)):
        for value in values[start:stop].tolist():
            sums_in_place[slot] += value
    result = np.empty(size, dtype)
    result[by_size] = sums
    return result


def new_scores(counts: Floats, *, prior: bool) -> Floats:
    """Compute the scores of pieces with these counts: log(count / sum), or with `prior` the same with digamma for log.

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
    """Compute the derivative of the logarithm of the gamma function at values above 0, by recurrence and series.

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


# -- pruning -----------------------------------------------------------------------------------------------------------
# What the removal of each piece would cost, and which pieces a pruning takes out. Costs are in nats over the whole
# corpus, except where a library divides them by a constant.

_ROUNDING = 1e-9
_ARCS_AT_ONCE = 2_000_000


class Costs(NamedTuple):
    """For each piece: how often the best paths have it; the loss if it is removed; the same if then the probabilities
    of the others are divided by what is left."""

    occurrences: Floats
    loss: Floats
    renormalized: Floats


def removal_costs(trellis: Trellis, names: Sequence[str], scores: Floats, weights: Ints, rules: Rules) -> Costs:
    """Compute the costs under `rules`; what only rounding keeps from 0 is 0. A single character has no split but
    unknown."""
    occurrences = best_path_counts(trellis, scores, weights).counts[:-1]
    if rules.loss == "exact":
        loss, more = _exact(trellis, scores, weights)
    else:
        used = np.flatnonzero(occurrences)
        loss, more = np.zeros((2, len(scores)))
        alternatives, parts = alternative_scores(names, scores, used, trellis.pieces(used))
        loss[used] = occurrences[used] * (scores[used] - alternatives)
        more[used] = occurrences[used] * (parts - 1)
    loss[np.abs(loss) < _ROUNDING * max(1.0, float(weights.sum()))] = 0.0
    left = np.log1p(-np.minimum(np.exp(scores), 1 - 1e-12))
    return Costs(occurrences, loss, loss + left * (occurrences.sum() + more))


def cheapest(costs: Costs, protected: Bools, number: int, *, renormalize: bool) -> Ints:
    """Return the `number` pieces that cost least, of equal ones the first, without the protected."""
    loss = costs.renormalized if renormalize else costs.loss
    order = np.argsort(loss, kind="stable")
    return order[~protected[order]][:number]


def _exact(trellis: Trellis, scores: Floats, weights: Ints) -> tuple[Floats, Floats]:
    """Return by how much the best segmentations get worse without each piece, and by how many tokens longer.

    Only the words whose best segmentation has the piece can change: each is segmented again without it.
    """
    extended = with_unknown(scores)
    best, back = trellis.best_scores(extended)
    arcs = trellis.trace_back(back)
    arcs = arcs[trellis.piece[arcs] >= 0]
    pairs = np.unique(np.stack([trellis.piece[arcs], trellis.word[arcs]]), axis=1)
    lengths = np.bincount(trellis.word[trellis.trace_back(back)], minlength=len(weights))
    loss, more = np.zeros(len(scores)), np.zeros(len(scores))
    sizes = np.cumsum(np.bincount(trellis.word, minlength=len(weights))[pairs[1]])
    cuts = np.searchsorted(sizes, np.arange(_ARCS_AT_ONCE, sizes[-1] if len(sizes) else 0, _ARCS_AT_ONCE))
    for piece, word in zip(np.split(pairs[0], cuts), np.split(pairs[1], cuts), strict=True):
        checkpoint()
        part = trellis.words(word)
        banned = part.piece == piece[part.word]
        characters = banned & (part.end - part.begin == 1)
        part.piece[characters] = -1  # a character without its piece is an unknown one
        part = part.of_arcs(~banned | characters)
        again, back = part.best_scores(extended)
        worse = best[trellis.last[word]] - again[part.last]
        longer = np.bincount(part.word[part.trace_back(back)], minlength=len(word)) - lengths[word]
        loss += np.bincount(piece, weights[word] * worse, len(scores))
        more += np.bincount(piece, weights[word] * longer, len(scores))
    return loss, more


def without_whole_words(trellis: Trellis) -> Trellis:
    """Return the trellis without the arcs that cover a whole word of more than one character."""
    whole = (trellis.begin == trellis.first[trellis.word]) & (trellis.end == trellis.last[trellis.word])
    return trellis.of_arcs(~whole | (trellis.end - trellis.begin == 1))


def alternative_scores(
    names: Sequence[str], scores: Floats, pieces: Ints, lattices: Trellis | None = None
) -> tuple[Floats, Ints]:
    """Return for each of `pieces`, by number, the score of its best split into others, and how many these are; a
    character's is unknown. lattices: those of `pieces`, where they are known."""
    trellis = without_whole_words(lattices or Trellis.of([names[i] for i in pieces.tolist()], names))
    extended = with_unknown(scores)
    best, back = trellis.best_scores(extended)
    alternatives = best[trellis.last]
    alternatives[trellis.last - trellis.first == 1] = extended[-1]
    return alternatives, np.bincount(trellis.word[trellis.trace_back(back)], minlength=len(pieces))
