"""Streamlit's options from the environment, also where Streamlit's own command does not start the server.

`streamlit run` reads STREAMLIT_SERVER_... itself; `uvicorn app:app` and `python app.py` read `.streamlit/config.toml`
alone. The variables that docs/how-to/deploy.md lists have to work for all three.

Without it: tests/web/server/test_hosts.py::test_this_machine_may_name_itself_where_names_are_set
Tried with: Streamlit 1.67
"""

from __future__ import annotations

import os
from typing import Any

from streamlit import config

__all__ = ["LOOPBACK", "apply", "options", "prefix"]

LOOPBACK = ("localhost", "127.0.0.1", "::1")
"""The names of this machine on itself."""

_HOSTS = "server.allowedHosts"
_LISTS = (_HOSTS, "server.corsAllowedOrigins")
_TEXTS = ("server.baseUrlPath",)


def prefix() -> str:
    """Return the prefix of the path of each route.

    Streamlit puts its own routes there, and not ours.
    """
    base = str(config.get_option("server.baseUrlPath") or "").strip("/")
    return f"/{base}" if base else ""


def apply() -> None:
    """Set the options: after the app is made, which tells Streamlit where its file is, and before its routes are."""
    for name, value in options().items():
        config.set_option(name, value, "the environment")


def options() -> dict[str, Any]:
    """Return the options that the environment sets; where hosts are named anywhere, with the names of this machine."""
    options: dict[str, Any] = {}
    for name in (*_LISTS, *_TEXTS):
        text = os.environ.get(config._config_options_template[name].env_var, "").strip()
        if text:
            options[name] = text.split() if name in _LISTS else text
    if hosts := options.get(_HOSTS) or config.get_option(_HOSTS):
        options[_HOSTS] = list(dict.fromkeys((*hosts, *LOOPBACK)))
    return options
