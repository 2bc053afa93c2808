"""``tokviz start``: Streamlit serves the app, that of the checkout or that of the installed package."""

from __future__ import annotations

import os
import subprocess
import sys
from argparse import Namespace
from importlib.util import find_spec

from tokviz.cli.options import number
from tokviz.errors import TokvizError
from tokviz.location import site
from tokviz.views.shared.catalog import Catalog

_LARGEST_PORT = 65_535
_OWN = ("127.0.0.1", "::1", "localhost")  # addresses that only this machine reaches


def command(port: str | None, address: str | None) -> list[str]:
    """Return the command that serves the app. Raises TokvizError if Streamlit is not there, or the port is none."""
    if find_spec("streamlit") is None:
        raise TokvizError("cli-no-streamlit")
    words = [sys.executable, "-m", "streamlit", "run", str(site() / "app.py")]
    if port is not None:
        chosen = number("--port", port)
        if chosen > _LARGEST_PORT:
            raise TokvizError("cli-port", value=str(chosen), most=str(_LARGEST_PORT))
        words += ["--server.port", str(chosen)]
    return words if address is None else [*words, "--server.address", address]


def environment(address: str | None) -> dict[str, str]:
    """Return the environment of the server.

    Where nobody but this machine reaches it, its visitor may fetch tokenizers by name.
    TOKVIZ_GET says so; where it is set already, to 0 for example, it stays as it is.
    """
    variables = dict(os.environ)
    if address in _OWN:
        variables.setdefault("TOKVIZ_GET", "1")
    return variables


def run(arguments: Namespace, say: Catalog) -> int:
    """Serve until interrupted. The settings are those beside app.py, wherever this is called."""
    words, variables = command(arguments.port, arguments.address), environment(arguments.address)
    if os.name == "posix":  # signals then reach the server and nobody in between
        os.chdir(site())
        os.execve(words[0], words, variables)
    return subprocess.call(words, cwd=site(), env=variables)
