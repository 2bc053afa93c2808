"""`python -m tools.bench.models`: known models without their library: how long each takes to open and how much memory,
and what a sentence of 300 characters and a text of 5,000 words take in all of them.

Only models that are on this machine (`make models`) are measured; without one, a line says so. Memory is what a process
of its own gains.
"""

from __future__ import annotations

import gc
import random
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from time import perf_counter

from tokviz.files.by_name import on_this_machine
from tokviz.files.pipeline import Pipeline
from tokviz.location import site
from tokviz.views.picture.questions import payload_json
from tokviz.views.shared.catalog import load
from tokviz.views.tokenizers.compared import Group, compared_payload, verdict
from tokviz.views.tokenizers.work import compared_rows_of
from tools.bench.timing import report

TEXTS = 200
LENGTH = 300  # characters
WORDS = 5_000
_SHARE = 0.95


def main(arguments: list[str]) -> int:
    """Measure, and print a line for each; with names, those in this process, as `name seconds megabytes`."""
    if arguments:
        _open(arguments)
        return 0
    names = [name for name, named in on_this_machine().items() if named.kind == "known"]
    if not names:
        report("known models", "none is on this machine: make models")
        return 0
    for name in names:
        (line,) = _measured([name])
        _, seconds, megabytes = line.split()
        report(f"{name}: opened, memory", f"{float(seconds):.2f} s, {float(megabytes):.0f} MB")
    lines = [line.split() for line in _measured(names)]
    total = sum(float(megabytes) for _, _, megabytes in lines)
    report(f"all {len(names)} in one process: memory", f"{total:.0f} MB")
    report(f"{LENGTH} characters in all of them, split and laid out", _typed(names))
    report(f"{WORDS:,} words in all of them, a part laid out", _pasted(names))
    return 0


def _measured(names: list[str]) -> list[str]:
    command = [sys.executable, "-m", "tools.bench.models", *names]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()


def _open(names: list[str]) -> None:
    """Open these one after the other, split a sentence, and print what each took."""
    named, kept = on_this_machine(), []
    for name in names:
        before, start = _memory(), perf_counter()
        pipeline = named[name].open_alone()
        compared_rows_of(pipeline, "The lighthouse keeper's lamps shone.")
        kept.append(pipeline)
        print(name, perf_counter() - start, _memory() - before)


def _memory() -> float:
    """Return the megabytes of this process that are in memory."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4096 / 1e6


def _typed(names: list[str]) -> str:
    """Return the milliseconds for a text that nobody has split before, as a visitor's typing asks."""
    pipelines, prose, rng = _opened(names), _prose(), random.Random(1)
    starts = [rng.randrange(len(prose) - LENGTH) for _ in range(TEXTS)]
    took = sorted(1_000 * _compare(pipelines, prose[at : at + LENGTH]) for at in starts)
    return f"median {took[TEXTS // 2]:.0f} ms, 95 percent within {took[int(TEXTS * _SHARE)]:.0f} ms"


def _pasted(names: list[str]) -> str:
    """Return the seconds for a long text that nobody has split before, and for the same once more."""
    words = _prose().split()
    text = " ".join(words[place % len(words)] for place in range(WORDS))
    pipelines = _opened(names)
    first, again = (_compare(pipelines, text) for _ in range(2))
    return f"{len(text):,} characters in {first:.1f} s, once more in {again:.1f} s"


def _opened(names: list[str]) -> Mapping[str, Pipeline]:
    named = on_this_machine()
    pipelines = {name: named[name].open_alone() for name in names}
    for pipeline in pipelines.values():
        compared_rows_of(pipeline, "The lighthouse keeper's lamps shone.")
    gc.collect()
    gc.freeze()  # as the server does
    return pipelines


def _prose() -> str:
    return " ".join(path.read_text("utf-8") for path in sorted((site() / "assets" / "prose").glob("*.txt")))


def _compare(pipelines: Mapping[str, Pipeline], text: str) -> float:
    """Split a text by all of them, make what is drawn and the verdict; return the seconds."""
    say, start = load("en"), perf_counter()
    rows = tuple(replace(compared_rows_of(pipeline, text), name=name) for name, pipeline in pipelines.items())
    verdict(text, rows, "", say)
    payload_json(compared_payload(text, [Group("", rows)], say))
    return perf_counter() - start


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
