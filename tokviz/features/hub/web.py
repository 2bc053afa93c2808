"""Tokenizers fetched by name, for all visitors, on servers whose operator allows it: a field, and known models.

The field takes names and no addresses. A fetch sends no token of the server's user, and few run at a time. Known models
come out of packages of the indexes. A tokenizer that is here already is only chosen. Nothing is sent before a press.
What was fetched is chosen, and listed among the rows of the text from then on.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import cache
from itertools import count
from threading import BoundedSemaphore

import streamlit as st

from tokviz.errors import FetchError, TokvizError
from tokviz.features.hub.fetching import Progress, fetch
from tokviz.features.hub.models import MODELS, KnownModel, fetch_models
from tokviz.features.hub.packages import Package
from tokviz.files.by_name import Named, on_this_machine, parse
from tokviz.state.tokenizers import PAGE
from tokviz.views.shared.catalog import Catalog
from tokviz.web import hooks
from tokviz.web.pages.tokenizers import available
from tokviz.web.server.hosts import is_known
from tokviz.web.shared import cells, messages
from tokviz.web.streamlit_workarounds import run_queue, widget_values

__all__ = ["MOST", "SWITCH", "may_fetch", "register"]

SWITCH = "TOKVIZ_GET"
"""The variable that turns the field on."""
MOST = 50
"""So many may have been fetched on a machine whose visitors fetch."""
_AT_ONCE = 2
_LONGEST_NAME = 200  # characters of a name
_MB = 1_000_000


def register() -> None:
    """Add the field to pages that offer tokenizers, and the known models to that of real tokenizers."""
    hooks.more_tokenizers.add(ask_for_name)
    hooks.below_rows.add(show_known)


def may_fetch() -> bool:
    """Return whether this visitor may fetch: the server allows it, and its name is no other site's."""
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
    if not _fetch_slots().acquire(blocking=False):
        raise FetchError("get-busy", name=wanted)
    try:
        with run_queue.step_aside():
            return _fetch_with_progress(wanted, say)
    finally:
        _fetch_slots().release()


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
def _fetch_slots() -> BoundedSemaphore:
    """Return the semaphore that limits how many are fetched at once on this server."""
    return BoundedSemaphore(_AT_ONCE)


# -- the vocabularies of known models ----------------------------------------------------------------------------------


def show_known(say: Catalog) -> None:
    """Draw a button for each known model, and one for all, while their expander is open."""
    title = say("tokenizers.known.title")
    fold = st.expander(title, icon=":material/download:", key=f"{PAGE}_known", on_change="rerun")
    if not fold.open:
        return
    with fold:
        if not may_fetch():
            st.info(say("tokenizers.known.off"), icon=":material/cloud_off:")
            return
        st.caption(say("tokenizers.known.about"))
        if pressed := _known_buttons(say):
            _fetch_known(pressed, say)


def _known_buttons(say: Catalog) -> tuple[KnownModel, ...]:
    """Draw a button for each model, with what is fetched beside it. Returns those that were asked for."""
    pressed: tuple[KnownModel, ...] = ()
    for model in MODELS:
        about = model.about
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            icon = ":material/check:" if model.is_here else ":material/download:"
            if st.button(about.title, key=f"{PAGE}_known_{model.name}", icon=icon, width=180):
                pressed = (model,)
            size, source = say.short(model.megabytes, 2), messages.escape(f"{model.package}")
            name = cells.code(model.kept_as)
            st.caption(say("tokenizers.known.one", name=name, size=size, license=about.license, source=source))
    missing = tuple(model for model in MODELS if not model.is_here)
    if missing and st.button(say("tokenizers.known.all"), key=f"{PAGE}_known_all", icon=":material/download:"):
        pressed = missing
    return pressed


def _fetch_known(models: Sequence[KnownModel], say: Catalog) -> None:
    """Fetch what was asked for and is not here; choose the first, and draw the page again with it."""
    missing = [model for model in models if not model.is_here]
    if missing and not _fetch_slots().acquire(blocking=False):
        messages.show_error(FetchError("get-busy", name=models[0].about.title), say)
        return
    errors: list[FetchError] = []
    place = st.empty()

    def tell(model: KnownModel, outcome: Named | FetchError) -> None:
        if isinstance(outcome, FetchError) and outcome not in errors:  # one for all models of a package
            errors.append(outcome)

    packages = len({model.package for model in missing})
    begun = count()

    def draw(package: Package) -> None:
        place.progress(next(begun) / packages, say("cli.models.package", package=messages.escape(f"{package}")))

    try:
        with run_queue.step_aside():
            fetch_models(missing, on_begin=draw, on_end=tell)
    finally:
        place.empty()
        if missing:
            _fetch_slots().release()
    for error in errors:
        messages.show_error(error, say)
    there = [model.kept_as for model in models if model.is_here]
    for name in there:
        available.remember_fetched(name)
    if there:
        widget_values.put(f"{PAGE}_tokenizer", there[0])
        if not errors:
            st.rerun()
