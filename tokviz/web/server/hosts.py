"""The names that the server answers to, so that no page of another site reads it through a name of its own making.

A site can have its name lead to the address of a visitor's machine (DNS rebinding). Its scripts then count as pages of
the server that listens there, and their Host and Origin agree. What gives them away is the name itself.
"""

from __future__ import annotations

import platform
import re
from collections.abc import Callable
from functools import cache
from ipaddress import ip_address

import streamlit as st
from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket

from tokviz.views.shared.catalog import LANGUAGES, load
from tokviz.web.streamlit_workarounds import allowed_hosts
from tokviz.web.streamlit_workarounds.environment_options import LOOPBACK

__all__ = ["LOOPBACK", "OwnHosts", "is_known", "is_loopback", "is_loopback_name", "refuse"]

_HEALTH = "/_stcore/health"  # says "ok" and nothing else; proxies ask for it by an address, or without a name
_HOST = re.compile(r"(?:\[([\da-f:.]+)\]|([\w.-]+))(:\d{1,5})?", re.ASCII)


class OwnHosts:
    """The middleware that refuses other names. proxies: how many proxies of ours requests come through.

    Where `server.allowedHosts` has names, only these are answered, and those of LOOPBACK. Without them, names are
    refused on connections of this machine with itself, which are those that another site can reach by its visitor's
    browser alone. Proxies on this machine connect so, too; TOKVIZ_PROXIES says that there is one, and which names it
    serves is then its matter.
    """

    def __init__(self, app: ASGIApp, proxies: Callable[[], int]) -> None:
        self._app, self._proxies = app, proxies

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse, or pass on."""
        if scope["type"] not in {"http", "websocket"} or self._is_answered(scope):
            await self._app(scope, receive, send)
        else:
            await refuse(scope, receive, send, PlainTextResponse(_told(Headers(scope=scope)["host"]), 403))

    def _is_answered(self, scope: Scope) -> bool:
        host = Headers(scope=scope).get("host")
        if not host or scope["path"].endswith(_HEALTH):  # every browser names a host
            return True
        if st.get_option("server.allowedHosts"):
            return allowed_hosts.is_allowed(host)
        server = scope.get("server")
        return is_known(host) or self._proxies() > 0 or not (server and is_loopback(server[0]))


def is_known(host: str | None) -> bool:
    """Tell if no other site can have this name.

    It is one of the settings, one of this machine, or an address. None, from a program that names no host, is known: a
    browser always names one.

    >>> is_known("localhost:8501"), is_known("192.168.1.7:8501"), is_known("evil.example"), is_known(None)
    (True, True, False, True)
    """
    if host is None:
        return True
    allowed = st.get_option("server.allowedHosts")
    if allowed and "*" not in allowed:
        return allowed_hosts.is_allowed(host)
    name = _name(host)
    return _is_address(name) or name.endswith(".localhost") or name in (*LOOPBACK, *_of_this_machine())


def is_loopback(address: str) -> bool:
    """Tell if an address is one of this machine on itself.

    Also as a socket for both versions of IP writes it.

    >>> [is_loopback(address) for address in ("127.0.0.1", "::1", "::ffff:127.0.0.1", "192.168.1.7", "/tmp/socket")]
    [True, True, True, False, False]
    """
    try:
        parsed = ip_address(address)
    except ValueError:
        return False
    return (getattr(parsed, "ipv4_mapped", None) or parsed).is_loopback


def is_loopback_name(host: str) -> bool:
    """Tell if a Host is a name or an address by which a machine reaches itself.

    >>> [is_loopback_name(host) for host in ("localhost:8501", "[::1]:8501", "127.0.0.2", "a.localhost", "example.org")]
    [True, True, True, True, False]
    """
    name = _name(host)
    return name in LOOPBACK or name.endswith(".localhost") or is_loopback(name)


def _name(host: str) -> str:
    """Return the name in a Host header, without its port; empty if that is no host.

    >>> _name("LOCALHOST.:8501"), _name("[::1]:8501"), _name("localhost@evil.example")
    ('localhost', '::1', '')
    """
    match = _HOST.fullmatch(host.strip().lower())
    return (match[1] or match[2]).rstrip(".") if match else ""


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


@cache
def _of_this_machine() -> tuple[str, ...]:
    """Return the machine's own name, alone and as its network knows it: neither can be a name of a site."""
    name = platform.node().lower().partition(".")[0]
    return (name, f"{name}.local") if name else ()


def _told(host: str) -> str:
    """Return the text in place of the page, in every language."""
    match = _HOST.fullmatch(host.strip().lower())
    name, port = (_name(host), match[3] or "") if match else (host[:100], "")
    address = f"http://localhost{port}"
    return "\n\n".join(load(language)("server.host", name=name, address=address) for language in LANGUAGES)


async def refuse(scope: Scope, receive: Receive, send: Send, answer: Response) -> None:
    """Send the answer; a websocket is closed where the server can send none before it is open."""
    if scope["type"] == "http":
        await answer(scope, receive, send)
    elif "websocket.http.response" in scope.get("extensions", {}):
        await WebSocket(scope, receive, send).send_denial_response(answer)
    else:
        await WebSocket(scope, receive, send).close(1013)
