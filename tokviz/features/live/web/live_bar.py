"""The bar of the teacher of a live class: the code, how many are there, and what asks, closes and reveals: what
the picture asks, or a task of any kind.

It has a connection to the room of its own, tells it the page and the step that the picture shows, and tells the picture
of the question of the class. What the room is told and tells is in :mod:`tokviz.features.live.web.room_socket`.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass

from tokviz.exercises import KINDS, LEVELS
from tokviz.views.exercises.wording import KIND_KEYS, LEVEL_KEYS
from tokviz.views.shared.catalog import Catalog
from tokviz.web.components.registration import register

_mount = register("live/live_bar")


@dataclass(frozen=True)
class LeadPlaces:
    """Addresses for the teacher's bar. socket: of the room. address: the students', as it is typed; qr: a picture of
    that with the code. report: the page with what is left of the lesson. page: the path of this one."""

    socket: str
    address: str
    qr: str
    report: str
    page: str


def live_bar(code: str, key: str, places: LeadPlaces, say: Catalog, *, is_new: bool) -> None:
    """Draw the bar. is_new: whether the room has just been opened, and the code should be seen."""
    labels = say.within("live.bar.") | say.within("live.task.")
    tasks = {
        "kinds": [{"value": name, "label": say(KIND_KEYS[name])} for name in KINDS],
        "levels": [{"value": level, "label": say(LEVEL_KEYS[level])} for level in LEVELS],
    }
    data = {"code": code, "key": key, **asdict(places), "labels": labels, "lang": say.language, "new": is_new, **tasks}
    _mount(key="live_bar", data={"payload": json.dumps(data, ensure_ascii=False)})
