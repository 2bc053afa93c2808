"""The frame of a page in the index page itself: name, menu, title and reserved rows, before any script has run.

A browser paints it at once, however busy the server is with the page; what :mod:`tokviz.web.script` draws takes its
place as soon as title and side bar are there (arrival.js). It is hidden from screen readers, which wait for the page.
"""

from __future__ import annotations

from functools import lru_cache
from urllib.parse import parse_qsl

from starlette.datastructures import Headers
from starlette.types import Scope

from tokviz.frontend import FOLDER
from tokviz.state import pages
from tokviz.state.pages import PAGES
from tokviz.views.shared.catalog import LANGUAGES, load
from tokviz.views.shared.rendering import render
from tokviz.web.address.site_map import GROUP_KEYS, title_of
from tokviz.web.arrival import unfolding

_STYLE = FOLDER / "page" / "first_frame.css"
_MAX_QUERY = 2_000  # characters that are read
_BARE = ("embed", "present", "guide")  # parameters of pages without an open side bar


def frame(scope: Scope) -> str:
    """Return the frame of the page that is asked for; nothing for a page that there is not."""
    query = dict(parse_qsl(scope.get("query_string", b"").decode("latin-1")[:_MAX_QUERY]))
    _, address = unfolding.place_of(scope["path"].encode("utf-8", "replace").decode())
    wanted = query.get("lang", Headers(scope=scope).get("accept-language", "")).lower()[:2]
    do = query.get("do", "")
    half = do if do in pages.HEADINGS else ""
    return _frame(address, half, wanted if wanted in LANGUAGES else "en", not any(name in query for name in _BARE))


@lru_cache(maxsize=128)
def _frame(address: str, do: str, language: str, has_side: bool) -> str:
    record = next((page for page in PAGES if page.address == address), None)
    if record is None:
        return ""
    say = load(language)
    listed = [(name, [page for page in PAGES if page.group == name and not page.parent]) for name in pages.GROUPS]
    groups = [(say(GROUP_KEYS[name]), [(say(page.title), page is record) for page in found]) for name, found in listed]
    return render(
        "first_frame.html",
        say,
        style=_STYLE.read_text(encoding="utf-8"),
        groups=[group for group in groups if group[1]] if has_side else [],
        title=title_of(record, do, say) if address else say("start.title"),
    )
