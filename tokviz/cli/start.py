"""``tokviz start``: Streamlit serves the app of the checkout."""

from __future__ import annotations

import os
import subprocess
import sys
from argparse import Namespace
from importlib.util import find_spec
from pathlib import Path

from tokviz.cli.options import number
from tokviz.errors import TokvizError
from tokviz.views.catalog import Catalog

__all__ = ["ROOT", "command", "run"]

ROOT = Path(__file__).resolve().parents[2]
"""The checkout, which holds app.py and Streamlit's settings."""
_LARGEST_PORT = 65_535


def command(port: str | None, address: str | None, root: Path = ROOT) -> list[str]:
    """What serves the app. Raises TokvizError if the app or Streamlit is not there, or the port is none."""
    app = root / "app.py"
    if not app.is_file():
        message = f"There is no app at {app}. Start it from a checkout of tokviz."
        raise TokvizError("cli-no-app", message, name=str(app))
    if find_spec("streamlit") is None:
        raise TokvizError("cli-no-streamlit", "Streamlit is not installed. Install it: pip install -e .")
    found = [sys.executable, "-m", "streamlit", "run", str(app)]
    if port is not None:
        chosen = number("--port", port)
        if chosen > _LARGEST_PORT:
            message = f"There is no port {chosen}; the largest is {_LARGEST_PORT}."
            raise TokvizError("cli-port", message, value=str(chosen), most=str(_LARGEST_PORT))
        found += ["--server.port", str(chosen)]
    return found if address is None else [*found, "--server.address", address]


def run(asked: Namespace, say: Catalog) -> int:
    """Serve until somebody interrupts. The settings are those of the checkout, wherever this is called."""
    words = command(asked.port, asked.address)
    if os.name == "posix":  # signals then reach the server and nobody in between
        os.chdir(ROOT)
        os.execv(words[0], words)
    return subprocess.call(words, cwd=ROOT)
