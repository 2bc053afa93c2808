"""Links that unfold in chat programs: what the index page of a link says of it, before any script runs.

A program that unfolds a link reads the head of the index page and runs nothing. It is told the page, the example and
the step that the link names, and where the picture of its page is (:mod:`tokviz.web.arrival.previews`). Nothing is
trained or drawn for it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import escape
from urllib.parse import parse_qsl

from starlette.datastructures import Headers
from starlette.types import Scope

from tokviz import examples
from tokviz.state.pages import PAGES
from tokviz.text_keys import example_key
from tokviz.views.shared.catalog import LANGUAGES, Catalog, load
from tokviz.web.arrival import previews
from tokviz.web.streamlit_workarounds.environment_options import prefix

_PROGRAMS = re.compile(r"bot\b|facebookexternalhit|whatsapp|embed|preview|unfurl", re.IGNORECASE)
_STEP = re.compile(r"\d{1,6}", re.ASCII)
_MAX_LINK = 2_000  # characters of a link that is named again


def is_unfolding(headers: Headers) -> bool:
    """Tell if a program that unfolds links asks.

    It is known by its name: some of them name no type that they would take.
    """
    return _PROGRAMS.search(headers.get("user-agent", "")[:300]) is not None


def title_of(address: str, query: Mapping[str, str], say: Catalog) -> str:
    """Return the title of a link: its page, with the example and the step that it names.

    >>> from tokviz.views.shared.catalog import load
    >>> title_of("bpe", {"example": "hug", "step": "3"}, load("en"))
    'BPE: hug, pug, pun, bun, hugs, step 3 · tokviz'
    """
    page = next((page for page in PAGES if page.address == address), None)
    if page is None:
        return say("app.name")
    told, step = say(page.title), query.get("step", "")
    if query.get("example") in examples.NAMES:
        told = say("unfold.example", page=told, example=say(example_key(query["example"])))
    if _STEP.fullmatch(step):
        told = say("unfold.step", page=told, step=int(step))
    return say("unfold.title", page=told, name=say("app.name"))


def place_of(path: str) -> tuple[str, str]:
    """Split a path into its prefix and the address of a page, empty for the start page.

    >>> place_of("/bpe"), place_of("/")
    (('', 'bpe'), ('', ''))
    """
    path = path.rstrip("/")
    if path == prefix():
        return path, ""
    start, _, address = path.rpartition("/")
    return start, address


def _link_of(scope: Scope) -> str:
    """Return the address that was asked for, in full, as whoever asked wrote it."""
    query = scope.get("query_string", b"").decode("latin-1")
    link = f"{_server(scope)}{scope['path']}" + (f"?{query}" if query else "")
    return link.encode("utf-8", "replace").decode()


def _server(scope: Scope) -> str:
    headers = Headers(scope=scope)
    forwarded = headers.get("x-forwarded-proto", "").partition(",")[0].strip()
    scheme = forwarded if forwarded in ("http", "https") else scope.get("scheme", "http")
    return f"{scheme}://{headers.get('host', '')}"


def tags(scope: Scope) -> str:
    """Return the elements for the head of an index page."""
    query = dict(parse_qsl(scope.get("query_string", b"").decode("latin-1")[:_MAX_LINK]))
    wanted = query.get("lang", "")
    say = load(wanted if wanted in LANGUAGES else "en")
    parent, address = place_of(scope["path"].encode("utf-8", "replace").decode())
    told = {
        "og:type": "website",
        "og:site_name": say("app.name"),
        "og:title": title_of(address, query, say),
        "og:description": say("app.tagline"),
        "og:url": _link_of(scope),
    }
    told |= previews.tags(f"{_server(scope)}{parent}", address, say)
    return "".join(f'<meta property="{name}" content="{escape(text)}">' for name, text in told.items())
