"""Sweeps over the arcs of a trellis one at a time, for where there are too few side by side for array operations.

That is behind the position at which all but a few words have ended, and in small corpora everywhere. In single
precision every operation is rounded, so that the results are those of the arrays.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["add", "best"]

Floats = NDArray[np.floating[Any]]
Ints = NDArray[np.int64]


def add(sums: Floats, sources: Ints, targets: Ints, arcs: Floats) -> None:
    """For each arc in turn: the sum at its target grows by the arc times the sum at its source, all in logarithms."""
    values = sums.tolist()
    rounded = _rounding(sums)
    for source, target, arc in zip(sources.tolist(), targets.tolist(), arcs.tolist(), strict=True):
        high, low = rounded(values[source] + arc), values[target]
        if high < low:
            high, low = low, high
        if low != -math.inf:
            high = rounded(high + math.log1p(math.exp(rounded(low - high))))
        values[target] = high
    sums[:] = values


def best(scores: Floats, back: Ints, begins: Ints, ends: Ints, arcs: Floats, first: int) -> None:
    """For each arc in turn: its end takes it if that is better. first: the place of the first arc."""
    values = scores.tolist()
    rounded = _rounding(scores)
    for i, (begin, end, arc) in enumerate(zip(begins.tolist(), ends.tolist(), arcs.tolist(), strict=True), first):
        total = rounded(values[begin] + arc)
        if total > values[end]:
            values[end] = total
            back[end] = i
    scores[:] = values


def _rounding(array: Floats) -> Callable[[float], float]:
    return _to_single if array.dtype == np.float32 else float


def _to_single(number: float) -> float:
    return float(np.float32(number))
