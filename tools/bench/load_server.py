"""The servers of the load script: one, or two behind a proxy; and what they take of the machine."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import monotonic, sleep

from tests.e2e.conftest import STREAMLIT_RUN, Server, serve
from tokviz.features.live.stores import SqliteStore, Store
from tokviz.features.live.web.redis_store import RedisStore
from tokviz.web import warm_up
from tools.bench.timing import report
from tools.cluster.cluster import cluster

__all__ = ["Processes", "Served", "load", "served"]

_PREPARED = {"TOKVIZ_WARM_UP": "on"}  # as servers are that people come to
_GRACE = 240.0  # seconds until they are


class Processes:
    """The resident memory of processes, in MB, and the time that they have computed; 0 where there is no /proc."""

    def __init__(self, pids: Sequence[int]) -> None:
        self._folders = [Path(f"/proc/{pid}") for pid in pids]
        self.seen: list[int] = []

    def computed(self) -> float:
        """Return the seconds of processor time so far, of all their threads."""
        return sum(map(_computed, self._folders))

    def now(self) -> int:
        """Return the memory in use now, in mebibytes."""
        return sum(map(_resident, self._folders))

    def look(self, when: str) -> None:
        """Print how much it is now, and remember it."""
        self.seen.append(self.now())
        report(f"  server's memory {when}", f"{self.seen[-1]} MB")


@dataclass(frozen=True)
class Served:
    """The servers that run. url: where visitors come in. open_store: gives the rooms of a live class. prepared: seconds
    that the servers took to open their own pages."""

    url: str
    servers: tuple[Server, ...]
    processes: Processes
    open_store: Callable[[], Store]
    prepared: float


@contextmanager
def served(folder: Path, *, by_uvicorn: bool = False, is_cluster: bool = False) -> Iterator[Served]:
    """Run the app until the block ends, in one process or as a cluster."""
    if is_cluster:
        with cluster(folder, _PREPARED) as several:
            yield _served(several.proxy.url, [*several.servers.values()], lambda: RedisStore(several.store))
        return
    command = ("-m", "uvicorn", "app:app", "--port=0") if by_uvicorn else STREAMLIT_RUN
    with serve(folder, command, settings=_PREPARED) as server:
        yield _served(server.url, [server], lambda: SqliteStore(folder / "rooms.sqlite"))


def load() -> str:
    """Return the load of the machine, over one, five and fifteen minutes."""
    return " ".join(f"{load:.1f}" for load in os.getloadavg())


def _served(url: str, servers: Sequence[Server], open_store: Callable[[], Store]) -> Served:
    """Start all that runs, once the servers have opened their own pages."""
    began = monotonic()
    while not all(warm_up.DONE in server.output() for server in servers):
        if monotonic() - began > _GRACE:
            raise TimeoutError("\n".join(server.output() for server in servers))
        sleep(0.1)
    processes = Processes([server.pid for server in servers])
    return Served(url, tuple(servers), processes, open_store, monotonic() - began)


def _computed(folder: Path) -> float:
    stat = folder / "stat"
    if not stat.exists():
        return 0.0
    fields = stat.read_text().rpartition(")")[2].split()  # its name, in brackets, may hold anything
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _resident(folder: Path) -> int:
    status = folder / "status"
    if not status.exists():
        return 0
    lines = dict(line.split(":", 1) for line in status.read_text().splitlines())
    return int(lines["VmRSS"].split()[0]) // 1024
