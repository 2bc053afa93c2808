"""A page of two halves: what is learned, and what is made of it. Which half is open travels in the link as `do`.

Both have the same side bar, and turning from one to the other keeps what it says and the step of the training.
"""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from tokviz.algorithms import Algorithm
from tokviz.views.shared.catalog import Catalog
from tokviz.web.address import url
from tokviz.web.address.form import AnyForm
from tokviz.web.address.states.train import MAX_MERGES, training_only
from tokviz.web.shared import messages, stepping, tabs

__all__ = ["TRAIN", "TrainOrApply"]

TRAIN = ""
"""The training half in a link: it is not named."""


@dataclass(frozen=True)
class TrainOrApply:
    """The choice between the two halves of an algorithm's page. applying: how the state of the second is written."""

    algorithm: Algorithm
    applying: AnyForm

    def choose(self, label: str, names: tuple[str, str], say: Catalog) -> tuple[bool, bool]:
        """Draw the choice with the names of training and of the second half.

        Returns whether the second half is open, and whether the address is another than the page last wrote.
        """
        page, key, other = self.algorithm.name, f"{self.algorithm.name}_do", self.applying.do
        is_new = url.has_changed(page)
        query = url.current()
        asked = query.get("do", TRAIN)
        if is_new or key not in st.session_state:
            st.session_state[key] = other if asked == other else TRAIN
        mode = st.segmented_control(
            label,
            (TRAIN, other),
            format_func=lambda name: names[name == other],
            key=key,
            required=True,
            on_change=self._keep_step,
            label_visibility="collapsed",
        )
        if mode == other:
            return True, is_new
        if is_new and asked not in (TRAIN, other):
            messages.warn_of_link(["do"], say)
        if "do" in query:
            step, _ = (0, 0) if is_new else stepping.order(page)
            view = "" if is_new else tabs.opened(page)[0]
            # Within this run, and so without one that would read it.
            url.put(training_only(self.algorithm, self.applying, query, step, view) | url.kept())
        return False, is_new

    def _keep_step(self) -> None:
        """Order the stage of the training back to where it rests now, for when it is drawn again."""
        page = self.algorithm.name
        if st.session_state[f"{page}_do"] == self.applying.do:
            stepping.send(page, stepping.at(page, stepping.before(page), MAX_MERGES))
