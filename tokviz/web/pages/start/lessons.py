"""The lessons on the start page in their order, with pictures."""

from __future__ import annotations

import json
from base64 import b64encode
from urllib.parse import urlencode

import streamlit as st
from jinja2 import TemplateNotFound

from tokviz import guides
from tokviz.errors import TokvizError
from tokviz.guides import Guide
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.rendering import source
from tokviz.web.address import url
from tokviz.web.components.lessons import KEY, cards, over_in
from tokviz.web.guides import answers
from tokviz.web.guides.state import Place, query_of
from tokviz.web.shared import messages

__all__ = ["lessons"]


def lessons(say: Catalog) -> None:
    """Draw them, each with links to its cards; say of a file that cannot be read what is wrong with it."""
    found = []
    for name in guides.names():
        try:
            found.append(_told(guides.load(name), say))
        except TokvizError as error:
            messages.show_error(error, say)
    labels = {
        "onward": say("start.lessons.continue", n="{n}"),
        "done": say("start.lessons.done"),
        "again": say("start.lessons.again"),
        "againWith": say("start.lessons.again.label", n="{n}", title="{title}"),
        "bar": say("start.lessons.bar", n="{n}", total="{total}"),
    }
    cards(json.dumps({"lessons": found, "labels": labels, "lang": say.language}, ensure_ascii=False), _forget)


def _forget() -> None:
    name = over_in(st.session_state.get(KEY))
    if name is not None:
        answers.forget(name)


def _told(guide: Guide, say: Catalog) -> dict[str, object]:
    """Return what the component shows of a lesson."""
    kept = {**url.kept(), "lang": say.language}
    places = [Place(guide, number) for number in range(1, len(guide.cards) + 1)]
    return {
        "name": guide.name,
        "title": guide.title[say.language].replace("`", ""),
        "line": guide.line[say.language].replace("`", ""),
        "picture": _picture(guide.name),
        "cards": say.count("guide.cards", len(guide.cards)),
        "links": [f"{place.card.page}?{urlencode(query_of(place, kept))}" for place in places],
    }


def _picture(name: str) -> str:
    """Return the picture of a lesson as the address of an image; empty for a teacher's own, which has none."""
    try:
        drawing = source(f"lessons/{name}.svg")
    except TemplateNotFound:
        return ""
    return f"data:image/svg+xml;base64,{b64encode(drawing.encode()).decode()}"
