"""`python -m tools.attack.limited`: become another program, with limits that the operating system keeps.

The process keeps its number, so its parent can end it. Limits: `--files` open files (the soft limit),
`--address-space` bytes, `--group` a folder of a memory cgroup that the process joins.
"""

from __future__ import annotations

import argparse
import os
import resource
import sys
from collections.abc import Sequence
from pathlib import Path

__all__ = ["command"]


def command(
    program: Sequence[str], *, files: int = 0, address_space: int = 0, group: Path | None = None
) -> tuple[str, ...]:
    """Return the arguments of Python that start `program` with limits.

    program: what it would be started with itself.

    >>> command(["-m", "streamlit"], files=1024)
    ('-m', 'tools.attack.limited', '--files=1024', '--address-space=0', '--group=', '--', '-m', 'streamlit')
    """
    limits = (f"--files={files}", f"--address-space={address_space}", f"--group={group or ''}")
    return ("-m", "tools.attack.limited", *limits, "--", *program)


def main(arguments: list[str]) -> None:
    """Set the limits and become the program."""
    parser = argparse.ArgumentParser(prog="python -m tools.attack.limited")
    parser.add_argument("--files", type=int, default=0)
    parser.add_argument("--address-space", type=int, default=0)
    parser.add_argument("--group", default="")
    parser.add_argument("program", nargs="+")
    asked = parser.parse_args(arguments)
    if asked.group:
        (Path(asked.group) / "cgroup.procs").write_text(str(os.getpid()))
    if asked.files:
        resource.setrlimit(resource.RLIMIT_NOFILE, (asked.files, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
    if asked.address_space:
        resource.setrlimit(resource.RLIMIT_AS, (asked.address_space, asked.address_space))
    os.execv(sys.executable, [sys.executable, *asked.program])


if __name__ == "__main__":
    main(sys.argv[1:])
