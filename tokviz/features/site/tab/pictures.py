"""What a page of the tab shows: the picture of the app's page of the same name, beside what is said of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from tokviz.errors import TokvizError
from tokviz.features.site.payloads import Pool, Shown, training
from tokviz.features.site.sources import training_of
from tokviz.features.site.tab.requests import PAGES, Asked, Request, read
from tokviz.state.pages import page_at
from tokviz.state.training import TrainState
from tokviz.views.algorithms import views_of
from tokviz.views.shared import rendering
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.messages import note_text
from tokviz.views.shared.rendering import About

__all__ = ["Picture", "picture"]


@dataclass(frozen=True)
class Picture:
    """What a page shows. shows: as ``shows.js`` draws it; payloads: what these refer to by number. about: the title,
    and settings with their names. notes: what is said above. links: query strings of pages that go on from here."""

    shows: list[Shown]
    payloads: list[Any]
    about: About
    notes: tuple[str, ...] = ()
    links: Mapping[str, Mapping[str, str]] = field(default_factory=dict)


def picture(request: Request) -> dict[str, Any]:
    """Return the answer to a request for a picture. Raises TokvizError."""
    say, asked = request.say, read(request)
    made = _made(request.page, asked, request.asks, say)
    wrong = (say("notice.link", names=say("list.comma").join(asked.wrong)),) if asked.wrong else ()
    return {
        "page": request.page,
        "query": urlencode(asked.query),
        "shows": made.shows,
        "payloads": made.payloads,
        "title": made.about.title,
        "settings": [list(setting) for setting in made.about.settings],
        "notes": [*wrong, *made.notes],
        "links": [
            {"page": page, "query": urlencode(query), "label": say(page_title(page))}
            for page, query in made.links.items()
        ],
    }


def page_title(page: str) -> str:
    """Return the key of what a page of the tab is called."""
    return _TITLES.get(page) or page_at(PAGES[page][0]).title


_TITLES = {
    "bpe-encode": "tab.page.encode",
    "wordpiece-encode": "tab.page.encode",
    "lattice": "tab.page.lattice",
}


def _made(page: str, asked: Asked, asks: bool, say: Catalog) -> Picture:
    match asked.state:
        case TrainState() as state:
            return _training(state, asks, say)
    raise TokvizError("tab-page", page=page)


# -- training ----------------------------------------------------------------------------------------------------------


def _training(state: TrainState, asks: bool, say: Catalog) -> Picture:
    trained, pool = training_of(state), Pool()
    trace = trained.trace
    views_of(trace).stage.prepare(trace)
    step = min(state.step, len(trace))
    notes = [note_text(code, details, say) for code, details in trained.source.notes]
    if state.step > step:
        notes.append(say("notice.step", asked=state.step, total=say.count(_STEPS[views_of(trace).steps], len(trace))))
    shown, last = training(pool, trace, step, say, asks=asks)
    shows = [shown]
    if last < len(trace):
        notes.append(say("tab.first-steps", shown=last, total=len(trace)))
    about = rendering.about_training(trace, say, state.example, state.split)
    return Picture(shows, pool.payloads, about, tuple(notes), _onward(state))


_STEPS = {"merges": "count.merges", "steps": "count.steps"}


def _onward(state: TrainState) -> dict[str, Mapping[str, str]]:
    """Return page -> the query string that goes on with the corpus of a training."""
    return {}
