"""Timing for benchmarks: two jobs in turn, the medians of their ratios, one line a result."""

from __future__ import annotations

import gc
import threading
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import NamedTuple

TURNS = 7

Job = Callable[[], object]


class Times(NamedTuple):
    """Seconds by the clock, and of processor time by all threads of this process."""

    clock: float
    processor: float


class Compared(NamedTuple):
    """Two jobs that took turns: medians of one / other, and of the times of each."""

    ratios: Times
    one: Times
    other: Times

    def __str__(self) -> str:
        (ratio, by_processor), one, other = self
        return (
            f"{ratio:.2f}  ({one.clock:.3f} s / {other.clock:.3f} s)"
            f"  processor {by_processor:.2f}  ({one.processor:.3f} s / {other.processor:.3f} s)"
        )


def compare(one: Job, other: Job, *, turns: int = TURNS, warm_up: bool = True) -> Compared:
    """Return the comparison of two jobs that take turns."""
    if warm_up:
        one()
        other()
    times = [(timed(one), timed(other)) for _ in range(turns)]
    ratios = [Times(*(a / b for a, b in zip(*pair, strict=True))) for pair in times]
    return Compared(_medians(ratios), *map(_medians, zip(*times, strict=True)))


def _medians(times: list[Times] | tuple[Times, ...]) -> Times:
    return Times(*map(median, zip(*times, strict=True)))


def seconds(job: Job) -> float:
    return timed(job).clock


def timed(job: Job) -> Times:
    gc.collect()  # so that nobody pays for another's garbage; the collector stays on, as it is for users
    start = perf_counter(), process_time()
    result = job()
    clock, processor = perf_counter(), process_time()
    del result
    return Times(clock - start[0], processor - start[1])


def threads_beside(job: Job) -> int | None:
    """Return the number of threads other than Python's that run while a job does.

    Such are those of the BLAS. None if the system does not say.
    """
    before = _run_times()
    job()
    ours = {thread.native_id for thread in threading.enumerate()}
    after = _run_times()
    ran = {thread for thread, time in after.items() if time > before.get(thread, 0)}
    return len(ran - ours) if after else None


def _run_times() -> dict[int, int]:
    """Return the threads of this process with the nanoseconds that each has run, on Linux."""
    files = Path("/proc/self/task").glob("*/schedstat")
    return {int(file.parent.name): int(file.read_text().split()[0]) for file in files}


def report(what: str, result: str | Compared, target: str = "") -> None:
    print(f"{what:<56}{result!s:<72}{'target ' + target if target else ''}".rstrip(), flush=True)
