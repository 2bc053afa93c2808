"""What the visitor of `/practice` says: the address, and the sidebar with topics, level and seed."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import replace

import streamlit as st

from tokviz.exercises import CHALLENGES, KINDS
from tokviz.views.shared.catalog import Catalog
from tokviz.web.address import held, url
from tokviz.web.address.states.practice import FORM, LEVEL_NAMES, PAGE, PracticeState

__all__ = ["change", "read_address", "show"]

_STATE = f"{PAGE}_state"
_KINDS, _LEVEL, _SEED, _CHALLENGE = (f"{PAGE}_{name}" for name in ("kinds", "level", "seed", "challenge"))


def read_address() -> tuple[str, ...]:
    """Take over the address when it changed or nothing is known; return the parameters that had to be put right."""
    if not url.has_changed(PAGE) and _STATE in st.session_state:
        return ()
    asked, wrong = FORM.read(url.current())
    st.session_state[_STATE] = asked
    held.put(_KINDS, list(asked.kinds))
    held.fill(f"{PAGE}_", asked, ("level", "seed", "challenge"))
    return wrong


def change(how: Callable[[PracticeState], PracticeState]) -> None:
    """Change what is asked, or the score: for callbacks."""
    st.session_state[_STATE] = how(st.session_state[_STATE])


def show(say: Catalog) -> PracticeState:
    """Draw the sidebar and return what is asked."""
    held.kept(_CHALLENGE)
    with st.sidebar:
        st.pills(
            say("practice.kinds"),
            list(KINDS),
            selection_mode="multi",
            format_func=lambda name: say(f"exercise.kind.{name}"),
            key=_KINDS,
            on_change=_began,
        )
        if st.session_state[_KINDS] == ["find-corpus"]:
            st.selectbox(
                say("practice.challenge"),
                ["", *CHALLENGES],
                format_func=lambda name: say(f"exercise.challenge.{name}") if name else say("practice.challenge.any"),
                key=_CHALLENGE,
                on_change=_began,
            )
        st.selectbox(
            say("practice.level"),
            list(LEVEL_NAMES.values()),
            format_func=lambda level: say(f"practice.level.{level}"),
            key=_LEVEL,
            on_change=_began,
        )
        st.text_input(say("practice.seed"), key=_SEED, max_chars=24, help=say("practice.seed.help"), on_change=_began)
        st.button(say("practice.new"), icon=":material/casino:", on_click=_shuffle, help=say("practice.new.help"))
    state: PracticeState = st.session_state[_STATE]
    return state


def _began() -> None:
    """Another series begins with its first task; the score stays."""
    kinds = tuple(name for name in KINDS if name in (st.session_state[_KINDS] or ()))
    if not kinds:  # the last one was taken away: it stays
        kinds = st.session_state[_STATE].kinds
        held.put(_KINDS, list(kinds))
    seed = str(st.session_state[_SEED]).strip() or "1"
    challenge = st.session_state.get(_CHALLENGE, "") if kinds == ("find-corpus",) else ""
    level = st.session_state[_LEVEL]
    change(lambda old: replace(old, kinds=kinds, level=level, seed=seed, number=1, challenge=challenge))


def _shuffle() -> None:
    held.put(_SEED, secrets.token_hex(3))
    _began()
