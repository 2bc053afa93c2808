"""Who gets through the door, before any route of the app; and the way to the routes of the live class, which are ours.

Streamlit would check neither origin nor host for these, serves its metrics to everybody, and lets one address open any
number of sessions. Refusals have a status and no more than a few words. Nothing is read from the settings before the
first visitor comes: Streamlit finds those of the app when the app has been made.
"""

from __future__ import annotations

from functools import cached_property
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.middleware.exceptions import ExceptionMiddleware
from starlette.responses import PlainTextResponse
from starlette.routing import Router
from starlette.types import ASGIApp, Receive, Scope, Send

from tokviz.live.limits import AtOnce
from tokviz.web.live import settings
from tokviz.web.live.routes import FIRST, routes
from tokviz.web.live.settings import address
from tokviz.web.server import files
from tokviz.web.server.hosts import is_known, is_loopback
from tokviz.web.server.refusal import refuse
from tokviz.web.streamlit_workarounds import allowed_hosts

__all__ = ["Guard", "is_own_origin"]

_METRICS = "/_stcore/metrics"
_FORWARDED = ("x-forwarded-for", "forwarded", "x-real-ip")


class Guard:
    """The middleware. Its limits hold for one process."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        files.serve()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse, or pass on."""
        if scope["type"] not in {"http", "websocket"}:
            await self._app(scope, receive, send)
            return
        path, headers = scope["path"].rstrip("/"), Headers(scope=scope)
        if (path.endswith(_METRICS) and not _is_local(scope, headers)) or (
            self._is_ours(path) and not (allowed_hosts.is_allowed(headers.get("host")) and is_own_origin(headers))
        ):
            await _refuse(scope, receive, send, 403)
        else:
            app = self._router if self._is_ours(path) else self._app
            if scope["type"] == "http" or app is self._router:  # whose sockets are counted once they have said hello
                await app(scope, receive, send)
            else:
                await self._connect(scope, receive, send)

    async def _connect(self, scope: Scope, receive: Receive, send: Send) -> None:
        name = address(scope)
        if not self._sessions.enter(name):
            await _refuse(scope, receive, send, 429)
            return
        try:
            await self._app(scope, receive, send)
        finally:
            self._sessions.leave(name)

    def _is_ours(self, path: str) -> bool:
        return any(f"{path}/".startswith(f"{settings.prefix()}{start}/") for start in FIRST)

    @cached_property
    def _sessions(self) -> AtOnce:
        return AtOnce(settings.sessions_per_address())

    @cached_property
    def _router(self) -> ASGIApp:
        return ExceptionMiddleware(Router(routes(), redirect_slashes=False))  # which answers 404 and 405


def is_own_origin(headers: Headers) -> bool:
    """Whether a request comes from a page of this site, or of one that the settings allow; or from no page at all."""
    origin = headers.get("origin")
    if origin is None:
        return True
    allowed = {_host(one) for one in allowed_hosts.allowed_origins()}
    return _host(origin) in allowed | {headers.get("host", "").lower()} - {""}


def _host(origin: str) -> str:
    try:
        return urlsplit(origin).netloc.lower()
    except ValueError:
        return ""


def _is_local(scope: Scope, headers: Headers) -> bool:
    """Whether somebody on this machine asks, and for nobody else; nor a page of another site, by a name of its own."""
    peer = scope.get("client") or ("",)
    is_direct = is_loopback(peer[0]) and not any(name in headers for name in _FORWARDED)
    return is_direct and is_known(headers.get("host"))


async def _refuse(scope: Scope, receive: Receive, send: Send, status: int) -> None:
    answer = PlainTextResponse({403: "not allowed", 429: "too many connections"}[status], status)
    await refuse(scope, receive, send, answer)
