"""The pictures that links unfold to in chat programs: a file for each page with a training, in each language.

``python -m tools.previews`` draws them into ``assets/previews``. No request makes the server draw: whatever a link says
of a step, an example or a text, it unfolds to the picture of its page.
"""

from __future__ import annotations

from functools import cache

from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response

from tokviz.location import site
from tokviz.state.pages import PAGES, Page
from tokviz.state.training import TrainState
from tokviz.text_keys import example_key
from tokviz.views.shared.catalog import Catalog
from tokviz.web.server import files

PATH = "/og"
"""The path of the pictures."""
FOLDER = site() / "assets" / "previews"
WIDTH, HEIGHT = 1200, 630
"""The size in pixels at which chat programs show a picture as wide as they can."""
USUAL_PAGE = "bpe"
"""The page whose picture is shown for pages without one."""
_DAY = "public, max-age=86400"


@cache
def drawn_pages() -> tuple[Page, ...]:
    """Return the pages that a picture is drawn of: those that open with a training."""
    return tuple(page for page in PAGES if isinstance(page.form.opening(page.form.first), TrainState))


def file_of(page: Page, language: str) -> str:
    """Return the name of the file with the picture of a page."""
    return f"{page.address}.{language}.png"


def tags(start: str, address: str, say: Catalog) -> dict[str, str]:
    """Return the properties of a page's picture in its head: name -> content.

    start: the address of the app.
    """
    page, file = _shown(address, say.language)
    example = say("unfold.example", page=say(page.title), example=say(example_key(page.form.first)))
    return {
        "og:image": f"{start}{PATH}/{file}",
        "og:image:type": "image/png",
        "og:image:width": str(WIDTH),
        "og:image:height": str(HEIGHT),
        "og:image:alt": say("unfold.still", shown=example),
        "twitter:card": "summary_large_image",
    }


async def answer(request: Request) -> Response:
    """Answer a request for a picture."""
    name = request.path_params["name"]
    if name not in _files():
        return PlainTextResponse("no such picture", 404, files.HEADERS)
    return FileResponse(FOLDER / name, headers=files.HEADERS | {"Cache-Control": _DAY}, media_type="image/png")


def _shown(address: str, language: str) -> tuple[Page, str]:
    """Return the page whose picture stands for a page, and its file: its own, or that of the page that leads to it.
    A language or a page that nothing was drawn of yet has the English one, or that of the usual page."""
    pages = {page.address: page for page in drawn_pages()}
    parent = next((page.parent for page in PAGES if page.address == address), "")
    shown = [pages[name] for name in (address, parent, USUAL_PAGE) if name in pages]
    every = [(page, file_of(page, each)) for page in shown for each in (language, "en")]
    return next((one for one in every if one[1] in _files()), every[-1])


@cache
def _files() -> frozenset[str]:
    return frozenset(path.name for path in FOLDER.glob("*.png"))
