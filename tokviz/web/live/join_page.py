"""The students' page: HTML, scripts and styles, without Streamlit, so that it opens at once on any phone.

It holds the same stage as the pages. The browser may run and load only what comes from this server. A file's name holds
its content's, so that it is fetched once.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from tokviz.live import access
from tokviz.views.shared.catalog import LANGUAGES, load
from tokviz.views.shared.rendering import joined, render, source
from tokviz.web import components
from tokviz.web.address.site_map import PAGES
from tokviz.web.components import registration
from tokviz.web.live import settings
from tokviz.web.server.files import File, named

__all__ = ["LANGUAGES", "POLICY", "files", "page"]

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
)
"""What the browser may do with the page."""

_STAGE = Path(components.__file__).parent / "stage"
_SCRIPT = Path(__file__).parent / "student" / "student.js"
_SHARED = Path(components.__file__).parent / "shared"


@cache
def files() -> dict[str, File]:
    """Name -> file: script and style. The style of the stage is among the components'."""
    style = [source("student.css"), *((_SHARED / f"{name}.css").read_text("utf-8") for name in ("theme", "task"))]
    return dict([named("student", "js", joined(_SCRIPT)), named("student", "css", "\n".join(style))])


def page(code: str, language: str) -> str:
    """The page for a room, or for typing its code where this is none."""
    say, start = load(language), settings.prefix()
    names = (*files(), registration.names(_STAGE)[1])
    script, style, stage_style = (f"{start}{registration.PLACE}/{name}" for name in names)
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
    return render("student.html", say, script=script, style=style, data=data, others=others)
