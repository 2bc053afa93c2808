"""The routes beside Streamlit's: files of components, and of a live class the students' page, the stages that are shown
and the socket.

They stand in the app's own server, behind the guard (:mod:`tokviz.web.live.guard`), and know no session of Streamlit's:
a student costs a connection.
"""

from __future__ import annotations

import asyncio
from time import monotonic, time

from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute

from tokviz.live import access
from tokviz.live.limits import Guesses
from tokviz.web.arrival.page_head import files_of_pages
from tokviz.web.components import registration
from tokviz.web.live import join_page, settings
from tokviz.web.live.desk import Desk
from tokviz.web.live.hub import Hub
from tokviz.web.live.settings import address
from tokviz.web.server import files

__all__ = ["FIRST", "routes"]

FIRST = ("/join", "/room", registration.PLACE)
"""What the paths begin with, behind the prefix."""


def routes() -> list[BaseRoute]:
    """All of them, with the path that the app is served under."""
    hub, guesses = Hub(settings.rooms), Guesses()
    desk, start = Desk(hub, guesses), settings.prefix()

    async def page(request: Request) -> Response:
        made = join_page.page(request.path_params.get("code", ""), _language(request))
        headers = files.HEADERS | {"Content-Security-Policy": join_page.POLICY, "Cache-Control": "no-cache"}
        return Response(made, headers=headers, media_type="text/html")

    async def part(request: Request) -> Response:
        return files.answer(
            request, request.path_params["name"], registration.files() | join_page.files() | files_of_pages()
        )

    async def view(request: Request) -> Response:
        rooms = await hub.rooms()
        code = access.tidy(request.path_params["code"])
        found = await asyncio.to_thread(rooms.view, code, request.path_params["name"][:64], time())
        if found is None:
            is_few = guesses.charge(address(request.scope), monotonic())
            told, status = ("no such stage", 404) if is_few else ("too many requests", 429)
            return PlainTextResponse(told, status, {"Connection": "close"})  # a guess costs a connection
        return files.sent(request, found, "application/json", "private, max-age=3600")

    async def home(_: Request) -> Response:
        return RedirectResponse(f"{start}/join")

    return [
        Route(f"{start}/join", page),
        Route(f"{start}/join/", home),
        Route(f"{start}/join/{{code}}", page),
        Route(f"{start}{registration.PLACE}/{{name}}", part),
        Route(f"{start}/room/view/{{code}}/{{name}}", view),
        WebSocketRoute(f"{start}/room/socket", desk.serve),
    ]


def _language(request: Request) -> str:
    """The language that the address asks for, or the first of the browser's that there is."""
    asked = [request.query_params.get("lang", ""), *request.headers.get("accept-language", "")[:200].split(",")]
    known = (one.strip().lower().split("-")[0].split(";")[0] for one in asked)
    return next((one for one in known if one in join_page.LANGUAGES), "en")
