"""The middleware that checks each request before any route, and the routes beside Streamlit's.

They serve files of components, and what features add. Streamlit would check neither origin nor host for these, serves
its metrics to everybody, and lets one address open any number of sessions. Refusals have a status and no more than a
few words. Nothing is read from the settings before the first visitor comes: Streamlit finds those of the app when the
app has been made.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.middleware.exceptions import ExceptionMiddleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route, Router
from starlette.types import ASGIApp, Receive, Scope, Send

from tokviz.web.arrival import previews
from tokviz.web.arrival.page_head import files_of_pages
from tokviz.web.components import registration
from tokviz.web.server import files
from tokviz.web.server.connections import AtOnce, client_address, number_of
from tokviz.web.server.files import File
from tokviz.web.server.hosts import is_known, is_loopback, is_loopback_name, refuse
from tokviz.web.streamlit_workarounds import allowed_hosts
from tokviz.web.streamlit_workarounds.client_messages import is_stream
from tokviz.web.streamlit_workarounds.environment_options import prefix

_METRICS = "/_stcore/metrics"
_GONE = "/oembed"  # was a route once: 404, where Streamlit would answer with its index page
_FORWARDED = ("x-forwarded-for", "forwarded", "x-real-ip")


@dataclass(frozen=True)
class Routes:
    """Routes beside Streamlit's. starts: how their paths begin, after the prefix. files: those among the files of
    components, by name. They are made when the first visitor comes, since settings are read by then. message: the
    largest on their sockets, in bytes."""

    starts: tuple[str, ...]
    make: Callable[[], Sequence[BaseRoute]]
    files: Callable[[], Mapping[str, File]]
    message: int = 0


class AccessControl:
    """A middleware that refuses requests and passes ours to our routes. Its limits hold for one process.

    added, components: routes and components of features.
    """

    def __init__(self, app: ASGIApp, added: Sequence[Routes] = (), components: Sequence[str] = ()) -> None:
        self._app, self._added, self._components = app, tuple(added), tuple(components)
        own = (registration.PLACE, previews.PATH, _GONE)
        self._starts = (*own, *(start for routes in added for start in routes.starts))
        files.serve()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse, or pass on."""
        if scope["type"] not in {"http", "websocket"}:
            await self._app(scope, receive, send)
            return
        path, headers = scope["path"].rstrip("/"), Headers(scope=scope)
        if (path.endswith(_METRICS) and not _is_local(scope, headers)) or (
            (self._is_ours(path) and not (allowed_hosts.is_allowed(headers.get("host")) and is_own_origin(headers)))
            or (is_stream(scope) and _is_of_another_server(headers))
        ):
            await _refuse(scope, receive, send, 403)
        else:
            app = self._router if self._is_ours(path) else self._app
            if scope["type"] == "http" or app is self._router:  # whose sockets are counted once they have said hello
                await app(scope, receive, send)
            else:
                await self._connect(scope, receive, send)

    async def _connect(self, scope: Scope, receive: Receive, send: Send) -> None:
        name = client_address(scope)
        if not self._sessions.enter(name):
            await _refuse(scope, receive, send, 429)
            return
        try:
            await self._app(scope, receive, send)
        finally:
            self._sessions.leave(name)

    def _is_ours(self, path: str) -> bool:
        return any(f"{path}/".startswith(f"{prefix()}{start}/") for start in self._starts)

    @cached_property
    def _sessions(self) -> AtOnce:
        return AtOnce(number_of("TOKVIZ_SESSIONS_PER_ADDRESS", 400))

    @cached_property
    def _router(self) -> ASGIApp:
        parts = Route(f"{prefix()}{registration.PLACE}/{{name}}", self._part)
        pictures = Route(f"{prefix()}{previews.PATH}/{{name}}", previews.answer)
        all_routes = [parts, pictures, *(route for routes in self._added for route in routes.make())]
        return ExceptionMiddleware(Router(all_routes, redirect_slashes=False))  # which answers 404 and 405

    async def _part(self, request: Request) -> Response:
        return files.answer(request, request.path_params["name"], self._files)

    @cached_property
    def _files(self) -> Mapping[str, File]:
        own = registration.files(self._components) | files_of_pages()
        return {**own, **{name: file for routes in self._added for name, file in routes.files().items()}}


def is_own_origin(headers: Headers) -> bool:
    """Tell if a request comes from no page, or from one that may send it.

    These are pages of this site and of the sites that the settings allow.
    """
    origin = headers.get("origin")
    if origin is None:
        return True
    allowed = {_host(origin) for origin in allowed_hosts.allowed_origins()}
    return _host(origin) in allowed | {headers.get("host", "").lower()} - {""}


def _is_of_another_server(headers: Headers) -> bool:
    """Tell if a page asks that another server of its machine has sent.

    Streamlit takes all of these for its own, and any program of a visitor's machine can serve one.

    >>> _is_of_another_server(Headers({"host": "localhost:8501", "origin": "http://localhost:8710"}))
    True
    >>> _is_of_another_server(Headers({"host": "localhost:8501", "origin": "http://localhost:8501"}))
    False
    """
    name = _host(headers.get("origin", "")).rpartition("@")[2]
    return is_loopback_name(name) and not is_own_origin(headers)


def _host(origin: str) -> str:
    try:
        return urlsplit(origin).netloc.lower()
    except ValueError:
        return ""


def _is_local(scope: Scope, headers: Headers) -> bool:
    """Tell if a local program asks for itself, not as a proxy or for another site."""
    peer = scope.get("client") or ("",)
    is_direct = is_loopback(peer[0]) and not any(name in headers for name in _FORWARDED)
    return is_direct and is_known(headers.get("host"))


async def _refuse(scope: Scope, receive: Receive, send: Send, status: int) -> None:
    answer = PlainTextResponse({403: "not allowed", 429: "too many connections"}[status], status)
    await refuse(scope, receive, send, answer)
