"""Sites with Python in the tab, and a server of files on this machine, as any web space has one; it can be cut off."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache, partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from tokviz.features.site.live import Live, live, service_worker
from tokviz.features.site.web.files import own_files
from tokviz.frontend import PICTURES, style
from tools.site_parts import cached

__all__ = ["Served", "live_files", "served", "whole"]


@cache
def live_files() -> Live:
    """Return the files that run Python in a tab, as the checkout makes them.

    Compiling takes ten seconds.
    """
    return live(cached())


def whole(folder: Path, languages: Iterable[str]) -> Path:
    """Return the folder, with the page for own texts in these languages and all that it loads."""
    made = live_files()
    files = {
        "page.css": style("site/site.css"),
        **{f"{name}.css": style(sheet) for name, sheet in PICTURES.items()},
        **dict(own_files(languages, "", False, made.base, made.shipped)),
    }
    every = {name: text.encode() for name, text in files.items()} | dict(made.files)
    for name, content in {**every, "service_worker.js": service_worker(every)}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    return folder


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
