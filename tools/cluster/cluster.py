"""Several servers as docs/how-to/deploy.md has them, on this machine and without containers: two of the app, started
with `uvicorn`, HAProxy before them with `deploy/haproxy.cfg`, and Redis for the rooms. All on free ports of 127.0.0.1.

HAProxy and Redis are Debian's.
"""

from __future__ import annotations

import os
import secrets
import signal
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import MappingProxyType
from urllib.parse import urlsplit

from tests.e2e.conftest import ROOT, Server, serve
from tests.features.live.redis_server import free_port, redis_server
from tests.programs import find, missing

__all__ = ["NAMES", "PROXY", "Cluster", "cluster", "haproxy"]

NAMES = ("one", "two")
"""The servers, as deploy/haproxy.cfg calls them, and its cookie."""
PROXY = ROOT / "deploy" / "haproxy.cfg"

_UVICORN = (
    *("-m", "uvicorn", "app:app", "--host=127.0.0.1"),
    *("--ws-max-size=26214400", "--ws-per-message-deflate=false"),
)


class Cluster:
    """A cluster that runs. folder: of the logs. store: the address of the rooms. proxy: where visitors come in."""

    proxy: Server

    def __init__(self, folder: Path, store: str, settings: Mapping[str, str]) -> None:
        self.folder, self.store = folder, store
        self.servers: dict[str, Server] = {}
        self._running: dict[str, ExitStack] = {}
        self._settings = {
            "STREAMLIT_SERVER_COOKIE_SECRET": secrets.token_hex(),
            "TOKVIZ_PROXIES": "1",
            "TOKVIZ_STORE": store,
            **settings,
        }

    def start(self, name: str) -> None:
        """Start a server; one that was killed listens where it did before."""
        port = urlsplit(self.servers[name].url).port if name in self.servers else 0
        folder = self.folder / name
        folder.mkdir(exist_ok=True)
        self._running[name] = ExitStack()
        server = serve(folder, (*_UVICORN, f"--port={port}"), settings=self._settings)
        self.servers[name] = self._running[name].enter_context(server)

    def kill(self, name: str) -> None:
        """End a server as a machine does that loses its power: it says nothing to anybody."""
        os.kill(self.servers[name].pid, signal.SIGKILL)
        self._running.pop(name).close()

    def end(self) -> None:
        """End all servers."""
        for running in self._running.values():
            running.close()


@contextmanager
def cluster(folder: Path, settings: Mapping[str, str] = MappingProxyType({})) -> Iterator[Cluster]:
    """Run all of it until the block ends. settings: more variables of the servers' environment."""
    with ExitStack() as stack:
        found = Cluster(folder, stack.enter_context(redis_server(folder)), settings)
        stack.callback(found.end)
        with ThreadPoolExecutor() as starting:
            list(starting.map(found.start, NAMES))
        found.proxy = stack.enter_context(_proxy(folder / "proxy", found.servers))
        yield found


def haproxy() -> str:
    """Return the path of the program. Raises RuntimeError."""
    program = find("haproxy")
    if program is None:
        raise RuntimeError(missing("haproxy"))
    return program


@contextmanager
def _proxy(folder: Path, servers: Mapping[str, Server]) -> Iterator[Server]:
    folder.mkdir()
    address = f"127.0.0.1:{free_port()}"
    settings = {f"TOKVIZ_{name.upper()}": urlsplit(server.url).netloc for name, server in servers.items()}
    settings["TOKVIZ_LISTEN"] = address
    with serve(folder, ("-db", "-f", str(PROXY)), haproxy(), settings=settings, url=f"http://{address}") as running:
        yield running
