"""The pieces beside a step of unigram training: what each is worth, before and after, and which of many are shown.

Of a large vocabulary a step shows a few: those that the words shown flow into, those that moved most, those around the
cut of a pruning. Nothing here is worded or drawn.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from heapq import nlargest
from typing import Literal

from tokviz.unigram import Expect, Prune, Seed, Trace
from tokviz.unigram.steps import PieceLoss
from tokviz.views.unigram.ways import Ways

__all__ = ["ROWS", "WHOLE", "Row", "Rows", "Standing", "rows"]

WHOLE = 20
"""A vocabulary of up to this many pieces is shown whole."""
ROWS = 15
"""How many pieces of a larger one are shown."""
_ABOVE, _BELOW, _DROPPED = 5, 4, 3  # of a large one: rows before the cut and behind it, and of dropped pieces

Standing = Literal["", "coming", "up", "down", "dropped", "removed", "kept", "protected", "restored"]


@dataclass(frozen=True)
class Row:
    """A piece. value: what its bar shows; before: the same before the step; standing: what becomes of it. loss: of a
    pruning that judges by losses."""

    piece: str
    value: float
    before: float | None = None
    standing: Standing = ""
    loss: PieceLoss | None = None


@dataclass(frozen=True)
class Rows:
    """What is shown. cut: how many of the rows are above the line of a pruning, None without one. above, below: how
    many pieces are left out before the rows and behind them; rest: the values of all left out, added up, where a sum
    says something."""

    rows: tuple[Row, ...]
    cut: int | None = None
    above: int = 0
    below: int = 0
    rest: float | None = None


def rows(trace: Trace, k: int, words: Sequence[Ways]) -> Rows:
    """The pieces that belong to what the last of k steps did; before the first, what will be the seeds. words: those
    shown, as that step cut them."""
    match trace.kinds[k - 1] if k else "start":
        case "start":
            return _top({piece: float(count) for piece, count in trace.of(0, Seed).counts.items()}, (), "coming")
        case "seed":
            return _top(trace.probabilities(1), ())
        case "expect":
            values = trace.of(k - 1, Expect).counts
            return _top(values, _used(trace, values, words))
        case "maximize":
            return _changed(trace, k)
    step = trace.of(k - 1, Prune)
    return _finished(trace, k, step) if step.is_final else _pruned(step, words)


# -- values ------------------------------------------------------------------------------------------------------------


def _top(values: Mapping[str, float], wanted: Iterable[str], standing: Standing = "") -> Rows:
    """The greatest values, and before them those that are wanted."""
    most = nlargest(ROWS, values, key=values.__getitem__)
    shown = list(dict.fromkeys((*wanted, *most)))[:ROWS]
    shown.sort(key=lambda piece: -values[piece])  # stable: of equal ones those that were wanted
    if len(values) <= WHOLE:
        shown = sorted(values, key=lambda piece: -values[piece])
    rest = math.fsum(values.values()) - math.fsum(values[piece] for piece in shown)
    left = len(values) - len(shown)
    return Rows(
        tuple(Row(piece, values[piece], None, standing) for piece in shown), None, 0, left, rest if left else None
    )


def _used(trace: Trace, values: Container[str], words: Sequence[Ways]) -> list[str]:
    """The pieces that the words shown add most to, half of the rows at most."""
    flows: defaultdict[str, float] = defaultdict(float)
    for one in words:
        for piece, often in one.flows.items():
            if piece in values:
                flows[piece] += often * trace.corpus[one.word]
    return nlargest(ROWS // 2, flows, key=flows.__getitem__)


def _changed(trace: Trace, k: int) -> Rows:
    """Probabilities before and after, those that moved most; what was dropped comes last."""
    before, after = trace.probabilities(k - 1), trace.probabilities(k)
    dropped = [piece for piece in before if piece not in after]
    of_dropped = len(dropped) if len(before) <= WHOLE else min(len(dropped), _DROPPED)
    most = nlargest(
        len(after) if len(before) <= WHOLE else ROWS - of_dropped,
        after,
        key=lambda piece: abs(after[piece] - before.get(piece, 0.0)),
    )
    gone = nlargest(of_dropped, dropped, key=before.__getitem__)
    most.sort(key=lambda piece: -after[piece])
    shown = [Row(piece, after[piece], before.get(piece), _moved(before.get(piece), after[piece])) for piece in most]
    shown += [Row(piece, 0.0, before[piece], "dropped") for piece in gone]
    left = len(after) + len(dropped) - len(shown)
    rest = max(0.0, math.fsum(after.values()) - math.fsum(row.value for row in shown))
    return Rows(tuple(shown), None, 0, left, rest if left else None)


def _moved(before: float | None, after: float) -> Standing:
    if before is None or before == after:
        return ""
    return "up" if after > before else "down"


# -- prunings ----------------------------------------------------------------------------------------------------------


def _pruned(step: Prune, words: Sequence[Ways]) -> Rows:
    """Losses, what goes first, then what stays, single characters last. Of many pieces those around the cut, and of
    the others those that the words shown use."""
    order = {"removed": 1, "kept": 2, "protected": 3}

    def place(one: PieceLoss) -> int:
        """Stable: by loss within. What goes without an estimate goes whatever the others cost."""
        return 0 if one.outcome == "removed" and one.loss is None else order[one.outcome]

    losses = sorted(step.losses, key=place)
    cut = sum(one.outcome == "removed" for one in losses)
    if len(losses) <= WHOLE:
        return Rows(tuple(_row(step.trace, one) for one in losses), cut)
    places = {one.piece: place for place, one in enumerate(losses)}
    first = max(0, cut - _ABOVE)
    used = _used(step.trace, places, words)
    wanted = (
        *range(first, min(cut + _BELOW, len(losses))),
        *(places[piece] for piece in used),
        *range(cut, len(losses)),
    )
    shown = sorted([place for place in dict.fromkeys(wanted) if place >= first][:ROWS])
    found = tuple(_row(step.trace, losses[place]) for place in shown)
    return Rows(found, cut - first, first, len(losses) - first - len(found))


def _row(trace: Trace, loss: PieceLoss) -> Row:
    judged = trace.judged(loss)
    return Row(loss.piece, max(0.0, judged or 0.0), None, loss.outcome, loss)


def _finished(trace: Trace, k: int, step: Prune) -> Rows:
    """What a library takes out in the end, puts back and keeps, each the most probable first."""
    before, after = trace.probabilities(k - 1), trace.probabilities(k)
    removed = [
        Row(piece, before[piece], None, "removed") for piece in sorted(step.dropped, key=lambda one: -before[one])
    ]
    restored = [Row(piece, after[piece], None, "restored") for piece in step.restored]
    kept = [
        Row(piece, after[piece], None, "kept")
        for piece in sorted(after, key=lambda one: -after[one])
        if piece in before
    ]
    every = (*removed, *restored, *kept)
    if len(every) <= WHOLE:
        return Rows(every, len(removed))
    above, back = min(len(removed), _ABOVE), min(len(restored), _ABOVE)
    shown = (*removed[len(removed) - above :], *restored[:back], *kept[: ROWS - above - back])
    first = len(removed) - above
    return Rows(shown, above, first, len(every) - first - len(shown))
