"""oEmbed for links to the app: a frame that shows the page of a link in another program.

https://oembed.com describes the answer. Only links to this very server are answered, and only JSON.
"""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from tokviz.state.pages import PAGES
from tokviz.views.shared.catalog import LANGUAGES, Catalog, load
from tokviz.web.arrival.unfolding import OEMBED, address_of, picture_of, place_of, title_of
from tokviz.web.server import files
from tokviz.web.streamlit_workarounds.environment_options import prefix

__all__ = ["HEIGHT", "WIDTH", "answer_of", "route"]

WIDTH, HEIGHT = 1280, 760
"""The size of the frame, if the other program has room for it."""
_LEAST = 200  # a program that has less room gets so much
_MAX_LINK = 4_000  # characters


def answer_of(link: str, host: str, room: tuple[int, int] = (WIDTH, HEIGHT)) -> dict[str, Any] | None:
    """Return the answer for a link; None for one that leads elsewhere. host: of this server. room: the most width and
    height that the other program has.

    >>> answer_of("https://tokviz.example.org/bpe?step=3", "tokviz.example.org")["title"]
    'BPE, step 3 · tokviz'
    >>> answer_of("https://elsewhere.example.org/bpe", "tokviz.example.org")
    """
    try:
        parts = urlsplit(link)
    except ValueError:
        return None
    start, address = place_of(parts.path)
    is_page = start == prefix() and address in _addresses() | {""}
    if parts.scheme not in ("http", "https") or parts.netloc.lower() != host.lower() or not is_page:
        return None
    query = dict(parse_qsl(parts.query))
    say = load(query["lang"] if query.get("lang") in LANGUAGES else "en")
    title = title_of(address, query, say)
    app = f"{parts.scheme}://{parts.netloc}{start}"
    shown = f"{parts.scheme}://{parts.netloc}{parts.path}?{urlencode(query | {'embed': 'true'})}"
    width, height = (max(_LEAST, min(most, usual)) for most, usual in zip(room, (WIDTH, HEIGHT), strict=True))
    looks = f'width="{width}" height="{height}" style="border: 0"'
    return {
        "version": "1.0",
        "type": "rich",
        "provider_name": say("app.name"),
        "title": title,
        "html": f'<iframe src="{escape(shown)}" title="{escape(title)}" {looks}></iframe>',
        "width": width,
        "height": height,
        **_thumbnail(app, address, query, room, say),
    }


def _thumbnail(app: str, address: str, query: Mapping[str, str], room: tuple[int, int], say: Catalog) -> dict[str, Any]:
    """Return what the answer says of the picture of a link, if there is one and room for it. app: its address."""
    picture = picture_of(address, query, say)
    if picture is None or picture.width > room[0] or picture.height > room[1]:
        return {}
    return {
        "thumbnail_url": app + address_of(picture),
        "thumbnail_width": picture.width,
        "thumbnail_height": picture.height,
    }


def _addresses() -> set[str]:
    return {page.address for page in PAGES}


async def _answer(request: Request) -> Response:
    asked: Mapping[str, str] = request.query_params
    if asked.get("format", "json") != "json":
        return PlainTextResponse("only JSON", 501, files.HEADERS)
    link = asked.get("url", "")
    room = (_number(asked.get("maxwidth"), WIDTH), _number(asked.get("maxheight"), HEIGHT))
    found = answer_of(link, request.headers.get("host", ""), room) if 0 < len(link) <= _MAX_LINK else None
    if found is None:
        return PlainTextResponse("no such page", 404, files.HEADERS)
    return JSONResponse(found, headers=files.HEADERS | {"Cache-Control": "public, max-age=3600"})


def _number(given: str | None, usual: int) -> int:
    is_number = given is not None and given.isascii() and given.isdigit() and len(given) < 6
    return int(given) if is_number and given is not None else usual


def route() -> Route:
    """Return the route, with the path that the app is served under."""
    return Route(f"{prefix()}{OEMBED}", _answer)
