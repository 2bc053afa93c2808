"""The routes beside Streamlit's, and the middleware that checks each request before any route.

They serve files of components, and of a live class the students' page, the pictures that are shown and the socket. They
know no session of Streamlit's: a student costs a connection.

Streamlit would check neither origin nor host for these, serves its metrics to everybody, and lets one address open any
number of sessions. Refusals have a status and no more than a few words. Nothing is read from the settings before the
first visitor comes: Streamlit finds those of the app when the app has been made.
"""

from __future__ import annotations

import asyncio
from functools import cache, cached_property
from time import monotonic, time
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.middleware.exceptions import ExceptionMiddleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route, Router, WebSocketRoute
from starlette.types import ASGIApp, Receive, Scope, Send

from tokviz.frontend import script, style
from tokviz.live import access
from tokviz.live.limits import AtOnce, Guesses
from tokviz.views.shared.catalog import LANGUAGES, load
from tokviz.views.shared.rendering import render
from tokviz.web.address.site_map import PAGES
from tokviz.web.arrival.page_head import files_of_pages
from tokviz.web.components import registration
from tokviz.web.live import settings
from tokviz.web.live.broadcast import Broadcaster
from tokviz.web.live.room_socket import RoomSocket
from tokviz.web.server import files
from tokviz.web.server.connections import client_address
from tokviz.web.server.files import File, named
from tokviz.web.server.hosts import is_known, is_loopback, refuse
from tokviz.web.streamlit_workarounds import allowed_hosts

__all__ = ["FIRST", "LANGUAGES", "POLICY", "AccessControl", "is_own_origin", "routes", "student_files", "student_page"]

_METRICS = "/_stcore/metrics"
_FORWARDED = ("x-forwarded-for", "forwarded", "x-real-ip")


class AccessControl:
    """A middleware that refuses requests and passes ours to our routes. Its limits hold for one process."""

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
        name = client_address(scope)
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
    """Return whether a request comes from no page, or from one of this site or of a site that the settings allow."""
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
    """Return whether a program on this machine asks for itself, not as a proxy or for a page of another site."""
    peer = scope.get("client") or ("",)
    is_direct = is_loopback(peer[0]) and not any(name in headers for name in _FORWARDED)
    return is_direct and is_known(headers.get("host"))


async def _refuse(scope: Scope, receive: Receive, send: Send, status: int) -> None:
    answer = PlainTextResponse({403: "not allowed", 429: "too many connections"}[status], status)
    await refuse(scope, receive, send, answer)


# -- routes ------------------------------------------------------------------------------------------------------------

FIRST = ("/join", "/room", registration.PLACE)
"""How the paths of the routes begin, after the prefix."""


def routes() -> list[BaseRoute]:
    """Return all routes, with the path that the app is served under."""
    broadcaster, guesses = Broadcaster(settings.rooms), Guesses()
    socket, start = RoomSocket(broadcaster, guesses), settings.prefix()

    async def page(request: Request) -> Response:
        html = student_page(request.path_params.get("code", ""), _language(request))
        headers = files.HEADERS | {"Content-Security-Policy": POLICY, "Cache-Control": "no-cache"}
        return Response(html, headers=headers, media_type="text/html")

    async def part(request: Request) -> Response:
        return files.answer(
            request, request.path_params["name"], registration.files() | student_files() | files_of_pages()
        )

    async def view(request: Request) -> Response:
        rooms = await broadcaster.rooms()
        code = access.tidy(request.path_params["code"])
        payload = await asyncio.to_thread(rooms.view, code, request.path_params["name"][:64], time())
        if payload is None:
            is_few = guesses.charge(client_address(request.scope), monotonic())
            text, status = ("no such stage", 404) if is_few else ("too many requests", 429)
            return PlainTextResponse(text, status, {"Connection": "close"})  # a guess costs a connection
        return files.sent(request, payload, "application/json", "private, max-age=3600")

    async def home(_: Request) -> Response:
        return RedirectResponse(f"{start}/join")

    return [
        Route(f"{start}/join", page),
        Route(f"{start}/join/", home),
        Route(f"{start}/join/{{code}}", page),
        Route(f"{start}{registration.PLACE}/{{name}}", part),
        Route(f"{start}/room/view/{{code}}/{{name}}", view),
        WebSocketRoute(f"{start}/room/socket", socket.serve),
    ]


def _language(request: Request) -> str:
    """Return the language that the address asks for, or the first of the browser's that there is."""
    wanted = [request.query_params.get("lang", ""), *request.headers.get("accept-language", "")[:200].split(",")]
    known = (one.strip().lower().split("-")[0].split(";")[0] for one in wanted)
    return next((one for one in known if one in LANGUAGES), "en")


# -- the students' page ------------------------------------------------------------------------------------------------

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
)
"""What the browser may do with the page."""


@cache
def student_files() -> dict[str, File]:
    """Return name -> file: script and style. The style of the picture is among the components'."""
    return dict([named("student", "js", script("live/student.js")), named("student", "css", style("live/student.css"))])


def student_page(code: str, language: str) -> str:
    """Return the page for a room, or for typing its code where this is none."""
    say, start = load(language), settings.prefix()
    names = (*student_files(), registration.names("stage/stage")[1])
    script_file, style_file, stage_style = (f"{start}{registration.PLACE}/{name}" for name in names)
    data = {
        "code": access.tidy(code),
        "wrong": bool(code) and not access.tidy(code),
        "start": start,
        "stageStyle": stage_style,
        "lang": language,
        "labels": say.within("live.student.") | say.within("live.task."),
        "pages": {one.url: say(one.title) for one in PAGES},
    }
    others = [(name, label) for name, label in LANGUAGES.items() if name != language]
    return render("student.html", say, script=script_file, style=style_file, data=data, others=others)
