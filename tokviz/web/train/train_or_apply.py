"""A page of two halves: what is learned, and what is made of it. Which half is open travels in the link as `do`.

Both have the same side bar, and turning from one to the other keeps what it says and the step of the training.
"""

from __future__ import annotations

import streamlit as st

from tokviz.algorithms import Algorithm
from tokviz.views.shared.catalog import Catalog
from tokviz.web.address import url
from tokviz.web.address.form import Form, State
from tokviz.web.address.states.train import MAX_MERGES, training_only
from tokviz.web.shared import messages, stepping, tabs

__all__ = ["choose"]

_TRAIN = ""  # the training half in a link: it is not named


def choose(
    algorithm: Algorithm, applying: Form[State], label: str, names: tuple[str, str], say: Catalog
) -> tuple[bool, bool]:
    """Draw the choice with the names of training and of the second half. applying: how the state of that is written.

    Returns whether the second half is open, and whether the address is another than the page last wrote.
    """
    page, key, other = algorithm.name, f"{algorithm.name}_do", applying.do
    is_new = url.has_changed(page)
    query = url.current()
    asked = query.get("do", _TRAIN)
    if is_new or key not in st.session_state:
        st.session_state[key] = other if asked == other else _TRAIN

    def keep_step() -> None:
        """Order the stage of the training back to where it rests now, for when it is drawn again."""
        if st.session_state[key] == other:
            stepping.send(page, stepping.at(page, stepping.before(page), MAX_MERGES))

    mode = st.segmented_control(
        label,
        (_TRAIN, other),
        format_func=lambda name: names[name == other],
        key=key,
        required=True,
        on_change=keep_step,
        label_visibility="collapsed",
    )
    if mode == other:
        return True, is_new
    if is_new and asked not in (_TRAIN, other):
        messages.warn_of_link(["do"], say)
    if "do" in query:
        step, _ = (0, 0) if is_new else stepping.order(page)
        view = "" if is_new else tabs.opened(page)[0]
        # Within this run, and so without one that would read it.
        url.put(training_only(algorithm, applying, query, step, view) | url.kept())
    return False, is_new
