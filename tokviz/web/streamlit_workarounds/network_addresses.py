"""Addresses of this machine, found without asking another machine.

When a page of another site opens a connection, Streamlit asks a public service for this machine's address, for up to
two seconds and with all visitors waiting. Nothing in tokviz asks anybody on the internet for anything.

Without it: tests/web/test_deploy.py::test_a_foreign_connection_is_refused_and_nobody_is_asked
Tried with: Streamlit 1.67
"""

from __future__ import annotations

from streamlit import net_util


def ask_no_service() -> None:
    """Have Streamlit know no address of this machine on the internet, rather than ask for it."""
    net_util.get_external_ip = lambda: None


def local_address() -> str | None:
    """Return the address of this machine in its own network, or None if there is none."""
    return net_util.get_internal_ip()
