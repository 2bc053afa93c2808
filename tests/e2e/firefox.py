"""A Firefox without a window, for the few tests that a second browser has to pass too, driven by WebDriver BiDi.

Playwright drives builds of its own of Firefox only. Debian's speaks WebDriver BiDi over a websocket.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

__all__ = ["Firefox", "find", "started"]

NAMES = ("firefox-esr", "firefox")
SECONDS = 120
_LISTENS = re.compile(r"WebDriver BiDi listening on (ws://\S+)")
# What starts with a browser and asks other machines.
_SETTINGS = """
user_pref("app.update.disabledForTesting", true);
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
user_pref("network.proxy.type", 1);
user_pref("network.proxy.http", "127.0.0.1");
user_pref("network.proxy.http_port", 9);
user_pref("network.proxy.ssl", "127.0.0.1");
user_pref("network.proxy.ssl_port", 9);
user_pref("services.settings.server", "data:,");
"""


def find() -> str | None:
    """Return the path of Firefox, or None if there is none."""
    return next(filter(None, map(shutil.which, NAMES)), None)


class Firefox:
    """One tab of a running Firefox."""

    def __init__(self, connection: ClientConnection) -> None:
        self._connection = connection
        self._number = 0
        self.send("session.new", capabilities={})
        self._tab = self.send("browsingContext.getTree")["contexts"][0]["context"]

    def send(self, method: str, **params: object) -> dict[str, Any]:
        """Send a command and return its result. Raises RuntimeError for an error."""
        self._number += 1
        self._connection.send(json.dumps({"id": self._number, "method": method, "params": params}))
        while True:
            told = json.loads(self._connection.recv(timeout=SECONDS))
            if told.get("id") == self._number:
                if told["type"] == "error":
                    raise RuntimeError(told["message"])
                return dict(told["result"])

    def open(self, address: str) -> None:
        """Open a page, and wait until it is loaded."""
        self.send("browsingContext.navigate", context=self._tab, url=address, wait="complete")

    def evaluate(self, expression: str) -> Any:
        """Return the value of a script, of a promise when it is kept; as JSON has it."""
        told = self.send(
            "script.evaluate",
            expression=f"Promise.resolve({expression}).then(JSON.stringify)",
            target={"context": self._tab},
            awaitPromise=True,
        )
        if told["type"] != "success":
            raise RuntimeError(told["exceptionDetails"]["text"])
        return json.loads(told["result"]["value"])


@contextmanager
def started(profile: Path) -> Iterator[Firefox]:
    """Run Firefox until the block ends. profile: an empty folder."""
    program = find()
    if program is None:
        raise RuntimeError("Firefox is missing. On Debian, `make programs` as root installs it.")
    (profile / "user.js").write_text(_SETTINGS, encoding="utf-8")
    command = [program, "--headless", "--no-remote", "--profile", str(profile), "--remote-debugging-port=0"]
    surroundings = {**os.environ, "HOME": str(profile), "MOZ_DISABLE_CONTENT_SANDBOX": "1"}
    process = subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, errors="replace", env=surroundings
    )
    assert process.stderr
    try:
        for line in process.stderr:
            if listens := _LISTENS.search(line):
                break
        else:
            raise RuntimeError("Firefox ended before it listened")
        with connect(f"{listens[1]}/session", max_size=None, proxy=None) as connection:
            yield Firefox(connection)
    finally:
        process.terminate()
        process.wait(timeout=SECONDS)
        process.stderr.close()
