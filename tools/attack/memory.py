"""The memory of a server and of its child processes: how much it is, and a limit for it.

The limit is a memory cgroup below the one that this process is in, where this process may make one: what goes beyond is
ended by the kernel. Elsewhere :class:`Watch` ends the server itself, within a fifth of a second.
"""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Event, Thread
from time import monotonic, sleep

__all__ = ["Watch", "limited_group", "megabytes", "size_of", "tree"]

_GROUPS = Path("/sys/fs/cgroup")
_EVERY = 0.2  # seconds between two looks
_LINGERING = 5.0  # seconds for the workers of a server that has ended
_UNITS = {"": 1, "k": 2**10, "m": 2**20, "g": 2**30}


def size_of(text: str) -> int:
    """Return the bytes that a text such as `2g` means.

    >>> size_of("2g"), size_of("512M")
    (2147483648, 536870912)
    """
    found = re.fullmatch(r"(\d+)([kmg]?)b?", text.strip().lower())
    if found is None:
        raise ValueError(f"{text!r} is no size. Write it like 2g or 512m.")
    return int(found[1]) * _UNITS[found[2]]


def tree(pid: int) -> list[int]:
    """Return a process and all that descend from it; none if it is gone."""
    if not Path(f"/proc/{pid}").exists():
        return []
    processes = [pid]
    with suppress(OSError):
        for task in Path(f"/proc/{pid}/task").iterdir():
            with suppress(OSError):
                for child in (task / "children").read_text().split():
                    processes += tree(int(child))
    return processes


def megabytes(pid: int) -> int:
    """Return the MB that a process and its descendants use. A page that several of them share counts once."""
    return sum(_kilobytes(one) for one in tree(pid)) // 1024


def _kilobytes(pid: int) -> int:
    for name, field in (("smaps_rollup", "Pss:"), ("status", "VmRSS:")):
        with suppress(OSError, StopIteration):
            lines = Path(f"/proc/{pid}/{name}").read_text().splitlines()
            return int(next(line for line in lines if line.startswith(field)).split()[1])
    return 0


class Watch:
    """Looks at a server's memory until it is stopped, and ends a server that goes beyond its limit, in bytes."""

    def __init__(self, pid: int, limit: int) -> None:
        self._pid, self._limit = pid, limit
        self._most = 0
        self._over = Event()
        self._thread = Thread(target=self._look, daemon=True)
        self.is_beyond = False
        self._thread.start()

    def now(self) -> int:
        """Return the MB that are used now."""
        used = megabytes(self._pid)
        self._most = max(self._most, used)
        return used

    def most(self) -> int:
        """Return the most MB since the last call."""
        most, self._most = max(self._most, self.now()), 0
        return most

    def stop(self) -> None:
        """Look no more."""
        self._over.set()
        self._thread.join()

    def _look(self) -> None:
        while not self._over.wait(_EVERY):
            if self.now() * 2**20 > self._limit:
                self.is_beyond = True
                for one in reversed(tree(self._pid)):
                    with suppress(ProcessLookupError):
                        os.kill(one, signal.SIGKILL)
                return


@contextmanager
def limited_group(limit: int) -> Iterator[Path | None]:
    """Make a memory cgroup with a limit in bytes, until the block ends; None where this process may not make one."""
    group = _made(limit)
    try:
        yield group
    finally:
        if group is not None:
            _empty(group)
            with suppress(OSError):
                group.rmdir()


def _empty(group: Path) -> None:
    """Wait until the processes of a group have ended; end those that have not after a while."""
    end = monotonic() + _LINGERING
    while (left := (group / "cgroup.procs").read_text().split()) and monotonic() < end:
        sleep(0.1)
    for process in left:
        with suppress(ProcessLookupError):
            os.kill(int(process), signal.SIGKILL)
    while (group / "cgroup.procs").read_text() and monotonic() < end + 1:
        sleep(0.05)


def _made(limit: int) -> Path | None:
    for parent, names in _parents():
        group = parent / f"tokviz-attack-{os.getpid()}"
        try:
            group.mkdir()
        except OSError:
            continue
        try:
            (group / names[0]).write_text(str(limit))
            with suppress(OSError):  # a kernel that does not count what is swapped out
                (group / names[1]).write_text(str(limit if "memsw" in names[1] else 0))
            return group
        except OSError:
            group.rmdir()
    return None


def _parents() -> Iterator[tuple[Path, tuple[str, str]]]:
    """Yield the cgroup of this process, in version 2 and in version 1, with its files for limit and swapping."""
    for line in Path("/proc/self/cgroup").read_text().splitlines() if Path("/proc/self/cgroup").exists() else ():
        _, controllers, place = line.split(":", 2)
        if controllers == "" and (_GROUPS / "cgroup.controllers").exists():
            yield _GROUPS / place.strip("/"), ("memory.max", "memory.swap.max")
        elif "memory" in controllers.split(","):
            yield _GROUPS / "memory" / place.strip("/"), ("memory.limit_in_bytes", "memory.memsw.limit_in_bytes")
