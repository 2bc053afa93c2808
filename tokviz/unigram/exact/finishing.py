"""What tokenizers and sentencepiece do after the last pass: characters come back, and the size is made to fit."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from tokviz.unigram.arrays.em import with_unknown
from tokviz.unigram.arrays.pruning import without_whole_words
from tokviz.unigram.arrays.trellis import Bools, Floats, Trellis

__all__ = ["Piece", "finish", "reachable"]

_PENALTY = 0.0001  # what each further character that comes back scores above the lowest piece

Piece = tuple[str, float]
"""A piece and its score."""


def reachable(names: Sequence[str], scores: Floats) -> Bools:
    """Which pieces are not outscored by their own parts, as sentencepiece judges it."""
    trellis = without_whole_words(Trellis.of(names, names))
    best, _ = trellis.best_scores(with_unknown(scores))
    others = best[trellis.last]
    others[trellis.last - trellis.first == 1] = -np.inf
    return others <= scores


def finish(
    names: Sequence[str], scores: Floats, characters: Sequence[str], size: int, *, by_score: bool
) -> list[Piece]:
    """All `characters`, then other pieces up to `size`, sorted by score.

    A character that is no piece any more scores a little above the lowest piece, each further one by 0.0001 more; in
    tokenizers it is left to chance which comes first, here it is the order of `characters`. by_score: of the others the
    best are taken (sentencepiece) instead of the first in the list (tokenizers). If the characters alone are `size` or
    more, tokenizers takes all others too.
    """
    number = scores.dtype.type
    known = dict(zip(names, scores, strict=True))
    taken = {}
    penalty = number(0)
    for character in characters:
        if character in known:
            taken[character] = known[character]
        else:
            taken[character] = scores.min() + penalty
            penalty += number(_PENALTY)
    others = [(name, score) for name, score in known.items() if name not in taken]
    if by_score:
        others.sort(key=lambda piece: (-piece[1], piece[0]))
    if by_score or len(taken) < size:
        others = others[: max(size - len(taken), 0)]
    final = [(name, float(score)) for name, score in (*taken.items(), *others)]
    return sorted(final, key=(lambda piece: (-piece[1], piece[0])) if by_score else (lambda piece: -piece[1]))
