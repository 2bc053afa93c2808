"""The page of own texts on a small server that answers as the tab's Python would: without a worker, and at once.

What is between the page and its Python is the client, which has tests of its own; here it is a request to this
server. A test can hold answers back, to see what a page shows until they are there.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import Page, expect

from tokviz.algorithms import ALGORITHMS
from tokviz.features.site.tab.answering import answer
from tokviz.features.site.web.files import OWN_POLICY, own_files
from tokviz.frontend import PICTURES, script, style
from tokviz.memory import LocalMemory
from tokviz.state.request import TrainingRequest, opening, train
from tokviz.views.algorithms import views_of
from tokviz.views.shared.catalog import LANGUAGES, load
from tokviz.views.shared.sentences import without_marks

__all__ = [
    "APP",
    "OwnSite",
    "at_step",
    "link",
    "native_end",
    "native_said",
    "own_request",
    "press_train",
    "serve",
    "type_text",
]

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


# -- what a visitor does, and what Python here gives ------------------------------------------------------------------


def type_text(page: Page, text: str) -> None:
    page.get_by_role("textbox", name="Corpus").fill(text)


def press_train(page: Page) -> None:
    page.get_by_role("button", name="Train").click()


def at_step(page: Page, step: int) -> None:
    expect(page.get_by_test_id("picture")).to_have_attribute("data-step", str(step))


def link(page: Page) -> dict[str, str]:
    """Return the parameters in the address, none of which reaches a server: as the page has it, which Playwright hears
    of a moment later."""
    address = urlsplit(page.evaluate("location.href"))
    assert not address.query
    return {name: values[0] for name, values in parse_qs(address.fragment, keep_blank_values=True).items()}


def own_request(algorithm: str, text: str) -> TrainingRequest:
    """Return the training of an own text as a page opens with it."""
    return replace(opening(ALGORITHMS[algorithm], "own"), text=text)


def native_said(algorithm: str, text: str, step: int, **changes: Any) -> str:
    """Return the sentence on a step of training on a text, as Python here says it."""
    trace = train(replace(own_request(algorithm, text), **changes), LocalMemory()).trace
    frame = views_of(trace).picture.payload(trace, range(step, step + 1), load("en"))["frames"][0]
    return without_marks(frame["say"][0]["text"])


def native_end(algorithm: str, text: str, language: str = "en", **changes: Any) -> tuple[int, list[str]]:
    """Return the last step of a training of an own text, and its sentences, as Python here makes them."""
    trace = train(replace(own_request(algorithm, text), **changes), LocalMemory()).trace
    last = len(trace)
    views = views_of(trace).picture
    views.prepare(trace)
    frame = views.payload(trace, range(last, last + 1), load(language))["frames"][0]
    return last, [without_marks(said["text"]) for said in frame["say"]]
