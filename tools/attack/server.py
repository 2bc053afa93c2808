"""The server that is attacked, under its limits, and the ordinary visitors beside it."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from http.client import HTTPException
from pathlib import Path
from secrets import token_bytes
from threading import Lock, Thread
from time import sleep, time
from typing import Any

from tests.e2e.conftest import ROOT, STREAMLIT_RUN, Server, serve
from tokviz.features.live.room import Rooms
from tokviz.features.live.stores import SqliteStore
from tokviz.web import warm_up
from tools.attack.attack import Target
from tools.attack.limited import command
from tools.attack.memory import Watch, limited_group
from tools.attack.visitors import Room
from tools.bench.load_room import a_picture

__all__ = ["Attacked", "Beside", "NotPreparedError", "Seen", "attacked", "documented", "open_room"]

FILES = 1024  # open files that a login shell allows, and so what a server starts with
_WELL = 10.0  # seconds for an answer that the server is well
_FIRST = 20.0  # seconds until each ordinary visitor has done something


class NotPreparedError(Exception):
    """The server did not come as far as its first visitor."""


@dataclass
class Seen:
    """Return the reports of visitors since the last look."""

    seconds: float = 0.0
    who: str = ""
    failures: tuple[str, ...] = ()

    def add(self, report: dict[str, Any]) -> None:
        """Take one more line of theirs."""
        self.seconds, self.who = max((self.seconds, self.who), (report["seconds"], report["who"]))
        self.failures = (*self.failures, *report["failures"])


class Beside:
    """The process of the ordinary visitors."""

    def __init__(self, url: str, visitors: int, room: Room) -> None:
        program = [sys.executable, "-m", "tools.attack.visitors", url, f"--visitors={visitors}"]
        self._process = subprocess.Popen(
            [*program, "--room", room.code, room.key, room.view], cwd=ROOT, stdout=subprocess.PIPE, text=True
        )
        self._lock, self._seen = Lock(), Seen()
        Thread(target=self._read, daemon=True).start()

    def seen(self) -> Seen:
        """Return the longest wait since the last call, and which visits failed."""
        with self._lock:
            seen, self._seen = self._seen, Seen()
        if self._process.poll() is not None:
            seen.failures = (*seen.failures, "the visitors have ended")
        return seen

    def stop(self) -> None:
        """Send them all home."""
        self._process.kill()
        self._process.wait()

    def _read(self) -> None:
        assert self._process.stdout is not None
        for text in self._process.stdout:
            with self._lock:
                self._seen.add(json.loads(text))


@dataclass(frozen=True)
class Attacked:
    """A running server with visitors. is_grouped: whether the kernel keeps the limit of its memory."""

    target: Target
    watch: Watch
    beside: Beside
    pid: int
    is_grouped: bool

    def trouble(self) -> str:
        """Say what is wrong with the server as a whole; nothing if it runs and answers."""
        if self.watch.is_beyond:
            return "the server was ended, beyond its memory"
        if not self.lives():
            return "the server is dead"
        return "" if self._answers() else "the server answers nobody"

    def lives(self) -> bool:
        """Tell if its process is there."""
        return _lives(self.pid)

    def _answers(self) -> bool:
        direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        with (
            suppress(OSError, HTTPException),
            direct.open(f"{self.target.url}/_stcore/health", timeout=_WELL) as answer,
        ):
            return bool(answer.status == 200)
        return False


@contextmanager
def attacked(
    folder: Path, start: tuple[str, ...], limit: int, visitors: int, source: str, *, is_first: bool
) -> Iterator[Attacked]:
    """Start a server under its limits, with visitors who have come already, until the block ends.

    start: what Python is started with. limit: of its memory, in bytes. is_first: whether it visits its own pages, as
    it does by default; one that is started in place of another leaves that out.
    """
    folder.mkdir()
    settings = {"TOKVIZ_WARM_UP": "on" if is_first else "off"}
    with (
        limited_group(limit) as group,
        serve(folder, command(start, files=FILES, group=group), settings=settings) as server,
    ):
        if is_first:
            _prepared(server)
        watch, beside = Watch(server.pid, limit), Beside(server.url, visitors, open_room(folder))
        try:
            sleep(_FIRST)
            target = Target(server.url, folder, source, server.output, watch.now)
            yield Attacked(target, watch, beside, server.pid, group is not None)
        finally:
            beside.stop()
            watch.stop()


def open_room(folder: Path) -> Room:
    """Open a live room with a picture in the store of the server that keeps its files in this folder."""
    store = SqliteStore(folder / "rooms.sqlite")
    try:
        rooms, view = Rooms(store, token_bytes), a_picture()
        lead = rooms.open(time())
        rooms.publish(lead, view, time())
    finally:
        store.close()
    return Room(lead.code, lead.key, view.name)


def documented(server: str) -> tuple[str, ...]:
    """Return the arguments of Python for a server, `streamlit` or `uvicorn`.

    They are as docs/how-to/deploy.md starts it, but on a port that the system picks.
    """
    if server == "streamlit":
        return STREAMLIT_RUN
    text = (ROOT / "docs" / "how-to" / "deploy.md").read_text(encoding="utf-8").replace("\\\n", " ")
    found = re.search(r"^ +uvicorn (app:app .*)$", text, re.MULTILINE)
    if found is None:
        raise ValueError("docs/how-to/deploy.md names no command that begins with: uvicorn app:app")
    words, own = shlex.split(found[1]), {"--host": "127.0.0.1", "--port": "0"}
    return ("-m", "uvicorn", *(own.get(before, word) for before, word in zip(("", *words), words, strict=False)))


def _lives(pid: int) -> bool:
    """Tell if a process is there, and is no zombie."""
    with suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    return False


def _prepared(server: Server) -> None:
    """Wait until the server says that it has visited its own pages, however long that takes on this machine.

    Raises NotPreparedError if it ends or says that such a visit failed.
    """
    while warm_up.DONE not in (said := server.output()):
        if warm_up.FAILED in said:
            raise NotPreparedError(f"a page failed on the server's own visit. Its log ends so:\n{said[-2_000:]}")
        if not _lives(server.pid):
            raise NotPreparedError(f"the server ended before it was ready. Its log ends so:\n{said[-2_000:]}")
        sleep(0.2)
