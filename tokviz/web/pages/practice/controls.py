"""The choices of the visitor of `/practice`: the address, and above the task its topics, level and series."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import replace

import streamlit as st

from tokviz.exercises import CHALLENGES, KINDS
from tokviz.exercises.challenges import CHALLENGE_KEYS
from tokviz.state.practice import FORM, LEVEL_NAMES, MAX_SEED, PAGE, PracticeState
from tokviz.views.exercises.series import topics_label
from tokviz.views.exercises.wording import KIND_KEYS, LEVEL_KEYS
from tokviz.views.shared.catalog import Catalog
from tokviz.web.address import url
from tokviz.web.shared import cells
from tokviz.web.streamlit_workarounds import widget_values

_STATE = f"{PAGE}_state"
_KINDS, _LEVEL, _SEED, _CHALLENGE = (f"{PAGE}_{name}" for name in ("kinds", "level", "seed", "challenge"))


def read_address() -> tuple[str, ...]:
    """Take over the address when it changed or nothing is known; return the parameters that had to be put right."""
    if not url.has_changed(PAGE) and _STATE in st.session_state:
        return ()
    state, wrong = FORM.read(url.current())
    st.session_state[_STATE] = state
    widget_values.put(_KINDS, list(state.kinds))
    widget_values.fill(f"{PAGE}_", state, ("level", "seed", "challenge"))
    return wrong


def change_state(how: Callable[[PracticeState], PracticeState]) -> None:
    """Change the state or the score: for callbacks."""
    st.session_state[_STATE] = how(st.session_state[_STATE])


def choose(say: Catalog) -> PracticeState:
    """Draw the row of topics, level and series. Returns the state."""
    widget_values.keep(_CHALLENGE)
    state: PracticeState = st.session_state[_STATE]
    with st.container(key="practice_row", horizontal=True, vertical_alignment="center", gap="small"):
        with st.popover(topics_label(state.kinds, say), icon=":material/checklist:", help=say("practice.kinds")):
            st.pills(
                say("practice.kinds"),
                list(KINDS),
                selection_mode="multi",
                format_func=lambda name: say(KIND_KEYS[name]),
                key=_KINDS,
                on_change=_restart,
            )
            if st.session_state[_KINDS] == ["find-corpus"]:
                st.selectbox(
                    say("practice.challenge"),
                    ["", *CHALLENGES],
                    format_func=lambda name: say(CHALLENGE_KEYS[name]) if name else say("practice.challenge.any"),
                    key=_CHALLENGE,
                    on_change=_restart,
                )
        st.segmented_control(
            say("practice.level"),
            list(LEVEL_NAMES.values()),
            format_func=lambda level: say(LEVEL_KEYS[level]),
            key=_LEVEL,
            required=True,
            on_change=_restart,
            label_visibility="collapsed",
        )
        with st.popover(say("practice.series", seed=cells.token(state.seed)), icon=":material/casino:"):
            st.text_input(
                say("practice.seed"), key=_SEED, max_chars=MAX_SEED, help=say("practice.seed.help"), on_change=_restart
            )
            st.button(say("practice.new"), icon=":material/casino:", on_click=_shuffle, help=say("practice.new.help"))
    return state


def _restart() -> None:
    """Start the series again with its first task; the score stays."""
    kinds = tuple(name for name in KINDS if name in (st.session_state[_KINDS] or ()))
    if not kinds:  # the last one was taken away: it stays
        kinds = st.session_state[_STATE].kinds
        widget_values.put(_KINDS, list(kinds))
    seed = str(st.session_state[_SEED]).strip() or "1"
    challenge = st.session_state.get(_CHALLENGE, "") if kinds == ("find-corpus",) else ""
    level = st.session_state[_LEVEL]
    change_state(lambda old: replace(old, kinds=kinds, level=level, seed=seed, number=1, challenge=challenge))


def _shuffle() -> None:
    widget_values.put(_SEED, secrets.token_hex(3))
    _restart()
