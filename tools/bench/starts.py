"""The time that tokviz takes to start, as a library and as a command, each in processes of their own.

An installed tokviz has bytecode, which Python reads; a checkout has none until its first start, or never where
PYTHONDONTWRITEBYTECODE is set, and compiles the modules that it loads each time. Both are measured, on a copy of the
package. The least of all turns counts, since others can only add to it.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from tempfile import TemporaryDirectory
from time import perf_counter

from tools.bench.timing import TURNS, report

ROOT = Path(__file__).resolve().parents[2]
_LIBRARY, _COMMAND = ("-c",), ("-m", "tokviz")
STARTS = {
    "python, without tokviz": ((*_LIBRARY, "pass"), ""),
    "import tokviz": ((*_LIBRARY, "import tokviz"), "<= 0.05 s"),
    "from tokviz import bpe": ((*_LIBRARY, "from tokviz import bpe"), ""),
    "tokviz --help": ((*_COMMAND, "--help"), "<= 0.15 s"),
    "tokviz train --example hug": ((*_COMMAND, "train", "--example", "hug"), "<= 0.35 s"),
}
"""Name of a start -> the arguments of Python, and the target for its processor time with bytecode."""
_NO_BYTECODE = "PYTHONDONTWRITEBYTECODE"


def starts() -> None:
    """Print processor time and seconds of each start."""
    environment = {name: value for name, value in os.environ.items() if name not in (_NO_BYTECODE, "PYTHONPATH")}
    with TemporaryDirectory() as folder, TemporaryDirectory() as compiled:
        _copy(Path(folder))
        _copy(Path(compiled))
        for name, (words, target) in STARTS.items():
            longer, _ = _least(words, folder, environment | {_NO_BYTECODE: "1"})
            processor, clock = _least(words, compiled, environment)
            report(name, f"{processor:.3f} s of processor, {clock:.3f} s", target)
            report("  without bytecode", f"{longer:.3f} s of processor")


def _copy(folder: Path) -> None:
    """Copy the package without its bytecode, beside what it reads."""
    shutil.copytree(ROOT / "tokviz", folder / "tokviz", ignore=shutil.ignore_patterns("__pycache__", "node_modules"))
    for name in ("assets", "pages", "app.py", "pyproject.toml"):
        (folder / name).symlink_to(ROOT / name)


def _least(words: tuple[str, ...], folder: str, environment: dict[str, str]) -> tuple[float, float]:
    """Return the least processor time and the least seconds of some starts, after one that nobody counts."""
    times = [_once(words, folder, environment) for _ in range(TURNS + 1)][1:]
    return min(processor for processor, _ in times), min(clock for _, clock in times)


def _once(words: tuple[str, ...], folder: str, environment: dict[str, str]) -> tuple[float, float]:
    before, began = getrusage(RUSAGE_CHILDREN), perf_counter()
    subprocess.run([sys.executable, *words], cwd=folder, env=environment, check=True, capture_output=True)
    clock, after = perf_counter() - began, getrusage(RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, clock


if __name__ == "__main__":
    starts()
