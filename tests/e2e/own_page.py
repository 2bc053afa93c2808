"""The page of own texts on a small server that answers as the tab's Python would: without a worker, and at once.

What stands between the page and its Python is the client, which has tests of its own; here it is a request to this
server. A test can hold answers back, to see what a page shows until they are there.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import urlsplit

from tokviz.features.site.tab.answering import answer
from tokviz.features.site.web.files import OWN_POLICY, own_files
from tokviz.frontend import PICTURES, script, style
from tokviz.views.shared.catalog import LANGUAGES

__all__ = ["APP", "OwnSite", "serve"]

APP = "https://tokviz.example.org/app"
_TYPES = {"html": "text/html", "js": "text/javascript", "css": "text/css"}
_CLIENT = """
class AskingServer {
    isWarm = false;
    async answer(request, onPhase) {
        this.ended = new AbortController();
        if (!this.isWarm) {
            onPhase({ phase: "download", done: 3_100_000, total: 9_500_000 });
            onPhase({ phase: "start", done: null, total: null });
        }
        onPhase({ phase: "run", done: null, total: null });
        const asked = { method: "POST", body: JSON.stringify(request), signal: this.ended.signal };
        const answer = await (await fetch("/answer", asked)).json();
        this.isWarm = true;
        return answer;
    }
    cancel() {
        this.isWarm = false;
        this.ended.abort();
    }
}
openPage(() => new AskingServer());
"""


@cache
def _files() -> dict[str, str]:
    """Path -> content of all that the page loads."""
    page = re.sub(r"^export ", "", script("site/tab/page.js"), flags=re.MULTILINE)
    return {
        "page.css": style("site/site.css"),
        **{f"{name}.css": style(sheet) for name, sheet in PICTURES.items()},
        **{name: _asking(text) for name, text in own_files(LANGUAGES, APP, False, "../tab/", ())},
        "own.js": f'"use strict";\n(() => {{\n{page}\n{_CLIENT}}})();\n',
    }


def _asking(text: str) -> str:
    """Return a page that may ask this server, which the page itself may not."""
    return text.replace(OWN_POLICY, f"{OWN_POLICY}; connect-src 'self'")


@dataclass
class OwnSite:
    """A running server. asked: the requests that came; `may_answer` is set unless a test holds answers back."""

    url: str = ""
    asked: list[str] = field(default_factory=list)
    may_answer: threading.Event = field(default_factory=threading.Event)

    def page(self, language: str = "en", query: str = "") -> str:
        """Return the address of the page."""
        return f"{self.url}/{language}/own.html{query and '?'}{query}"


@contextmanager
def serve() -> Iterator[OwnSite]:
    """Serve the page on a free port of this machine."""
    site = OwnSite()
    site.may_answer.set()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            path = urlsplit(self.path).path.lstrip("/")
            content = _files().get(path)
            kind = _TYPES.get(path.rpartition(".")[2], "text/plain")
            self.reply(200 if content is not None else 404, kind, content or "")

        def do_POST(self) -> None:
            request = self.rfile.read(int(self.headers["Content-Length"])).decode("utf-8")
            site.asked.append(request)
            site.may_answer.wait(timeout=30)
            self.reply(200, "application/json", answer(request))

        def reply(self, status: int, kind: str, content: str) -> None:
            body = content.encode("utf-8")
            try:
                self.send_response(status)
                self.send_header("Content-Type", f"{kind}; charset=utf-8")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)
            except (BrokenPipeError, ConnectionResetError):
                pass  # the page has canceled

        def log_message(self, *_: Any) -> None:
            """Log nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    site.url = f"http://127.0.0.1:{server.server_address[1]}"
    try:
        yield site
    finally:
        site.may_answer.set()
        server.shutdown()
        server.server_close()
