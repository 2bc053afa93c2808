"""Pages that are not ours, with the picture in them: served from a folder, watched for what they ask for and log."""

from __future__ import annotations

import json
import os
import subprocess
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Locator, Page

from tests.e2e.lesson import at_step, press
from tokviz.trace import Trace
from tokviz.views.algorithms import views_of
from tokviz.views.hosts.module import module, picture_file
from tokviz.views.hosts.parts import stepped
from tokviz.views.shared.catalog import LANGUAGES, load
from tokviz.views.shared.sentences import without_marks

__all__ = [
    "MODULE",
    "Host",
    "narrated",
    "opened",
    "page_of",
    "running",
    "said",
    "step_three_times",
    "tells",
    "write_picture",
]

ROOT = Path(__file__).resolve().parents[2]
MODULE = "tokviz-picture.js"
LOCAL = frozenset({"127.0.0.1", "localhost"})


@dataclass
class Host:
    """A page of a host. asked: the addresses that it asked for; logged: errors in its console."""

    page: Page
    asked: list[str] = field(default_factory=list)
    logged: list[str] = field(default_factory=list)

    @property
    def outside(self) -> list[str]:
        """The addresses that are of other machines."""
        places = map(urlsplit, self.asked)
        return [one.geturl() for one in places if one.hostname not in LOCAL and one.scheme not in ("data", "blob")]


@contextmanager
def opened(browser: Browser, address: str, **options: Any) -> Iterator[Host]:
    """Open an address as a visitor of its own until the block ends. options: those of Playwright's `new_context`."""
    context = browser.new_context(**{"locale": "en-US", "viewport": {"width": 1280, "height": 800}, **options})
    made = Host(context.new_page())
    context.on("request", lambda request: made.asked.append(request.url))
    context.on("console", lambda message: made.logged.append(message.text) if message.type == "error" else None)
    context.on("weberror", lambda error: made.logged.append(str(error.error)))
    made.page.goto(address)
    yield made
    context.close()


def write_picture(folder: Path, name: str, thing: object, word: str = "", step: int = 0) -> None:
    """Write the module and a picture file into a folder."""
    found = stepped(thing, word)
    assert found
    made = picture_file(found, [load(code) for code in LANGUAGES], step)
    (folder / MODULE).write_text(module(), encoding="utf-8")
    (folder / name).write_text(json.dumps(made), encoding="utf-8")


def page_of(body: str, style: str = "", language: str = "en", policy: str = "default-src 'self'") -> str:
    """Return a page that loads the module and may ask for nothing elsewhere."""
    allowed = f"{policy}; style-src 'unsafe-inline'" if style else policy
    sheet = f"<style>{style}</style>" if style else ""
    return (
        f'<!doctype html><html lang="{language}"><meta charset="utf-8"><title>A host</title>'
        f'<meta http-equiv="Content-Security-Policy" content="{allowed}">{sheet}'
        f'<script type="module" src="{MODULE}"></script><main><h1>A host</h1>{body}</main></html>'
    )


def said(picture: Locator) -> list[str]:
    """The sentences of a picture, without spaces: those between tokens are drawn."""
    return ["".join(one.split()) for one in picture.locator(".say").all_text_contents()]


def narrated(trace: Trace, step: int, language: str = "en") -> list[str]:
    """Return the sentences of a step of a training, without spaces."""
    sentences = views_of(trace).said(trace, step, load(language))
    return ["".join(without_marks(one).split()) for one in sentences]


def tells(picture: Locator, trace: Trace, step: int, language: str = "en") -> bool:
    """Tell if the picture says no more than the narration."""
    found, wanted = said(picture), "".join(narrated(trace, step, language))
    return len(found) > 1 and all(len(one) > 10 and one in wanted for one in found)


def step_three_times(page: Page, trace: Trace, step: int = 3, language: str = "en", place: str = "") -> None:
    """Step on by keys, as far as three steps, and compare the sentences of each with the narration. place: of the
    element, if there are several."""
    picture = page.locator(f"{place} [data-testid=picture]").first
    picture.click(position={"x": 5, "y": 5})
    for number in range(step, step + 4):
        if number > step:
            press(page, "ArrowRight")
        at_step(page, number)
        assert tells(picture, trace, number, language), said(picture)


# -- programs that have a page of their own ----------------------------------------------------------------------------


START_SECONDS = 120.0


@contextmanager
def running(command: Sequence[str | Path], folder: Path, address: str) -> Iterator[None]:
    """Run a server in a folder until the block ends, from when it answers at its address.

    Its settings and files are in the folder, not in the home of whoever runs the tests. Raises RuntimeError if it ends
    early or does not answer in time.
    """
    own = {"HOME": folder, "IPYTHONDIR": folder, "JUPYTER_CONFIG_DIR": folder, "XDG_CONFIG_HOME": folder}
    own |= {"JUPYTERLAB_SETTINGS_DIR": folder / "settings", "PYTHONPATH": ROOT}
    environment = {**os.environ, **{name: str(path) for name, path in own.items()}}
    log = folder / "server.log"
    with log.open("wb") as output:
        process = subprocess.Popen(
            list(map(str, command)), cwd=folder, stdout=output, stderr=subprocess.STDOUT, env=environment
        )
    try:
        _answers(process, address, log)
        yield
    finally:
        process.terminate()
        try:
            process.wait(timeout=20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _answers(process: subprocess.Popen[bytes], address: str, log: Path) -> None:
    deadline = time.monotonic() + START_SECONDS
    direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    while time.monotonic() < deadline:
        try:
            with direct.open(address, timeout=5):
                return
        except OSError:
            pass  # it does not listen yet
        try:
            process.wait(timeout=0.1)
        except subprocess.TimeoutExpired:
            continue
        break
    raise RuntimeError(f"no answer from {address}:\n{log.read_text('utf-8', 'replace')}")
