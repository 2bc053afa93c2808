"""Lookup of the browser for the tests. `python -m tests.e2e.chromium` prints its path, or says what to install."""

import os
import shutil
import sys
from pathlib import Path

__all__ = ["MISSING", "find"]

# Without a window to draw, the headless shell opens a page with two thirds of the work of the whole browser.
SHELLS = ("chromium-headless-shell", "chrome-headless-shell")
NAMES = (*SHELLS, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
MAC = Path("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome")
MISSING = (
    "Chromium or Chrome is missing. On Debian, `make programs` as root installs it; on macOS: "
    "brew install --cask chromium. Or name the program: TOKVIZ_CHROMIUM=/path/to/chrome make test"
)


def find() -> str | None:
    """The browser's path: `$TOKVIZ_CHROMIUM` if that is set (and only that), else the first installed; shells first."""
    named = os.environ.get("TOKVIZ_CHROMIUM")
    if named:
        return shutil.which(named)
    found = next(filter(None, map(shutil.which, NAMES)), None)
    return found or (str(MAC) if MAC.exists() else None)


if __name__ == "__main__":
    sys.exit(MISSING) if find() is None else print(find())
