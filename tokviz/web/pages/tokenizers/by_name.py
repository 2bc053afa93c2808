"""The field that fetches a tokenizer by its name, for all visitors, where whoever runs the server wants that.

It takes names and no addresses, sends no token of the server's user (only one that the visitor types, for this one
fetch), and fetches a few at a time. What is on the shelf
already is only chosen.
"""

from __future__ import annotations

import os
from functools import cache
from threading import BoundedSemaphore

import streamlit as st

from tokviz.errors import FetchError, TokvizError
from tokviz.hub import Progress, fetch, on_this_machine, parse
from tokviz.views.shared.catalog import Catalog
from tokviz.web.server.hosts import is_known
from tokviz.web.shared import cells, messages
from tokviz.web.streamlit_workarounds import run_queue

__all__ = ["MOST", "SWITCH", "ask", "get", "is_on"]

SWITCH = "TOKVIZ_GET"
"""The variable that turns the field on."""
MOST = 50
"""So many may have been fetched on a machine whose visitors fetch."""

_AT_ONCE = 2
_LONGEST = 200  # characters of a name
_MB = 1_000_000


def is_on() -> bool:
    """Whether this visitor may fetch: visitors may, and the name of the server is no other site's."""
    return os.environ.get(SWITCH) == "1" and is_known(st.context.headers.get("Host"))


def ask(page: str, say: Catalog) -> str | None:
    """Draw the field. Returns the name of what was asked for just now, once it is on this machine."""
    with st.form(f"{page}_get", border=False):
        name = st.text_input(
            say("tokenizers.get"),
            key=f"{page}_get_name",
            max_chars=_LONGEST,
            placeholder="gpt2",
            help=say("tokenizers.get.help"),
        ).strip()
        is_asked = st.form_submit_button(say("tokenizers.get.button"), icon=":material/download:")
    if not is_asked or not name:
        return None
    return get(name, say)


def get(name: str, say: Catalog, token: str | None = None) -> str | None:
    """Fetch a name. Returns it once it is on this machine; of what went wrong None, which is said."""
    try:
        return _got(name, say, token)
    except TokvizError as error:
        messages.show_error(error, say)
        return None


def _got(name: str, say: Catalog, token: str | None) -> str:
    """Fetch a name unless it is there. Raises TokvizError."""
    there = on_this_machine()
    if name in there:
        return name
    wanted = str(parse(name))
    if sum(one.kind == "fetched" for one in there.values()) >= MOST:
        raise FetchError("get-full", name=wanted, most=MOST)
    if not _places().acquire(blocking=False):
        raise FetchError("get-busy", name=wanted)
    try:
        with run_queue.step_aside():
            return _fetched(wanted, say, token)
    finally:
        _places().release()


def _fetched(name: str, say: Catalog, token: str | None) -> str:
    place = st.empty()
    shown = cells.code(name)
    place.progress(0.0, say("tokenizers.get.begins", name=shown))
    before = 0.0

    def draw(at: Progress) -> None:
        """Drawing is also where Streamlit ends the script of a visitor who has left, and so the fetching."""
        nonlocal before
        share = min(at.done / at.total, 1.0) if at.total else 0.0
        if share - before >= 0.01 or share == 1.0:
            before = share
            done, total = say.short(at.done / _MB, 3), say.short((at.total or 0) / _MB, 3)
            place.progress(share, say("tokenizers.get.progress", name=shown, done=done, total=total))

    try:
        return fetch(name, anonymous=True, token=token, on_progress=draw).name
    finally:
        place.empty()


@cache
def _places() -> BoundedSemaphore:
    """The places for those who fetch on this server."""
    return BoundedSemaphore(_AT_ONCE)
