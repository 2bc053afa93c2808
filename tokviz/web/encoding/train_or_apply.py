"""The two halves of an algorithm: what is learned, and what is made of it.

Most pages of algorithms have two halves, and the link says as `do` which one is open. Both halves have the same side
bar, and turning from one to the other keeps what it says and the step of the training. Each half of BPE is a page.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from tokviz.algorithms import Algorithm
from tokviz.state.form import Form, State
from tokviz.state.pages import page_at
from tokviz.state.request import MAX_MERGES
from tokviz.state.training import training_only
from tokviz.views.shared.catalog import Catalog
from tokviz.web.address import site_map, url
from tokviz.web.shared import messages, parts, stepping, tabs
from tokviz.web.shared.page_frame import half_key
from tokviz.web.training import page as train_page
from tokviz.web.training.page import TraceT, TrainingPage

if TYPE_CHECKING:
    from tokviz.web.encoding.page import ApplyPage, StateT, TokenizerT


_TRAIN = ""  # the training half in a link: it is not named
_PAGES = {"bpe": "train.halves.train", "bpe-encode": "train.halves.encode"}
_PAGE = "bpe_half"
_IS_TURNED = "bpe_half_turned"  # the visitor chose the other half, whose page is to be opened


def show_halves(
    training: TrainingPage[TraceT],
    applying: ApplyPage[StateT, TokenizerT],
    say: Catalog,
    label: str = "train.halves",
    names: tuple[str, str] = ("train.halves.train", "train.halves.encode"),
) -> None:
    """Draw the choice between the halves of a page, and the one that is open. label, names: the texts of the choice."""
    from tokviz.web.encoding import page as apply_page  # a page of one half needs none

    row = parts.top_row()
    with row:
        shown = say(names[0]), say(names[1])
        is_applying, is_new = _choose(applying.algorithm, applying.form, say(label), shown, say)
    if is_applying:
        apply_page.body(applying, say, is_new=is_new, row=row)
    else:
        train_page.body(training, say, is_new=is_new, row=row)


def _choose(
    algorithm: Algorithm, applying: Form[State], label: str, names: tuple[str, str], say: Catalog
) -> tuple[bool, bool]:
    """Draw the choice with the names of training and of the second half. applying: how the state of that is written.

    Returns whether the second half is open, and whether the address differs from what the page last wrote.
    """
    page, key, other = algorithm.name, half_key(algorithm.name), applying.do
    is_new = url.has_changed(page)
    query = url.current()
    requested_mode = query.get("do", _TRAIN)
    if is_new or key not in st.session_state:
        st.session_state[key] = other if requested_mode == other else _TRAIN

    def keep_step() -> None:
        """Order the picture of the training back to where it rests now, for when it is drawn again."""
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
    if is_new and requested_mode not in (_TRAIN, other):
        messages.warn_of_link(["do"], say)
    if "do" in query:
        step, _ = (0, 0) if is_new else stepping.order(page)
        view = "" if is_new else tabs.opened(page)[0]
        # Within this run, and so without one that would read it.
        url.put(training_only(algorithm, applying, query, step, view) | url.kept())
    return False, is_new


def choose_page(here: str, say: Catalog) -> None:
    """Draw the choice on a page of BPE, and open the other page when it is chosen: with the corpus of the visit."""
    if st.session_state.pop(_IS_TURNED, False):
        other = next(half for half in _PAGES if half != here)
        st.switch_page(site_map.page(page_at(other), say), query_params=url.kept())
    st.session_state[_PAGE] = here
    st.segmented_control(
        say("train.halves"),
        tuple(_PAGES),
        format_func=lambda half: say(_PAGES[half]),
        key=_PAGE,
        required=True,
        on_change=_turn,
        label_visibility="collapsed",
    )


def _turn() -> None:
    st.session_state[_IS_TURNED] = True
