"""The additions to an index page that come before a page's first element: our styles, the script of its arrival, and
what a link says of itself (:mod:`tokviz.web.arrival.unfolding`).

Streamlit sends styles as elements, which are drawn one after the other and by a script that is loaded for the first of
them: until then its own title, padding and side bar would show and then move. So the styles are a file that Streamlit's
index page links to, and a host that runs the script alone sends them as before.
"""

from __future__ import annotations

from functools import cache, lru_cache

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tokviz.compression import compressed
from tokviz.frontend import FOLDER, script
from tokviz.web.arrival import first_frame, unfolding
from tokviz.web.server import files
from tokviz.web.server.files import File, named
from tokviz.web.streamlit_workarounds import static_files

SHEETS = (
    FOLDER / "shared" / "look.css",
    FOLDER / "page" / "looks.css",
    FOLDER / "page" / "chips.css",
    FOLDER / "page" / "windows.css",
    FOLDER / "shared" / "terms.css",
    FOLDER / "start" / "start_page.css",
    FOLDER / "practice" / "exercise.css",
    FOLDER / "lessons" / "beside_page.css",
)
"""The style sheets of all pages, in their order; none imports another."""
_UNMATCHED = ("accept-encoding", "if-none-match", "if-modified-since", "range")


class PageHead:
    """The middleware that adds to the index page of Streamlit, which every page begins with."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on, with a larger index page."""
        if scope["type"] != "http" or scope["method"] != "GET" or not _wants_page(Headers(scope=scope)):
            await self._app(scope, receive, send)
            return
        messages: list[Message] = []

        async def collected(message: Message) -> None:
            messages.append(message)

        await self._app(_plain(scope), receive, collected)
        start, *parts = messages
        text = b"".join(part.get("body", b"") for part in parts).decode("utf-8", "replace")
        headers = MutableHeaders(scope=start)
        if start["status"] == 200 and headers.get("content-type", "").startswith("text/html") and "<body>" in text:
            page = _page(text, unfolding.tags(scope), first_frame.frame(scope))
            await files.sent(Request(scope), page, "text/html", "no-cache")(scope, receive, send)
            return
        for message in messages:
            await send(message)


@cache
def files_of_pages() -> dict[str, File]:
    """Return the files that the index page names, by name."""
    sheets = (*SHEETS, FOLDER / "page" / "arrival.css")
    text = "\n".join(sheet.read_text(encoding="utf-8") for sheet in sheets)
    return dict([named("pages", "css", text), named("arrival", "js", script("page/arrival.js"))])


def _wants_page(headers: Headers) -> bool:
    return "text/html" in headers.get("accept", "") or unfolding.is_unfolding(headers)


@lru_cache(maxsize=64)
def _page(index: str, tags: str, frame: str) -> bytes:
    """Return the index page with our style and script, what it says of a link, and the first frame, as gzip packs it.

    The style is in the body, so that it comes after the styles that Streamlit's scripts put into the head.
    """
    style, script = files_of_pages()
    links = "".join(
        f'<link rel="modulepreload" crossorigin href="./static/js/{name}">' for name in static_files.element_scripts()
    )
    before = index.replace("<head>", f'<head><script src="./parts/{script}"></script>', 1)
    with_frame = before.replace("<body>", f"<body>{frame}", 1)
    with_links = with_frame.replace("</head>", f"{tags}{links}</head>", 1)
    return compressed(with_links.replace("</body>", f'<link rel="stylesheet" href="./parts/{style}"></body>', 1))


def _plain(scope: Scope) -> Scope:
    """Return a request for the whole answer as it is, so that it can be read."""
    headers = [(name, value) for name, value in scope["headers"] if name.decode("latin-1").lower() not in _UNMATCHED]
    return {**scope, "headers": headers}
