"""Sites with Python in the tab, and a server of files on this machine, as any web space has one; it can be cut off."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache, partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from tokviz.features.site.live import Live, live
from tools.site_parts import cached

__all__ = ["Served", "live_files", "served"]


@cache
def live_files() -> Live:
    """Return the files that run Python in a tab, as the checkout makes them.

    Compiling takes ten seconds.
    """
    return live(cached())


@dataclass
class Served:
    """A served folder. asked: the paths that were asked for; queries: what these asked of pages. is_cut: whether it
    closes every connection."""

    folder: Path
    url: str
    asked: list[str] = field(default_factory=list)
    queries: list[str] = field(default_factory=list)
    is_cut: bool = False


@contextmanager
def served(folder: Path) -> Iterator[Served]:
    """Serve a folder until the block ends, on a port that the system picks."""

    class Handler(SimpleHTTPRequestHandler):
        def do_GET(self) -> None:
            if made.is_cut:
                self.close_connection = True
                return
            path, _, query = self.path.partition("?")
            made.asked.append(path)
            made.queries.append(query)
            super().do_GET()

        def log_message(self, format: str, *args: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=folder)) as server:
        made = Served(folder, f"http://127.0.0.1:{server.server_port}")
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield made
        server.shutdown()
