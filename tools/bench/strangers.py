"""Costs of opening the files of strangers in worker processes, beside opening them in this one.

Each turn opens a file that no worker has seen, which begins a worker, and encodes a sentence that nobody has asked for.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from functools import partial
from itertools import count
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import Any

from tests.sandbox.strangers import Library, take
from tokviz.errors import CageError
from tokviz.files.pipeline import Pipeline
from tokviz.sandbox import Limits, Pool, Source, ask
from tools.bench.large import file
from tools.bench.timing import compare, report

ENTRIES = 43_000
SENTENCE = "A sentence of twelve words, the newest and the widest of them: number"
TURNS = 200
TAKEN = 4_000_000_000
"""Bytes that a worker is asked to take at once, more than it may."""


def in_workers() -> None:
    """Print how long opening and encoding take, and what workers weigh."""
    data = file(size=ENTRIES)
    with Pool() as pool:
        pool.start()
        opened = opener(pool)
        compared = compare(lambda: opened(data), partial(Pipeline.from_file, data), turns=5)
        title = f"a file of {len(data) / 1e6:.0f} MB, in a worker / in this process"
        report(title, compared, "<= 1.3")
        ratio = median(processor_seconds(partial(opened, data), pool) for _ in range(5))
        ratio /= median(processor_seconds(partial(Pipeline.from_file, data)) for _ in range(5))
        report("  processor time with that of the workers, which give way", f"{ratio:.2f}")
    with Pool() as pool:
        more, there, here = encodings(opener(pool)(data), Pipeline.from_file(data))
        report(
            "a sentence in a worker - in this process", f"{more:.2f} ms  ({there:.2f} ms / {here:.2f} ms)", "<= 10 ms"
        )
        heavy, counted = own(pool.numbers[0]), pool.weight
        report("memory of a worker with that file", f"{heavy / 1e6:.0f} MB, {counted / 1e6:.0f} MB counted")
    with Pool() as pool:
        pool.start()
        report("memory of the process that workers come from", f"{own(forks(pool)) / 1e6:.0f} MB")
        opener(pool)(b'{"model": {"type": "BPE", "vocab": {"a": 0}, "merges": []}}')
        report("memory of a worker with a small file", f"{own(pool.numbers[0]) / 1e6:.0f} MB")
    report("memory that a worker gets", f"{most() / 1e6:.0f} MB", f"<= {Limits().memory / 1e6:.0f} MB")


def opener(pool: Pool) -> Callable[[bytes], Any]:
    """Open a file in a worker that no other one was opened in."""
    numbers = count()
    return lambda data: pool.open(Source(str(next(numbers)), "bench.json", Pipeline.from_file, (data,)))


def encodings(there: Pipeline, here: Pipeline) -> tuple[float, float, float]:
    """Return the milliseconds that encoding takes more there, and those of each.

    All are medians.
    """
    times = [
        [milliseconds(partial(one.encode, f"{SENTENCE} {number}.")) for one in (there, here)] for number in range(TURNS)
    ]
    return median(one - other for one, other in times), *(median(one) for one in zip(*times, strict=True))


def milliseconds(job: Callable[[], object]) -> float:
    """Time one call; the garbage of others is not collected before, as it is not between two questions of a page."""
    start = perf_counter()
    job()
    return (perf_counter() - start) * 1_000


def processor_seconds(job: Callable[[], object], pool: Pool | None = None) -> float:
    """Return the processor time of a job in this process, and in its worker."""
    start = process_time()
    job()
    seconds = process_time() - start
    if pool is not None:
        fields = Path(f"/proc/{pool.numbers[-1]}/stat").read_text().rpartition(")")[2].split()
        seconds += sum(map(int, fields[11:13])) / os.sysconf("SC_CLK_TCK")
    return seconds


def own(process: int) -> int:
    """Return the bytes of a process that it does not share."""
    text = Path(f"/proc/{process}/smaps_rollup").read_text()
    return sum(int(one) * 1024 for one in re.findall(r"^Private_\w+: +(\d+) kB", text, re.MULTILINE))


def forks(pool: Pool) -> int:
    process = pool._server._process
    assert process is not None
    return process.pid


def most() -> int:
    """Find by halving the most bytes that a worker gets before it is ended."""
    low, high = 0, TAKEN
    with Pool() as pool:
        library = pool.open(Source("most", "most", Library))
        while high - low > 10_000_000:
            middle = (low + high) // 2
            try:
                ask(take, library, middle)
                low = middle
            except CageError:
                high = middle
    return low


if __name__ == "__main__":
    in_workers()
