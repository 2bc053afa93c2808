"""Streamlit's settings for host names and origins, applied to routes of ours.

Streamlit checks `server.allowedHosts` and the origins of `server.corsAllowedOrigins` for its own websocket only, and
has no public function for either check.

Without it: tests/web/server/test_hosts.py::test_where_names_are_set_no_others_are_answered
Tried with: Streamlit 1.67
"""

from __future__ import annotations

from collections.abc import Collection

from streamlit.web.server.server_util import allowlisted_origins
from streamlit.web.server.starlette.starlette_websocket import is_host_allowed


def is_allowed(host: str | None) -> bool:
    """Tell if the settings allow the name in a Host header."""
    return is_host_allowed(host)


def allowed_origins() -> Collection[str]:
    """Return the origins that the settings allow, such as `https://example.edu`."""
    return allowlisted_origins()
