"""The students' page: HTML, scripts and styles, without Streamlit, so that it opens at once on any phone.

It holds the same stage as the pages. The browser may run and load only what comes from this server. A file's name holds
its content's, so that it is fetched once.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path

from tokviz.live import codes
from tokviz.live.views import packed
from tokviz.views.shared.catalog import LANGUAGES, load
from tokviz.views.shared.rendering import render, source
from tokviz.views.shared.scripts import joined, sheets
from tokviz.web import components
from tokviz.web.address.site_map import PAGES
from tokviz.web.live import settings

__all__ = ["LANGUAGES", "Asset", "JoinPage", "assets", "page"]

_STAGE = Path(components.__file__).parent / "stage"
_SCRIPT = Path(__file__).parent / "student" / "student.js"
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
)
_LABELS = "live.student."


@dataclass(frozen=True)
class Asset:
    """A file: its type, and itself as gzip packs it."""

    kind: str
    packed: bytes


@dataclass(frozen=True)
class JoinPage:
    """The page, and what the browser may do with it."""

    html: str
    policy: str


@cache
def assets() -> dict[str, Asset]:
    """Name -> file, in the order script, style, style of the stage."""
    texts = (
        ("student", "js", "text/javascript", joined(_SCRIPT)),
        ("student", "css", "text/css", source("student.css")),
        ("stage", "css", "text/css", sheets(_STAGE)),
    )
    made = {}
    for stem, suffix, kind, text in texts:
        name = f"{stem}-{sha256(text.encode()).hexdigest()[:12]}.{suffix}"
        made[name] = Asset(kind, packed(text))
    return made


def page(code: str, language: str) -> JoinPage:
    """The page for a room, or for typing its code where this is none."""
    say, start = load(language), settings.prefix()
    script, style, stage_style = (f"{start}/room/assets/{name}" for name in assets())
    data = {
        "code": codes.tidy(code),
        "wrong": bool(code) and not codes.tidy(code),
        "start": start,
        "stageStyle": stage_style,
        "lang": language,
        "labels": {
            name.removeprefix(_LABELS): text for name, text in say.templates.items() if name.startswith(_LABELS)
        },
        "pages": {one.url: say(one.title) for one in PAGES},
    }
    others = [(name, label) for name, label in LANGUAGES.items() if name != language]
    html = render("student.html", say, script=script, style=style, data=data, others=others)
    return JoinPage(html, _POLICY)
