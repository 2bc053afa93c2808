"""A visit that leads a live class: it knows its room from its address or from before, has each picture ready for
students before it is shown, and draws the bar.

The address has the code and the key as `lead`; the session remembers them from page to page.
"""

from __future__ import annotations

import io
import logging
from base64 import b64encode
from collections.abc import Callable
from functools import cache, lru_cache
from time import time
from urllib.parse import urlsplit

import segno
import streamlit as st

from tokviz.features.live import questions
from tokviz.features.live.limits import OPENING, Bucket, OpenRooms
from tokviz.features.live.room import Lead, RefusedError, Rooms
from tokviz.features.live.web import settings
from tokviz.features.live.web.live_bar import LeadPlaces, live_bar
from tokviz.views.shared.catalog import Catalog
from tokviz.web import hooks
from tokviz.web.address import url
from tokviz.web.server import files
from tokviz.web.server.connections import proxies, who
from tokviz.web.streamlit_workarounds import network_addresses
from tokviz.web.streamlit_workarounds.environment_options import prefix

_FAILURES = {
    "ended": "live.failed.ended",
    "not-yours": "live.failed.not-yours",
    "slow-down": "live.failed.slow-down",
    "rooms-full": "live.failed.rooms-full",
    "rooms-of-address": "live.failed.rooms-of-address",
    "store": "live.failed.store",
}

PARAMETER = "lead"
_LOG = logging.getLogger(__name__)
_KNOWN = "live_lead"  # the room that this visit leads
_NEW = "live_new"  # whether it has just been opened
_PUBLISHED = "live_published"  # names of payloads that the room has
_GONE = "live_gone"  # a room that the address may still name, and that is not there
_FAILED = "live_failed"  # why a room could not be opened, or is not there any more
_HERE = {"localhost", "127.0.0.1", "0.0.0.0", "::1"}


def register() -> None:
    """Add the bar to all pages, the offer to lead a class to the panel that shares a page, and views for students."""
    hooks.above_page.add(show_bar)
    hooks.in_share.add(offer)
    hooks.is_leading.add(lambda: lead() is not None)
    hooks.picture_sent.add(publish)


def is_possible() -> bool:
    """Tell if students could come: with the app's own routes.

    A host that runs the script alone has none.
    """
    return files.are_served()


def lead() -> Lead | None:
    """Return the room that this visit leads, if it does."""
    if not is_possible():
        return None
    code, _, key = st.query_params.get(PARAMETER, "").partition(".")
    requested = Lead(code[:40], key[:40]) if key else None
    known: Lead | None = st.session_state.get(_KNOWN)
    if requested is not None and requested not in (known, st.session_state.get(_GONE)):
        st.session_state[_KNOWN] = known = requested
        st.session_state.pop(_PUBLISHED, None)
    if known is None:
        return None
    try:
        settings.rooms().check(known, time())
    except RefusedError as refused:
        st.session_state[_GONE] = known
        _forget()
        st.session_state[_FAILED] = "ended" if refused.why == "no-room" else "not-yours"
        return None
    except settings.STORE_ERRORS:
        return known  # of a store that is away for a moment; the bar says so
    return known


def open_room() -> None:
    """Open a room, and lead it: for a callback."""
    address = who(st.context.ip_address or "", st.context.headers.get("X-Forwarded-For", ""), proxies())
    if not _openings().take(address, time()):
        st.session_state[_FAILED] = "slow-down"
        return
    try:
        rooms, now = settings.rooms(), time()
        if not _open_rooms().has_place(address, lambda code: rooms.is_open(code, now)):
            st.session_state[_FAILED] = "rooms-of-address"
            return
        room = rooms.open(now)
        _open_rooms().note(address, room.code)
    except RefusedError:
        st.session_state[_FAILED] = "rooms-full"
    except settings.STORE_ERRORS as error:
        _LOG.warning("no room can be opened: %s", error)
        st.session_state[_FAILED] = "store"
    else:
        st.session_state[_KNOWN], st.session_state[_NEW] = room, True
        url.ask(PARAMETER, f"{room.code}.{room.key}")


def end() -> None:
    """End the room for everybody: for a callback."""
    known = lead()
    if known is not None:
        settings.rooms().end(known, time())
        st.session_state[_GONE] = known
    _forget()
    url.ask(PARAMETER, None)


def command(deed: Callable[[Rooms, Lead, float], None]) -> None:
    """Do something in the room that this visit leads: for a callback. The bar says why it failed."""
    known = lead()
    if known is None:
        return
    try:
        deed(settings.rooms(), known, time())
    except RefusedError:
        st.session_state[_FAILED] = "ended"
    except settings.STORE_ERRORS as error:
        _LOG.warning("a room can't be changed: %s", error)
        st.session_state[_FAILED] = "store"


def publish(payload: str) -> str:
    """Have a picture ready in the room that this visit leads; returns its name, empty where there is no room."""
    known = lead()
    if known is None:
        return ""
    name = questions.name_of(payload)
    published: set[str] = st.session_state.setdefault(_PUBLISHED, set())
    rooms = settings.rooms()
    try:
        if name not in published or rooms.view(known.code, name, time()) is None:
            shared = questions.shared_view(payload)
            if shared is None:
                return ""
            rooms.publish(known, shared, time())
            published.add(name)
    except settings.FAILURES:
        return ""
    return name


def offer(say: Catalog) -> None:
    """Say what a live class is, with the button that opens a room: where one could be led and none is."""
    if is_possible() and lead() is None:
        st.markdown(f"**{say('page.live')}**: {say('live.open.help')}")
        st.button(say("live.start"), icon=":material/groups:", key="live_open", on_click=open_room)


def show_bar(say: Catalog) -> None:
    """Draw the bar, where a room is led; or why there is none any more."""
    known = lead()
    failed = st.session_state.pop(_FAILED, "")
    if failed:
        st.warning(say(_FAILURES[failed]))
    if known is None:
        return
    start = prefix()
    join = join_address(known.code)
    places = LeadPlaces(
        socket=f"{start}/room/socket",
        address=typed(join),
        qr=f"data:image/svg+xml;base64,{b64encode(qr(join).encode()).decode()}",
        report=f"{start}/live?{PARAMETER}={known.code}.{known.key}",
        page=_page(),
    )
    with st.container(key="live_bar_row"):
        live_bar(known.code, known.key, places, say, is_new=st.session_state.get(_NEW, False))


def join_address(code: str) -> str:
    """Return the address for the students; where the teacher's browser runs on this machine, the machine's in its
    network.
    """
    address = urlsplit(st.context.url or "http://localhost")
    host, start = address.netloc, prefix()
    if address.hostname in _HERE and st.get_option("server.address") not in _HERE:
        machine = network_addresses.local_address()
        if machine:
            host = f"{machine}:{address.port}" if address.port else machine
    return f"{address.scheme}://{host}{start}/join/{code}"


def _page() -> str:
    """Return the page on the screen, so that the bar hears of another one."""
    return urlsplit(st.context.url or "").path


def _forget() -> None:
    for name in (_KNOWN, _NEW, _PUBLISHED):
        st.session_state.pop(name, None)


def typed(join: str) -> str:
    """Return the students' address as it is typed, without the code.

    >>> typed("https://tokviz.example.edu/join/ABCD2345")
    'tokviz.example.edu/join'
    """
    return join.partition("//")[2].rpartition("/")[0]


@lru_cache(256)
def qr(text: str) -> str:
    """Return a picture of a text that phones read: SVG, black on white in every theme."""
    file = io.BytesIO()
    segno.make(text, error="m").save(file, kind="svg", xmldecl=False, border=3, scale=8, light="#fff", dark="#000")
    return file.getvalue().decode()


@cache
def _openings() -> Bucket:
    return Bucket(OPENING)


@cache
def _open_rooms() -> OpenRooms:
    return OpenRooms()
