"""The field by which tokenizers are fetched by name, for all visitors, on servers whose operator allows it.

The field takes names and no addresses. A fetch sends no token of the server's user, and few run at a time. A tokenizer
that is here already is only chosen. Nothing is sent before a press. What was fetched is chosen, and listed among the
rows of the text from then on.
"""

from __future__ import annotations

import os
from functools import cache
from threading import BoundedSemaphore

import streamlit as st

from tokviz.errors import FetchError, TokvizError
from tokviz.features.hub.fetching import Progress, fetch
from tokviz.files.by_name import on_this_machine, parse
from tokviz.views.shared.catalog import Catalog
from tokviz.web.server.hosts import is_known
from tokviz.web.shared import cells, messages
from tokviz.web.streamlit_workarounds import run_queue

SWITCH = "TOKVIZ_GET"
"""The variable that turns the field on."""
MOST = 50
"""So many may have been fetched on a machine whose visitors fetch."""
_AT_ONCE = 2
_LONGEST_NAME = 200  # characters of a name
_MB = 1_000_000


def may_fetch() -> bool:
    """Tell if the server lets this visitor fetch, and its name is no other site's."""
    return os.environ.get(SWITCH) == "1" and is_known(st.context.headers.get("Host"))


def ask_for_name(page: str, say: Catalog) -> str | None:
    """Draw the field, if the visitor may fetch. Returns the name that was entered just now, once the tokenizer is on
    this machine."""
    if not may_fetch():
        return None
    with st.form(f"{page}_get", border=False):
        name = st.text_input(
            say("tokenizers.get"),
            key=f"{page}_get_name",
            max_chars=_LONGEST_NAME,
            placeholder="gpt2",
            help=say("tokenizers.get.help"),
        ).strip()
        is_asked = st.form_submit_button(say("tokenizers.get.button"), icon=":material/download:")
    if not is_asked or not name:
        return None
    return fetch_tokenizer(name, say)


def fetch_tokenizer(name: str, say: Catalog) -> str | None:
    """Fetch a tokenizer by name. Returns the name once it is on this machine; None after an error, which is shown."""
    try:
        return _fetch_if_absent(name, say)
    except TokvizError as error:
        messages.show_error(error, say)
        return None


def _fetch_if_absent(name: str, say: Catalog) -> str:
    """Fetch a name unless it is there. Raises TokvizError."""
    there = on_this_machine()
    if name in there:
        return name
    wanted = str(parse(name))
    if sum(named.kind == "fetched" for named in there.values()) >= MOST:
        raise FetchError("get-full", name=wanted, most=MOST)
    if not fetch_slots().acquire(blocking=False):
        raise FetchError("get-busy", name=wanted)
    try:
        with run_queue.step_aside():
            return _fetch_with_progress(wanted, say)
    finally:
        fetch_slots().release()


def _fetch_with_progress(name: str, say: Catalog) -> str:
    place = st.empty()
    shown = cells.code(name)
    place.progress(0.0, say("tokenizers.get.begins", name=shown))
    before = 0.0

    def draw(at: Progress) -> None:
        """Draw the progress. Here Streamlit also ends the script of a visitor who has left, and so the fetching."""
        nonlocal before
        share = min(at.done / at.total, 1.0) if at.total else 0.0
        if share - before >= 0.01 or share == 1.0:
            before = share
            done, total = say.short(at.done / _MB, 3), say.short((at.total or 0) / _MB, 3)
            place.progress(share, say("tokenizers.get.progress", name=shown, done=done, total=total))

    try:
        return fetch(name, anonymous=True, on_progress=draw).name
    finally:
        place.empty()


@cache
def fetch_slots() -> BoundedSemaphore:
    """Return the semaphore that limits how many are fetched at once on this server."""
    return BoundedSemaphore(_AT_ONCE)
