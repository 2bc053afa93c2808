"""The plain algorithm below the stage, with the lines marked that the step executed."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from tokviz.views.shared.board import Line
from tokviz.views.shared.catalog import Catalog
from tokviz.views.shared.rendering import render

__all__ = ["show"]


def show(lines: Sequence[Line], left_out: Sequence[str], say: Catalog) -> None:
    """Draw the lines of the board. left_out: the knobs of the rules that it does not know."""
    about = say("board.about")
    if left_out:
        about += " " + say("board.leaves-out", knobs=say.listed([say(f"knob.{name}") for name in left_out]))
    st.caption(about)
    st.html(render("board.html", say, lines=lines))
