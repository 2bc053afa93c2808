"""A hub on 127.0.0.1: what huggingface_hub asks of one, in all the ways in which that can go wrong.

A repository is named after what it does; :data:`REPOS` says what its files are. Whoever hangs waits for the end of the
test, and nobody sleeps.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread
from typing import NamedTuple

from tokviz.files.reading import MAX_FILE_BYTES
from tokviz.location import site

__all__ = ["COMMIT", "MOST", "OUTSIDE", "PADDED", "REPOS", "TINY", "TOKEN", "Asked", "Hub", "serve"]

COMMIT = "1" * 40
TOKEN = "hf_of_this_test"
MOST = MAX_FILE_BYTES
TINY = b'{"model": {"type": "BPE", "vocab": {"l": 0, "o": 1, "lo": 2}, "merges": ["l o"]}}'
PADDED = TINY.ljust(1_000_000)  # several chunks
_BERT = (site() / "assets" / "tokenizers" / "bert.json").read_bytes()
_MERGES = b"#version: 0.2\nl o\n"
_VOCAB = b'{"l": 0, "o": 1, "lo": 2}'

REPOS: Mapping[str, Mapping[str, bytes]] = {
    "gpt2": {"tokenizer.json": TINY},
    "org/bert": {"tokenizer.json": _BERT, "vocab.txt": b"[UNK]\nlow\n"},
    "organization/name": {"vocab.json": _VOCAB, "merges.txt": _MERGES},
    "org/words": {"vocab.txt": b"[UNK]\nlo\n##l\n"},
    "org/half": {"vocab.json": _VOCAB},
    "org/weights": {"model.safetensors": b"weights"},
    "org/gated": {"tokenizer.json": TINY},
    "org/elsewhere": {"tokenizer.json": _BERT},
    "org/renamed": {"tokenizer.json": TINY},
    "org/cut": {"tokenizer.json": PADDED},
    "org/resumed": {"tokenizer.json": PADDED},
    "org/most": {"tokenizer.json": b""},
    "org/large": {"tokenizer.json": b""},
    "org/endless": {"tokenizer.json": b""},
    "org/silent": {"tokenizer.json": TINY},
    "org/stuck": {"tokenizer.json": TINY},
    "org/busy": {"tokenizer.json": TINY},
    "org/login": {"tokenizer.json": TINY},
    "org/etag": {"tokenizer.json": TINY},
    "org/linked": {"tokenizer.json": TINY},
    "org/commit": {"tokenizer.json": TINY},
    "org/missing": {},
    "org/second": {"tokenizer.json": TINY},
    "org/secret": {"tokenizer.json": b"INTERNAL SECRET", "vocab.txt": b"[UNK]\n"},
    "openai-community/gpt2": {"tokenizer.json": TINY},
    "google/gemma-3-1b-pt": {"tokenizer.json": TINY},
    "org/text": {"tokenizer.json": b'"text"'},
    "org/page": {"vocab.txt": b"<html>\nPlease log in\n</html>\n"},
}

_GATED = ("org/gated", "google/gemma-3-1b-pt")

OUTSIDE = "../" * 12
"""Before a path of digests this leads out of every cache that a test has."""


class Asked(NamedTuple):
    """A request."""

    method: str
    path: str
    token: str | None


@dataclass
class Hub:
    """A hub and the requests so far. address: where it is. over: the test has ended. target: the path that a hostile
    answer names."""

    address: str
    asked: list[Asked] = field(default_factory=list)
    over: Event = field(default_factory=Event)
    target: str = ""

    def methods(self) -> list[str]:
        """The methods of all requests so far, which are forgotten."""
        found = [one.method for one in self.asked]
        self.asked.clear()
        return found


@contextmanager
def serve() -> Iterator[Hub]:
    """A hub for a test."""

    class Handler(_Handler):
        hub: Hub

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    Handler.hub = hub = Hub(f"http://127.0.0.1:{server.server_port}")
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield hub
    finally:
        hub.over.set()
        server.shutdown()
        thread.join()
        server.server_close()


class _Handler(BaseHTTPRequestHandler):
    """One request. `/REPO/resolve/REVISION/FILE`, and `/elsewhere/REPO/FILE`, as a store that is no hub."""

    protocol_version = "HTTP/1.1"
    hub: Hub

    def log_message(self, format: str, *args: object) -> None:
        """Nobody reads it."""

    def do_HEAD(self) -> None:
        self._answer()

    def do_GET(self) -> None:
        self._answer()

    def _answer(self) -> None:
        token = self.headers.get("Authorization")
        self.hub.asked.append(Asked(self.command, self.path, token))
        if self.path.startswith("/elsewhere/"):
            repo, _, file = self.path.removeprefix("/elsewhere/").rpartition("/")
            self._send(REPOS[repo][file])
            return
        path = self.path.removeprefix("http://hub.example")  # as a proxy is asked
        repo, _, rest = path.removeprefix("/").partition("/resolve/")
        revision, _, file = rest.partition("/")
        files = REPOS.get(repo)
        if files is None:
            self._refuse(401, "RepoNotFound")
        elif repo in _GATED and token != f"Bearer {TOKEN}":
            self._refuse(401 if token is None else 403, "GatedRepo")
        elif revision not in ("main", "v1", COMMIT):
            self._refuse(404, "RevisionNotFound")
        elif file not in files:
            commit = f"{OUTSIDE}{self.hub.target}" if repo == "org/missing" else COMMIT
            self._refuse(404, "EntryNotFound", commit)
        else:
            self._file(repo, file, files[file])

    def _file(self, repo: str, file: str, content: bytes) -> None:
        is_body = self.command == "GET"
        if repo == "org/elsewhere":
            store = self.hub.address.replace("127.0.0.1", "localhost")
            length = {"X-Linked-Size": str(len(content)), "X-Linked-ETag": _etag(content)}
            self._empty(302, Location=f"{store}/elsewhere/{repo}/{file}", **length)
        elif repo == "org/renamed":
            self._empty(307, Location=f"/gpt2/resolve/main/{file}")
        elif repo == "org/busy":
            self._empty(503)
        elif repo == "org/login":
            self._empty(200)
        elif repo == "org/silent":
            self.hub.over.wait()
        elif repo == "org/most":
            self._send(_most())
        elif repo == "org/large":
            self._start(200, MOST + 1, content)
        elif repo == "org/endless":
            self._start(200, None, content)
            with suppress(ConnectionError):
                while is_body and not self.hub.over.is_set():
                    self.wfile.write(b"x" * 100_000)
        elif repo in ("org/cut", "org/stuck", "org/resumed") and is_body:
            if repo == "org/resumed" and (begin := self.headers.get("Range")):
                self._send(content, int(begin.removeprefix("bytes=").rstrip("-")))
                return
            self._start(200, len(content), content)
            if repo == "org/stuck":
                self.hub.over.wait()
            else:
                self.wfile.write(content[: len(content) // 2])
        elif repo in ("org/etag", "org/linked", "org/commit"):
            header = {"org/etag": "ETag", "org/linked": "X-Linked-ETag", "org/commit": "X-Repo-Commit"}[repo]
            self._empty(200, **{"ETag": '"1"', "X-Repo-Commit": COMMIT} | {header: f"{OUTSIDE}{self.hub.target}"})
        elif repo == "org/second":  # harmless when it is asked for the first time
            is_first = sum(one.path == self.path for one in self.hub.asked) == 1
            self._empty(200, **{"ETag": '"1"' if is_first else f"{OUTSIDE}{self.hub.target}", "X-Repo-Commit": COMMIT})
        else:
            self._send(content)

    def _send(self, content: bytes, begin: int = 0) -> None:
        self._start(206 if begin else 200, len(content) - begin, content)
        if self.command == "GET":
            self.wfile.write(content[begin:])

    def _start(self, status: int, length: int | None, content: bytes) -> None:
        self.send_response(status)
        self.send_header("ETag", _etag(content))
        self.send_header("X-Repo-Commit", COMMIT)
        if length is not None:
            self.send_header("Content-Length", str(length))
        self.send_header("Connection", "close")
        self.end_headers()
        self.close_connection = True

    def _refuse(self, status: int, code: str, commit: str = COMMIT) -> None:
        self._empty(status, **{"X-Error-Code": code, "X-Error-Message": "no", "X-Repo-Commit": commit})

    def _empty(self, status: int, **headers: str) -> None:
        self.send_response(status)
        if status != 200 and "X-Repo-Commit" not in headers:
            self.send_header("X-Repo-Commit", COMMIT)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", "0")
        self.end_headers()


@cache
def _most() -> bytes:
    return TINY.ljust(MOST)


def _etag(content: bytes) -> str:
    return '"most"' if len(content) == MOST else f'"{hashlib.sha1(content).hexdigest()}"'
