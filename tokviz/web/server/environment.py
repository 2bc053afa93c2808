"""Streamlit's settings from the environment, also where its own command does not start the server.

`streamlit run` reads STREAMLIT_SERVER_... itself; `uvicorn app:app` reads `.streamlit/config.toml` alone. What
docs/deploy.md lists as variables has to hold for both.
"""

from __future__ import annotations

import os

from streamlit import config

__all__ = ["take"]

_LISTS = ("server.allowedHosts", "server.corsAllowedOrigins")
_TEXTS = ("server.baseUrlPath",)


def take() -> None:
    """Set what the environment says: after the app is made, which tells Streamlit where its file is, and before its
    routes are."""
    for name in (*_LISTS, *_TEXTS):
        option = config._config_options_template[name]
        said = os.environ.get(option.env_var, "").strip()
        if said:
            config.set_option(name, said.split() if name in _LISTS else said, option.env_var)
