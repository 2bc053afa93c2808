"""What the removal of each piece would cost, and which pieces a pruning takes out.

Costs are in nats over the whole corpus, except where a library divides them by a constant. Pieces are numbers; words
are given as a :class:`~tokviz.unigram.arrays.trellis.Trellis` with their counts.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from tokviz.checkpoint import checkpoint
from tokviz.unigram.arrays.em import best_path_counts, with_unknown
from tokviz.unigram.arrays.trellis import Bools, Floats, Ints, Trellis
from tokviz.unigram.rules import Rules

__all__ = ["Costs", "alternative_scores", "cheapest", "removal_costs", "without_whole_words"]

_ROUNDING = 1e-9
_ARCS_AT_ONCE = 2_000_000


class Costs(NamedTuple):
    """For each piece: how often the best paths have it; the loss if it is removed; the same if then the probabilities
    of the others are divided by what is left."""

    occurrences: Floats
    loss: Floats
    renormalised: Floats


def removal_costs(trellis: Trellis, names: Sequence[str], scores: Floats, weights: Ints, rules: Rules) -> Costs:
    """The costs under `rules`; what only rounding keeps from 0 is 0. A single character has no split but unknown."""
    occurrences = best_path_counts(trellis, scores, weights).counts[:-1]
    if rules.loss == "exact":
        loss, more = _exact(trellis, scores, weights)
    else:
        used = np.flatnonzero(occurrences)
        loss, more = np.zeros((2, len(scores)))
        alternatives, parts = alternative_scores(names, scores, used)
        loss[used] = occurrences[used] * (scores[used] - alternatives)
        more[used] = occurrences[used] * (parts - 1)
    loss[np.abs(loss) < _ROUNDING * max(1.0, float(weights.sum()))] = 0.0
    left = np.log1p(-np.minimum(np.exp(scores), 1 - 1e-12))
    return Costs(occurrences, loss, loss + left * (occurrences.sum() + more))


def cheapest(costs: Costs, protected: Bools, number: int, *, renormalise: bool) -> Ints:
    """The `number` pieces that cost least, of equal ones the first, without the protected."""
    loss = costs.renormalised if renormalise else costs.loss
    order = np.argsort(loss, kind="stable")
    return order[~protected[order]][:number]


def _exact(trellis: Trellis, scores: Floats, weights: Ints) -> tuple[Floats, Floats]:
    """By how much the best segmentations get worse without each piece, and by how many tokens longer.

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
    """The trellis without the arcs that cover a whole word of more than one character."""
    whole = (trellis.begin == trellis.first[trellis.word]) & (trellis.end == trellis.last[trellis.word])
    return trellis.of_arcs(~whole | (trellis.end - trellis.begin == 1))


def alternative_scores(names: Sequence[str], scores: Floats, pieces: Ints) -> tuple[Floats, Ints]:
    """For each of `pieces`, by number, the score of its best split into others, and how many these are; a character's
    is unknown."""
    trellis = without_whole_words(Trellis.of([names[i] for i in pieces.tolist()], names))
    extended = with_unknown(scores)
    best, back = trellis.best_scores(extended)
    alternatives = best[trellis.last]
    alternatives[trellis.last - trellis.first == 1] = extended[-1]
    return alternatives, np.bincount(trellis.word[trellis.trace_back(back)], minlength=len(pieces))
