"""How tokenizers and sentencepiece decide what to prune: an estimate of the loss from the two best splits of a piece.

If a piece goes, its occurrences go to the parts of its second best segmentation, whose frequencies grow by as much.
The two differ in what they divide by, in what becomes of unused pieces, in a slip (see `Rules.slip`) and in precision.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from tokviz.checkpoint import checkpoints
from tokviz.unigram.arrays.em import with_unknown
from tokviz.unigram.arrays.pruning import without_whole_words
from tokviz.unigram.arrays.trellis import UNKNOWN, Floats, Ints, Trellis
from tokviz.unigram.exact.two_best import BinaryHeap, QuaternaryHeap, two_best
from tokviz.unigram.rules import Rules

__all__ = ["Decision", "decide", "split_by_itself"]


class Decision(NamedTuple):
    """For each piece its occurrences in the best paths and the estimated loss (NaN where none is estimated).

    kept: the pieces that stay, in the order in which they go on.
    """

    occurrences: Floats
    loss: Floats
    kept: Ints


def decide(trellis: Trellis, names: Sequence[str], scores: Floats, weights: Ints, rules: Rules, size: int) -> Decision:
    """What a pruning keeps of the pieces: `size` of them at least, unless unused ones go in any case."""
    single = rules.flow == "sentencepiece"
    extended = with_unknown(scores)
    best, _ = trellis.best_scores(extended)
    arcs = trellis.trace_back_looking_ahead(extended, best)
    unknown = 0 if single else len(names)  # sentencepiece takes unknown characters for its first piece
    slots = np.where(trellis.piece[arcs] == UNKNOWN, unknown, trellis.piece[arcs])
    occurrences = np.bincount(slots, weights[trellis.word[arcs]], len(names) + 1).astype(scores.dtype)
    splits = split_by_itself(names, scores, unknown, BinaryHeap if single else QuaternaryHeap)
    estimate = _sentencepiece_loss if single else _huggingface_loss
    number: Any = scores.dtype.type  # a scalar that rounds like the arrays
    total = number(np.cumsum(occurrences, dtype=np.float64)[-1])
    log_total = number(np.log(np.float64(total)))
    whole = total if single else number(weights.sum())  # what a loss is a share of

    loss = np.full(len(names), np.nan, scores.dtype)
    kept: list[int] = []
    candidates: list[int] = []
    for i, split in enumerate(checkpoints(splits)):
        unused, is_split = not occurrences[i], split is None
        if (unused or is_split) if single else (unused and (is_split or split)):
            continue
        if not split:
            kept.append(i)
            continue
        parts = len(names) + 1 if rules.slip else len(split)
        loss[i] = occurrences[i] / whole * estimate(occurrences, i, split, total, log_total, parts)
        candidates.append(i)
    candidates.sort(key=lambda i: -loss[i])
    if len(kept) <= size:  # where there are more, the libraries never meet their end of the list
        candidates = candidates[: size - len(kept)]
    return Decision(occurrences[: len(names)], loss, np.array([*kept, *candidates], np.int64))


def _huggingface_loss(frequency: Any, i: int, split: Sequence[int], total: Any, log_total: Any, parts: int) -> Any:
    """What one occurrence of a piece loses when its parts take its place."""
    own = np.log(frequency[i]) - log_total
    after = np.log(total + frequency[i] * (parts - 1))
    other = 0.0
    for j in split:
        other += np.log(frequency[j] + frequency[i]) - after
    return own - other


def _sentencepiece_loss(frequency: Any, i: int, split: Sequence[int], total: Any, log_total: Any, parts: int) -> Any:
    """The same in single precision."""
    single, double = np.float32, np.float64
    own = single(np.log(double(frequency[i])) - double(log_total))
    after = single(np.log(double(total + frequency[i] * single(parts - 1))))
    other = single(0)
    for j in split:
        other = single(double(other) + (np.log(double(frequency[j] + frequency[i])) - double(after)))
    return own - other


def split_by_itself(
    names: Sequence[str], scores: Floats, unknown: int, heap: type[BinaryHeap] | type[QuaternaryHeap]
) -> list[list[int] | None]:
    """For each piece its second best segmentation, as numbers of pieces; [] if there is only one, None if its best
    segmentation is not the piece itself. Unknown characters have the number `unknown`."""
    whole = Trellis.of(names, names)
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
