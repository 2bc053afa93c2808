"""Tokenizers of known models, one press each: fetched by name where this server fetches, and else a sentence.

Nothing is asked of anybody before a press. What was fetched is chosen, and among the rows of the text from then on.
"""

from __future__ import annotations

import streamlit as st

from tokviz.hub import KNOWN, Known, on_this_machine
from tokviz.state.tokenizers import PAGE
from tokviz.views.shared.catalog import Catalog
from tokviz.web.pages.tokenizers import by_name, shelf
from tokviz.web.shared import cells
from tokviz.web.streamlit_workarounds import widget_values

__all__ = ["show"]

_LONGEST = 200  # characters of a token
_TOKEN = f"{PAGE}_hub_token"


def show(say: Catalog) -> None:
    """Draw the buttons, while their fold is open."""
    title = say("tokenizers.known.title")
    fold = st.expander(title, icon=":material/download:", key=f"{PAGE}_known", on_change="rerun")
    if not fold.open:
        return
    with fold:
        if not by_name.is_on():
            st.info(say("tokenizers.known.off"), icon=":material/cloud_off:")
            return
        st.caption(say("tokenizers.known.about"))
        pressed = _buttons(say)
        token = _token(say)
        if pressed is not None:
            _get(pressed, token, say)


def _buttons(say: Catalog) -> Known | None:
    """A button for each, with what is fetched beside it. Returns the one that was pressed."""
    pressed = None
    there = on_this_machine()
    for number, one in enumerate(KNOWN):
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            icon = ":material/check:" if one.name in there else ":material/download:"
            if st.button(one.title, key=f"{PAGE}_known_{number}", icon=icon, width=130):
                pressed = one
            source = "tiktoken" if one.is_encoding else say("tokenizers.known.hub")
            size = say.short(one.megabytes, 2)
            about = say(
                "tokenizers.known.one", name=cells.code(one.name), size=size, license=one.license, source=source
            )
            st.caption(f"{about} {say('tokenizers.known.gated')}" if one.is_gated else about)
    return pressed


def _token(say: Catalog) -> str | None:
    """Draw the field for a token. Returns what it holds."""
    typed: str = st.text_input(
        say("tokenizers.known.token"),
        key=_TOKEN,
        type="password",
        max_chars=_LONGEST,
        help=say("tokenizers.known.token.help"),
        autocomplete="off",
    )
    return typed.strip() or None


def _get(one: Known, token: str | None, say: Catalog) -> None:
    """Fetch what was pressed, and draw the page anew with it."""
    if one.is_gated and token is None and one.name not in on_this_machine():
        st.info(say("tokenizers.known.needs-token", model=one.title, name=cells.code(one.name)), icon=":material/key:")
        return
    name = by_name.get(one.name, say, token if one.is_gated else None)
    if name is not None:
        shelf.remember(name)
        widget_values.put(f"{PAGE}_tokenizer", name)
        st.rerun()
