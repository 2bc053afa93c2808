"""The routes of a live class: the students' page, the pictures that are shown and the socket.

They know no session of Streamlit's: a student costs a connection. Who may come is checked before
(:mod:`tokviz.web.access_control`).
"""

from __future__ import annotations

import asyncio
from functools import cache
from time import monotonic, time

from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute

from tokviz.features.live import access
from tokviz.features.live.limits import Guesses
from tokviz.features.live.web import settings
from tokviz.features.live.web.broadcast import Broadcaster
from tokviz.features.live.web.room_socket import MAX_MESSAGE, RoomSocket
from tokviz.frontend import script, style
from tokviz.state.pages import PAGES
from tokviz.views.shared.catalog import LANGUAGES, load
from tokviz.views.shared.rendering import render
from tokviz.web.access_control import Routes
from tokviz.web.components import registration
from tokviz.web.server import files
from tokviz.web.server.connections import client_address
from tokviz.web.server.files import File, named
from tokviz.web.streamlit_workarounds.environment_options import prefix

# -- routes ------------------------------------------------------------------------------------------------------------


def routes() -> list[BaseRoute]:
    """Return all routes, with the path that the app is served under."""
    broadcaster, guesses = Broadcaster(settings.rooms), Guesses()
    socket, start = RoomSocket(broadcaster, guesses), prefix()

    async def page(request: Request) -> Response:
        html = student_page(request.path_params.get("code", ""), _language(request))
        headers = files.HEADERS | {"Content-Security-Policy": POLICY, "Cache-Control": "no-cache"}
        return Response(html, headers=headers, media_type="text/html")

    async def view(request: Request) -> Response:
        rooms = await broadcaster.rooms()
        code = access.tidy(request.path_params["code"])
        payload = await asyncio.to_thread(rooms.view, code, request.path_params["name"][:64], time())
        if payload is None:
            is_few = guesses.charge(client_address(request.scope), monotonic())
            text, status = ("no such picture", 404) if is_few else ("too many requests", 429)
            return PlainTextResponse(text, status, {"Connection": "close"})  # a guess costs a connection
        return files.sent(request, payload, "application/json", "private, max-age=3600")

    async def home(_: Request) -> Response:
        return RedirectResponse(f"{start}/join")

    return [
        Route(f"{start}/join", page),
        Route(f"{start}/join/", home),
        Route(f"{start}/join/{{code}}", page),
        Route(f"{start}/room/view/{{code}}/{{name}}", view),
        WebSocketRoute(f"{start}/room/socket", socket.serve),
    ]


def _language(request: Request) -> str:
    """Return the language that the address asks for, or the first of the browser's that there is."""
    wanted = [request.query_params.get("lang", ""), *request.headers.get("accept-language", "")[:200].split(",")]
    known = (name.strip().lower().split("-")[0].split(";")[0] for name in wanted)
    return next((code for code in known if code in LANGUAGES), "en")


# -- the students' page ------------------------------------------------------------------------------------------------

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
)
"""The content security policy of the page: what the browser may do with it."""


@cache
def student_files() -> dict[str, File]:
    """Return name -> file: script and style. The style of the picture is among the components'."""
    return dict([named("student", "js", script("live/student.js")), named("student", "css", style("live/student.css"))])


def student_page(code: str, language: str) -> str:
    """Return the page for a room, or for typing its code where this is none."""
    say, start = load(language), prefix()
    names = (*student_files(), registration.names("picture/picture")[1])
    script_file, style_file, picture_style = (f"{start}{registration.PLACE}/{name}" for name in names)
    data = {
        "code": access.tidy(code),
        "wrong": bool(code) and not access.tidy(code),
        "start": start,
        "pictureStyle": picture_style,
        "lang": language,
        "labels": say.within("live.student.") | say.within("live.task."),
        "pages": {page.address: say(page.title) for page in PAGES},
    }
    others = [(name, label) for name, label in LANGUAGES.items() if name != language]
    return render("student.html", say, script=script_file, style=style_file, data=data, others=others)


_MOST_BYTES = 4 * MAX_MESSAGE  # of characters that have up to four; the room itself refuses a longer text by name
ROUTES = Routes(("/join", "/room"), routes, student_files, _MOST_BYTES)
