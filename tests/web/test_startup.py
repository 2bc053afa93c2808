"""Startup of a server: it answers while the libraries load, and says what is still going on."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tokviz.web import startup, warm_up

pytestmark = pytest.mark.program

SCRIPT = """
import asyncio, threading, app
from tokviz.web import startup
from tokviz.web.streamlit_workarounds import page_visit

is_wanted, is_broken = threading.Event(), "broken" in __import__("sys").argv
load = startup._load

def held_up():
    is_wanted.wait()
    if is_broken:
        raise ImportError("no such library")
    load()

async def ask(path):
    status = asyncio.get_running_loop().create_future()

    async def send(message):
        if message["type"] == "http.response.start" and not status.done():
            status.set_result(message["status"])

    sent = [{"type": "http.request", "body": b"", "more_body": False}]

    async def receive():
        return sent.pop() if sent else await asyncio.Future()

    scope = {"type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": "GET", "scheme": "http",
             "path": path, "raw_path": path.encode(), "root_path": "", "query_string": b"", "state": {},
             "headers": [(b"host", b"localhost")], "client": ("127.0.0.1", 0), "server": ("localhost", 80)}
    await app.app(scope, receive, send)
    return await status

async def main():
    startup._load = held_up
    going, done = asyncio.Queue(), asyncio.Queue()
    served = asyncio.create_task(app.app({"type": "lifespan", "asgi": {}, "state": {}}, going.get, done.put))
    await going.put({"type": "lifespan.startup"})
    print((await done.get())["type"])
    print(await ask("/"))
    health = asyncio.create_task(ask("/_stcore/health"))
    visit = asyncio.create_task(page_visit.visit(app.app, "bpe", {"example": "hug"}))
    print(await ask("/bpe"), health.done(), visit.done())
    is_wanted.set()
    print(await health, await visit)
    await going.put({"type": "lifespan.shutdown"})
    await served

asyncio.run(main())
"""


def serve(root: Path, *arguments: str, warm_up_wanted: str = "off") -> subprocess.CompletedProcess[str]:
    """Run the app without a socket; its libraries are loaded once it has answered twice."""
    command = [sys.executable, "-W", "ignore", "-c", SCRIPT, *arguments]
    environment = {**os.environ, "TOKVIZ_WARM_UP": warm_up_wanted}
    return subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True, timeout=120, check=False)


ANSWERS = ["lifespan.startup.complete", "200", "200 False False", "200 True", ""]


@pytest.mark.parametrize("wanted", ["off", "on"])
def test_the_page_is_answered_while_the_libraries_are_loading(wanted: str, root: Path) -> None:
    """A session and the health wait for them, and the log has a line for each part of the work."""
    done = serve(root, warm_up_wanted=wanted)
    assert done.stdout.split("\n") == ANSWERS, done.stderr
    before, loaded, after = done.stderr.partition(startup.LOADED)
    assert startup.LOADING in before
    assert loaded
    assert (startup.COMPUTING in after) is (wanted == "on")
    assert warm_up.DONE not in after


def test_a_library_that_cannot_be_loaded_is_said_and_pages_go_on(root: Path) -> None:
    done = serve(root, "broken")
    assert done.stdout.split("\n") == ANSWERS, done.stderr
    assert "ImportError: no such library" in done.stderr
