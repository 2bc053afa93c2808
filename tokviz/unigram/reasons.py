"""Reasons: why a pruning of Unigram takes out its pieces, as facts. Views put them into words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from tokviz.unigram.steps import Prune

__all__ = ["Listed", "PruningReason", "pruning_reason"]

Listed: TypeAlias = Literal["first", "last"]

_SAME = 1e-9  # losses are equal to within this share of themselves


@dataclass(frozen=True)
class PruningReason:
    """Why a pruning takes out its pieces.

    losses: of the pieces that it removes, the smallest first. unestimated: those that it removes without an estimate.
    tied: those that stay although removing them costs as little as removing the last that goes. removes: which of
    pieces with the same loss are removed, those that are listed first or last.
    """

    losses: tuple[tuple[str, float], ...]
    unestimated: tuple[str, ...]
    tied: tuple[str, ...]
    removes: Listed


def pruning_reason(step: Prune) -> PruningReason:
    """Return why a pruning takes out its pieces.

    >>> from tokviz import Corpus, unigram
    >>> trace = unigram.train(Corpus({"hug": 10, "pug": 5, "hugs": 5}), vocab_size=9, rules="course")
    >>> reason = pruning_reason(trace.of(1, Prune))
    >>> reason.losses, reason.tied, reason.removes
    ((('ug', 0.0),), ('hu', 'pu', 'ugs', 'gs'), 'first')
    """
    costs, removed = step.trace.recorded_losses(step.index), set(step.dropped)
    losses = [(piece, cost) for piece, cost in costs.items() if cost is not None and piece in removed]
    losses.sort(key=lambda row: row[1])
    keeps = step.trace.rules.keep_characters
    limit = losses[-1][1] if losses else None
    tied = tuple(
        piece
        for piece, cost in costs.items()
        if limit is not None and cost is not None and piece not in removed
        if abs(cost - limit) <= _SAME * max(1, limit) and not (keeps and len(piece) == 1)
    )
    unestimated = tuple(piece for piece in step.dropped if costs[piece] is None)
    return PruningReason(tuple(losses), unestimated, tied, "first" if step.trace.rules.flow == "plain" else "last")
