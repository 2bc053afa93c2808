"""Two trainings of one corpus under different rules: where they part, and why.

The reason is read off both traces, never guessed from the names of the rules.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from tokviz.merging.merge_trace import MergeTrace
from tokviz.merging.steps import Pair, Step

__all__ = ["Divergence", "Reason", "divergence"]

Reason = Literal["same", "symbols", "stop", "tie", "count"]


@dataclass(frozen=True)
class Divergence:
    """Where two traces part.

    step: how many merges they share, so the first step (counted from 0) at which they differ; their common length when
    they never do. reason: ``same``, no difference; ``symbols``, the words did not begin as the same symbols; ``tie``,
    both saw the same counts and broke the tie differently; ``stop``, one had stopped and the other had not; ``count``,
    the best pairs have different counts because the rules allow different pairs. left, right: the pair that each
    chose, None for one that had stopped. tied: the pairs that were tied, if that was it.
    """

    step: int
    reason: Reason
    left: Pair | None
    right: Pair | None
    tied: tuple[Pair, ...] = ()


def divergence(left: MergeTrace[Step], right: MergeTrace[Step]) -> Divergence:
    """Compare two traces of one corpus, step by step.

    >>> from tokviz import Corpus, bpe
    >>> corpus = Corpus({"low": 5, "lower": 2, "newest": 6, "widest": 3})
    >>> divergence(bpe.train(corpus, rules="course"), bpe.train(corpus, rules="huggingface"))
    Divergence(step=4, reason='tie', left=('n', 'e'), right=('e', 'w'), tied=(('n', 'e'), ('e', 'w'), ('w', 'est')))
    """
    pairs = enumerate(zip(left.merges, right.merges, strict=False))
    shared = next((i for i, (one, other) in pairs if one != other), min(len(left), len(right)))
    pair_left = left.merges[shared] if shared < len(left) else None
    pair_right = right.merges[shared] if shared < len(right) else None
    if left.words(0) != right.words(0):
        return Divergence(shared, "symbols", pair_left, pair_right)
    if pair_left is None and pair_right is None:
        return Divergence(shared, "same", None, None)
    if pair_left is None or pair_right is None:
        return Divergence(shared, "stop", pair_left, pair_right)
    tied = left[shared].tied
    if pair_right in tied and pair_left in right[shared].tied:
        return Divergence(shared, "tie", pair_left, pair_right, tied)
    return Divergence(shared, "count", pair_left, pair_right)
