"""Streamlit's settings from the environment, also where its own command does not start the server.

`streamlit run` reads STREAMLIT_SERVER_... itself; `uvicorn app:app` and `python app.py` read `.streamlit/config.toml`
alone. What docs/deploy.md lists as variables has to hold for all of them.
"""

from __future__ import annotations

import os
from typing import Any

from streamlit import config

from tokviz.web.server.hosts import LOOPBACK

__all__ = ["said", "take"]

_HOSTS = "server.allowedHosts"
_LISTS = (_HOSTS, "server.corsAllowedOrigins")
_TEXTS = ("server.baseUrlPath",)


def take() -> None:
    """Set what the environment says: after the app is made, which tells Streamlit where its file is, and before its
    routes are."""
    for name, value in said().items():
        config.set_option(name, value, "the environment")


def said() -> dict[str, Any]:
    """What the environment says. Where hosts are named, there or elsewhere, this machine may name itself as well."""
    found: dict[str, Any] = {}
    for name in (*_LISTS, *_TEXTS):
        text = os.environ.get(config._config_options_template[name].env_var, "").strip()
        if text:
            found[name] = text.split() if name in _LISTS else text
    if hosts := found.get(_HOSTS) or config.get_option(_HOSTS):
        found[_HOSTS] = list(dict.fromkeys((*hosts, *LOOPBACK)))
    return found
