"""Timing for benchmarks: two jobs in turn, the median of their ratios, one line a result."""

from __future__ import annotations

import gc
from collections.abc import Callable
from statistics import median
from time import perf_counter

TURNS = 7

Job = Callable[[], object]


def compare(one: Job, other: Job, *, turns: int = TURNS, warm_up: bool = True) -> tuple[float, float, float]:
    """Return the median of one / other over the turns, and the median seconds of each."""
    if warm_up:
        one()
        other()
    times = [(seconds(one), seconds(other)) for _ in range(turns)]
    return median(a / b for a, b in times), median(a for a, _ in times), median(b for _, b in times)


def seconds(job: Job) -> float:
    gc.collect()  # so that nobody pays for another's garbage; the collector stays on, as it is for users
    start = perf_counter()
    result = job()
    elapsed = perf_counter() - start
    del result
    return elapsed


def report(what: str, result: str, target: str = "") -> None:
    print(f"{what:<56}{result:<32}{'target ' + target if target else ''}".rstrip(), flush=True)
