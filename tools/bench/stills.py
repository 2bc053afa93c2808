"""`python -m tools.bench.stills`: stills of every worked example: how large they are, and how long they take.

Each example is animated with its first twenty steps, and one with as many as a command takes. Where pdfLaTeX is
installed, the slides of one example are compiled, and so are those of words that would do harm as commands. Nothing
here is a test.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from statistics import median
from time import perf_counter

from tokviz import Corpus, bpe, examples
from tokviz.algorithms import ALGORITHMS
from tokviz.features.stills import animation, raster, tex
from tokviz.features.stills.cli import MAX_FRAMES
from tokviz.features.stills.figure import Figure
from tokviz.features.stills.still import Asked, figures
from tokviz.features.stills.svg import svg
from tokviz.memory import LocalMemory
from tokviz.state.request import opening, train
from tokviz.trace import Trace
from tokviz.views.algorithms import training_part
from tokviz.views.hosts.parts import parts_with
from tokviz.views.shared.catalog import load
from tools.bench.timing import report

STEPS = 20
LONG = "english bpe"
"""An example with more steps than a command takes."""
HOSTILE = (r"\write18{touch x}", r"\input{x}", "^^5cend{document}", "}%$#&_~", '"a', "中文", "e\u0301\u202e", "--,,??`")


def drawn(trace: Trace, title: str, most: int = STEPS) -> tuple[Figure, ...]:
    """Return the first steps of a training as figures."""
    steps = range(min(len(trace), most - 1) + 1)
    parts = list(parts_with(steps, lambda step: training_part(trace, step, load("en"))))
    return figures(Asked(parts, tuple(steps), title))


def trainings() -> Iterator[tuple[str, Trace]]:
    """Yield every worked example with every algorithm that it is trained with."""
    for name in examples.NAMES:
        for algorithm in examples.load(name).recipes:
            yield f"{name} {algorithm}", train(opening(ALGORITHMS[algorithm], name), LocalMemory()).trace


def measured(make: Callable[[], bytes]) -> tuple[float, int]:
    """Return seconds and bytes."""
    started = perf_counter()
    size = len(make())
    return perf_counter() - started, size


def main() -> int:
    """Measure, and print a line for each format."""
    every = [(name, drawn(trace, name)) for name, trace in trainings()]
    lasts = [found[min(3, len(found) - 1)] for _, found in every]
    _told("an SVG", [measured(lambda one=one: svg(one).encode()) for one in lasts], 100_000)  # type: ignore[misc]
    _told("a PNG", [measured(lambda one=one: raster.png(one)) for one in lasts], 250_000)  # type: ignore[misc]
    long = drawn(dict(trainings())[LONG], LONG, MAX_FRAMES)
    for kind in ("gif", "webp"):
        taken = [
            measured(lambda found=found, kind=kind: animation.animated(found, kind))  # type: ignore[misc]
            for found in (*(found for _, found in every), long)
        ]
        _told(f"a {kind.upper()} of the first steps", taken[:-1], 1_000_000)
        seconds, size = taken[-1]
        report(f"a {kind.upper()} of {MAX_FRAMES} steps, {LONG}", f"{size / 1000:.0f} kB, {seconds:.1f} s", "< 1000 kB")
    _compile(every)
    return 0


def _told(what: str, taken: Sequence[tuple[float, int]], most: int) -> None:
    seconds, sizes = zip(*taken, strict=True)
    largest = f"{median(sizes) / 1000:.0f} / {max(sizes) / 1000:.0f} kB"
    report(f"{what} (p50 / the largest)", largest, f"< {most / 1000:.0f} kB")
    report(f"{what} (p50 / the slowest)", f"{median(seconds):.2f} / {max(seconds):.2f} s", "")


def _compile(every: Sequence[tuple[str, tuple[Figure, ...]]]) -> None:
    program = shutil.which("pdflatex")
    if program is None:
        report("slides by pdfLaTeX", "not installed", "")
        return
    trace = bpe.train(Corpus(dict.fromkeys(HOSTILE, 2)), merges=2, rules="course")
    for name, found in (every[0], ("hostile words", drawn(trace, HOSTILE[0]))):
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "slides.tex").write_text(tex.beamer(found), "utf-8")
            started = perf_counter()
            command = [program, "-interaction=nonstopmode", "-halt-on-error", "slides.tex"]
            done = subprocess.run(command, cwd=folder, capture_output=True, check=False)
            told = f"{perf_counter() - started:.1f} s" if done.returncode == 0 else "failed"
            report(f"{len(found)} slides by pdfLaTeX, {name}", told, "compiles")


if __name__ == "__main__":
    sys.exit(main())
