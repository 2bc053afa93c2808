"""Attacks on programs rather than on a server: the command line and the package, as child processes with limits."""

from __future__ import annotations

import asyncio
import csv
import io
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread

from tests.e2e.conftest import ROOT
from tokviz.features.live.room import MAX_ROOMS
from tools.attack import tokenizer_files as made
from tools.attack.attack import Attack, Target, expect
from tools.attack.limited import command

__all__ = ["ATTACKS"]

_MEMORY = 4 * 2**30  # address space of a child; far more of it is reserved than used
_SECONDS = 120.0
_FORMULAS = ('=HYPERLINK("http://evil.example","x")', "=1+1", "+cmd", "@SUM(A1)", "＝1+1", "-1+cmd")
_STARTS = tuple("=+@＝＋＠\t\r")
_PATTERNS = (r"\s+$", r"\s++\z", r"\s*[\r\n]+")
_TIMES = 3.0  # how much slower than a plain text of the same length
_COMMIT = "1" * 40


@dataclass(frozen=True)
class Ended:
    """The end of a child process."""

    status: int
    output: str
    errors: str


def _tokviz(*arguments: str, **variables: str) -> Ended:
    """Run the command. Raises NotKeptError if it does not end in time."""
    return _python(("-m", "tokviz", *arguments), **variables)


def _python(program: Sequence[str], **variables: str) -> Ended:
    try:
        done = subprocess.run(
            [sys.executable, *command(program, address_space=_MEMORY)],
            cwd=ROOT,
            env={**os.environ, **variables},
            capture_output=True,
            text=True,
            timeout=_SECONDS,
        )
    except subprocess.TimeoutExpired:
        return Ended(-1, "", f"no end after {_SECONDS:.0f} s")
    return Ended(done.returncode, done.stdout, done.stderr)


async def _formulas(_: Target) -> str:
    """Return a vocabulary whose tokens a spreadsheet takes for formulas, as a table."""
    with TemporaryDirectory() as folder:
        evil = Path(folder) / "evil.json"
        evil.write_bytes(made.word_piece(("[UNK]", *_FORMULAS)))
        ended = await asyncio.to_thread(_tokviz, "vocabulary", str(evil), "--format", "csv")
    expect(ended.status == 0, f"the command ended with {ended.status}: {_last(ended.errors)}")
    cells = [cell for row in csv.reader(io.StringIO(ended.output)) for cell in row]
    bare = [cell for cell in cells if cell.startswith(_STARTS)]
    expect(any("HYPERLINK" in cell for cell in cells), "the tokens are not in the table")
    expect(not bare, f"cells that are formulas: {bare[:3]}")
    return "quoted by an apostrophe"


async def _writing_hub(_: Target) -> str:
    """Return a hub whose file has the address of a file outside of the cache for its tag."""
    with TemporaryDirectory() as name, _hub() as address:
        folder = Path(name)
        home = folder / "a/b/c/d/e/f/home"
        variables = {
            "HF_ENDPOINT": address,
            "HF_HOME": str(home),
            "TOKVIZ_CACHE": str(home / "tokviz"),
            "HF_HUB_DISABLE_TELEMETRY": "1",
        }
        ended = await asyncio.to_thread(_tokviz, "get", "eviltag/x", **variables)
        outside = [str(path) for path in (*folder.rglob("elsewhere*"), *folder.parent.glob("elsewhere-of-tokviz*"))]
    expect(not outside, f"written outside of the cache: {outside}")
    expect(ended.status, "the command says that the tokenizer is there")
    expect("Traceback" not in ended.errors, f"it ends with a traceback: {_last(ended.errors)}")
    return _last(ended.errors)


async def _huge_name(_: Target) -> str:
    with TemporaryDirectory() as folder:
        roster = Path(folder) / "class.csv"
        roster.write_text('name\n"' + "a" * 5_000_000 + '"\n', encoding="utf-8")
        where = str(Path(folder) / "homework")
        ended = await asyncio.to_thread(
            _tokviz, "tasks", "--kinds", "encode", "--roster", str(roster), "--output", where
        )
    expect(ended.status, "the command takes it")
    expect("Traceback" not in ended.errors, f"it ends with a traceback: {_last(ended.errors)}")
    return _last(ended.errors)


_TIMED = """
import sys
from time import process_time
from tokviz.errors import TokvizError
from tokviz.files.pipeline import Pipeline

def seconds(text):
    begun = process_time()
    try:
        Pipeline.from_file(sys.argv[1]).encode(text)
    except TokvizError as error:
        print("refused", error.code, file=sys.stderr)
    return process_time() - begun

blanks, plain = (" " * 4_999 + "a") * 200, ("a" * 9 + " ") * 100_000
seconds("a")
print(seconds(blanks), seconds(plain))
"""


async def _runs_of_blanks(_: Target) -> str:
    """Send patterns that try each blank of a run up to its end, on long runs that are just short enough."""
    slow, most = [], 0.0
    with TemporaryDirectory() as folder:
        for number, pattern in enumerate(_PATTERNS):
            file = Path(folder) / f"{number}.json"
            file.write_bytes(made.quadratic(pattern))
            ended = await asyncio.to_thread(_python, ("-c", _TIMED, str(file)))
            expect(ended.status == 0, f"{pattern}: {_last(ended.errors)}")
            blanks, plain = map(float, ended.output.split())
            most = max(most, blanks)
            if blanks > _TIMES * max(plain, 1.0):
                slow.append(f"{pattern} {blanks:.1f} s, a plain text {plain:.1f} s")
    expect(not slow, "; ".join(slow))
    return f"{most:.1f} s at most"


_OPENING = """
import logging, os, sqlite3
from tokviz.features.live.web import leading

logging.disable(logging.WARNING)
for minute in range(24 * 60):
    leading.time = lambda: 60.0 * minute
    leading.open_room()
print(sqlite3.connect(os.environ["TOKVIZ_STORE"]).execute("SELECT count(*) FROM rooms").fetchone()[0])
"""


async def _rooms_of_a_day(_: Target) -> str:
    """Open rooms from one address, one a minute for a day, by a clock that is turned."""
    with TemporaryDirectory() as folder:
        store = str(Path(folder) / "rooms.sqlite")
        ended = await asyncio.to_thread(_python, ("-c", _OPENING), TOKVIZ_STORE=store)
    expect(ended.status == 0, f"it ends with {_last(ended.errors)}")
    rooms = int(ended.output)
    expect(rooms <= MAX_ROOMS // 2, f"{rooms} of the {MAX_ROOMS} rooms of a server are those of one address")
    return f"{rooms} of {MAX_ROOMS} rooms"


@contextmanager
def _hub() -> Iterator[str]:
    """Start a hub on this machine that answers every request with the same file and a tag that is a path."""
    content = made.honest()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, format: str, *args: object) -> None:
            """Write nothing, since nobody reads it."""

        def do_HEAD(self) -> None:
            self.answer()

        def do_GET(self) -> None:
            self.answer()
            self.wfile.write(content)

        def answer(self) -> None:
            self.send_response(200)
            self.send_header("ETag", '"../../../../../../../elsewhere-of-tokviz/file"')
            self.send_header("X-Repo-Commit", _COMMIT)
            self.send_header("Content-Length", str(len(content)))
            self.send_header("Connection", "close")
            self.end_headers()
            self.close_connection = True

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def _last(text: str) -> str:
    lines = [line for line in text.splitlines() if line.strip()]
    return lines[-1][:100] if lines else ""


ATTACKS = (
    Attack(16, "tokens that are formulas", _formulas, "cells behind an apostrophe"),
    Attack(17, "hub that names a path", _writing_hub, "an error, and nothing written"),
    Attack(22, "roster with a name of 5 MB", _huge_name, "an error in words"),
    Attack(25, "rooms without end", _rooms_of_a_day, "at most half of all rooms"),
    Attack(23, "runs of 4,999 blanks", _runs_of_blanks, "as fast as plain text"),
)
